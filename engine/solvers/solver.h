// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/solver_settings.h"
#include "engine/net/weight_store.h"

#include <memory>
#include <vector>

namespace engine {

/// The learning rate at an iteration (from 0), by the settings' policy: fixed, step, exp, inv, multistep, poly, sigmoid,
/// cosine; each with a linear warm-up over the first warmup_iter iterations. `params` is complete.
double learningRate(const Params& params, std::int64_t iteration);

/// What one update did.
struct UpdateReport {
    double learningRate;
    double gradientNorm; ///< of all gradients together, L2, before clipping, over the mean of the iter_size batches
};

/// Turns gradients into new weights by Caffe's update rules, in Caffe's order: clip, normalise by iter_size, decay, update.
class Solver {
public:
    Solver(const SolverSettings& settings, WeightStore& store);
    ~Solver();

    /// Reads the store's gradients (the sum over iter_size batches), writes its values, counts one iteration.
    UpdateReport update();

    std::int64_t iteration() const { return m_iteration; }
    int batchesPerUpdate() const; ///< iter_size

    /// What exact resume needs: the history tensors ("history0/lstm1/Wx") and the iteration.
    std::vector<NamedTensor> history() const;
    void restore(const std::vector<NamedTensor>& history, std::int64_t iteration);

    /// Multiplies the learning rate from here on (1 at first): part of what is saved.
    double rateScale() const { return m_rateScale; }
    void setRateScale(double scale) { m_rateScale = scale; }

private:
    Params m_params;
    WeightStore* m_store;
    std::vector<Buffer> m_history; ///< each laid out as the store's values
    std::int64_t m_iteration = 0;
    double m_rateScale = 1;
};

} // namespace engine
