// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/onednn/cell_steps.h"
#include "engine/kernels/onednn/product.h"
#include "engine/kernels/onednn/recurrent_part.h"

#include <optional>

namespace engine::onednn {

/// A part whose products have factors in bf16: those with Wx and the weights' gradients over all steps at once, those
/// with Wh step by step with cellForward and cellBackward between them. Sums, states and gradients are fp32.
class Bfloat16Part final : public RecurrentPart {
public:
    explicit Bfloat16Part(const Setup& setup);

    /// Asks the library; the setup needs it alone, without device, scratch and weights.
    static Bookings bookingsOf(const Setup& setup);

    RecurrentState forward(const Batch& batch, RecurrentState before) override;

    /// Gradients by x are not computed if they are not needed (null).
    void backward(const Batch& batch, const Gradients& gradients) override;

private:
    /// What exists only in training.
    struct Training {
        Training(const Setup& setup, const Bookings& booked);

        StepProduct byState;                            ///< dh = da Wh
        WeightProduct byInput;                          ///< dx = da Wx
        GradientProduct byInputWeights, byStateWeights; ///< dWx += da^T x, dWh += da^T h_before
        Bfloat16Buffer sums, recurrentSums;             ///< gradients by them [T, N, G·H]
        Buffer biases;                                  ///< gradients [2, G·H], of these steps alone
        Buffer states;                                  ///< gradients by h and c: see CellGradients
        Buffer byWh;                                    ///< gradients by h through a step's product, block by block
    };

    /// Rows of the factors [T + 2, N, H]: a row more at either end, so that each step has one before and one behind it.
    Bfloat16* factorsBefore(std::int64_t step) const { return m_factors.data() + (step + 1) * stateFloats(); }

    void reserve(const Batch& batch);
    void forwardPiece(const Batch& batch, std::size_t turn);
    void forwardStep(const Batch& batch, std::size_t turn, std::int64_t step);
    void endPiece(const Batch& batch, std::size_t turn) const;
    void backwardPiece(const Batch& batch, std::size_t turn, const Gradients& gradients);
    void backwardStep(const Batch& batch, std::size_t turn, std::int64_t place, const Gradients& gradients);
    void addByWh(std::int64_t step);
    void addWeightGradients();
    void addBiasGradients() const;

    /// The step at a place in a piece, as this direction goes.
    std::int64_t stepAt(const StepRange& piece, std::int64_t place) const
    {
        return m_setup.direction == Direction::Forward ? piece.first + place : piece.first + piece.steps - 1 - place;
    }
    std::int64_t nextOf(std::int64_t step) const
    {
        return m_setup.direction == Direction::Forward ? step + 1 : step - 1;
    }
    std::int64_t beforeOf(std::int64_t step) const
    {
        return m_setup.direction == Direction::Forward ? step - 1 : step + 1;
    }

    CellStep cellStep(const Batch& batch, std::size_t turn, std::int64_t step, std::int64_t block) const;
    float* recurrentAt(std::int64_t step, std::int64_t block) const;
    const Bfloat16* gradientsOfRecurrentSums(std::int64_t step) const;
    UnitBlocks blocks() const { return {m_setup.units}; }
    bool hasRecurrentSums() const { return m_setup.cell->recurrentBias; }
    std::int64_t gates() const { return m_setup.cell->gateCount() * m_setup.units; }
    std::int64_t stateFloats() const { return m_setup.streams * m_setup.units; }
    RecurrentState statesAt(const Buffer& buffer, std::size_t index) const;
    RecurrentState stateBefore(std::size_t turn) const { return statesAt(m_states, 2 * turn); }
    RecurrentState stateAfter(std::size_t turn) const { return statesAt(m_states, 2 * turn + 1); }

    Setup m_setup;
    WeightProduct m_input; ///< Wx x + b
    StepProduct m_state;   ///< Wh h_{t-1}
    std::optional<Training> m_training;

    Buffer m_sums;      ///< [T, N, G·H]: see CellStep
    Buffer m_recurrent; ///< see CellStep, block by block: of each step where the cell has a recurrent bias, else of one
    Buffer m_c;         ///< [T, N, H], of a cell that has it
    Bfloat16Buffer m_x, m_factors; ///< x rounded [T, N, I], and the h that goes into each step
    Buffer m_states;               ///< for each piece: the state before it, the state after it
};

} // namespace engine::onednn
