// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"

#include <filesystem>
#include <optional>
#include <QString>
#include <utility>

namespace studio {

class Workspace;

/// What the drawing is to learn from: a text, a file or folder of sequences, or the name of made ones.
class DataChoice {
public:
    explicit DataChoice(Workspace& workspace) : m_workspace(workspace) {}

    /// What training would read now. Throws engine::Error where the bundled text is not to be found, and where the net
    /// names data outside its folder that the user has not named himself.
    std::filesystem::path file() const;

    /// The user names the text to learn from. Gives the sentence of what went wrong.
    std::optional<QString> choose(const std::filesystem::path& file);

    /// The user names what the drawing reads: its `source`, as it stands in the drawing. A file that is not there is
    /// still being typed.
    void nameSource(const std::filesystem::path& source);

    /// The folder in which what the net or its solver names is looked for, and nowhere else.
    std::filesystem::path home() const;

    /// Another project's. `home` is the folder of what was opened where that is no project, else empty.
    void load(std::filesystem::path home) { m_home = std::move(home); }

    /// The characters of the text, as a net would number them; none where they are not known.
    const engine::Vocabulary& vocabulary() const { return m_vocabulary; }
    void setVocabulary(engine::Vocabulary vocabulary) { m_vocabulary = std::move(vocabulary); }

private:
    Workspace& m_workspace;
    engine::Vocabulary m_vocabulary;
    std::filesystem::path m_home;
};

/// Why the file is no text, as a sentence: it holds other data. Nothing where it is one, or cannot be read.
std::optional<QString> whyNoText(const std::filesystem::path& file);

} // namespace studio
