// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"
#include "engine/kernels/caffe/operations.h"

namespace engine::caffe {

/// h [T, N, W] and the number of real steps of each stream; without lengths all T steps are real.
struct StepsView {
    std::int64_t steps, streams, width;
    const float* lengths; ///< [N]; may be null

    /// A length that is no whole number from 1 to T counts as T; the forward pass tells of it.
    ENGINE_DEVICE std::int64_t lengthOf(std::int64_t n) const
    {
        return lengths == nullptr || !isLength(lengths[n]) ? steps : static_cast<std::int64_t>(lengths[n]);
    }
    ENGINE_DEVICE bool isLength(float length) const
    {
        return length >= 1.0f && length <= static_cast<float>(steps) &&
               length == static_cast<float>(static_cast<std::int64_t>(length));
    }
    ENGINE_DEVICE std::int64_t element(std::int64_t t, std::int64_t n, std::int64_t w) const
    {
        return (t * streams + n) * width + w;
    }
};

inline StepsView stepsView(const LayerSetup& layer)
{
    const Shape& h = layer.inputs.at(0).shape;
    return {h[0], h[1], h.count(2), layer.inputs.size() > 1 ? layer.inputs[1].data : nullptr};
}

/// "layer last: length 0 of stream 3 is 40, but must be a whole number from 1 to 28"
inline FaultWords wrongLength(const std::string& layer, std::int64_t steps)
{
    return [layer, steps](long long stream, double length) {
        return say(
            ENGINE_TEXT("Sentences",
                        "layer %1: the length of stream %2 is %3, but must be a whole number from 1 to the %4 steps"),
            layer, stream, length, steps);
    };
}

/// LAST. y[n, w] = h[length[n] - 1, n, w]; from `backwardFrom` on h[0, n, w].
template <typename FaultPlace>
struct LastForward {
    StepsView view;
    std::int64_t backwardFrom;
    const float* h;
    float* y;
    FaultPlace faults;

    ENGINE_DEVICE void operator()(std::int64_t n, std::int64_t w) const
    {
        if (w == 0 && view.lengths != nullptr && !view.isLength(view.lengths[n])) {
            faults.tell(n, view.lengths[n]);
        }
        const std::int64_t t = w < backwardFrom ? view.lengthOf(n) - 1 : 0;
        y[n * view.width + w] = h[view.element(t, n, w)];
    }
};

/// dh is dy at the step that was taken, and 0 at the others.
struct LastBackward {
    StepsView view;
    std::int64_t backwardFrom;
    const float* dy;
    float* dh;

    ENGINE_DEVICE void operator()(std::int64_t row, std::int64_t w) const
    {
        const std::int64_t t = quotient(row, view.streams), n = row - t * view.streams;
        const std::int64_t taken = w < backwardFrom ? view.lengthOf(n) - 1 : 0;
        dh[row * view.width + w] = t == taken ? dy[n * view.width + w] : 0.0f;
    }
};

/// MEANOVERSTEPS. y[n, w] = Σ h[t, n, w] / length[n] over t < length[n], in the order of the steps.
template <typename FaultPlace>
struct MeanForward {
    StepsView view;
    const float* h;
    float* y;
    FaultPlace faults;

    ENGINE_DEVICE void operator()(std::int64_t n, std::int64_t w) const
    {
        if (w == 0 && view.lengths != nullptr && !view.isLength(view.lengths[n])) {
            faults.tell(n, view.lengths[n]);
        }
        const std::int64_t length = view.lengthOf(n);
        float sum = 0.0f;
        for (std::int64_t t = 0; t < length; ++t) {
            sum += h[view.element(t, n, w)];
        }
        y[n * view.width + w] = sum / static_cast<float>(length);
    }
};

struct MeanBackward {
    StepsView view;
    const float* dy;
    float* dh;

    ENGINE_DEVICE void operator()(std::int64_t row, std::int64_t w) const
    {
        const std::int64_t t = quotient(row, view.streams), n = row - t * view.streams;
        const std::int64_t length = view.lengthOf(n);
        dh[row * view.width + w] = t < length ? dy[n * view.width + w] / static_cast<float>(length) : 0.0f;
    }
};

/// y [N, W] from h [T, N, W]: where each sequence ends.
template <typename Operations>
class LastKernel final : public Kernel {
public:
    explicit LastKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_h(layer.inputs.at(0)),
          m_y(layer.outputs.at(0)),
          m_view(stepsView(layer)),
          m_backwardFrom(flagParam(layer.params, "bidirectional") ? m_view.width / 2 : m_view.width),
          m_faults(m_operations.faults(wrongLength(layer.name, m_view.steps)))
    {}

    void forward(const Pass&) override
    {
        using Forward = LastForward<decltype(m_faults.place())>;
        m_operations.forEach(m_view.streams, m_view.width,
                             Forward{m_view, m_backwardFrom, m_h.data, m_y.data, m_faults.place()});
        m_faults.throwIfFound();
    }

    void backward() override
    {
        if (gradientPasses(m_operations, m_h, m_y)) {
            m_operations.forEach(m_view.steps * m_view.streams, m_view.width,
                                 LastBackward{m_view, m_backwardFrom, m_y.gradient, m_h.gradient});
        }
    }

private:
    Operations m_operations;
    Tensor m_h, m_y;
    StepsView m_view;
    std::int64_t m_backwardFrom; ///< of the width: the half of the backward direction
    typename Operations::Faults m_faults;
};

/// y [N, W] from h [T, N, W]: the mean over the real steps of each sequence.
template <typename Operations>
class MeanOverStepsKernel final : public Kernel {
public:
    explicit MeanOverStepsKernel(const LayerSetup& layer)
        : m_operations(layer),
          m_h(layer.inputs.at(0)),
          m_y(layer.outputs.at(0)),
          m_view(stepsView(layer)),
          m_faults(m_operations.faults(wrongLength(layer.name, m_view.steps)))
    {}

    void forward(const Pass&) override
    {
        using Forward = MeanForward<decltype(m_faults.place())>;
        m_operations.forEach(m_view.streams, m_view.width, Forward{m_view, m_h.data, m_y.data, m_faults.place()});
        m_faults.throwIfFound();
    }

    void backward() override
    {
        if (gradientPasses(m_operations, m_h, m_y)) {
            m_operations.forEach(m_view.steps * m_view.streams, m_view.width,
                                 MeanBackward{m_view, m_y.gradient, m_h.gradient});
        }
    }

private:
    Operations m_operations;
    Tensor m_h, m_y;
    StepsView m_view;
    typename Operations::Faults m_faults;
};

} // namespace engine::caffe
