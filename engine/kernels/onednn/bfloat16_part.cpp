// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/bfloat16_part.h"

#include "engine/devices/cpu/parallel.h"

#include <algorithm>
#include <cstring>

namespace engine::onednn {
namespace {

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

StepProduct::Setup stepProduct(const Setup& setup, StepProduct::Columns columns)
{
    return {.streams = setup.streams, .units = setup.units, .gates = setup.cell->gateCount(), .columns = columns};
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

Bfloat16Part::Training::Training(const Setup& setup, const Bookings& booked)
    : byState(setup.place, stepProduct(setup, StepProduct::Columns::One)),
      byInput(setup.place, byInputProduct(setup)),
      byInputWeights(setup.place, gradientProduct(setup, setup.width)),
      byStateWeights(setup.place, gradientProduct(setup, setup.units)),
      sums(booked.allocate(*setup.place.device, "gradients by sums")),
      recurrentSums(booked.allocate(*setup.place.device, "gradients by recurrent sums")),
      biases(booked.allocate(*setup.place.device, "gradients by biases")),
      states(booked.allocate(*setup.place.device, "gradients by states")),
      byWh(booked.allocate(*setup.place.device, "gradients by products"))
{}

Bfloat16Part::Bfloat16Part(const Setup& setup)
    : RecurrentPart(bookingsOf(setup)),
      m_setup(setup),
      m_input(setup.place, inputProduct(setup)),
      m_state(setup.place, stepProduct(setup, StepProduct::Columns::Gates)),
      m_sums(m_booked.allocate(*setup.place.device, "sums")),
      m_recurrent(m_booked.allocate(*setup.place.device, "recurrent sums")),
      m_c(m_booked.allocate(*setup.place.device, "c")),
      m_x(m_booked.allocate(*setup.place.device, "x")),
      m_factors(m_booked.allocate(*setup.place.device, "factors")),
      m_states(m_booked.allocate(*setup.place.device, "states"))
{
    if (setup.purpose == Purpose::Training) {
        m_training.emplace(setup, m_booked);
    }
}

Bookings Bfloat16Part::bookingsOf(const Setup& setup)
{
    const std::int64_t rows = rowsOf(setup), gates = gatesOf(setup), state = setup.streams * setup.units;
    const std::int64_t states = setup.cell->stateCount() * state;
    const bool apart = setup.cell->recurrentBias; // recurrent sums, which the cell reads in the backward pass too
    Bookings all;
    all.keep("sums", rows * gates);
    all.keep("c", setup.cell->stateCount() > 1 ? setup.steps * state : 0);
    all.keep("x", Bfloat16Buffer::floatsFor(rows * setup.width));
    all.keep("factors", Bfloat16Buffer::floatsFor((setup.steps + 2) * state));
    apart ? all.keep("recurrent sums", rows * gates) : all.use("recurrent sums", setup.streams * gates);
    all.use("states", 2 * states);
    const Library& library = *setup.place.library;
    WeightProduct::book(all, library, inputProduct(setup));
    StepProduct::book(all, library, stepProduct(setup, StepProduct::Columns::Gates));
    if (setup.purpose == Purpose::Training) {
        WeightProduct::book(all, library, byInputProduct(setup));
        StepProduct::book(all, library, stepProduct(setup, StepProduct::Columns::One));
        GradientProduct::book(all, library, gradientProduct(setup, setup.width));
        GradientProduct::book(all, library, gradientProduct(setup, setup.units));
        all.use("gradients by sums", Bfloat16Buffer::floatsFor(rows * gates));
        all.use("gradients by recurrent sums", apart ? Bfloat16Buffer::floatsFor(rows * gates) : 0);
        all.use("gradients by biases", 2 * gates);
        all.use("gradients by states", states);
        all.use("gradients by products", state);
    }
    return all;
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
        m_booked.resize("states", states);
        m_states = m_booked.allocate(*m_setup.place.device, "states");
    }
}

RecurrentState Bfloat16Part::forward(const Batch& batch, RecurrentState before)
{
    const Setup& s = m_setup;
    reserve(batch);
    roundToBfloat16(batch.x, m_x.data(), rowsOf(s) * s.width);
    m_input.run(s.weights, inputWeights, m_x.data(), s.weights.values[bias].data(), m_sums.data());
    m_state.refresh(s.weights, recurrentWeights);
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
    const StepRange& piece = batch.pieceAt(m_setup.direction, turn);
    roundToBfloat16(stateBefore(turn).h, factorsBefore(stepAt(piece, 0)), stateFloats());
    for (std::int64_t place = 0; place < piece.steps; ++place) {
        forwardStep(batch, turn, stepAt(piece, place));
    }
    endPiece(batch, turn);
}

/// Each thread multiplies what its units need and goes on with them at once.
void Bfloat16Part::forwardStep(const Batch& batch, std::size_t turn, std::int64_t step)
{
    const Setup& s = m_setup;
    const CellOutput output{.recurrentBias = hasRecurrentSums() ? s.weights.values[recurrentBias].data() : nullptr,
                            .h = {batch.h + step * s.streams * s.stride, s.stride},
                            .factors = factorsBefore(nextOf(step))};
    forEachBlock(blocks(), [&](std::int64_t block) {
        m_state.run(block, factorsBefore(step), recurrentAt(step, block));
        cellForward(s.cell->kind, cellStep(batch, turn, step, block), output);
    });
}

float* Bfloat16Part::recurrentAt(std::int64_t step, std::int64_t block) const
{
    const std::int64_t ofBlock = m_setup.streams * m_setup.cell->gateCount() * blocks().first(block);
    return m_recurrent.data() + (hasRecurrentSums() ? step * m_setup.streams * gates() : 0) + ofBlock;
}

/// What the units of a block see at a step of this piece.
CellStep Bfloat16Part::cellStep(const Batch& batch, std::size_t turn, std::int64_t step, std::int64_t block) const
{
    const Setup& s = m_setup;
    const bool isFirst = step == stepAt(batch.pieceAt(s.direction, turn), 0);
    const RecurrentState start = stateBefore(turn);
    const std::int64_t before = beforeOf(step);
    CellStep seen{.streams = s.streams,
                  .units = s.units,
                  .first = blocks().first(block),
                  .width = blocks().widthOf(block),
                  .sums = m_sums.data() + step * s.streams * gates(),
                  .recurrent = recurrentAt(step, block),
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
    const StepRange& piece = batch.pieceAt(s.direction, turn);
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
    own.byState.refresh(s.weights, recurrentWeights);
    for (std::size_t turn = batch.pieces.size(); turn-- > 0;) {
        backwardPiece(batch, turn, gradients);
        if (turn == 0 && !gradients.before.h && !gradients.before.c) {
            break; // the state's gradient is not needed any further back
        }
        addByWh(stepAt(batch.pieceAt(s.direction, turn), 0));
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
    m_setup.place.device->zero(m_training->byWh.data(), m_training->byWh.count());
    for (std::int64_t place = batch.pieceAt(m_setup.direction, turn).steps; place-- > 0;) {
        backwardStep(batch, turn, place, gradients);
    }
}

/// Each thread multiplies what its units get from the step after and goes on with them at once.
void Bfloat16Part::backwardStep(const Batch& batch, std::size_t turn, std::int64_t place, const Gradients& gradients)
{
    const Setup& s = m_setup;
    Training& own = *m_training;
    const StepRange& piece = batch.pieceAt(s.direction, turn);
    const RecurrentState byState = statesAt(own.states, 0);
    const std::int64_t step = stepAt(piece, place), sums = step * s.streams * gates();
    const CellGradients all{.h = {gradients.h + step * s.streams * s.stride, s.stride},
                            .byWh = nullptr,
                            .dh = byState.h,
                            .dc = byState.c,
                            .sums = own.sums.data() + sums,
                            .recurrentSums = hasRecurrentSums() ? own.recurrentSums.data() + sums : nullptr,
                            .bias = own.biases.data(),
                            .recurrentBias = hasRecurrentSums() ? own.biases.data() + gates() : nullptr};
    const Bfloat16* const after = place + 1 < piece.steps ? gradientsOfRecurrentSums(nextOf(step)) : nullptr;
    forEachBlock(blocks(), [&](std::int64_t block) {
        float* const byWh = own.byWh.data() + s.streams * blocks().first(block);
        if (after) {
            own.byState.run(block, after, byWh);
        }
        CellGradients seen = all;
        seen.byWh = byWh;
        cellBackward(s.cell->kind, cellStep(batch, turn, step, block), seen);
    });
}

const Bfloat16* Bfloat16Part::gradientsOfRecurrentSums(std::int64_t step) const
{
    const Bfloat16Buffer& all = hasRecurrentSums() ? m_training->recurrentSums : m_training->sums;
    return all.data() + step * m_setup.streams * gates();
}

/// Adds to the gradient by h before a step what comes through the step's product.
void Bfloat16Part::addByWh(std::int64_t step)
{
    const Setup& s = m_setup;
    Training& own = *m_training;
    const RecurrentState byState = statesAt(own.states, 0);
    forEachBlock(blocks(), [&](std::int64_t block) {
        const std::int64_t first = blocks().first(block), width = blocks().widthOf(block);
        float* const byWh = own.byWh.data() + s.streams * first;
        own.byState.run(block, gradientsOfRecurrentSums(step), byWh);
        for (std::int64_t stream = 0; stream < s.streams; ++stream) {
            for (std::int64_t unit = 0; unit < width; ++unit) {
                byState.h[stream * s.units + first + unit] += byWh[stream * width + unit];
            }
        }
    });
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
        own.byStateWeights.run(gradientsOfRecurrentSums(0), factorsBefore(0), gradients[recurrentWeights].data());
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
