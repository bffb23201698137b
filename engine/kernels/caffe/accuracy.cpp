// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/class_runs.h"
#include "engine/kernels/caffe/kernels.h"

#include <algorithm>

namespace engine::caffe {
namespace {

/// The share of the places whose right class is among the top_k scores, of all places and of each class. Of equal
/// scores the right one counts as the last, as in Caffe: a net that answers the same everywhere is never right.
class AccuracyKernel final : public Kernel {
public:
    explicit AccuracyKernel(const LayerSetup& layer)
        : m_name(layer.name),
          m_scores(layer.inputs.at(0)),
          m_labels(layer.inputs.at(1)),
          m_outputs(layer.outputs),
          m_view(viewAround(m_scores.shape, intParam(layer.params, "axis"))),
          m_rule{m_view.extent, intParam(layer.params, "ignore_label")},
          m_topK(intParam(layer.params, "top_k")),
          m_places(static_cast<std::size_t>(m_outputs.size() > 1 ? m_view.extent : 0))
    {}

    void forward(const Pass&) override
    {
        const std::int64_t counted = checkLabels(m_name, m_labels, m_rule);
        const bool byClass = m_outputs.size() > 1;
        if (byClass) {
            std::ranges::fill(m_places, 0);
            clear(m_outputs[1].data, m_view.extent);
        }
        std::int64_t right = 0;
        for (std::int64_t place = 0; place < m_labels.count(); ++place) {
            const float label = m_labels.data[place];
            if (!m_rule.counts(label)) {
                continue;
            }
            const bool hit = isAmongTop(classesOf(m_view, place), static_cast<std::int64_t>(label));
            right += hit;
            if (byClass) {
                ++m_places[static_cast<std::size_t>(label)];
                m_outputs[1].data[static_cast<std::int64_t>(label)] += hit ? 1.0f : 0.0f;
            }
        }
        m_outputs[0].data[0] = share(static_cast<double>(right), counted);
        for (std::size_t index = 0; index < m_places.size(); ++index) {
            m_outputs[1].data[index] = share(m_outputs[1].data[index], m_places[index]);
        }
    }

    void backward() override
    {
        if (m_scores.gradient) {
            clear(m_scores.gradient, m_scores.count()); // a count does not change with its input
        }
    }

private:
    static float share(double part, std::int64_t whole)
    {
        return whole == 0 ? 0.0f : static_cast<float>(part / static_cast<double>(whole));
    }

    bool isAmongTop(const ClassRun& run, std::int64_t label) const
    {
        const float score = m_scores.data[run.first + label * run.stride];
        std::int64_t notBelow = 0; // the right class itself is one of them
        for (std::int64_t k = 0; k < run.count; ++k) {
            notBelow += m_scores.data[run.first + k * run.stride] >= score;
        }
        return notBelow <= m_topK && score == score;
    }

    std::string m_name;
    Tensor m_scores, m_labels;
    std::vector<Tensor> m_outputs;
    AxisView m_view;
    LabelRule m_rule;
    std::int64_t m_topK;
    std::vector<std::int64_t> m_places; ///< of each class
};

} // namespace

std::unique_ptr<Kernel> makeAccuracy(const LayerSetup& layer)
{
    return std::make_unique<AccuracyKernel>(layer);
}

} // namespace engine::caffe
