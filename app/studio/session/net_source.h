// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/exchange/net_file.h"
#include "engine/graph/model.h"

#include <filesystem>

namespace studio {

/// A file with a net's weights: a checkpoint of a run, or another program's.
struct NetSource {
    std::filesystem::path file;

    // For files that hold weights without their net, or a net without its characters.
    engine::Model model = {};          ///< no layers: the file brings its own
    std::filesystem::path corpus = {}; ///< the text whose characters the net knows; empty: none is known

    bool operator==(const NetSource&) const = default;
};

/// Throws engine::Error.
engine::PortableNet readNet(const NetSource& source);

/// Whether the name is that of another program's net, such as .onnx.
bool isForeign(const std::filesystem::path& file);

/// Whether the name is that of a state of Caffe's solver.
bool isSolverState(const std::filesystem::path& file);

} // namespace studio
