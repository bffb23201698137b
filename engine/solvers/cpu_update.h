// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/solvers/update_rules.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// What one update does to the elements of one weight tensor.
struct WeightFactors {
    GradientFactors<float> gradient;
    RuleFactors<float> rule;
};

/// A weight tensor's place in the blocks of values, gradients and history.
struct WeightPlace {
    std::int64_t first, count; ///< elements
};

/// Norm and update on the CPU: one parallel pass each over the weights, and no memory of its own after the constructor.
/// The elements are cut into pieces of a fixed size, so the results do not depend on the number of threads.
class CpuUpdate {
public:
    explicit CpuUpdate(std::span<const WeightPlace> weights);

    /// Σ g² over the weights' elements, summed in double precision in an order that never changes.
    double squareSum(const float* gradients);

    struct Blocks {
        float* values;
        const float* gradients;
        float* first;  ///< history
        float* second; ///< history; null for the rules that remember one number
    };
    /// `factors` in the order of the constructor's weights.
    void apply(UpdateRule rule, std::span<const WeightFactors> factors, const Blocks& blocks);

private:
    struct Piece {
        std::int64_t first, count;
        std::size_t weight;
        double squares = 0; ///< what squareSum found
    };

    template <typename Work>
    void forEachPiece(const Work& work);

    std::vector<Piece> m_pieces;
};

} // namespace engine
