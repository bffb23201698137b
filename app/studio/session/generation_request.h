// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/net_source.h"
#include "app/studio/session/run_record.h"
#include "engine/net/net.h"
#include "engine/training/write/text_generator.h"

#include <filesystem>
#include <optional>

namespace studio {

/// What is to be written, and by which net.
struct GenerationRequest {
    NetSource source = {};                  ///< without a file: the net in training, or as the last run left it
    engine::SamplingSettings sampling = {}; ///< its `start` comes from `state`
    std::filesystem::path state = {};       ///< the file with the state to start from; empty: zero state
    engine::EngineWish engine = {};         ///< nothing: as the checkpoint says
    int threads = 0;                        ///< 0: one for each core
    std::optional<WrittenText> by = {};     ///< only by the net that wrote this; nothing: by whichever the source is

    std::filesystem::path modelFile =
        "net.prototxt"; ///< for the equivalent command alone: where `source.model` is kept
};

enum class WritingEnd { Finished, Stopped };

} // namespace studio
