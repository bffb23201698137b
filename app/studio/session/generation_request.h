// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/net/net.h"
#include "engine/training/text_generator.h"

#include <filesystem>

namespace studio {

/// What is to be written, and by which net.
struct GenerationRequest {
    /// A checkpoint, or any other file that engine::readNet() reads; empty: the net in training, or as the last run
    /// left it.
    std::filesystem::path checkpoint = {};
    engine::SamplingSettings sampling = {};
    engine::EngineWish engine = {}; ///< nothing: as the checkpoint says
    int threads = 0;                ///< 0: one for each core

    // For files that hold weights without their net, or a net without its characters.
    engine::Model model = {};          ///< no layers: the file brings its own
    std::filesystem::path corpus = {}; ///< the text whose characters the net knows

    std::filesystem::path modelFile = "net.prototxt"; ///< for the equivalent command alone: where `model` is kept
};

enum class WritingEnd { Finished, Stopped };

} // namespace studio
