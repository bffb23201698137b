// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/solvers/cpu_update.h"

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"

#include <algorithm>
#include <cassert>
#include <cmath>

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
    float* average;
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
    if (at.average != nullptr) { // the piece is still in the cache
        for (std::int64_t i = 0; i < count; ++i) {
            updateAverage(ruleFactors, at.values[i], at.average[i]);
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

CpuUpdate::CpuUpdate(const DeviceUpdatePlan& plan) : m_plan(plan), m_factors(plan.weights.size())
{
    for (std::size_t weight = 0; weight < plan.weights.size(); ++weight) {
        const std::int64_t last = plan.weights[weight].first + plan.weights[weight].count;
        for (std::int64_t first = plan.weights[weight].first; first < last; first += pieceSize) {
            m_pieces.push_back({.first = first, .count = std::min(pieceSize, last - first), .weight = weight});
        }
    }
}

/// On the pool of threads.
template <typename Work>
void CpuUpdate::forEachPiece(const Work& work)
{
    parallelFor(static_cast<std::int64_t>(m_pieces.size()), 1, [&](IndexRange range) {
        for (WeightPiece& piece : std::span(m_pieces).subspan(static_cast<std::size_t>(range.first),
                                                              static_cast<std::size_t>(range.count()))) {
            work(piece);
        }
    });
}

/// Σ g² over the weights' elements, summed in double precision in an order that never changes.
double CpuUpdate::squareSum()
{
    forEachPiece([&](WeightPiece& piece) { piece.squares = squareSumOf(m_plan.gradients + piece.first, piece.count); });
    double sum = 0;
    for (const WeightPiece& piece : m_pieces) {
        sum += piece.squares;
    }
    return sum;
}

void CpuUpdate::apply(double rate, double norm)
{
    for (std::size_t index = 0; index < m_factors.size(); ++index) {
        const DeviceUpdatePlan::Weight& weight = m_plan.weights[index];
        m_factors[index] = {
            .gradient = gradientFactors<float>(m_plan.settings, norm, weight.decayMult),
            .rule = ruleFactors<float>(m_plan.settings, rate, m_iteration, weight.lrMult, weight.decayMult),
        };
    }
    forEachPiece([&](const WeightPiece& piece) {
        const PieceArrays arrays{.values = m_plan.values + piece.first,
                                 .gradients = m_plan.gradients + piece.first,
                                 .first = m_plan.first + piece.first,
                                 .second = m_plan.second == nullptr ? nullptr : m_plan.second + piece.first,
                                 .average = m_plan.average == nullptr ? nullptr : m_plan.average + piece.first};
        updateBy(m_plan.settings.rule, m_factors[piece.weight], arrays, piece.count);
    });
}

void CpuUpdate::addLosses()
{
    double loss = 0, objective = 0;
    for (const LossTensor& tensor : m_plan.losses) {
        for (std::int64_t i = 0; i < tensor.count; ++i) {
            loss += tensor.share * static_cast<double>(tensor.values[i]);
            objective += tensor.weight * static_cast<double>(tensor.values[i]);
        }
    }
    m_sums[0] += loss / static_cast<double>(m_plan.settings.iterSize);
    m_sums[1] += objective / static_cast<double>(m_plan.settings.iterSize);
}

void CpuUpdate::update()
{
    if (m_halted) {
        return;
    }
    assert(m_recordCount < m_records.size());
    Record& record = m_records[(m_firstRecord + m_recordCount++) % m_records.size()];
    record = {.iteration = m_iteration,
              .loss = m_sums[0],
              .objective = m_sums[1],
              .learningRate = 0,
              .gradientNorm = 0,
              .finite = false};
    m_sums = {};
    if (std::isfinite(record.objective)) {
        const double norm = std::sqrt(squareSum());
        record.learningRate = m_rateScale * learningRate<double>(m_plan.schedule, m_iteration);
        record.gradientNorm = norm / static_cast<double>(m_plan.settings.iterSize);
        record.finite = std::isfinite(norm) && std::isfinite(record.learningRate);
        if (record.finite) {
            apply(record.learningRate, norm);
            ++m_iteration;
        }
    }
    m_halted = !record.finite;
}

std::optional<DeviceUpdate::Record> CpuUpdate::take()
{
    if (m_recordCount == 0) {
        return std::nullopt;
    }
    const Record record = m_records[m_firstRecord];
    m_firstRecord = (m_firstRecord + 1) % m_records.size();
    --m_recordCount;
    return record;
}

void CpuUpdate::seek(std::int64_t iteration, double rateScale)
{
    m_iteration = iteration;
    m_rateScale = rateScale;
    m_recordCount = 0;
    m_sums = {};
    m_halted = false;
}

} // namespace engine
