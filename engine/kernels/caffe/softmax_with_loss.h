// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/loss_value.h"

namespace engine::caffe {

/// The place's term of the loss; a team works on one place.
template <typename FaultPlace>
struct LossTerm {
    AxisView view;
    LabelRule rule;
    const float *scores, *labels;
    float* chances;
    FaultPlace faults;

    template <typename Team>
    ENGINE_DEVICE Tally operator()(Team team, std::int64_t place) const
    {
        const ClassRun run = classesOf(view, place);
        const float label = labels[place];
        const bool isRight = isClass(label, rule.classes), counts = rule.counts(label) && isRight;
        const float score = counts ? scores[run.first + static_cast<std::int64_t>(label) * run.stride] : 0.0f;
        const float logSum = softmax(team, scores, chances, run);
        if (rule.counts(label) && !isRight && team.member() == 0) {
            faults.tell(place, label);
        }
        return counts ? Tally{logSum - score, 1} : Tally{0.0, 0};
    }
};

/// dx = (p - 1 at the label's class) · dloss / divisor, and 0 at places that do not count; a team works on one place.
struct LossBackward {
    AxisView view;
    LabelRule rule;
    const float *chances, *labels, *lossGradient, *divisor;
    float* dx;

    template <typename Team>
    ENGINE_DEVICE void operator()(Team team, std::int64_t place) const
    {
        const ClassRun run = classesOf(view, place);
        const float label = labels[place];
        const float weight = rule.counts(label) ? *lossGradient / *divisor : 0.0f;
        for (std::int64_t k = team.member(); k < run.count; k += team.size()) {
            dx[run.first + k * run.stride] = weight * chances[run.first + k * run.stride];
        }
        if (!rule.counts(label) || !isClass(label, rule.classes)) {
            return;
        }
        const auto right = static_cast<std::int64_t>(label);
        if (right % team.size() == team.member()) { // the thread that wrote this element above
            const std::int64_t at = run.first + right * run.stride;
            dx[at] = weight * (chances[at] - 1.0f);
        }
    }
};

/// loss = Σ -log p[label] / places, p the softmax of the scores. Each term is log Σ e^x - x[label]: exact where p
/// itself would be zero.
template <typename Operations>
class SoftmaxWithLossKernel final : public Kernel {
public:
    explicit SoftmaxWithLossKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_scores(layer.inputs.at(0)),
          m_labels(layer.inputs.at(1)),
          m_loss(layer.outputs.at(0)),
          m_view(viewAround(m_scores.shape, intParam(layer.params, "axis"))),
          m_rule{m_view.extent, intParam(layer.params, "ignore_label")},
          m_normalization(normalizationOf(layer.params)),
          m_divisor(m_operations.allocate(1)),
          m_faults(m_operations.faults([name = layer.name, rule = m_rule](long long place, double label) {
              return wrongLabel(name, place, label, rule);
          })),
          m_tallies(m_operations.tallies(teamsFor(m_view)))
    {
        if (layer.outputs.size() > 1) {
            m_chances = layer.outputs[1].data;
        } else {
            m_memory = m_operations.allocate(m_scores.count());
            m_chances = m_memory.data();
        }
    }

    void forward(const Pass&) override
    {
        using PlaceTerm = LossTerm<decltype(m_faults.place())>;
        m_tallies.run(PlaceTerm{m_view, m_rule, m_scores.data, m_labels.data, m_chances, m_faults.place()},
                      LossValue{m_normalization, m_view, m_loss.data, m_divisor.data()});
        m_faults.throwIfFound();
    }

    void backward() override
    {
        if (gradientPasses(m_operations, m_scores, m_loss)) {
            m_operations.forEachTeam(teamsFor(m_view),
                                     LossBackward{m_view, m_rule, m_chances, m_labels.data, m_loss.gradient,
                                                  m_divisor.data(), m_scores.gradient});
        }
    }

    std::int64_t workspaceBytes() const override
    {
        return std::int64_t{sizeof(float)} * (m_memory.count() + m_divisor.count()) + m_tallies.bytes();
    }

private:
    Operations m_operations;
    Tensor m_scores, m_labels, m_loss;
    AxisView m_view;
    LabelRule m_rule;
    Normalization m_normalization;
    Buffer m_memory; ///< of the chances where they are not an output
    float* m_chances;
    Buffer m_divisor; ///< of the last loss
    typename Operations::Faults m_faults;
    typename Operations::Tallies m_tallies;
};

} // namespace engine::caffe
