// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/onednn/primitive_part.h"

#include <algorithm>
#include <tuple>

namespace engine::onednn {
namespace {

/// What a piece keeps starts at a page, as the library lays out the inside of it by pages.
constexpr std::int64_t floatsOfPage = 1024;

std::int64_t wholePages(std::int64_t floats)
{
    return (floats + floatsOfPage - 1) / floatsOfPage * floatsOfPage;
}

} // namespace

PrimitivePart::PrimitivePart(const Setup& setup, Described) : m_setup(setup)
{
    chooseLayouts();
    book();
}

PrimitivePart::PrimitivePart(const Setup& setup) : PrimitivePart(setup, Described{})
{
    Device& device = *setup.place.device;
    setup.place.scratch->reserve(m_booked.shared());
    m_kept = m_booked.allocate(device, "kept");
    m_states = m_booked.allocate(device, "states");
    callsFor(setup.steps);
    m_forwardWeights.emplace(packedWeights(m_forwardLayouts));
    if (setup.cell->recurrentBias) {
        m_gruBias.emplace(device, setup.units, setup.purpose);
    }
    if (setup.purpose == Purpose::Training) {
        m_backwardWeights.emplace(packedWeights(m_backwardLayouts));
        m_gradients.emplace(packedGradients());
        m_stateGradients = m_booked.allocate(device, "state gradients");
        m_unwantedBias = m_booked.allocate(device, "unwanted bias");
    }
}

void PrimitivePart::book()
{
    const Setup& s = m_setup;
    const bool training = s.purpose == Purpose::Training;
    const auto [forward, backward] = described(s.steps);
    m_booked.share(floatsOf(forward.scratchpad_desc()));
    m_booked.keep("kept", training ? wholePages(floatsOf(forward.workspace_desc())) : 0);
    m_booked.use("states", 2 * floatsOfStates());
    for (const WeightLayouts* layouts : {&m_forwardLayouts, &m_backwardLayouts, &m_gradientLayouts}) {
        m_booked.use("packed", floatsOf(layouts->input) + floatsOf(layouts->recurrent));
    }
    if (s.cell->recurrentBias) {
        m_booked.use("biases", GruBias::floatsFor(s.units, s.purpose));
        m_booked.share(std::max(inputSizes().count(), recurrentSizes().count()));
    }
    if (training) {
        const bool isFrozen =
            !s.cell->recurrentBias && !s.weights.gradients.empty() && s.weights.gradients[bias].empty();
        m_booked.share(floatsOf(backward.scratchpad_desc()));
        m_booked.use("state gradients", 2 * floatsOfStates());
        m_booked.use("unwanted bias", isFrozen ? s.cell->gateCount() * s.units : 0);
    }
}

/// Lets the library choose how weights lie for whole batches. Shorter pieces take the same layouts.
void PrimitivePart::chooseLayouts()
{
    const WeightLayouts any{chosenLayout(inputSizes()), chosenLayout(recurrentSizes())};
    const RecurrentTensors chosen = tensors(any, m_setup.steps);
    const auto [forward, backward] = describe(*m_setup.place.library, operation(), {chosen, chosen, chosen});
    m_forwardLayouts = {forward.weights_layer_desc(), forward.weights_iter_desc()};
    if (m_setup.purpose == Purpose::Training) {
        m_backwardLayouts = {backward.weights_layer_desc(), backward.weights_iter_desc()};
        m_gradientLayouts = {backward.diff_weights_layer_desc(), backward.diff_weights_iter_desc()};
    }
}

PrimitivePart::PackedWeights PrimitivePart::packedWeights(const WeightLayouts& layouts) const
{
    return {.input = {m_setup.place, inputSizes(), layouts.input},
            .recurrent = {m_setup.place, recurrentSizes(), layouts.recurrent},
            .current = {}};
}

PrimitivePart::PackedGradients PrimitivePart::packedGradients() const
{
    return {.input = {m_setup.place, inputSizes(), m_gradientLayouts.input},
            .recurrent = {m_setup.place, recurrentSizes(), m_gradientLayouts.recurrent}};
}

RecurrentTensors PrimitivePart::tensors(const WeightLayouts& layouts, std::int64_t steps) const
{
    const Setup& s = m_setup;
    const dnnl::memory::desc state = stateLayout(s.streams, s.units);
    return {.source = sequenceLayout(steps, s.streams, s.width),
            .h = state,
            .c = s.cell->stateCount() > 1 ? state : dnnl::memory::desc(),
            .inputWeights = layouts.input,
            .recurrentWeights = layouts.recurrent,
            .bias = biasLayout(*s.cell, s.units),
            .destination = sequenceLayout(steps, s.streams, s.units, s.stride)};
}

RecurrentDescription PrimitivePart::described(std::int64_t steps) const
{
    return describe(
        *m_setup.place.library, operation(),
        {tensors(m_forwardLayouts, steps), tensors(m_backwardLayouts, steps), tensors(m_gradientLayouts, steps)});
}

const PrimitivePart::Calls& PrimitivePart::callsFor(std::int64_t steps)
{
    const auto found = m_calls.find(steps);
    if (found != m_calls.end()) {
        return found->second;
    }
    Calls calls;
    const RecurrentDescription all = described(steps);
    calls.forward = forwardCall(all, tensors(m_forwardLayouts, steps));
    m_booked.share(floatsOf(all.forward.scratchpad_desc()));
    if (m_setup.purpose == Purpose::Training) {
        calls.backward = backwardCall(all, tensors(m_backwardLayouts, steps), tensors(m_gradientLayouts, steps));
        calls.kept = wholePages(floatsOf(all.forward.workspace_desc()));
        m_booked.share(floatsOf(all.backward.scratchpad_desc()));
    }
    m_setup.place.scratch->reserve(m_booked.shared());
    return m_calls.emplace(steps, std::move(calls)).first->second;
}

Call PrimitivePart::forwardCall(const RecurrentDescription& described, const RecurrentTensors& forwardTensors) const
{
    const bool training = m_setup.purpose == Purpose::Training;
    return {*m_setup.place.library,
            dnnl::primitive(described.forward),
            {{DNNL_ARG_SRC_LAYER, forwardTensors.source},
             {DNNL_ARG_SRC_ITER, forwardTensors.h},
             {DNNL_ARG_SRC_ITER_C, forwardTensors.c},
             {DNNL_ARG_WEIGHTS_LAYER, forwardTensors.inputWeights},
             {DNNL_ARG_WEIGHTS_ITER, forwardTensors.recurrentWeights},
             {DNNL_ARG_BIAS, forwardTensors.bias},
             {DNNL_ARG_DST_LAYER, forwardTensors.destination},
             {DNNL_ARG_DST_ITER, forwardTensors.h},
             {DNNL_ARG_DST_ITER_C, forwardTensors.c},
             {DNNL_ARG_WORKSPACE, training ? described.forward.workspace_desc() : dnnl::memory::desc()},
             {DNNL_ARG_SCRATCHPAD, described.forward.scratchpad_desc()}}};
}

Call PrimitivePart::backwardCall(const RecurrentDescription& described, const RecurrentTensors& backwardTensors,
                                 const RecurrentTensors& gradients) const
{
    return {*m_setup.place.library,
            dnnl::primitive(described.backward),
            {{DNNL_ARG_SRC_LAYER, backwardTensors.source},
             {DNNL_ARG_SRC_ITER, backwardTensors.h},
             {DNNL_ARG_SRC_ITER_C, backwardTensors.c},
             {DNNL_ARG_WEIGHTS_LAYER, backwardTensors.inputWeights},
             {DNNL_ARG_WEIGHTS_ITER, backwardTensors.recurrentWeights},
             {DNNL_ARG_BIAS, backwardTensors.bias},
             {DNNL_ARG_DST_LAYER, backwardTensors.destination},
             {DNNL_ARG_DST_ITER, backwardTensors.h},
             {DNNL_ARG_DST_ITER_C, backwardTensors.c},
             {DNNL_ARG_WORKSPACE, described.forward.workspace_desc()},
             {DNNL_ARG_DIFF_SRC_LAYER, gradients.source},
             {DNNL_ARG_DIFF_SRC_ITER, gradients.h},
             {DNNL_ARG_DIFF_SRC_ITER_C, gradients.c},
             {DNNL_ARG_DIFF_WEIGHTS_LAYER, gradients.inputWeights},
             {DNNL_ARG_DIFF_WEIGHTS_ITER, gradients.recurrentWeights},
             {DNNL_ARG_DIFF_BIAS, gradients.bias},
             {DNNL_ARG_DIFF_DST_LAYER, gradients.destination},
             {DNNL_ARG_DIFF_DST_ITER, gradients.h},
             {DNNL_ARG_DIFF_DST_ITER_C, gradients.c},
             {DNNL_ARG_SCRATCHPAD, described.backward.scratchpad_desc()}}};
}

/// Makes room for these pieces; allocates only where they need more than all before them.
void PrimitivePart::reserve(std::span<const StepRange> pieces)
{
    std::int64_t kept = 0;
    for (const StepRange& piece : pieces) {
        kept += callsFor(piece.steps).kept;
    }
    const std::int64_t states = 2 * floatsOfStates() * static_cast<std::int64_t>(pieces.size());
    for (const auto& [name, buffer, floats] :
         {std::tuple{"kept", &m_kept, kept}, std::tuple{"states", &m_states, states}}) {
        if (floats > buffer->count()) {
            *buffer = {};
            m_booked.resize(name, floats);
            *buffer = m_booked.allocate(*m_setup.place.device, name);
        }
    }
}

RecurrentState PrimitivePart::statesAt(const Buffer& buffer, std::size_t index) const
{
    float* const h = buffer.data() + floatsOfStates() * static_cast<std::int64_t>(index);
    return {h, m_setup.cell->stateCount() > 1 ? h + stateFloats() : nullptr};
}

void PrimitivePart::refresh(PackedWeights& packed) const
{
    packed.current.refresh(m_setup.weights, [&](const CanonicalWeights& weights) {
        packed.input.pack(weights.values[inputWeights].data());
        packed.recurrent.pack(weights.values[recurrentWeights].data());
    });
}

void PrimitivePart::refreshBiases()
{
    if (m_gruBias) {
        m_gruBiasCurrent.refresh(m_setup.weights, [&](const CanonicalWeights& weights) {
            m_gruBias->pack(weights.values[bias].data(), weights.values[recurrentBias].data());
        });
    }
}

float* PrimitivePart::biases() const
{
    return m_gruBias ? m_gruBias->values() : m_setup.weights.values[bias].data();
}

float* PrimitivePart::biasGradients() const
{
    if (m_gruBias) {
        return m_gruBias->gradients();
    }
    return m_unwantedBias.data() ? m_unwantedBias.data() : m_setup.weights.gradients[bias].data();
}

RecurrentState PrimitivePart::forward(const Batch& batch, RecurrentState before)
{
    reserve(batch.pieces);
    refresh(*m_forwardWeights);
    refreshBiases();
    RecurrentState last = before;
    float* kept = m_kept.data();
    for (std::size_t turn = 0; turn < batch.pieces.size(); ++turn) {
        restart(batch, turn, last, stateBefore(turn));
        forwardPiece(batch, turn, kept);
        last = stateAfter(turn);
        kept += callsFor(batch.pieceAt(m_setup.direction, turn).steps).kept;
    }
    return last;
}

void PrimitivePart::forwardPiece(const Batch& batch, std::size_t turn, float* kept)
{
    const Setup& s = m_setup;
    const StepRange& piece = batch.pieceAt(m_setup.direction, turn);
    const RecurrentState before = stateBefore(turn), after = stateAfter(turn);
    callsFor(piece.steps)
        .forward.run(*s.place.library, {{DNNL_ARG_SRC_LAYER, batch.x + piece.first * s.streams * s.width},
                                        {DNNL_ARG_SRC_ITER, before.h},
                                        {DNNL_ARG_SRC_ITER_C, before.c},
                                        {DNNL_ARG_WEIGHTS_LAYER, m_forwardWeights->input.data()},
                                        {DNNL_ARG_WEIGHTS_ITER, m_forwardWeights->recurrent.data()},
                                        {DNNL_ARG_BIAS, biases()},
                                        {DNNL_ARG_DST_LAYER, batch.h + piece.first * s.streams * s.stride},
                                        {DNNL_ARG_DST_ITER, after.h},
                                        {DNNL_ARG_DST_ITER_C, after.c},
                                        {DNNL_ARG_WORKSPACE, kept},
                                        {DNNL_ARG_SCRATCHPAD, s.place.scratch->data()}});
}

void PrimitivePart::backward(const Batch& batch, const Gradients& gradients)
{
    refresh(*m_backwardWeights);
    clearGradients();
    const RecurrentState byAfter = statesAt(m_stateGradients, 0), byBefore = statesAt(m_stateGradients, 1);
    copyState(*m_setup.place.device, gradients.after, byAfter, stateFloats());
    float* kept = m_kept.data();
    for (const StepRange& piece : batch.pieces) {
        kept += callsFor(piece.steps).kept;
    }
    for (std::size_t turn = batch.pieces.size(); turn-- > 0;) {
        kept -= callsFor(batch.pieceAt(m_setup.direction, turn).steps).kept;
        backwardPiece(batch, turn, kept, gradients);
        restart(batch, turn, byBefore, byAfter);
    }
    copyState(*m_setup.place.device, byAfter, gradients.before, stateFloats());
    addGradients();
}

void PrimitivePart::backwardPiece(const Batch& batch, std::size_t turn, float* kept, const Gradients& gradients)
{
    const Setup& s = m_setup;
    const StepRange& piece = batch.pieceAt(m_setup.direction, turn);
    const std::int64_t firstOfX = piece.first * s.streams * s.width, firstOfH = piece.first * s.streams * s.stride;
    const RecurrentState before = stateBefore(turn), after = stateAfter(turn);
    const RecurrentState byAfter = statesAt(m_stateGradients, 0), byBefore = statesAt(m_stateGradients, 1);
    callsFor(piece.steps)
        .backward.run(*s.place.library, {{DNNL_ARG_SRC_LAYER, batch.x + firstOfX},
                                         {DNNL_ARG_SRC_ITER, before.h},
                                         {DNNL_ARG_SRC_ITER_C, before.c},
                                         {DNNL_ARG_WEIGHTS_LAYER, m_backwardWeights->input.data()},
                                         {DNNL_ARG_WEIGHTS_ITER, m_backwardWeights->recurrent.data()},
                                         {DNNL_ARG_BIAS, biases()},
                                         {DNNL_ARG_DST_LAYER, batch.h + firstOfH},
                                         {DNNL_ARG_DST_ITER, after.h},
                                         {DNNL_ARG_DST_ITER_C, after.c},
                                         {DNNL_ARG_WORKSPACE, kept},
                                         {DNNL_ARG_DIFF_SRC_LAYER, gradients.x + firstOfX},
                                         {DNNL_ARG_DIFF_SRC_ITER, byBefore.h},
                                         {DNNL_ARG_DIFF_SRC_ITER_C, byBefore.c},
                                         {DNNL_ARG_DIFF_WEIGHTS_LAYER, m_gradients->input.data()},
                                         {DNNL_ARG_DIFF_WEIGHTS_ITER, m_gradients->recurrent.data()},
                                         {DNNL_ARG_DIFF_BIAS, biasGradients()},
                                         {DNNL_ARG_DIFF_DST_LAYER, gradients.h + firstOfH},
                                         {DNNL_ARG_DIFF_DST_ITER, byAfter.h},
                                         {DNNL_ARG_DIFF_DST_ITER_C, byAfter.c},
                                         {DNNL_ARG_SCRATCHPAD, s.place.scratch->data()}});
}

void PrimitivePart::clearGradients()
{
    m_gradients->input.clear();
    m_gradients->recurrent.clear();
    if (m_gruBias) {
        m_gruBias->clearGradients();
    }
}

void PrimitivePart::addGradients()
{
    const auto& gradients = m_setup.weights.gradients;
    if (!gradients[inputWeights].empty()) {
        m_gradients->input.addTo(gradients[inputWeights].data());
    }
    if (!gradients[recurrentWeights].empty()) {
        m_gradients->recurrent.addTo(gradients[recurrentWeights].data());
    }
    if (m_gruBias) {
        m_gruBias->addGradientsTo(gradients[bias].data(), gradients[recurrentBias].data());
    }
}

} // namespace engine::onednn
