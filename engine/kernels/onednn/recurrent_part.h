// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device.h"
#include "engine/kernels/bookings.h"
#include "engine/kernels/engine.h"
#include "engine/kernels/onednn/layout.h"
#include "engine/kernels/onednn/library.h"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace engine::onednn {

// Where a layer's weights lie among its canonical ones.
inline constexpr auto inputWeights = static_cast<std::size_t>(RecurrentWeight::Wx);
inline constexpr auto recurrentWeights = static_cast<std::size_t>(RecurrentWeight::Wh);
inline constexpr auto bias = static_cast<std::size_t>(RecurrentWeight::b);
inline constexpr auto recurrentBias = static_cast<std::size_t>(RecurrentWeight::bh);

/// A run of steps of which only the first may start sequences.
struct StepRange {
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

/// to = from, times cont [N] for each of the N rows of H; a cont of 0 lets nothing through, not even a NaN. Without
/// cont a copy.
void restartState(Device& device, const float* cont, RecurrentState from, RecurrentState to, std::int64_t streams,
                  std::int64_t units);

/// One direction of one layer of a stack, over whole batches: its private weights, and what it keeps for the backward
/// pass.
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

    /// The tensors of one pass over a batch.
    struct Batch {
        std::span<const StepRange> pieces; ///< from the first step to the last
        const float* cont; ///< [T, N]; the state that goes into step t or out of it is multiplied by cont[t]
        float* x;          ///< [T, N, I]
        float* h;          ///< [T, N, H] in rows of `stride`

        /// The piece that comes as the turn-th as a direction goes.
        const StepRange& pieceAt(Direction direction, std::size_t turn) const
        {
            return pieces[direction == Direction::Forward ? turn : pieces.size() - 1 - turn];
        }

        /// cont [N] of the start before that piece, as the direction goes; null where there is none.
        const float* contBefore(Direction direction, std::size_t turn, std::int64_t streams) const;
    };

    /// Of a loss: by h and by the state after the last piece (null counts as zero) on the way in, by x and by the state
    /// before the first piece (null is not wanted) on the way out.
    struct Gradients {
        float* h;
        RecurrentState after;
        float* x;
        RecurrentState before;
    };

    RecurrentPart() = default;
    explicit RecurrentPart(Bookings booked) : m_booked(std::move(booked)) {}
    virtual ~RecurrentPart() = default;

    /// Returns the state after the last piece, which stays until the next forward; `before` null counts as zero.
    virtual RecurrentState forward(const Batch& batch, RecurrentState before) = 0;

    /// Follows forward with the same batch. Adds to the weights' gradients.
    virtual void backward(const Batch& batch, const Gradients& gradients) = 0;

    /// What it holds: at first for a batch of one piece. The scratch that parts share is what they share.
    const Bookings& booked() const { return m_booked; }

protected:
    Bookings m_booked;
};

} // namespace engine::onednn
