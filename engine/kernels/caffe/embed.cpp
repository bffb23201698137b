// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/fast_math.h"
#include "engine/graph/error.h"
#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/caffe/kernels.h"
#include "engine/kernels/classes.h"

#include <cstring>

namespace engine::caffe {
namespace {

ENGINE_VECTOR_CLONES void addRow(const float* from, float* to, std::int64_t width)
{
#pragma GCC ivdep
    for (std::int64_t index = 0; index < width; ++index) {
        to[index] += from[index];
    }
}

/// y[i] = W[id_i] (+ b): a row of W [V, E] for every id.
class EmbedKernel final : public Kernel {
public:
    explicit EmbedKernel(const LayerSetup& layer)
        : m_name(layer.name),
          m_ids(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_weights(layer.weights),
          m_vocabulary(layer.sizes.weights.at(0).shape[0]),
          m_width(layer.sizes.weights[0].shape[1])
    {}

    void forward(const Pass&) override
    {
        checkIds();
        const float* const W = m_weights.values[0].data();
        const float* const b = m_weights.values.size() > 1 ? m_weights.values[1].data() : nullptr;
        parallelFor(m_ids.count(), std::max<std::int64_t>(1, elementGrain / m_width), [&](IndexRange range) {
            for (std::int64_t index = range.first; index < range.last; ++index) {
                float* const y = m_output.data + index * m_width;
                std::memcpy(y, W + idAt(index) * m_width, static_cast<std::size_t>(m_width) * sizeof(float));
                if (b) {
                    addRow(b, y, m_width);
                }
            }
        });
    }

    void backward() override
    {
        if (m_output.gradient == nullptr) {
            return;
        }
        const auto gradientOf = [&](std::size_t index) {
            return index < m_weights.gradients.size() ? m_weights.gradients[index].data() : nullptr;
        };
        if (float* const dW = gradientOf(0)) {
            // Ids repeat, so threads share columns, not rows.
            const std::int64_t grain = std::max<std::int64_t>(16, elementGrain / m_ids.count());
            parallelFor(
                m_width, grain,
                [&](IndexRange columns) {
                    for (std::int64_t index = 0; index < m_ids.count(); ++index) {
                        addRow(m_output.gradient + index * m_width + columns.first,
                               dW + idAt(index) * m_width + columns.first, columns.count());
                    }
                },
                16);
        }
        if (float* const db = gradientOf(1)) {
            addColumnSums(m_output.gradient, m_ids.count(), m_width, db);
        }
    }

private:
    std::int64_t idAt(std::int64_t index) const { return static_cast<std::int64_t>(m_ids.data[index]); }

    void checkIds() const
    {
        for (std::int64_t index = 0; index < m_ids.count(); ++index) {
            const float id = m_ids.data[index];
            if (!isClass(id, m_vocabulary)) {
                throw Error(wrongId(m_name, index, id, m_vocabulary));
            }
        }
    }

    std::string m_name;
    Tensor m_ids, m_output;
    CanonicalWeights m_weights;
    std::int64_t m_vocabulary, m_width;
};

} // namespace

std::unique_ptr<Kernel> makeEmbed(const LayerSetup& layer)
{
    return std::make_unique<EmbedKernel>(layer);
}

} // namespace engine::caffe
