// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"

#include <algorithm>
#include <vector>

namespace engine::caffe {

constexpr std::size_t maxAddends = 4; ///< gradients that one SplitBackward adds up

/// to = the sum of `count` arrays, in their order, after what stands in `to` where it goes on.
struct SplitBackward {
    const float* from[maxAddends];
    int count;
    bool goesOn;
    float* to;

    ENGINE_DEVICE void operator()(std::int64_t i) const
    {
        float sum = goesOn ? to[i] + from[0][i] : from[0][i];
        for (int k = 1; k < static_cast<int>(maxAddends); ++k) { // of a known length, so that the compiler unrolls it
            if (k < count) {
                sum += from[k][i];
            }
        }
        to[i] = sum;
    }
};

/// Every output is the input; in the backward pass their gradients are summed.
template <typename Operations>
class SplitKernel final : public Kernel {
public:
    explicit SplitKernel(const LayerSetup& layer)
        : m_operations(layer), m_input(layer.inputs.at(0)), m_outputs(layer.outputs)
    {
        for (const Tensor& output : m_outputs) {
            if (output.gradient) {
                m_arriving.push_back(output.gradient);
            }
        }
    }

    void forward(const Pass&) override
    {
        for (const Tensor& output : m_outputs) {
            m_operations.copy(m_input.data, output.data, m_input.count());
        }
    }

    void backward() override
    {
        if (m_input.gradient == nullptr) {
            return;
        }
        if (m_arriving.size() < 2) {
            m_arriving.empty() ? m_operations.clear(m_input.gradient, m_input.count())
                               : m_operations.copy(m_arriving[0], m_input.gradient, m_input.count());
            return;
        }
        for (std::size_t first = 0; first < m_arriving.size(); first += maxAddends) {
            const std::size_t count = std::min(maxAddends, m_arriving.size() - first);
            SplitBackward add{
                .from = {}, .count = static_cast<int>(count), .goesOn = first > 0, .to = m_input.gradient};
            std::copy_n(m_arriving.begin() + static_cast<std::ptrdiff_t>(first), count, add.from);
            m_operations.forEach(m_input.count(), add);
        }
    }

private:
    Operations m_operations;
    Tensor m_input;
    std::vector<Tensor> m_outputs;
    std::vector<const float*> m_arriving; ///< gradients of the outputs, without those that count as zero
};

} // namespace engine::caffe
