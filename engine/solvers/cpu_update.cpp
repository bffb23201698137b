// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/solvers/cpu_update.h"

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"

#include <algorithm>

namespace engine {
namespace {

/// Elements: 64 KiB of each block, so that a thread's piece stays in its second-level cache.
constexpr std::int64_t pieceSize = 16 * 1024;

/// Partial sums of squareSum: as many as the widest vectors want, and always as many, so that the order never changes.
constexpr int lanes = 32;

ENGINE_VECTOR_CLONES double squareSumOf(const float* values, std::int64_t count)
{
    double sums[lanes] = {};
    const std::int64_t whole = count / lanes * lanes;
    for (std::int64_t first = 0; first < whole; first += lanes) {
        for (int lane = 0; lane < lanes; ++lane) {
            const double value = values[first + lane];
            sums[lane] += value * value;
        }
    }
    for (std::int64_t rest = whole; rest < count; ++rest) {
        const double value = values[rest];
        sums[rest - whole] += value * value;
    }
    for (int width = lanes / 2; width > 0; width /= 2) {
        for (int lane = 0; lane < width; ++lane) {
            sums[lane] += sums[lane + width];
        }
    }
    return sums[0];
}

/// The arrays of one piece, each from its first element.
struct PieceArrays {
    float* values;
    const float* gradients;
    float* first;
    float* second;
};

template <UpdateRule rule>
[[gnu::always_inline]] inline void updatePiece(const WeightFactors& factors, const PieceArrays& arrays,
                                               std::int64_t count)
{
    // Copies that nothing can alias, so that the factors stay in registers.
    const GradientFactors<float> gradientFactors = factors.gradient;
    const RuleFactors<float> ruleFactors = factors.rule;
    const PieceArrays at = arrays;
    for (std::int64_t i = 0; i < count; ++i) {
        const float gradient = preparedGradient(gradientFactors, at.gradients[i], at.values[i]);
        if constexpr (historyCount(rule) == 2) {
            updateWeight<rule>(ruleFactors, gradient, at.values[i], at.first[i], at.second[i]);
        } else {
            float none = 0;
            updateWeight<rule>(ruleFactors, gradient, at.values[i], at.first[i], none);
        }
    }
}

ENGINE_VECTOR_CLONES void updateBy(UpdateRule rule, const WeightFactors& factors, const PieceArrays& arrays,
                                   std::int64_t count)
{
    switch (rule) {
    case UpdateRule::Sgd:
        return updatePiece<UpdateRule::Sgd>(factors, arrays, count);
    case UpdateRule::Nesterov:
        return updatePiece<UpdateRule::Nesterov>(factors, arrays, count);
    case UpdateRule::AdaGrad:
        return updatePiece<UpdateRule::AdaGrad>(factors, arrays, count);
    case UpdateRule::RmsProp:
        return updatePiece<UpdateRule::RmsProp>(factors, arrays, count);
    case UpdateRule::AdaDelta:
        return updatePiece<UpdateRule::AdaDelta>(factors, arrays, count);
    case UpdateRule::Adam:
        return updatePiece<UpdateRule::Adam>(factors, arrays, count);
    case UpdateRule::AdamW:
        return updatePiece<UpdateRule::AdamW>(factors, arrays, count);
    }
}

} // namespace

CpuUpdate::CpuUpdate(std::span<const WeightPlace> weights)
{
    for (std::size_t weight = 0; weight < weights.size(); ++weight) {
        const std::int64_t last = weights[weight].first + weights[weight].count;
        for (std::int64_t first = weights[weight].first; first < last; first += pieceSize) {
            m_pieces.push_back({.first = first, .count = std::min(pieceSize, last - first), .weight = weight});
        }
    }
}

/// On the pool of threads.
template <typename Work>
void CpuUpdate::forEachPiece(const Work& work)
{
    parallelFor(static_cast<std::int64_t>(m_pieces.size()), 1, [&](IndexRange range) {
        for (Piece& piece : std::span(m_pieces).subspan(static_cast<std::size_t>(range.first),
                                                        static_cast<std::size_t>(range.count()))) {
            work(piece);
        }
    });
}

double CpuUpdate::squareSum(const float* gradients)
{
    forEachPiece([&](Piece& piece) { piece.squares = squareSumOf(gradients + piece.first, piece.count); });
    double sum = 0;
    for (const Piece& piece : m_pieces) {
        sum += piece.squares;
    }
    return sum;
}

void CpuUpdate::apply(UpdateRule rule, std::span<const WeightFactors> factors, const Blocks& blocks)
{
    forEachPiece([&](const Piece& piece) {
        const PieceArrays arrays{.values = blocks.values + piece.first,
                                 .gradients = blocks.gradients + piece.first,
                                 .first = blocks.first + piece.first,
                                 .second = blocks.second == nullptr ? nullptr : blocks.second + piece.first};
        updateBy(rule, factors[piece.weight], arrays, piece.count);
    });
}

} // namespace engine
