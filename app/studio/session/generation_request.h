// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/net/net.h"
#include "engine/training/text_generator.h"

#include <filesystem>

namespace studio {

/// What is to be written, and by which net.
struct GenerationRequest {
    std::filesystem::path checkpoint = {}; ///< empty: the net in training, or as the last run left it
    engine::SamplingSettings sampling = {};
    engine::EngineWish engine = {}; ///< nothing: as the checkpoint says
    int threads = 0;                ///< 0: one for each core
};

enum class WritingEnd { Finished, Stopped };

} // namespace studio
