// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/lstm_layer.h"

#include "engine/devices/cpu/parallel.h"

#include <algorithm>

namespace engine::onednn {
namespace {

constexpr std::int64_t grain = 16 * 1024; ///< floats that one thread copies in about 5 us

/// What a piece keeps starts at a page, as the library lays out the inside of it by pages.
constexpr std::int64_t floatsOfPage = 1024;

enum WeightIndex : std::size_t { inputWeights, recurrentWeights, bias };

std::int64_t wholePages(std::int64_t floats)
{
    return (floats + floatsOfPage - 1) / floatsOfPage * floatsOfPage;
}

/// to = from, times cont [N] for each of the N rows; a cont of 0 lets nothing through, not even a NaN.
void multiplyRows(const float* cont, const float* from, float* to, std::int64_t streams, std::int64_t units)
{
    parallelFor(streams, std::max<std::int64_t>(1, grain / units), [=](IndexRange range) {
        for (std::int64_t stream = range.first; stream < range.last; ++stream) {
            const float factor = cont[stream];
            for (std::int64_t at = stream * units; at < (stream + 1) * units; ++at) {
                to[at] = factor == 0 ? 0 : from[at] * factor;
            }
        }
    });
}

} // namespace

void copyState(Device& device, LstmState from, LstmState to, std::int64_t floats)
{
    for (const auto& [source, target] : {std::pair{from.h, to.h}, std::pair{from.c, to.c}}) {
        if (target && source) {
            device.copy(source, target, floats);
        } else if (target) {
            device.zero(target, floats);
        }
    }
}

void Scratch::reserve(std::int64_t floats)
{
    if (floats > m_memory.count()) {
        m_memory = {}; // first, so that both never lie in memory together
        m_memory = m_device->allocate(floats);
    }
}

LstmLayer::LstmLayer(const Setup& setup) : m_setup(setup)
{
    chooseLayouts();
    m_thereWeights.emplace(packedWeights(m_there));
    if (setup.purpose == LstmPurpose::Training) {
        m_backWeights.emplace(packedWeights(m_back));
        m_gradients.emplace(packedGradients());
        m_stateGradients = setup.device->allocate(4 * stateFloats());
        if (setup.weights.gradients[bias].empty()) {
            m_unwantedBias = setup.device->allocate(4 * setup.units);
        }
    }
    const Piece whole{0, setup.steps};
    reserve({&whole, 1});
}

/// Lets the library choose how weights lie for whole batches. Shorter pieces take the same layouts.
void LstmLayer::chooseLayouts()
{
    const Setup& s = m_setup;
    const WeightLayouts any{chosenLayout(s.width, s.units), chosenLayout(s.units, s.units)};
    const LstmTensors chosen = tensors(any, s.steps);
    const auto forward = describeForward(*s.library, s.purpose, chosen);
    m_there = {forward.weights_layer_desc(), forward.weights_iter_desc()};
    if (s.purpose == LstmPurpose::Training) {
        const auto backward = describeBackward(*s.library, chosen, chosen, forward);
        m_back = {backward.weights_layer_desc(), backward.weights_iter_desc()};
        m_gradientLayouts = {backward.diff_weights_layer_desc(), backward.diff_weights_iter_desc()};
    }
}

LstmLayer::PackedWeights LstmLayer::packedWeights(const WeightLayouts& layouts) const
{
    const Setup& s = m_setup;
    return {.input = {*s.library, *s.device, canonicalLayout(s.width, s.units), layouts.input},
            .recurrent = {*s.library, *s.device, canonicalLayout(s.units, s.units), layouts.recurrent},
            .current = {}};
}

LstmLayer::PackedGradients LstmLayer::packedGradients() const
{
    const Setup& s = m_setup;
    return {.input = {*s.library, *s.device, canonicalLayout(s.width, s.units), m_gradientLayouts.input},
            .recurrent = {*s.library, *s.device, canonicalLayout(s.units, s.units), m_gradientLayouts.recurrent}};
}

LstmTensors LstmLayer::tensors(const WeightLayouts& layouts, std::int64_t steps) const
{
    const Setup& s = m_setup;
    return {.source = sequenceLayout(steps, s.streams, s.width),
            .state = stateLayout(s.streams, s.units),
            .inputWeights = layouts.input,
            .recurrentWeights = layouts.recurrent,
            .bias = biasLayout(s.units),
            .destination = sequenceLayout(steps, s.streams, s.units)};
}

const LstmLayer::Calls& LstmLayer::callsFor(std::int64_t steps)
{
    const auto found = m_calls.find(steps);
    if (found != m_calls.end()) {
        return found->second;
    }
    Calls calls;
    const Library& library = *m_setup.library;
    const LstmTensors there = tensors(m_there, steps);
    const auto forward = describeForward(library, m_setup.purpose, there);
    calls.forward = forwardCall(forward, there);
    std::int64_t scratch = floatsOf(forward.scratchpad_desc());
    if (m_setup.purpose == LstmPurpose::Training) {
        const LstmTensors back = tensors(m_back, steps), gradients = tensors(m_gradientLayouts, steps);
        const auto backward = describeBackward(library, back, gradients, forward);
        calls.backward = backwardCall(backward, back, gradients);
        calls.kept = wholePages(floatsOf(forward.workspace_desc()));
        scratch = std::max(scratch, floatsOf(backward.scratchpad_desc()));
    }
    m_setup.scratch->reserve(scratch);
    return m_calls.emplace(steps, std::move(calls)).first->second;
}

Call LstmLayer::forwardCall(const dnnl::lstm_forward::primitive_desc& described, const LstmTensors& there) const
{
    const bool training = m_setup.purpose == LstmPurpose::Training;
    return {*m_setup.library,
            dnnl::lstm_forward(described),
            {{DNNL_ARG_SRC_LAYER, there.source},
             {DNNL_ARG_SRC_ITER, there.state},
             {DNNL_ARG_SRC_ITER_C, there.state},
             {DNNL_ARG_WEIGHTS_LAYER, there.inputWeights},
             {DNNL_ARG_WEIGHTS_ITER, there.recurrentWeights},
             {DNNL_ARG_BIAS, there.bias},
             {DNNL_ARG_DST_LAYER, there.destination},
             {DNNL_ARG_DST_ITER, there.state},
             {DNNL_ARG_DST_ITER_C, there.state},
             {DNNL_ARG_WORKSPACE, training ? described.workspace_desc() : dnnl::memory::desc()},
             {DNNL_ARG_SCRATCHPAD, described.scratchpad_desc()}}};
}

Call LstmLayer::backwardCall(const dnnl::lstm_backward::primitive_desc& described, const LstmTensors& back,
                             const LstmTensors& gradients) const
{
    return {*m_setup.library,
            dnnl::lstm_backward(described),
            {{DNNL_ARG_SRC_LAYER, back.source},
             {DNNL_ARG_SRC_ITER, back.state},
             {DNNL_ARG_SRC_ITER_C, back.state},
             {DNNL_ARG_WEIGHTS_LAYER, back.inputWeights},
             {DNNL_ARG_WEIGHTS_ITER, back.recurrentWeights},
             {DNNL_ARG_BIAS, back.bias},
             {DNNL_ARG_DST_LAYER, back.destination},
             {DNNL_ARG_DST_ITER, back.state},
             {DNNL_ARG_DST_ITER_C, back.state},
             {DNNL_ARG_WORKSPACE, described.workspace_desc()},
             {DNNL_ARG_DIFF_SRC_LAYER, gradients.source},
             {DNNL_ARG_DIFF_SRC_ITER, gradients.state},
             {DNNL_ARG_DIFF_SRC_ITER_C, gradients.state},
             {DNNL_ARG_DIFF_WEIGHTS_LAYER, gradients.inputWeights},
             {DNNL_ARG_DIFF_WEIGHTS_ITER, gradients.recurrentWeights},
             {DNNL_ARG_DIFF_BIAS, gradients.bias},
             {DNNL_ARG_DIFF_DST_LAYER, gradients.destination},
             {DNNL_ARG_DIFF_DST_ITER, gradients.state},
             {DNNL_ARG_DIFF_DST_ITER_C, gradients.state},
             {DNNL_ARG_SCRATCHPAD, described.scratchpad_desc()}}};
}

/// Makes room for these pieces; allocates only where they need more than all before them.
void LstmLayer::reserve(std::span<const Piece> pieces)
{
    std::int64_t kept = 0;
    for (const Piece& piece : pieces) {
        kept += callsFor(piece.steps).kept;
    }
    const std::int64_t states = 4 * stateFloats() * static_cast<std::int64_t>(pieces.size());
    for (const auto& [buffer, floats] : {std::pair{&m_kept, kept}, std::pair{&m_states, states}}) {
        if (floats > buffer->count()) {
            *buffer = {};
            *buffer = m_setup.device->allocate(floats);
        }
    }
}

LstmState LstmLayer::statePair(const Buffer& buffer, std::size_t index) const
{
    float* const h = buffer.data() + 2 * stateFloats() * static_cast<std::int64_t>(index);
    return {h, h + stateFloats()};
}

void LstmLayer::restart(const float* cont, LstmState from, LstmState to) const
{
    multiplyRows(cont, from.h, to.h, m_setup.streams, m_setup.units);
    multiplyRows(cont, from.c, to.c, m_setup.streams, m_setup.units);
}

void LstmLayer::refresh(PackedWeights& packed) const
{
    packed.current.refresh(m_setup.weights, [&](const CanonicalWeights& weights) {
        packed.input.pack(*m_setup.library, weights.values[inputWeights].data());
        packed.recurrent.pack(*m_setup.library, weights.values[recurrentWeights].data());
    });
}

LstmState LstmLayer::forward(const Batch& batch, LstmState before)
{
    reserve(batch.pieces);
    refresh(*m_thereWeights);
    LstmState last = before;
    float* kept = m_kept.data();
    for (std::size_t index = 0; index < batch.pieces.size(); ++index) {
        restart(contOf(batch, index), last, stateBefore(index));
        forwardPiece(batch, index, kept);
        last = stateAfter(index);
        kept += callsFor(batch.pieces[index].steps).kept;
    }
    return last;
}

void LstmLayer::forwardPiece(const Batch& batch, std::size_t index, float* kept)
{
    const Setup& s = m_setup;
    const Piece& piece = batch.pieces[index];
    const LstmState before = stateBefore(index), after = stateAfter(index);
    callsFor(piece.steps)
        .forward.run(*s.library, {{DNNL_ARG_SRC_LAYER, batch.x + piece.first * s.streams * s.width},
                                  {DNNL_ARG_SRC_ITER, before.h},
                                  {DNNL_ARG_SRC_ITER_C, before.c},
                                  {DNNL_ARG_WEIGHTS_LAYER, m_thereWeights->input.data()},
                                  {DNNL_ARG_WEIGHTS_ITER, m_thereWeights->recurrent.data()},
                                  {DNNL_ARG_BIAS, s.weights.values[bias].data()},
                                  {DNNL_ARG_DST_LAYER, batch.h + piece.first * s.streams * s.units},
                                  {DNNL_ARG_DST_ITER, after.h},
                                  {DNNL_ARG_DST_ITER_C, after.c},
                                  {DNNL_ARG_WORKSPACE, kept},
                                  {DNNL_ARG_SCRATCHPAD, s.scratch->data()}});
}

void LstmLayer::backward(const Batch& batch, const Gradients& gradients)
{
    refresh(*m_backWeights);
    m_gradients->input.clear();
    m_gradients->recurrent.clear();
    const LstmState byAfter = statePair(m_stateGradients, 0), byBefore = statePair(m_stateGradients, 1);
    copyState(*m_setup.device, gradients.after, byAfter, stateFloats());
    float* kept = m_kept.data();
    for (const Piece& piece : batch.pieces) {
        kept += callsFor(piece.steps).kept;
    }
    for (std::size_t index = batch.pieces.size(); index-- > 0;) {
        kept -= callsFor(batch.pieces[index].steps).kept;
        backwardPiece(batch, index, kept, gradients);
        restart(contOf(batch, index), byBefore, byAfter);
    }
    copyState(*m_setup.device, byAfter, gradients.before, stateFloats());
    addGradients();
}

void LstmLayer::backwardPiece(const Batch& batch, std::size_t index, float* kept, const Gradients& gradients)
{
    const Setup& s = m_setup;
    const Piece& piece = batch.pieces[index];
    const std::int64_t firstOfX = piece.first * s.streams * s.width, firstOfH = piece.first * s.streams * s.units;
    const LstmState before = stateBefore(index), after = stateAfter(index);
    const LstmState byAfter = statePair(m_stateGradients, 0), byBefore = statePair(m_stateGradients, 1);
    float* const byBias = m_unwantedBias.data() ? m_unwantedBias.data() : s.weights.gradients[bias].data();
    callsFor(piece.steps)
        .backward.run(*s.library, {{DNNL_ARG_SRC_LAYER, batch.x + firstOfX},
                                   {DNNL_ARG_SRC_ITER, before.h},
                                   {DNNL_ARG_SRC_ITER_C, before.c},
                                   {DNNL_ARG_WEIGHTS_LAYER, m_backWeights->input.data()},
                                   {DNNL_ARG_WEIGHTS_ITER, m_backWeights->recurrent.data()},
                                   {DNNL_ARG_BIAS, s.weights.values[bias].data()},
                                   {DNNL_ARG_DST_LAYER, batch.h + firstOfH},
                                   {DNNL_ARG_DST_ITER, after.h},
                                   {DNNL_ARG_DST_ITER_C, after.c},
                                   {DNNL_ARG_WORKSPACE, kept},
                                   {DNNL_ARG_DIFF_SRC_LAYER, gradients.x + firstOfX},
                                   {DNNL_ARG_DIFF_SRC_ITER, byBefore.h},
                                   {DNNL_ARG_DIFF_SRC_ITER_C, byBefore.c},
                                   {DNNL_ARG_DIFF_WEIGHTS_LAYER, m_gradients->input.data()},
                                   {DNNL_ARG_DIFF_WEIGHTS_ITER, m_gradients->recurrent.data()},
                                   {DNNL_ARG_DIFF_BIAS, byBias},
                                   {DNNL_ARG_DIFF_DST_LAYER, gradients.h + firstOfH},
                                   {DNNL_ARG_DIFF_DST_ITER, byAfter.h},
                                   {DNNL_ARG_DIFF_DST_ITER_C, byAfter.c},
                                   {DNNL_ARG_SCRATCHPAD, s.scratch->data()}});
}

void LstmLayer::addGradients()
{
    const auto& gradients = m_setup.weights.gradients;
    if (!gradients[inputWeights].empty()) {
        m_gradients->input.addTo(*m_setup.library, gradients[inputWeights].data());
    }
    if (!gradients[recurrentWeights].empty()) {
        m_gradients->recurrent.addTo(*m_setup.library, gradients[recurrentWeights].data());
    }
}

std::int64_t LstmLayer::workspaceBytes() const
{
    std::int64_t floats = m_kept.count() + m_states.count() + m_stateGradients.count() + m_unwantedBias.count();
    floats += m_thereWeights->input.count() + m_thereWeights->recurrent.count();
    if (m_setup.purpose == LstmPurpose::Training) {
        floats += m_backWeights->input.count() + m_backWeights->recurrent.count();
        floats += m_gradients->input.count() + m_gradients->recurrent.count();
    }
    return floats * static_cast<std::int64_t>(sizeof(float));
}

} // namespace engine::onednn
