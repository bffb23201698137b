// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/project/project.h"
#include "engine/data/vocabulary.h"
#include "engine/graph/model.h"

#include <filesystem>
#include <optional>
#include <QString>

namespace studio {

class Workspace;
struct Transfer;

/// Other programs' nets and weights that come in. Each gives the sentence of what went wrong, with everything as it
/// was; transferred() tells what went where.
class Importer {
public:
    explicit Importer(Workspace& workspace) : m_workspace(workspace) {}

    /// The net in another program's file becomes the project.
    void open(const std::filesystem::path& file, const engine::PortableNet& net);

    bool bringsNet(const std::filesystem::path& file) const; ///< whether the file is more than weights

    /// Which characters the rows of imported weights stand for, where their file does not tell.
    enum class Characters { Unknown, OfTheText };

    /// Whether importWeights() needs to be told.
    bool lacksCharacters(const std::filesystem::path& file) const;

    /// The next runs start from the weights in the file, matched by name with the drawing; a .solverstate adds the
    /// solver's. The drawing stays as it is. Where nothing was taken all does.
    std::optional<QString> importWeights(const std::filesystem::path& file,
                                         Characters characters = Characters::Unknown);
    void forgetFirstWeights();

    /// The files that runs start from come to the project's own: what they were read from may be a download that goes.
    void keepFirstWeights(const std::filesystem::path& project, engine::RunDescription& choice);

private:
    void takeWeights(const std::filesystem::path& file, Characters characters);
    void takeSolverState(const std::filesystem::path& file);

    Workspace& m_workspace;
};

/// Whether the file tells its net's characters.
bool tellsVocabulary(const std::filesystem::path& file);

/// How many tensors the model learns. Takes no memory by their sizes, which may be a stranger's words.
std::size_t weightCount(const engine::Model& model);

} // namespace studio
