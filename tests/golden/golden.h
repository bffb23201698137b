// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"
#include "engine/graph/shape.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/weight_store.h"

#include <cstdint>
#include <string>
#include <vector>

namespace engine {

/// A tensor of a golden file, in double precision.
struct GoldenTensor {
    std::string name; ///< "lstm0.Wx"
    Shape shape;
    std::vector<double> values;
};

/// A whole training run, computed elsewhere in double precision: EMBED -> LSTM x L -> INNERPRODUCT -> SOFTMAXWITHLOSS.
/// The weights come in the order embed.W [V, E], embed.b [E], then of each LSTM lstm<l>.Wx [4H, I], lstm<l>.Wh [4H, H],
/// lstm<l>.b [4H], then ip.W [V, H], ip.b [V]. Gate blocks are in the canonical order i, f, g, o.
struct GoldenRun {
    std::string file;
    SolverSettings solver;
    std::int64_t vocabulary, embedding, units, layers, steps, streams; ///< V, E, H, L, T, N
    std::int64_t iterations;
    bool carried; ///< the state goes on from batch to batch; else each batch starts from zero
    std::vector<GoldenTensor> initial, final;
    std::vector<double> losses, gradientNorms; ///< of each iteration; the norms before clipping
};

/// All tests/golden/run_*.json.
std::vector<std::string> goldenRunFiles();

/// `file` without its folder: "run_adam.json".
GoldenRun readGoldenRun(const std::string& file);

/// [T, N] each, in the order of the steps: element t·N + n.
struct GoldenBatch {
    std::vector<float> ids, marks, targets;
};
GoldenBatch batchOf(const GoldenRun& run, std::int64_t iteration);

/// The run's net: the layers embed, lstm0, lstm1, ..., ip, loss.
Model modelOf(const GoldenRun& run);

/// A golden tensor list as weights of that model: "lstm0.Wx" becomes "lstm0/Wx".
std::vector<NamedTensor> asWeights(const std::vector<GoldenTensor>& tensors);

} // namespace engine
