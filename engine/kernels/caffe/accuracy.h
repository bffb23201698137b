// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/classes.h"

#include <vector>

namespace engine::caffe {

/// Integer counts of places for each class; null if not needed.
struct ClassCounts {
    unsigned *right, *counted;
};

ENGINE_DEVICE inline float shareOf(double part, double whole)
{
    return whole == 0.0 ? 0.0f : static_cast<float>(part / whole);
}

/// Whether the right class of a place is among the top_k scores; a team works on one place.
template <typename FaultPlace>
struct CountPlace {
    AxisView view;
    LabelRule rule;
    std::int64_t topK;
    const float *scores, *labels;
    ClassCounts classes;
    FaultPlace faults;

    template <typename Team>
    ENGINE_DEVICE Tally operator()(Team team, std::int64_t place) const
    {
        const float label = labels[place];
        if (!rule.counts(label)) {
            return {0.0, 0};
        }
        if (!isClass(label, rule.classes)) {
            if (team.member() == 0) {
                faults.tell(place, label);
            }
            return {0.0, 0};
        }
        const auto index = static_cast<std::int64_t>(label);
        const bool hit = isAmongTop(team, classesOf(view, place), index);
        if (classes.counted != nullptr && team.member() == 0) {
            team.add(classes.right[index], hit ? 1u : 0u);
            team.add(classes.counted[index], 1u);
        }
        return {hit ? 1.0 : 0.0, 1};
    }

    /// To all of the team. Of equal scores the right one counts as the last, as in Caffe.
    template <typename Team>
    ENGINE_DEVICE bool isAmongTop(Team team, const ClassRun& run, std::int64_t label) const
    {
        const float score = scores[run.first + label * run.stride];
        int notBelow = 0; // the right class itself is one of them
        for (std::int64_t k = team.member(); k < run.count; k += team.size()) {
            notBelow += scores[run.first + k * run.stride] >= score;
        }
        return team.sum(notBelow) <= topK && score == score;
    }
};

/// The share of all places.
struct AccuracyOfAll {
    float* share;
    ENGINE_DEVICE void operator()(const Tally& all) const
    {
        *share = shareOf(all.sum, static_cast<double>(all.counted));
    }
};

/// The share of the places of each class.
struct AccuracyOfClass {
    ClassCounts classes;
    float* shares;
    ENGINE_DEVICE void operator()(std::int64_t i) const { shares[i] = shareOf(classes.right[i], classes.counted[i]); }
};

/// The share of the places whose right class is among the top_k scores, of all places and of each class. A net that
/// answers the same everywhere is never right.
template <typename Operations>
class AccuracyKernel final : public Kernel {
public:
    explicit AccuracyKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_scores(layer.inputs.at(0)),
          m_labels(layer.inputs.at(1)),
          m_outputs(layer.outputs),
          m_view(viewAround(m_scores.shape, intParam(layer.params, "axis"))),
          m_rule{m_view.extent, intParam(layer.params, "ignore_label")},
          m_topK(intParam(layer.params, "top_k")),
          m_faults(m_operations.faults([name = layer.name, rule = m_rule](long long place, double label) {
              return wrongLabel(name, place, label, rule);
          })),
          m_tallies(m_operations.tallies(teamsFor(m_view)))
    {
        if (m_outputs.size() > 1) {
            m_counts = m_operations.allocate(2 * m_view.extent);
            auto* const first = reinterpret_cast<unsigned*>(m_counts.data());
            m_classes = {first, first + m_view.extent};
        }
    }

    void forward(const Pass&) override
    {
        if (m_outputs.size() > 1) {
            m_operations.clear(m_counts.data(), m_counts.count()); // no bits at all: 0 as a whole number too
        }
        using Count = CountPlace<decltype(m_faults.place())>;
        m_tallies.run(Count{m_view, m_rule, m_topK, m_scores.data, m_labels.data, m_classes, m_faults.place()},
                      AccuracyOfAll{m_outputs[0].data});
        m_faults.throwIfFound();
        if (m_outputs.size() > 1) {
            m_operations.forEach(m_view.extent, AccuracyOfClass{m_classes, m_outputs[1].data});
        }
    }

    void backward() override
    {
        if (m_scores.gradient) {
            m_operations.clear(m_scores.gradient, m_scores.count()); // a count does not change with its input
        }
    }

    std::int64_t workspaceBytes() const override
    {
        return m_counts.count() * std::int64_t{sizeof(float)} + m_tallies.bytes();
    }

private:
    Operations m_operations;
    Tensor m_scores, m_labels;
    std::vector<Tensor> m_outputs;
    AxisView m_view;
    LabelRule m_rule;
    std::int64_t m_topK;
    typename Operations::Faults m_faults;
    typename Operations::Tallies m_tallies;
    Buffer m_counts; ///< right and counted of each class; whole numbers
    ClassCounts m_classes{};
};

} // namespace engine::caffe
