// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/solver_settings.h"
#include "engine/net/weight_store.h"
#include "engine/solvers/device_update.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// Turns gradients into new weights by Caffe's update rules, in Caffe's order: clip, normalise by iter_size, decay,
/// update. Allocates nothing after the constructor. Weights with a lr_mult of 0 stay as they are.
class Solver {
public:
    /// Throws Error for settings that do not go together. The store must outlive the solver, and so must the memory of
    /// `losses`, which only addLosses() reads.
    Solver(const SolverSettings& settings, WeightStore& store, std::vector<LossTensor> losses = {});

    /// Reads the store's gradients (the sum over iter_size batches), writes its values, counts one iteration. Waits for
    /// it. Where a gradient is not finite, the report says so by its norm and nothing else happens: weights, history
    /// and iteration stay as they were.
    DeviceUpdate::Record update();

    // The same without waiting, on an asynchronous device: these may be recorded and replayed.

    void addLosses() { m_update->addLosses(); }         ///< after the forward pass of each of the iter_size batches
    double* lossSums() { return m_update->lossSums(); } ///< see DeviceUpdate
    void askForUpdate();
    /// What the oldest update did that was not taken; nothing where that is not known yet. iteration() counts what was
    /// taken. After a record that is not finite the device does no update until forgetAsked().
    std::optional<DeviceUpdate::Record> take();
    std::int64_t ready() const { return m_update->ready(); } ///< how many take() would give now
    void forgetAsked();                                      ///< Waits, and goes on from iteration().

    std::int64_t iteration() const { return m_iteration; }
    int batchesPerUpdate() const { return static_cast<int>(m_settings.iterSize); } ///< iter_size
    std::int64_t maxIterations() const { return intParam(m_params, "max_iter"); }  ///< 0: no end
    const std::string& bestBy() const { return textParam(m_params, "best_by"); }   ///< "loss", or a metric's name
    std::int64_t earlyStop() const { return intParam(m_params, "early_stop"); } ///< validations without gain; 0: never

    /// The weights to use: the averages where the settings want them (average_weights), else the store's. Waits.
    std::vector<NamedTensor> weights() const;

    /// Calls `work` while the store's values are those weights. Only while no update is queued; uses the gradients'
    /// memory.
    template <typename Work>
    void withAverages(const Work& work);

    /// Restarts the averages from the store's values: after first weights were written.
    void restartAverages();

    /// What exact resume needs beside weights() and the iteration: the history tensors ("history0/lstm1/Wx"), and where
    /// weights are averaged those that training goes on with ("raw/lstm1/Wx").
    std::vector<NamedTensor> history() const;

    /// While the store's values are weights() of then. Throws Error for a tensor that is missing, unknown or of another
    /// shape, as another type of solver leaves them.
    void restore(const std::vector<NamedTensor>& history, std::int64_t iteration);

    /// Multiplies the learning rate from here on (1 at first): part of what is saved.
    double rateScale() const { return m_rateScale; }
    void setRateScale(double scale);

private:
    std::map<std::string, const NamedTensor*> checkedHistory(const std::vector<NamedTensor>& history) const;

    struct Block {
        std::string name; ///< "history0"
        const Buffer* memory;
    };
    std::vector<Block> blocks() const;
    void swapAverages();

    DeviceUpdatePlan plan(std::vector<LossTensor> losses) const;

    Params m_params;
    UpdateSettings m_settings;
    WeightStore* m_store;
    std::vector<Buffer> m_history; ///< each laid out as the store's values
    Buffer m_average;              ///< likewise; empty where nothing is averaged
    bool m_swapped = false;        ///< the averages lie in the store and the raw values here
    std::unique_ptr<DeviceUpdate> m_update;
    std::int64_t m_iteration = 0;
    double m_rateScale = 1;
};

template <typename Work>
void Solver::withAverages(const Work& work)
{
    if (m_average.count() == 0 || m_swapped) {
        work();
        return;
    }
    swapAverages();
    try {
        work();
    } catch (...) {
        swapAverages();
        throw;
    }
    swapAverages();
}

} // namespace engine
