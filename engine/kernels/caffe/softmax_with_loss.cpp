// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/class_runs.h"
#include "engine/kernels/caffe/kernels.h"

#include <numeric>

namespace engine::caffe {
namespace {

/// loss = Σ -log p[label] / places, p the softmax of the scores. Each term is log Σ e^x - x[label]: exact where p
/// itself would be zero.
class SoftmaxWithLossKernel final : public Kernel {
public:
    explicit SoftmaxWithLossKernel(const LayerSetup& layer)
        : m_name(layer.name),
          m_scores(layer.inputs.at(0)),
          m_labels(layer.inputs.at(1)),
          m_loss(layer.outputs.at(0)),
          m_view(viewAround(m_scores.shape, intParam(layer.params, "axis"))),
          m_rule{m_view.extent, intParam(layer.params, "ignore_label")},
          m_normalization(normalizationOf(layer.params)),
          m_terms(static_cast<std::size_t>(places()))
    {
        if (layer.outputs.size() > 1) {
            m_chances = layer.outputs[1].data;
        } else {
            m_memory = layer.device->allocate(m_scores.count());
            m_chances = m_memory.data();
        }
    }

    void forward(const Pass&) override
    {
        m_counted = checkLabels(m_name, m_labels, m_rule);
        parallelFor(places(), placeGrain(m_view), [&](IndexRange range) {
            for (std::int64_t place = range.first; place < range.last; ++place) {
                const ClassRun run = classesOf(m_view, place);
                const float label = m_labels.data[place];
                const bool counts = m_rule.counts(label);
                const float score = counts ? m_scores.data[at(run, label)] : 0.0f;
                const float logSum = softmax(m_scores.data, m_chances, run);
                m_terms[static_cast<std::size_t>(place)] = counts ? logSum - score : 0.0f;
            }
        });
        m_loss.data[0] = static_cast<float>(std::accumulate(m_terms.begin(), m_terms.end(), 0.0) / divisor());
    }

    void backward() override
    {
        if (m_scores.gradient == nullptr) {
            return;
        }
        if (m_loss.gradient == nullptr) {
            clear(m_scores.gradient, m_scores.count());
            return;
        }
        const auto factor = static_cast<float>(m_loss.gradient[0] / divisor());
        parallelFor(places(), placeGrain(m_view), [&](IndexRange range) {
            for (std::int64_t place = range.first; place < range.last; ++place) {
                const ClassRun run = classesOf(m_view, place);
                const float label = m_labels.data[place];
                const float weight = m_rule.counts(label) ? factor : 0.0f;
                for (std::int64_t k = 0, index = run.first; k < run.count; ++k, index += run.stride) {
                    m_scores.gradient[index] = weight * m_chances[index];
                }
                if (m_rule.counts(label)) {
                    m_scores.gradient[at(run, label)] -= weight;
                }
            }
        });
    }

    std::int64_t workspaceBytes() const override
    {
        return static_cast<std::int64_t>(sizeof(float)) * (m_memory.count() + places());
    }

private:
    std::int64_t places() const { return m_view.outer * m_view.inner; }

    static std::int64_t at(const ClassRun& run, float label)
    {
        return run.first + static_cast<std::int64_t>(label) * run.stride;
    }

    double divisor() const { return static_cast<double>(lossDivisor(m_normalization, m_view, m_counted)); }

    std::string m_name;
    Tensor m_scores, m_labels, m_loss;
    AxisView m_view;
    LabelRule m_rule;
    Normalization m_normalization;
    std::int64_t m_counted = 0;
    std::vector<float> m_terms; ///< of the loss, one a place
    Buffer m_memory;            ///< of the chances where they are not an output
    float* m_chances;
};

} // namespace

std::unique_ptr<Kernel> makeSoftmaxWithLoss(const LayerSetup& layer)
{
    return std::make_unique<SoftmaxWithLossKernel>(layer);
}

} // namespace engine::caffe
