// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cudnn/directions.h"
#include "engine/cuda/cudnn/piecewise_rnn.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace engine::cuda::cudnn {

/// A stack in both directions over batches in which sequences start anywhere: each layer and direction is a
/// PiecewiseRnn of its own, by the algorithm STANDARD. The library's call for both directions cannot be cut: a layer's
/// backward direction starts where the forward one ends. The backward direction runs over sequences in reverse.
class DirectionsApart {
public:
    /// The whole stack, of float or bfloat16.
    struct Setup : Rnn::Setup {
        std::int64_t steps;
        DropoutRule masks; ///< of the dropout between the layers, in place of the library's
        RandomStream random;
    };

    /// `weights` are those of the whole stack.
    DirectionsApart(const Setup& setup, const CanonicalWeights& weights);

    /// For any pattern of starts.
    void reserveEveryStep();
    void cutEveryStep();

    /// For the sequence starts in this cont [T, N].
    void cutBetweenStarts(std::span<const float> cont);

    /// As PiecewiseRnn's, with the places of the whole stack.
    void forward(const PiecewiseRnn::Batch& batch, const StatePlaces& first, const StatePlaces& last,
                 const StatePlaces& lastToo, const Pass& pass);
    void backward(const PiecewiseRnn::Batch& batch, const PiecewiseRnn::Gradients& gradients);

    std::int64_t bytes() const; ///< of device memory

private:
    /// One stacked layer.
    struct Layer {
        std::unique_ptr<PiecewiseRnn> forward, backward;
        Buffer forwardOutput, backwardOutput; ///< [T, N, H], the latter in reverse
        Buffer reversedInput;                 ///< [T, N, width of the layer]
        Buffer output;                        ///< [T, N, 2H], dropped: what the layer above reads; the top has none
    };

    Buffer sequence(std::int64_t width) const;
    void addLayer(std::int64_t layer, const CanonicalWeights& weights);
    std::unique_ptr<PiecewiseRnn> partOf(std::int64_t layer, Direction direction,
                                         const CanonicalWeights& weights) const;
    bool isTop(std::size_t layer) const { return layer + 1 == m_layers.size(); }
    SequenceSizes half() const { return {m_setup.steps, m_setup.streams, m_setup.units}; }
    SequenceSizes inputOf(std::size_t layer) const;
    StackedDropout dropoutAfter(std::size_t layer) const;
    const void* inputOf(const PiecewiseRnn::Batch& batch, std::size_t layer) const;
    PiecewiseRnn::Batch forwardBatch(const PiecewiseRnn::Batch& batch, std::size_t layer) const;
    PiecewiseRnn::Batch backwardBatch(std::size_t layer) const;

    Setup m_setup;
    Algorithm m_algorithm;
    Elements m_elements;
    Dropout m_noDropout; ///< of the library's
    std::vector<Layer> m_layers;
    Buffer m_reversedCont; ///< [T, N], of the backward direction
    Pass m_pass;           ///< of the last forward

    Buffer m_byForwardOutput, m_byBackwardOutput; ///< gradients [T, N, H]
    Buffer m_byForwardInput, m_byBackwardInput;   ///< gradients [T, N, the widest layer's width]
    Buffer m_byOutput;                            ///< gradients [T, N, 2H] by what the layer above read
};

} // namespace engine::cuda::cudnn
