// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/bfloat16_part.h"

#include "engine/devices/cpu/parallel.h"

#include <algorithm>
#include <cstring>

namespace engine::onednn {
namespace {

constexpr std::int64_t grain = 16 * 1024; ///< floats that one thread copies in about 5 us

constexpr auto inputWeights = static_cast<std::size_t>(RecurrentWeight::Wx);
constexpr auto recurrentWeights = static_cast<std::size_t>(RecurrentWeight::Wh);
constexpr auto bias = static_cast<std::size_t>(RecurrentWeight::b);
constexpr auto recurrentBias = static_cast<std::size_t>(RecurrentWeight::bh);

using Setup = RecurrentPart::Setup;

std::int64_t gatesOf(const Setup& setup)
{
    return setup.cell->gateCount() * setup.units;
}

std::int64_t rowsOf(const Setup& setup)
{
    return setup.steps * setup.streams;
}

WeightProduct::Setup inputProduct(const Setup& setup)
{
    return {.rows = rowsOf(setup),
            .depth = setup.width,
            .columns = gatesOf(setup),
            .stored = Stored::Transposed,
            .biased = true};
}

WeightProduct::Setup stateProduct(const Setup& setup)
{
    return {.rows = setup.streams,
            .depth = setup.units,
            .columns = gatesOf(setup),
            .stored = Stored::Transposed,
            .biased = setup.cell->recurrentBias,
            .result = setup.cell->recurrentBias ? Result::Written : Result::Added};
}

/// Of a GRU, h_{t-1} takes part in h_t past the product too.
WeightProduct::Setup byStateProduct(const Setup& setup)
{
    return {.rows = setup.streams,
            .depth = gatesOf(setup),
            .columns = setup.units,
            .stored = Stored::AsIs,
            .result = setup.cell->recurrentBias ? Result::Added : Result::Written};
}

WeightProduct::Setup byInputProduct(const Setup& setup)
{
    return {.rows = rowsOf(setup), .depth = gatesOf(setup), .columns = setup.width, .stored = Stored::AsIs};
}

GradientProduct::Setup gradientProduct(const Setup& setup, std::int64_t width)
{
    return {.rows = gatesOf(setup), .depth = rowsOf(setup), .columns = width};
}

} // namespace

Bfloat16Part::Training::Training(const Setup& setup)
    : byState(setup.place, byStateProduct(setup)),
      byInput(setup.place, byInputProduct(setup)),
      byInputWeights(setup.place, gradientProduct(setup, setup.width)),
      byStateWeights(setup.place, gradientProduct(setup, setup.units)),
      sums(*setup.place.device, rowsOf(setup) * gatesOf(setup)),
      biases(setup.place.device->allocate(2 * gatesOf(setup))),
      states(setup.place.device->allocate(setup.cell->stateCount() * setup.streams * setup.units))
{
    if (setup.cell->recurrentBias) {
        recurrentSums = Bfloat16Buffer(*setup.place.device, rowsOf(setup) * gatesOf(setup));
    }
}

Bfloat16Part::Bfloat16Part(const Setup& setup)
    : m_setup(setup),
      m_input(setup.place, inputProduct(setup)),
      m_state(setup.place, stateProduct(setup)),
      m_sums(setup.place.device->allocate(rowsOf(setup) * gatesOf(setup))),
      m_x(*setup.place.device, rowsOf(setup) * setup.width),
      m_factors(*setup.place.device, (setup.steps + 2) * setup.streams * setup.units),
      m_states(setup.place.device->allocate(2 * setup.cell->stateCount() * setup.streams * setup.units))
{
    Device& device = *setup.place.device;
    if (hasRecurrentSums()) {
        m_recurrentSums = device.allocate(m_sums.count());
    }
    if (setup.cell->stateCount() > 1) {
        m_c = device.allocate(setup.steps * stateFloats());
    }
    if (setup.purpose == Purpose::Training) {
        m_training.emplace(setup);
    }
}

RecurrentPart::Needs Bfloat16Part::needsOf(const Setup& setup)
{
    const std::int64_t rows = rowsOf(setup), gates = gatesOf(setup), state = setup.streams * setup.units;
    const std::int64_t states = setup.cell->stateCount() * state, kinds = setup.cell->recurrentBias ? 2 : 1;
    Needs needs{.kept = kinds * rows * gates + (setup.cell->stateCount() > 1 ? setup.steps * state : 0) +
                        Bfloat16Buffer::floatsFor(rows * setup.width) +
                        Bfloat16Buffer::floatsFor((setup.steps + 2) * state),
                .own = 2 * states};
    const auto add = [&](const WeightProduct::Setup& product) {
        const WeightProduct::Needs its = WeightProduct::needsOf(*setup.place.library, product);
        needs.own += its.own;
        needs.scratch = std::max(needs.scratch, its.scratch);
    };
    add(inputProduct(setup));
    add(stateProduct(setup));
    if (setup.purpose == Purpose::Training) {
        add(byStateProduct(setup));
        add(byInputProduct(setup));
        for (const std::int64_t width : {setup.width, setup.units}) {
            needs.scratch = std::max(
                needs.scratch, GradientProduct::scratchOf(*setup.place.library, gradientProduct(setup, width)));
        }
        needs.own += kinds * Bfloat16Buffer::floatsFor(rows * gates) + 2 * gates + states;
    }
    return needs;
}

std::int64_t Bfloat16Part::workspaceBytes() const
{
    std::int64_t floats = m_input.floats() + m_state.floats() + m_sums.count() + m_recurrentSums.count() +
                          m_c.count() + m_x.floats() + m_factors.floats() + m_states.count();
    if (m_training) {
        const Training& own = *m_training;
        floats += own.byState.floats() + own.byInput.floats() + own.sums.floats() + own.recurrentSums.floats() +
                  own.biases.count() + own.states.count();
    }
    return floats * static_cast<std::int64_t>(sizeof(float));
}

RecurrentState Bfloat16Part::statesAt(const Buffer& buffer, std::size_t index) const
{
    float* const h = buffer.data() + m_setup.cell->stateCount() * stateFloats() * static_cast<std::int64_t>(index);
    return {h, m_setup.cell->stateCount() > 1 ? h + stateFloats() : nullptr};
}

/// Makes room for the states of these pieces; allocates only where there are more than ever before.
void Bfloat16Part::reserve(const Batch& batch)
{
    const std::int64_t states =
        2 * m_setup.cell->stateCount() * stateFloats() * static_cast<std::int64_t>(batch.pieces.size());
    if (states > m_states.count()) {
        m_states = {};
        m_states = m_setup.place.device->allocate(states);
    }
}

RecurrentState Bfloat16Part::forward(const Batch& batch, RecurrentState before)
{
    const Setup& s = m_setup;
    reserve(batch);
    roundToBfloat16(batch.x, m_x.data(), rowsOf(s) * s.width);
    m_input.run(s.weights, inputWeights, m_x.data(), s.weights.values[bias].data(), m_sums.data());
    RecurrentState last = before;
    for (std::size_t turn = 0; turn < batch.pieces.size(); ++turn) {
        restartState(*s.place.device, batch.contBefore(s.direction, turn, s.streams), last, stateBefore(turn),
                     s.streams, s.units);
        forwardPiece(batch, turn);
        last = stateAfter(turn);
    }
    return last;
}

void Bfloat16Part::forwardPiece(const Batch& batch, std::size_t turn)
{
    const Piece& piece = batch.pieceAt(m_setup.direction, turn);
    roundToBfloat16(stateBefore(turn).h, factorsBefore(stepAt(piece, 0)), stateFloats());
    for (std::int64_t place = 0; place < piece.steps; ++place) {
        forwardStep(batch, turn, stepAt(piece, place));
    }
    endPiece(batch, turn);
}

void Bfloat16Part::forwardStep(const Batch& batch, std::size_t turn, std::int64_t step)
{
    const Setup& s = m_setup;
    const Buffer& sums = hasRecurrentSums() ? m_recurrentSums : m_sums;
    m_state.run(s.weights, recurrentWeights, factorsBefore(step),
                hasRecurrentSums() ? s.weights.values[recurrentBias].data() : nullptr,
                sums.data() + step * s.streams * gates());
    cellForward(s.cell->kind, cellStep(batch, turn, step),
                {.h = {batch.h + step * s.streams * s.stride, s.stride}, .factors = factorsBefore(nextOf(step))});
}

/// What a step of this piece sees.
CellStep Bfloat16Part::cellStep(const Batch& batch, std::size_t turn, std::int64_t step) const
{
    const Setup& s = m_setup;
    const bool isFirst = step == stepAt(batch.pieceAt(s.direction, turn), 0);
    const RecurrentState start = stateBefore(turn);
    const std::int64_t sums = step * s.streams * gates(), before = beforeOf(step);
    CellStep seen{.streams = s.streams,
                  .units = s.units,
                  .sums = m_sums.data() + sums,
                  .recurrentSums = hasRecurrentSums() ? m_recurrentSums.data() + sums : nullptr,
                  .hBefore = isFirst ? Rows{start.h, s.units} : Rows{batch.h + before * s.streams * s.stride, s.stride},
                  .cBefore = nullptr,
                  .c = nullptr};
    if (s.cell->stateCount() > 1) {
        seen.cBefore = isFirst ? start.c : m_c.data() + before * stateFloats();
        seen.c = m_c.data() + step * stateFloats();
    }
    return seen;
}

/// Keeps the state behind a piece's last step.
void Bfloat16Part::endPiece(const Batch& batch, std::size_t turn) const
{
    const Setup& s = m_setup;
    const Piece& piece = batch.pieceAt(s.direction, turn);
    const std::int64_t step = stepAt(piece, piece.steps - 1);
    const RecurrentState after = stateAfter(turn);
    const float* const h = batch.h + step * s.streams * s.stride;
    parallelFor(s.streams, std::max<std::int64_t>(1, grain / s.units), [&](IndexRange range) {
        for (std::int64_t stream = range.first; stream < range.last; ++stream) {
            std::memcpy(after.h + stream * s.units, h + stream * s.stride,
                        static_cast<std::size_t>(s.units) * sizeof(float));
        }
    });
    if (after.c) {
        s.place.device->copy(m_c.data() + step * stateFloats(), after.c, stateFloats());
    }
}

void Bfloat16Part::backward(const Batch& batch, const Gradients& gradients)
{
    const Setup& s = m_setup;
    Training& own = *m_training;
    const RecurrentState byState = statesAt(own.states, 0);
    copyState(*s.place.device, gradients.after, byState, stateFloats());
    s.place.device->zero(own.biases.data(), own.biases.count());
    for (std::size_t turn = batch.pieces.size(); turn-- > 0;) {
        backwardPiece(batch, turn, gradients);
        if (const float* const cont = batch.contBefore(s.direction, turn, s.streams)) {
            restartState(*s.place.device, cont, byState, byState, s.streams, s.units);
        }
    }
    copyState(*s.place.device, byState, gradients.before, stateFloats());
    addWeightGradients();
    addBiasGradients();
    if (gradients.x) {
        own.byInput.run(s.weights, inputWeights, own.sums.data(), nullptr, gradients.x);
    }
}

void Bfloat16Part::backwardPiece(const Batch& batch, std::size_t turn, const Gradients& gradients)
{
    const Setup& s = m_setup;
    Training& own = *m_training;
    const RecurrentState byState = statesAt(own.states, 0);
    const Piece& piece = batch.pieceAt(s.direction, turn);
    for (std::int64_t place = piece.steps; place-- > 0;) {
        const std::int64_t step = stepAt(piece, place), sums = step * s.streams * gates();
        Bfloat16* const byRecurrentSums = hasRecurrentSums() ? own.recurrentSums.data() + sums : nullptr;
        cellBackward(s.cell->kind, cellStep(batch, turn, step),
                     {.h = {gradients.h + step * s.streams * s.stride, s.stride},
                      .dh = byState.h,
                      .dc = byState.c,
                      .sums = own.sums.data() + sums,
                      .recurrentSums = byRecurrentSums,
                      .bias = own.biases.data(),
                      .recurrentBias = hasRecurrentSums() ? own.biases.data() + gates() : nullptr});
        own.byState.run(s.weights, recurrentWeights, hasRecurrentSums() ? byRecurrentSums : own.sums.data() + sums,
                        nullptr, byState.h);
    }
}

/// Over all steps at once. Nothing for a weight that is frozen.
void Bfloat16Part::addWeightGradients()
{
    Training& own = *m_training;
    const auto& gradients = m_setup.weights.gradients;
    if (!gradients[inputWeights].empty()) {
        own.byInputWeights.run(own.sums.data(), m_x.data(), gradients[inputWeights].data());
    }
    if (!gradients[recurrentWeights].empty()) {
        own.byStateWeights.run((hasRecurrentSums() ? own.recurrentSums : own.sums).data(), factorsBefore(0),
                               gradients[recurrentWeights].data());
    }
}

void Bfloat16Part::addBiasGradients() const
{
    const auto& gradients = m_setup.weights.gradients;
    const float* const biases = m_training->biases.data();
    if (!gradients[bias].empty()) {
        addTo(biases, gradients[bias].data(), gates());
    }
    if (hasRecurrentSums() && !gradients[recurrentBias].empty()) {
        addTo(biases + gates(), gradients[recurrentBias].data(), gates());
    }
}

} // namespace engine::onednn
