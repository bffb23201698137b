// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cudnn/edges.h"
#include "engine/cuda/cudnn/gradient_scale.h"
#include "engine/cuda/cudnn/layout.h"
#include "engine/cuda/cudnn/rnn.h"
#include "engine/kernels/engine.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine::cuda::cudnn {

/// A run of steps of which only the first may start sequences.
struct StepRange {
    std::int64_t first, steps;
};

std::vector<StepRange> wholeBatch(std::int64_t steps);
std::vector<StepRange> everyStep(std::int64_t steps);

/// A piece begins at the first step and wherever a stream's state is not simply carried on. `cont` is [T, N].
std::vector<StepRange> betweenStarts(std::span<const float> cont, std::int64_t streams);

/// An Rnn with the weights of its stack, over batches in which sequences start anywhere: one call of the library for
/// each piece, since the library takes a state before its first step and nothing inside. In both directions only a
/// batch of one piece can be run.
class PiecewiseRnn {
public:
    /// `weights` are those of the stack, in the order of Sizes::weights; without gradients none is made. Throws Error
    /// as Rnn does.
    PiecewiseRnn(const Rnn::Setup& setup, const CanonicalWeights& weights);

    /// Allocates the memory that a batch in these pieces needs, if it holds less.
    void reserve(const std::vector<StepRange>& pieces);

    /// The pieces of the next batch.
    void cut(const std::vector<StepRange>& pieces);

    /// Of the precision's elements but cont: x [T, N, I], y [T, N, D·H], cont [T, N].
    struct Batch {
        const void* x;
        void* y;
        const float* cont;
    };

    /// Gradients by y on the way in, by x on the way out; none is null. By the states: on the way in and out; null
    /// places count as zero and are not wanted.
    struct Gradients {
        const void* y;
        void* x;
        StatePlaces last, first;
        GradientScale* scale = nullptr; ///< of half precision; null: none
    };

    /// From the state `first`; the last one goes to two places.
    void forward(const Batch& batch, const StatePlaces& first, const StatePlaces& last, const StatePlaces& lastToo);

    /// Adds the gradients by the weights to the canonical ones.
    void backward(const Batch& batch, const Gradients& gradients);

    /// The library's calls alone, forward and in training backward, over whatever is in memory; the states of the
    /// gradients are ignored.
    void runLibrary(const Batch& batch, const Gradients& gradients);

    const Rnn::Setup& setup() const { return m_setup; }
    std::int64_t bytes() const; ///< of device memory

private:
    struct PlacedPiece {
        std::int64_t first, steps;
        std::int64_t kept; ///< bytes from the start of m_kept
    };

    bool training() const { return m_setup.purpose == Purpose::Training; }
    StateSizes stateSizes() const;
    void makeLayouts();
    void refreshWeights();
    std::int64_t statePairBytes() const;
    LibraryState statePair(const Buffer& buffer, std::int64_t index) const;
    LibraryState stateAfter() const { return statePair(m_states, 0); }
    LibraryState stateBefore(std::size_t piece) const;
    const float* marksOf(const Batch& batch, const PlacedPiece& piece) const;
    Rnn::Call callOf(const Batch& batch, std::size_t piece) const;
    void settle(const Gradients& gradients, const LibraryState& byFirst);
    void backwardPieces(const Batch& batch, const Gradients& gradients, const LibraryState& byLast,
                        const LibraryState& byFirst);

    Rnn::Setup m_setup;
    CanonicalWeights m_weights;
    CudaDevice& m_device;
    Elements m_elements;
    Rnn m_rnn;
    Layout m_weightLayout, m_gradientLayout;
    PackOnChange m_current;

    bool m_isRecorded = false;      ///< whether a recording points into what is held
    std::vector<Buffer> m_recorded; ///< what has become too short since, and recordings may still point into
    std::vector<PlacedPiece> m_pieces;
    Buffer m_kept;           ///< what forward keeps for backward, piece after piece
    Buffer m_states;         ///< the state after the last piece; before each piece, in inference before the current
    Buffer m_stateGradients; ///< by the state after the current piece, by the state before it
};

} // namespace engine::cuda::cudnn
