// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/loss_value.h"

#include <cmath>

namespace engine::caffe {

// What a loss of numbers asks of one place: whether it counts, its term of the loss, and the slope of that. A target
// that is NaN is missing.

struct SquaredError {
    explicit SquaredError(const Params&) {}

    ENGINE_DEVICE bool counts(float target) const { return target == target; }
    ENGINE_DEVICE float loss(float prediction, float target) const
    {
        const float error = prediction - target;
        return 0.5f * error * error;
    }
    ENGINE_DEVICE float slope(float prediction, float target) const { return prediction - target; }
};

struct HuberError {
    explicit HuberError(const Params& params) : delta(static_cast<float>(floatParam(params, "delta"))) {}
    float delta;

    ENGINE_DEVICE bool counts(float target) const { return target == target; }
    ENGINE_DEVICE float loss(float prediction, float target) const
    {
        const float error = std::fabs(prediction - target);
        return error <= delta ? 0.5f * error * error : delta * (error - 0.5f * delta);
    }
    ENGINE_DEVICE float slope(float prediction, float target) const
    {
        const float error = prediction - target;
        return error > delta ? delta : error < -delta ? -delta : error;
    }
};

/// -(y log p + (1 - y) log(1 - p)) with p = σ(x), as max(x, 0) - x y + log(1 + e^-|x|), which does not overflow.
struct SigmoidCrossEntropy {
    explicit SigmoidCrossEntropy(const Params& params) : ignored(static_cast<float>(intParam(params, "ignore_label")))
    {}
    float ignored;

    ENGINE_DEVICE bool counts(float target) const { return target == target && target != ignored; }
    ENGINE_DEVICE float loss(float x, float y) const
    {
        return (x > 0.0f ? x : 0.0f) - x * y + std::log1p(std::exp(-std::fabs(x)));
    }
    ENGINE_DEVICE float slope(float x, float y) const { return 1.0f / (1.0f + std::exp(-x)) - y; }
};

/// Places that one task goes over.
constexpr std::int64_t placesOfTask = 4096;

/// The terms of a run of places; a team works on one run.
template <typename Rule>
struct NumberLossTerms {
    Rule rule;
    std::int64_t count;
    const float *predictions, *targets;

    template <typename Team>
    ENGINE_DEVICE Tally operator()(Team team, std::int64_t task) const
    {
        const std::int64_t first = task * placesOfTask;
        const std::int64_t last = first + placesOfTask < count ? first + placesOfTask : count;
        double sum = 0.0;
        int counted = 0;
        for (std::int64_t i = first + team.member(); i < last; i += team.size()) {
            if (rule.counts(targets[i])) {
                sum += rule.loss(predictions[i], targets[i]);
                ++counted;
            }
        }
        return {team.sum(sum), team.sum(counted)};
    }
};

/// dprediction = slope · dloss / divisor, and 0 where the place does not count.
template <typename Rule>
struct NumberLossBackward {
    Rule rule;
    const float *predictions, *targets, *lossGradient, *divisor;
    float* to;

    ENGINE_DEVICE void operator()(std::int64_t i) const
    {
        to[i] = rule.counts(targets[i]) ? rule.slope(predictions[i], targets[i]) * *lossGradient / *divisor : 0.0f;
    }
};

/// loss = Σ term(prediction, target) / divisor over the places that count; the divisor is the first axis, or what
/// `normalization` says.
template <typename Operations, typename Rule>
class NumberLossKernel final : public Kernel {
public:
    explicit NumberLossKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_predictions(layer.inputs.at(0)),
          m_targets(layer.inputs.at(1)),
          m_loss(layer.outputs.at(0)),
          m_rule(layer.params),
          m_view(firstAxis(m_predictions.shape)),
          m_normalization(normalizationOf(layer.params)),
          m_divisor(m_operations.allocate(1)),
          m_tallies(m_operations.tallies(
              {(m_predictions.count() + placesOfTask - 1) / placesOfTask, placesOfTask, TeamSize::Block}))
    {}

    void forward(const Pass&) override
    {
        m_tallies.run(NumberLossTerms<Rule>{m_rule, m_predictions.count(), m_predictions.data, m_targets.data},
                      LossValue{m_normalization, m_view, m_loss.data, m_divisor.data()});
    }

    void backward() override
    {
        if (gradientPasses(m_operations, m_predictions, m_loss)) {
            m_operations.forEach(m_predictions.count(),
                                 NumberLossBackward<Rule>{m_rule, m_predictions.data, m_targets.data, m_loss.gradient,
                                                          m_divisor.data(), m_predictions.gradient});
        }
    }

    std::int64_t workspaceBytes() const override
    {
        return std::int64_t{sizeof(float)} * m_divisor.count() + m_tallies.bytes();
    }

private:
    /// The first axis, and all others together.
    static AxisView firstAxis(const Shape& shape)
    {
        return shape.axes() == 0 ? AxisView{1, 1, 1} : AxisView{shape[0], 1, shape.count(1)};
    }

    Operations m_operations;
    Tensor m_predictions, m_targets, m_loss;
    Rule m_rule;
    AxisView m_view;
    Normalization m_normalization;
    Buffer m_divisor; ///< of the last loss
    typename Operations::Tallies m_tallies;
};

template <typename Operations>
using EuclideanLossKernel = NumberLossKernel<Operations, SquaredError>;
template <typename Operations>
using HuberLossKernel = NumberLossKernel<Operations, HuberError>;
template <typename Operations>
using SigmoidCrossEntropyLossKernel = NumberLossKernel<Operations, SigmoidCrossEntropy>;

} // namespace engine::caffe
