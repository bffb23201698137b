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

/// h and c [N, H], or the gradients by them; c is null where the cell has none.
struct RecurrentState {
    float* h = nullptr;
    float* c = nullptr;
};

/// Copies N·H = `floats` values of each. Nothing goes where a part of `to` is null, zeros come from where one of `from`
/// is.
void copyState(Device& device, RecurrentState from, RecurrentState to, std::int64_t floats);

/// One direction of one layer of a stack: the library's primitives for pieces of any length, its private weights, and
/// what it keeps for the backward pass.
class RecurrentPart {
public:
    /// All of it outlives the part.
    struct Setup {
        Workplace place;
        const Cell* cell;
        Direction direction;
        Purpose purpose;
        std::int64_t steps, streams, width, units;
        std::int64_t stride;      ///< from one stream's h to the next: H, or 2H beside the other direction
        CanonicalWeights weights; ///< in the order of RecurrentWeight
    };

    explicit RecurrentPart(const Setup& setup);

    /// Floats that a part holds for a batch of one piece.
    struct Needs {
        std::int64_t kept = 0;    ///< from forward to backward
        std::int64_t own = 0;     ///< packed weights and their gradients, biases, states
        std::int64_t scratch = 0; ///< of the scratch that parts share
    };
    /// Asks the library; the setup needs it alone, without device, scratch and weights.
    static Needs needsOf(const Setup& setup);

    /// The tensors of one pass over a batch.
    struct Batch {
        std::span<const Piece> pieces; ///< from the first step to the last
        const float* cont; ///< [T, N]; the state that goes into step t or out of it is multiplied by cont[t]
        float* x;          ///< [T, N, I]
        float* h;          ///< [T, N, H] in rows of `stride`
    };
    /// Returns the state after the last piece, which stays until the next forward; `before` null counts as zero.
    RecurrentState forward(const Batch& batch, RecurrentState before);

    /// Of a loss: by h and by the state after the last piece (null counts as zero) on the way in, by x and by the state
    /// before the first piece (null is not wanted) on the way out.
    struct Gradients {
        float* h;
        RecurrentState after;
        float* x;
        RecurrentState before;
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

    struct Described {};
    RecurrentPart(const Setup& setup, Described) : m_setup(setup) { chooseLayouts(); } ///< for needsOf: cannot run

    RecurrentOperation operation() const { return {m_setup.cell->kind, m_setup.direction, m_setup.purpose}; }
    MatrixSizes inputSizes() const { return {m_setup.cell, m_setup.width, m_setup.units}; }
    MatrixSizes recurrentSizes() const { return {m_setup.cell, m_setup.units, m_setup.units}; }
    void chooseLayouts();
    void makeBiases();
    PackedWeights packedWeights(const WeightLayouts& layouts) const;
    PackedGradients packedGradients() const;
    RecurrentTensors tensors(const WeightLayouts& layouts, std::int64_t steps) const;
    const Calls& callsFor(std::int64_t steps);
    Call forwardCall(const RecurrentDescription& described, const RecurrentTensors& forwardTensors) const;
    Call backwardCall(const RecurrentDescription& described, const RecurrentTensors& backwardTensors,
                      const RecurrentTensors& gradients) const;

    void reserve(std::span<const Piece> pieces);
    void forwardPiece(const Batch& batch, std::size_t turn, float* kept);
    void backwardPiece(const Batch& batch, std::size_t turn, float* kept, const Gradients& gradients);

    /// The piece that comes as the turn-th, as this direction goes.
    const Piece& pieceOf(const Batch& batch, std::size_t turn) const;

    /// cont [N] of the start that lies before a piece, as this direction goes; null where there is none.
    const float* contBefore(const Batch& batch, std::size_t turn) const;
    void restart(const float* cont, RecurrentState from, RecurrentState to) const; ///< to = from times cont

    std::int64_t stateFloats() const { return m_setup.streams * m_setup.units; }
    std::int64_t floatsOfStates() const { return m_setup.cell->stateCount() * stateFloats(); }
    RecurrentState statesAt(const Buffer& buffer, std::size_t index) const;
    RecurrentState stateBefore(std::size_t turn) const { return statesAt(m_states, 2 * turn); }
    RecurrentState stateAfter(std::size_t turn) const { return statesAt(m_states, 2 * turn + 1); }

    void refresh(PackedWeights& packed) const;
    void refreshBiases();
    float* biases() const;
    float* biasGradients() const;
    void clearGradients();
    void addGradients();

    Setup m_setup;
    WeightLayouts m_forwardLayouts, m_backwardLayouts, m_gradientLayouts;
    std::optional<PackedWeights> m_forwardWeights, m_backwardWeights; ///< the latter for training only
    std::optional<PackedGradients> m_gradients;                       ///< likewise
    std::optional<GruBias> m_gruBias;
    PackOnChange m_gruBiasCurrent;

    std::map<std::int64_t, Calls> m_calls; ///< by length of piece
    Buffer m_kept;                         ///< for the backward pass, piece after piece
    Buffer m_states;                       ///< for each piece: the state before it, the state after it
    Buffer m_stateGradients;               ///< by the state after the piece under way, by the state before it
    Buffer m_unwantedBias;                 ///< takes b's gradient where b is frozen
};

} // namespace engine::onednn
