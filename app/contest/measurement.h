// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_kind.h"
#include "engine/graph/named_tensor.h"
#include "engine/graph/sentence.h"
#include "engine/training/measure/metrics.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// What an engine that is measured answers. What is not known is empty.

namespace contest {

/// The net when it can train.
struct Loaded {
    double seconds;       ///< from the start of the process until then
    double deviceSeconds; ///< of that, until the device was open
    double netSeconds;    ///< of that, for the net: weights, kernels and their memory
    std::string kind = std::string(engine::kinds::text.name); ///< of its data
    bool writes;                                              ///< a net that also reads backward cannot
    std::int64_t parameters, vocabulary;
    std::int64_t batchUnits; ///< characters, or sequences, of a step
    std::int64_t streams;    ///< N
    double stepsPerEpoch;    ///< in which the training part is read through
    std::string engine;      ///< of the recurrent layers
    std::string device;      ///< "CUDA:0"
    std::string description; ///< of the device
    std::string precision;
    int threads;                      ///< of the processor, where it computes there; else 0
    std::string weights;              ///< digest of the first weights
    std::int64_t flops;               ///< of one training step, forward and backward
    std::int64_t flopsOfOne;          ///< of writing one character, or of saying one sequence's answer
    std::vector<std::string> remarks; ///< on the data, as a run says them

    const engine::DataKind& dataKind() const { return *engine::dataKindNamed(kind); }
};

/// A column for what each step told.
struct Steps {
    std::vector<double> seconds = {}, losses = {}, learningRates = {}, gradientNorms = {};
};

/// How the net does on what is held out.
struct Validated {
    double seconds, loss;
    std::int64_t units; ///< that were measured
    std::vector<engine::Metric> metrics;
};

/// Seconds for all sequences that are held out: to measure the net by them, and to say its answers.
struct UseTimes {
    double evaluate, predict;
};

/// What some time of training costs.
struct Effort {
    double seconds = 0;                 ///< over several laps also of reading the meters and resting between them
    std::int64_t characters = 0;        ///< or sequences
    std::optional<double> joules = {};  ///< of the whole device
    std::optional<double> percent = {}; ///< mean utilisation: of the GPU, or this process's of the processors

    std::optional<double> processPercent = {},
                          machinePercent = {}; ///< of the processors: what this process and what all took
};

/// Bytes that were held at once so far.
struct Memory {
    std::int64_t process = 0;             ///< of the machine's memory
    std::int64_t device = 0;              ///< of the GPU's, by the device's own account; 0 without a GPU
    std::optional<std::int64_t> byDriver; ///< of the GPU's, as the driver saw it during efforts

    std::int64_t whereItTrains() const { return device > 0 ? device : process; }
};

/// Some training steps, watched.
struct Lap {
    Steps steps = {};                 ///< where it diverged, those before
    engine::Sentence divergence = {}; ///< where it diverged; empty: it did not
    Memory memory = {};               ///< behind them
    Effort effort = {};               ///< of all laps but the first
};

/// FNV-1a over the bits of all weights, as 16 digits: tells whether two nets start from the same.
std::string digestOf(std::span<const engine::NamedTensor> weights);

} // namespace contest
