// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/learning_rate.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/weight_store.h"
#include "engine/solvers/cpu_update.h"
#include "engine/solvers/update_settings.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace engine {

/// What one update did.
struct UpdateReport {
    double learningRate;
    double gradientNorm; ///< of all gradients together, L2, before clipping, over the mean of the iter_size batches
};

/// Turns gradients into new weights by Caffe's update rules, in Caffe's order: clip, normalise by iter_size, decay,
/// update. Allocates nothing after the constructor. Weights with a lr_mult of 0 stay as they are.
class Solver {
public:
    /// Throws Error for settings that do not go together. The store must outlive the solver.
    Solver(const SolverSettings& settings, WeightStore& store);

    /// Reads the store's gradients (the sum over iter_size batches), writes its values, counts one iteration.
    /// Where a gradient is not finite, the report says so by its norm and nothing else happens: weights, history and
    /// iteration stay as they were.
    UpdateReport update();

    std::int64_t iteration() const { return m_iteration; }
    int batchesPerUpdate() const { return static_cast<int>(m_settings.iterSize); } ///< iter_size
    std::int64_t maxIterations() const { return intParam(m_params, "max_iter"); }  ///< 0: no end
    std::int64_t earlyStop() const { return intParam(m_params, "early_stop"); } ///< validations without gain; 0: never

    /// What exact resume needs: the history tensors ("history0/lstm1/Wx") and the iteration.
    std::vector<NamedTensor> history() const;

    /// Throws Error for a tensor that is missing, unknown or of another shape, as another type of solver leaves them.
    void restore(const std::vector<NamedTensor>& history, std::int64_t iteration);

    /// Multiplies the learning rate from here on (1 at first): part of what is saved.
    double rateScale() const { return m_rateScale; }
    void setRateScale(double scale) { m_rateScale = scale; }

private:
    std::map<std::string, const NamedTensor*> checkedHistory(const std::vector<NamedTensor>& history) const;

    Params m_params;
    UpdateSettings m_settings;
    WeightStore* m_store;
    std::vector<const WeightStore::Weight*> m_learning; ///< those that are not frozen
    std::vector<WeightFactors> m_factors;               ///< of each learning weight
    std::vector<Buffer> m_history;                      ///< each laid out as the store's values
    CpuUpdate m_update;
    std::int64_t m_iteration = 0;
    double m_rateScale = 1;
};

} // namespace engine
