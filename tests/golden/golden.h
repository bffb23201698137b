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

/// A whole run on sequences with an answer each, computed elsewhere in double precision: a recurrent layer over x [T,
/// N, I], its last step, INNERPRODUCT, and SOFTMAXWITHLOSS or EUCLIDEANLOSS; SGD with momentum, each batch from zero
/// states.
struct GoldenSamples {
    std::string file;
    std::string cell; ///< "lstm", "gru", "rnn_tanh", "rnn_relu"
    bool classes;     ///< else numbers
    bool bidirectional;
    std::int64_t steps, streams, width, units, outputs, iterations; ///< T, N, I, H, O
    double rate, momentum;
    std::vector<GoldenTensor> initial, final; ///< "l0.Wx", "l0.back.Wx", ..., "ip.W", "ip.b"
    std::vector<double> losses;
};

/// All tests/golden/samples_*.json.
std::vector<std::string> goldenSamplesFiles();
GoldenSamples readGoldenSamples(const std::string& file);

/// The files' formula: sample k has x[t, i] = sin(0.7 k + 0.9 t (i + 1)), the class k % 3 and the number
/// cos(0.7 k + 0.9 T); sample n of iteration j is k = j N + n.
struct SampleBatch {
    std::vector<double> x;       ///< [T, N, I]
    std::vector<double> answers; ///< [N]
};
SampleBatch batchOf(const GoldenSamples& run, std::int64_t iteration);

/// The run's net: the layers data, cell, end, ip, loss.
Model modelOf(const GoldenSamples& run);

/// A golden tensor list as weights of that model: "l0.Wx" becomes "cell/Wx", of both directions "cell/l0.Wx".
std::vector<NamedTensor> asWeights(const GoldenSamples& run, const std::vector<GoldenTensor>& tensors);

/// [T, N] each, in the order of the steps: element t·N + n.
struct GoldenBatch {
    std::vector<float> ids, cont, targets;
};
GoldenBatch batchOf(const GoldenRun& run, std::int64_t iteration);

/// The run's net: the layers embed, lstm0, lstm1, ..., ip, loss.
Model modelOf(const GoldenRun& run);

/// A golden tensor list as weights of that model: "lstm0.Wx" becomes "lstm0/Wx".
std::vector<NamedTensor> asWeights(const std::vector<GoldenTensor>& tensors);

} // namespace engine
