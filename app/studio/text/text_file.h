// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <QString>
#include <string>

class QWidget;

namespace studio {

/// Writes the bytes of a text, whole or not at all. Gives the sentence of what went wrong.
std::optional<QString> writeTextFile(const QString& file, const std::string& text);

/// How the saving of a text went, in a sentence.
struct TextSaving {
    bool failed;
    QString sentence;
};

/// Asks for a file and writes the text there; nothing: the user changed their mind. `check` throws engine::Error for a
/// file that must stay.
std::optional<TextSaving> saveText(QWidget* parent, const std::string& text,
                                   const std::function<void(const std::filesystem::path& file)>& check = {});

} // namespace studio
