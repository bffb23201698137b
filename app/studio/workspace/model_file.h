// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"

#include <filesystem>
#include <optional>

namespace editor {
class Document;
} // namespace editor

namespace studio {

/// The prototxt files that a drawing was read from, with what they held.
struct ModelFile {
    std::filesystem::path path = {}; ///< the net's; empty: none
    engine::Model model = {};
    std::filesystem::path solverFile = {};             ///< empty: no solver belongs to the model
    std::optional<engine::SolverSettings> solver = {}; ///< in that file

    /// Whether the drawing and its solver are still as in the files, which a terminal can then name.
    bool holds(const editor::Document& document) const;
};

} // namespace studio
