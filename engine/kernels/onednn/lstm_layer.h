// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/kernels/engine.h"
#include "engine/kernels/onednn/layout.h"
#include "engine/kernels/onednn/library.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>

namespace engine::onednn {

/// A run of steps of which only the first may start sequences: what the library's primitive does in one call.
struct Piece {
    std::int64_t first, steps;
};

/// h and c [N, H], or the gradients by them.
struct LstmState {
    float* h = nullptr;
    float* c = nullptr;
};

/// Copies N·H = `floats` values of each. Nothing goes where a part of `to` is null, zeros come from where one of `from`
/// is.
void copyState(Device& device, LstmState from, LstmState to, std::int64_t floats);

/// Memory that any primitive may use while it runs: one block for all of them, as long as the longest wish.
class Scratch {
public:
    explicit Scratch(Device& device) : m_device(&device) {}

    void reserve(std::int64_t floats);
    float* data() const { return m_memory.data(); }
    std::int64_t count() const { return m_memory.count(); }

private:
    Device* m_device;
    Buffer m_memory;
};

/// One of the LSTMs of a stack: the library's primitives for pieces of any length, its private weights, and what it
/// keeps for the way back.
class LstmLayer {
public:
    /// All of it outlives the layer.
    struct Setup {
        Device* device;
        const Library* library;
        Scratch* scratch;
        LstmPurpose purpose;
        std::int64_t steps, streams, width, units;
        CanonicalWeights weights; ///< Wx [4H, I], Wh [4H, H], b [4H]
    };

    explicit LstmLayer(const Setup& setup);

    /// The tensors of one pass over a batch.
    struct Batch {
        std::span<const Piece> pieces; ///< from the first step to the last
        const float* cont;             ///< [T, N]; where a piece begins, h and c are multiplied by it
        float* x;                      ///< [T, N, I]
        float* h;                      ///< [T, N, H]
    };
    /// Returns the state after the last step, which stays until the next forward.
    LstmState forward(const Batch& batch, LstmState before);

    /// Of a loss: by h and by the state after the last step (null counts as zero) on the way in, by x and by the state
    /// before the first step (null is not wanted) on the way out.
    struct Gradients {
        float* h;
        LstmState after;
        float* x;
        LstmState before;
    };
    /// Follows forward with the same batch. Adds to the weights' gradients.
    void backward(const Batch& batch, const Gradients& gradients);

    std::int64_t workspaceBytes() const;

private:
    /// The primitives for pieces of one length.
    struct Calls {
        Call forward, backward;
        std::int64_t kept = 0; ///< floats that forward keeps for backward
    };

    struct WeightLayouts {
        dnnl::memory::desc input, recurrent;
    };

    /// Wx and Wh as primitives want them.
    struct PackedWeights {
        PackedMatrix input, recurrent;
        PackOnChange current;
    };

    struct PackedGradients {
        PackedGradient input, recurrent;
    };

    void chooseLayouts();
    PackedWeights packedWeights(const WeightLayouts& layouts) const;
    PackedGradients packedGradients() const;
    LstmTensors tensors(const WeightLayouts& layouts, std::int64_t steps) const;
    const Calls& callsFor(std::int64_t steps);
    Call forwardCall(const dnnl::lstm_forward::primitive_desc& described, const LstmTensors& there) const;
    Call backwardCall(const dnnl::lstm_backward::primitive_desc& described, const LstmTensors& back,
                      const LstmTensors& gradients) const;

    void reserve(std::span<const Piece> pieces);
    void forwardPiece(const Batch& batch, std::size_t index, float* kept);
    void backwardPiece(const Batch& batch, std::size_t index, float* kept, const Gradients& gradients);

    std::int64_t stateFloats() const { return m_setup.streams * m_setup.units; }
    LstmState statePair(const Buffer& buffer, std::size_t index) const;
    LstmState stateBefore(std::size_t piece) const { return statePair(m_states, 2 * piece); }
    LstmState stateAfter(std::size_t piece) const { return statePair(m_states, 2 * piece + 1); }
    void restart(const float* cont, LstmState from, LstmState to) const; ///< to = from times cont [N]
    const float* contOf(const Batch& batch, std::size_t piece) const
    {
        return batch.cont + batch.pieces[piece].first * m_setup.streams;
    }

    void refresh(PackedWeights& packed) const;
    void addGradients();

    Setup m_setup;
    WeightLayouts m_there, m_back, m_gradientLayouts;
    std::optional<PackedWeights> m_thereWeights, m_backWeights; ///< the latter for training only
    std::optional<PackedGradients> m_gradients;                 ///< likewise

    std::map<std::int64_t, Calls> m_calls; ///< by length of piece
    Buffer m_kept;                         ///< for the way back, piece after piece
    Buffer m_states;                       ///< for each piece: the state before it, the state after it
    Buffer m_stateGradients;               ///< by the state after the piece under way, by the state before it
    Buffer m_unwantedBias;                 ///< takes b's gradient where b is frozen
};

} // namespace engine::onednn
