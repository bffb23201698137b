// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/data/vocabulary.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/graph/model.h"
#include "engine/net/net.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace engine {
struct Checkpoint;
class Trainer;
} // namespace engine

namespace studio {

/// A trained net as it was at one moment, apart from the run that it comes from: enough to write text with, or to be
/// measured on sequences.
struct NetSnapshot {
    engine::Model model;                ///< with the vocabulary settled
    engine::Vocabulary vocabulary;      ///< empty where the net learned sequences of numbers
    engine::SampleFacts sequences = {}; ///< their `kind` is empty where it learned a text
    std::vector<engine::NamedTensor> weights;
    engine::EngineWish engine;
    std::int64_t iteration = 0;
};

/// Of a trainer, on its thread.
std::shared_ptr<const NetSnapshot> snapshotOf(const engine::Trainer& trainer, const engine::EngineWish& engine);

/// Of a checkpoint. Throws Error for a model that does not read.
NetSnapshot snapshotOf(const engine::Checkpoint& checkpoint);

/// A file with a net's weights: a checkpoint of a run, or another program's.
struct NetSource {
    std::filesystem::path file;

    // For files that hold weights without their net, or a net without its characters.
    engine::Model model = {};          ///< no layers: the file brings its own
    std::filesystem::path corpus = {}; ///< the text whose characters the net knows; empty: none is known

    bool operator==(const NetSource&) const = default;
};

/// What `work` threw, as a sentence; empty: nothing.
engine::Sentence failureOf(const std::function<void()>& work, engine::Sentence ofMemory = {});

/// Throws engine::Error.
engine::PortableNet readNet(const NetSource& source);

/// Whether the name is that of another program's net, such as .onnx.
bool isForeign(const std::filesystem::path& file);

/// Whether the name is that of a state of Caffe's solver.
bool isSolverState(const std::filesystem::path& file);

/// A net that reads text, from a file. Throws engine::Error where it cannot be read, lacks weights, or does not tell
/// its characters.
NetSnapshot textNet(const NetSource& source);

} // namespace studio
