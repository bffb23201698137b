// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/data/vocabulary.h"
#include "engine/graph/model.h"
#include "engine/net/net.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace engine {
struct Checkpoint;
class Trainer;
} // namespace engine

namespace studio {

/// A trained net as it was at one moment, apart from the run that it comes from: enough to write text with, or to be
/// measured on sequences.
struct NetSnapshot {
    engine::Model model;                     ///< with the vocabulary settled
    engine::Vocabulary vocabulary;           ///< empty where the net learned sequences of numbers
    engine::SampleFacts sequences = {};      ///< their `kind` is empty where it learned a text
    std::vector<std::uint64_t> learned = {}; ///< digests of those that it learned from
    std::vector<engine::NamedTensor> weights;
    engine::EngineWish engine;
    std::int64_t iteration = 0;
};

/// Of a trainer, on its thread.
std::shared_ptr<const NetSnapshot> snapshotOf(const engine::Trainer& trainer, const engine::EngineWish& engine);

/// Of a checkpoint. Throws Error for a model that does not read.
NetSnapshot snapshotOf(const engine::Checkpoint& checkpoint);

} // namespace studio
