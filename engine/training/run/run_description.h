// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/params.h"
#include "engine/graph/solver_settings.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace engine {

/// Weights to start from in place of those that the fillers draw.
struct FirstWeightsFile {
    std::filesystem::path file = {};        ///< any that readNet() reads; empty: the fillers draw
    std::filesystem::path vocabulary = {};  ///< the file of the rows' characters, where `file` does not tell them
    std::filesystem::path text = {};        ///< or a text that has just these characters
    std::filesystem::path solverState = {}; ///< a .solverstate of Caffe's that the solver goes on from; empty: none

    bool operator==(const FirstWeightsFile&) const = default;
};

/// All that tells one run from another: a value. What it is called, where it saves and what happens to run beside it
/// are not in it.
struct RunDescription {
    Model model = {};
    SolverSettings solver = {};
    Params settings = {};              ///< those that are given: keys of runSpecs()
    std::filesystem::path data = {};   ///< text or sequences; empty: those of the model, or of what it goes on from
    std::filesystem::path resume = {}; ///< the checkpoint that it goes on from, with the model, solver and seed there
    FirstWeightsFile first = {};       ///< of a new run

    bool operator==(const RunDescription&) const = default;
};

/// Model and solver as prototxt, settings by their keys, the names of files absolute, or as seen from `folder` where
/// they lie in it: it may be moved. What is empty is left out, and of a run that goes on, what its checkpoint has.
/// Throws Error for a name that is not UTF-8.
std::string toJson(const RunDescription& run, const std::filesystem::path& folder = {});

/// `name` is the file that the text is from: relative names in it are seen from its folder. Throws Error for text that
/// is no JSON, for a key that no run has, for a value of another kind or out of its range, and for a net beside a
/// checkpoint to go on from.
RunDescription runIn(std::string_view json, const std::string& name);

} // namespace engine
