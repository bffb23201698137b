// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/solvers/update_settings.h"
#include "tests/golden/golden.h"

#include <vector>

namespace engine {

/// One LSTM layer over a batch, in double precision: slow and obvious, for comparison. A pass is forward, then
/// backward.
///
///     x [T, N, I], cont [T, N]  ->  h [T, N, H]
///     Wx [4H, I]   Wh [4H, H]   b [4H]                   gate blocks in the order i, f, g, o
class ReferenceLstm {
public:
    struct Sizes {
        std::int64_t steps, streams, width, units; ///< T, N, I, H
    };
    struct Weights {
        const std::vector<double>&Wx, &Wh, &b;
    };
    struct Gradients {
        std::vector<double>&Wx, &Wh, &b; ///< added to
    };

    explicit ReferenceLstm(const Sizes& sizes);

    /// Starts from the state that the last batch left.
    std::vector<double> forward(const Weights& weights, const std::vector<double>& x, const std::vector<float>& cont);

    /// dh [T, N, H] -> dx [T, N, I]. Nothing flows out of the batch's first step.
    std::vector<double> backward(const Weights& weights, const std::vector<double>& dh,
                                 const Gradients& gradients) const;

private:
    void forwardCell(const Weights& weights, std::int64_t t, std::int64_t n);
    void backwardCell(const Weights& weights, const Gradients& gradients, std::int64_t t, std::int64_t n,
                      std::vector<double>& dState, std::vector<double>& dx) const;

    Sizes m_sizes;
    std::vector<double> m_x, m_gates; ///< [T, N, I], [T, N, 4H] after σ and tanh
    std::vector<float> m_cont;        ///< [T, N]
    std::vector<double> m_h, m_c;     ///< [T + 1, N, H]; block 0 is the state before the batch
};

/// The net of a golden run with its solver's update rules, all in double precision.
class ReferenceRun {
public:
    explicit ReferenceRun(const GoldenRun& run);

    struct Step {
        double loss, gradientNorm;
    };
    /// The next iteration: forward, backward, update.
    Step step();

    const std::vector<GoldenTensor>& weights() const { return m_weights; }

private:
    double lossAndGradients(const GoldenBatch& batch);
    double projectAndCompare(const std::vector<double>& h, const std::vector<float>& targets, std::vector<double>& dh);
    void update(double norm);
    ReferenceLstm::Weights lstmWeights(std::size_t layer) const;

    GoldenRun m_run;
    Params m_params;
    UpdateSettings m_settings;
    std::int64_t m_iteration = 0;
    std::vector<ReferenceLstm> m_lstms;
    std::vector<GoldenTensor> m_weights;                ///< in the order of GoldenRun
    std::vector<std::vector<double>> m_gradients;       ///< of each weight
    std::vector<std::vector<double>> m_first, m_second; ///< history of each weight
};

} // namespace engine
