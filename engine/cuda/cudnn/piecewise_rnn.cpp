// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/piecewise_rnn.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace engine::cuda::cudnn {
namespace {

constexpr std::int64_t alignment = 256; ///< bytes, as fresh memory is

std::int64_t aligned(std::int64_t bytes)
{
    return (bytes + alignment - 1) / alignment * alignment;
}

} // namespace

std::vector<StepRange> wholeBatch(std::int64_t steps)
{
    return {{0, steps}};
}

std::vector<StepRange> everyStep(std::int64_t steps)
{
    std::vector<StepRange> pieces;
    for (std::int64_t step = 0; step < steps; ++step) {
        pieces.push_back({step, 1});
    }
    return pieces;
}

std::vector<StepRange> betweenStarts(std::span<const float> cont, std::int64_t streams)
{
    std::vector<StepRange> pieces;
    for (std::int64_t step = 0; step * streams < std::ssize(cont); ++step) {
        const float* const row = cont.data() + step * streams;
        if (step == 0 || std::any_of(row, row + streams, [](float value) { return value != 1; })) {
            pieces.push_back({step, 0});
        }
        ++pieces.back().steps;
    }
    return pieces;
}

PiecewiseRnn::PiecewiseRnn(const Rnn::Setup& setup, const CanonicalWeights& weights)
    : m_setup(setup), m_weights(weights), m_device(*setup.device), m_elements(setup.elements()), m_rnn(setup)
{
    m_rnn.takeWeightSpace();
    makeLayouts();
    if (training()) {
        m_stateGradients = m_device.allocate(floatsFor(2 * statePairBytes()));
    }
}

void PiecewiseRnn::makeLayouts()
{
    const RecurrentStack& stack = m_setup.stack;
    const bool learns = training() && m_weights.gradients.size() == m_weights.values.size();
    std::vector<Segment> values, gradients;
    const auto append = [&](std::vector<Segment>& to, const PartPlaces& places,
                            const std::vector<std::span<float>>& tensors, std::size_t part) {
        const std::span<const std::span<float>> own =
            std::span(tensors).subspan(part * stack.weightsOfPart(), stack.weightsOfPart());
        const std::vector<Segment> segments = segmentsOf(places, own);
        to.insert(to.end(), segments.begin(), segments.end());
    };
    for (std::int64_t layer = 0; layer < stack.layers; ++layer) {
        for (std::int64_t index = 0; index < stack.directions; ++index) {
            const auto direction = static_cast<Direction>(index);
            const PartPlaces places = m_rnn.places(layer, direction);
            append(values, places, m_weights.values, stack.part(layer, direction));
            if (learns) {
                append(gradients, places, m_weights.gradients, stack.part(layer, direction));
            }
        }
    }
    m_weightLayout = Layout(m_device, values);
    m_gradientLayout = Layout(m_device, gradients);
}

// ---- pieces

void PiecewiseRnn::reserve(const std::vector<StepRange>& pieces)
{
    assert(pieces.size() == 1 || !m_setup.stack.isBidirectional());
    std::int64_t kept = 0;
    for (const StepRange& piece : pieces) {
        m_rnn.prepare(piece.steps);
        kept += aligned(m_rnn.keptBytes(piece.steps));
    }
    const auto befores = training() ? static_cast<std::int64_t>(pieces.size()) : 1;
    for (const auto& [buffer, bytes] :
         {std::pair{&m_kept, kept}, std::pair{&m_states, (1 + befores) * statePairBytes()}}) {
        if (floatsFor(bytes) > buffer->count()) {
            if (m_isRecorded) {
                m_recorded.push_back(std::move(*buffer));
            }
            *buffer = {}; // first, so that both never lie in memory together
            *buffer = m_device.allocate(floatsFor(bytes));
        }
    }
}

void PiecewiseRnn::cut(const std::vector<StepRange>& pieces)
{
    m_isRecorded = m_isRecorded || m_device.isRecording();
    reserve(pieces);
    m_pieces.clear();
    std::int64_t kept = 0;
    for (const StepRange& piece : pieces) {
        m_pieces.push_back({piece.first, piece.steps, kept});
        kept += aligned(m_rnn.keptBytes(piece.steps));
    }
}

// ---- tensors

StateSizes PiecewiseRnn::stateSizes() const
{
    return {m_setup.stack.layers, m_setup.stack.directions, m_setup.streams, m_setup.units};
}

/// Bytes of the states [L·D, N, H] of the cell in turn.
std::int64_t PiecewiseRnn::statePairBytes() const
{
    return m_setup.stack.cell->stateCount() * aligned(stateSizes().count() * bytesOf(m_elements));
}

/// The pair at `index` of several.
LibraryState PiecewiseRnn::statePair(const Buffer& buffer, std::int64_t index) const
{
    std::byte* const pair = reinterpret_cast<std::byte*>(buffer.data()) + index * statePairBytes();
    return {pair, m_setup.stack.cell->stateCount() > 1 ? pair + statePairBytes() / 2 : nullptr};
}

LibraryState PiecewiseRnn::stateBefore(std::size_t piece) const
{
    return statePair(m_states, 1 + (training() ? static_cast<std::int64_t>(piece) : 0));
}

const float* PiecewiseRnn::marksOf(const Batch& batch, const PlacedPiece& piece) const
{
    return batch.cont + piece.first * m_setup.streams;
}

Rnn::Call PiecewiseRnn::callOf(const Batch& batch, std::size_t index) const
{
    const PlacedPiece& piece = m_pieces[index];
    const std::int64_t cells = piece.first * m_setup.streams;
    return {.steps = piece.steps,
            .x = elementAt(const_cast<void*>(batch.x), m_elements, cells * m_setup.width),
            .y = elementAt(batch.y, m_elements, cells * m_setup.stack.directions * m_setup.units),
            .before = stateBefore(index),
            .after = stateAfter(),
            .kept = m_kept.data() ? reinterpret_cast<std::byte*>(m_kept.data()) + piece.kept : nullptr};
}

// ---- passes

/// A recording packs each time it runs: weights that change on the device raise no version.
void PiecewiseRnn::refreshWeights()
{
    const auto pack = [&](const CanonicalWeights&) { m_weightLayout.pack(m_elements, m_rnn.weights()); };
    if (m_device.isRecording()) {
        pack(m_weights);
    } else {
        m_current.refresh(m_weights, pack);
    }
}

void PiecewiseRnn::forward(const Batch& batch, const StatePlaces& first, const StatePlaces& last,
                           const StatePlaces& lastToo)
{
    cudaStream_t const stream = m_device.stream();
    refreshWeights();
    enterState(stream, m_elements, stateSizes(), marksOf(batch, m_pieces.front()), first, stateBefore(0));
    for (std::size_t piece = 0; piece < m_pieces.size(); ++piece) {
        if (piece > 0) {
            restartState(stream, m_elements, stateSizes(), marksOf(batch, m_pieces[piece]), stateAfter(),
                         stateBefore(piece));
        }
        m_rnn.forward(callOf(batch, piece));
    }
    leaveState(stream, m_elements, stateSizes(), nullptr, stateAfter(), last, lastToo);
}

void PiecewiseRnn::backward(const Batch& batch, const Gradients& gradients)
{
    cudaStream_t const stream = m_device.stream();
    LibraryState byLast, byFirst;
    if (!gradients.last.isEmpty()) {
        byLast = statePair(m_stateGradients, 0);
        enterState(stream, m_elements, stateSizes(), nullptr, gradients.last, byLast, gradients.scale);
    }
    if (!gradients.first.isEmpty()) {
        byFirst = statePair(m_stateGradients, 1);
    }
    if (!m_gradientLayout.isEmpty()) {
        m_rnn.clearGradients();
    }
    backwardPieces(batch, gradients, byLast, byFirst);
    if (gradients.scale != nullptr) {
        settle(gradients, byFirst);
    }
    if (byFirst.h != nullptr) {
        leaveState(stream, m_elements, stateSizes(), marksOf(batch, m_pieces.front()), byFirst, gradients.first, {},
                   gradients.scale);
    }
    if (!m_gradientLayout.isEmpty()) {
        m_gradientLayout.addTo(m_elements, m_rnn.gradients(), gradients.scale);
    }
}

/// Whether a sum in half precision has overflowed, and the scale of the next pass.
void PiecewiseRnn::settle(const Gradients& gradients, const LibraryState& byFirst)
{
    cudaStream_t const stream = m_device.stream();
    const std::int64_t steps = m_pieces.back().first + m_pieces.back().steps;
    findOverflow(stream, steps * m_setup.streams * m_setup.width, gradients.x, gradients.scale);
    for (const void* state : {byFirst.h, byFirst.c}) {
        if (state != nullptr) {
            findOverflow(stream, stateSizes().count(), state, gradients.scale);
        }
    }
    if (!m_gradientLayout.isEmpty()) {
        findOverflow(stream, m_rnn.gradientCount(), m_rnn.gradients(), gradients.scale);
    }
    settleScale(stream, gradients.scale);
}

/// From the last piece to the first: the library's calls and, where pieces meet, cont. `byLast` is where the
/// gradients by the last state lie, `byFirst` where those by the first go; null is nothing.
void PiecewiseRnn::backwardPieces(const Batch& batch, const Gradients& gradients, const LibraryState& byLast,
                                  const LibraryState& byFirst)
{
    const LibraryState byAfter = statePair(m_stateGradients, 0), byBefore = statePair(m_stateGradients, 1);
    const std::int64_t width = m_setup.width, outputWidth = m_setup.stack.directions * m_setup.units;
    for (std::size_t index = m_pieces.size(); index-- > 0;) {
        const PlacedPiece& piece = m_pieces[index];
        const Rnn::Call call = callOf(batch, index);
        const std::int64_t cells = piece.first * m_setup.streams;
        const bool isLast = index + 1 == m_pieces.size();
        m_rnn.backwardData(call, {.y = elementAt(const_cast<void*>(gradients.y), m_elements, cells * outputWidth),
                                  .after = isLast ? byLast : byAfter,
                                  .x = elementAt(gradients.x, m_elements, cells * width),
                                  .before = index == 0 ? byFirst : byBefore});
        if (!m_gradientLayout.isEmpty()) {
            m_rnn.backwardWeights(call);
        }
        if (index > 0) {
            restartState(m_device.stream(), m_elements, stateSizes(), marksOf(batch, piece), byBefore, byAfter);
        }
    }
}

void PiecewiseRnn::runLibrary(const Batch& batch, const Gradients& gradients)
{
    for (std::size_t piece = 0; piece < m_pieces.size(); ++piece) {
        m_rnn.forward(callOf(batch, piece));
    }
    if (training()) {
        backwardPieces(batch, gradients, {}, {});
    }
}

std::int64_t PiecewiseRnn::bytes() const
{
    std::int64_t floats = m_kept.count() + m_states.count() + m_stateGradients.count();
    for (const Buffer& buffer : m_recorded) {
        floats += buffer.count();
    }
    return m_rnn.bytes() + m_weightLayout.bytes() + m_gradientLayout.bytes() + 4 * floats;
}

} // namespace engine::cuda::cudnn
