// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/solvers/device_update.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// Norm and update on the CPU: one parallel pass each over the weights, and no memory of its own after the constructor.
/// The elements are cut into pieces of a fixed size, so the results do not depend on the number of threads. An update
/// is done, and its record there, when update() returns.
class CpuUpdate final : public DeviceUpdate {
public:
    explicit CpuUpdate(const DeviceUpdatePlan& plan);

    void addLosses() override;
    double* lossSums() override { return m_sums.data(); }
    void update() override;
    std::optional<Record> take() override;
    std::int64_t ready() const override { return static_cast<std::int64_t>(m_recordCount); }
    void seek(std::int64_t iteration, double rateScale) override;

private:
    struct WeightPiece {
        std::int64_t first, count;
        std::size_t weight;
        double squares = 0; ///< what squareSum found
    };

    double squareSum();
    void apply(double rate, double norm);
    template <typename Work>
    void forEachPiece(const Work& work);

    DeviceUpdatePlan m_plan;
    std::vector<WeightFactors> m_factors; ///< of each weight
    std::vector<WeightPiece> m_pieces;
    std::array<Record, maxAhead> m_records;
    std::size_t m_firstRecord = 0, m_recordCount = 0;
    std::int64_t m_iteration = 0;
    double m_rateScale = 1;
    std::array<double, 2> m_sums = {}; ///< loss and objective of the update to come, so far
    bool m_halted = false;             ///< something was not finite
};

} // namespace engine
