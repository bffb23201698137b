// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/classes.h"

#include <optional>

namespace engine::caffe {

/// y[i] = W[id_i] (+ b): a row of W [V, E] for every id.
template <typename Operations>
class EmbedKernel final : public Kernel {
public:
    explicit EmbedKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_ids(layer.inputs.at(0)),
          m_output(layer.outputs.at(0)),
          m_weights(layer.weights),
          m_vocabulary(layer.sizes.weights.at(0).shape[0]),
          m_width(layer.sizes.weights[0].shape[1]),
          m_faults(m_operations.faults([name = layer.name, vocabulary = m_vocabulary](long long element, double id) {
              return wrongId(name, element, id, vocabulary);
          })),
          m_table(m_operations.table({.count = m_ids.count(),
                                      .vocabulary = m_vocabulary,
                                      .width = m_width,
                                      .ids = m_ids.data,
                                      .W = valuesOf(m_weights, 0),
                                      .b = valuesOf(m_weights, 1),
                                      .y = m_output.data,
                                      .dy = m_output.gradient,
                                      .dW = gradientOf(m_weights, 0)}))
    {
        if (m_output.gradient && gradientOf(m_weights, 1)) {
            m_columnSums = m_operations.columnSums(m_ids.count(), m_width);
        }
    }

    void forward(const Pass&) override
    {
        m_table.lookUp(m_faults.place());
        m_faults.throwIfFound();
    }

    void backward() override
    {
        if (m_output.gradient && gradientOf(m_weights, 0)) {
            m_table.addGradient();
        }
        if (m_columnSums) {
            m_columnSums->addTo(m_output.gradient, gradientOf(m_weights, 1));
        }
    }

    std::int64_t workspaceBytes() const override
    {
        return m_table.bytes() + (m_columnSums ? m_columnSums->bytes() : 0);
    }

private:
    Operations m_operations;
    Tensor m_ids, m_output;
    CanonicalWeights m_weights;
    std::int64_t m_vocabulary, m_width;
    typename Operations::Faults m_faults;
    typename Operations::Table m_table;
    std::optional<typename Operations::ColumnSums> m_columnSums; ///< of the bias's gradient, where it is wanted
};

} // namespace engine::caffe
