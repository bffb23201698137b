// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/onednn/recurrent_part.h"

#include <map>
#include <optional>

namespace engine::onednn {

/// A part that the library's recurrent primitive computes in fp32, a piece in one call: pieces of any length have
/// primitives of their own.
class PrimitivePart final : public RecurrentPart {
public:
    explicit PrimitivePart(const Setup& setup);

    /// Asks the library; the setup needs it alone, without device, scratch and weights.
    static Bookings bookingsOf(const Setup& setup) { return PrimitivePart(setup, Described{}).m_booked; }

    RecurrentState forward(const Batch& batch, RecurrentState before) override;
    void backward(const Batch& batch, const Gradients& gradients) override;

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
    PrimitivePart(const Setup& setup, Described); ///< only books: cannot run

    RecurrentOperation operation() const { return {m_setup.cell->kind, m_setup.direction, m_setup.purpose}; }
    MatrixSizes inputSizes() const { return {m_setup.cell, m_setup.width, m_setup.units}; }
    MatrixSizes recurrentSizes() const { return {m_setup.cell, m_setup.units, m_setup.units}; }
    RecurrentDescription described(std::int64_t steps) const;
    void chooseLayouts();
    void book();
    PackedWeights packedWeights(const WeightLayouts& layouts) const;
    PackedGradients packedGradients() const;
    RecurrentTensors tensors(const WeightLayouts& layouts, std::int64_t steps) const;
    const Calls& callsFor(std::int64_t steps);
    Call forwardCall(const RecurrentDescription& described, const RecurrentTensors& forwardTensors) const;
    Call backwardCall(const RecurrentDescription& described, const RecurrentTensors& backwardTensors,
                      const RecurrentTensors& gradients) const;

    void reserve(std::span<const StepRange> pieces);
    void restart(const Batch& batch, std::size_t turn, RecurrentState from, RecurrentState to) const
    {
        restartState(*m_setup.place.device, batch.contBefore(m_setup.direction, turn, m_setup.streams), from, to,
                     m_setup.streams, m_setup.units);
    }
    void forwardPiece(const Batch& batch, std::size_t turn, float* kept);
    void backwardPiece(const Batch& batch, std::size_t turn, float* kept, const Gradients& gradients);

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
