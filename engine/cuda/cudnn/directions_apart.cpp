// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/directions_apart.h"

#include <algorithm>
#include <cassert>

namespace engine::cuda::cudnn {
namespace {

CanonicalWeights weightsOfPart(const RecurrentStack& stack, const CanonicalWeights& all, std::size_t part)
{
    const auto some = [&](const std::vector<std::span<float>>& tensors) -> std::vector<std::span<float>> {
        if (tensors.size() != all.values.size()) {
            return {};
        }
        const auto first = tensors.begin() + static_cast<std::ptrdiff_t>(part * stack.weightsOfPart());
        return {first, first + static_cast<std::ptrdiff_t>(stack.weightsOfPart())};
    };
    return {some(all.values), some(all.gradients), all.version};
}

/// Row s of the backward direction's cont is row T - s of the forward one's; the first is 1.
std::vector<float> reversedCont(std::span<const float> cont, std::int64_t streams)
{
    std::vector<float> reversed(static_cast<std::size_t>(streams), 1.0f);
    for (std::int64_t row = std::ssize(cont) / streams - 1; row > 0; --row) {
        const float* const from = cont.data() + row * streams;
        reversed.insert(reversed.end(), from, from + streams);
    }
    return reversed;
}

} // namespace

DirectionsApart::DirectionsApart(const Setup& setup, const CanonicalWeights& weights)
    : m_setup(setup),
      m_algorithm{.id = standard.id, .name = standard.name, .finer = setup.elements()},
      m_elements(setup.elements()),
      m_noDropout(*setup.device, 0, 0)
{
    assert(setup.stack.isBidirectional());
    for (std::int64_t layer = 0; layer < setup.stack.layers; ++layer) {
        addLayer(layer, weights);
    }
    m_reversedCont = setup.device->allocate(setup.steps * setup.streams);
    if (setup.purpose == Purpose::Training) {
        const std::int64_t widest = m_layers.size() > 1 ? std::max(setup.width, 2 * setup.units) : setup.width;
        m_byForwardOutput = sequence(setup.units);
        m_byBackwardOutput = sequence(setup.units);
        m_byForwardInput = sequence(widest);
        m_byBackwardInput = sequence(widest);
        m_byOutput = m_layers.size() > 1 ? sequence(2 * setup.units) : Buffer();
    }
}

/// [T, N, width] of the precision's elements.
Buffer DirectionsApart::sequence(std::int64_t width) const
{
    return m_setup.device->allocate(floatsFor(m_setup.steps * m_setup.streams * width * bytesOf(m_elements)));
}

void DirectionsApart::addLayer(std::int64_t layer, const CanonicalWeights& weights)
{
    m_layers.push_back({.forward = partOf(layer, Direction::Forward, weights),
                        .backward = partOf(layer, Direction::Backward, weights),
                        .forwardOutput = sequence(m_setup.units),
                        .backwardOutput = sequence(m_setup.units),
                        .reversedInput = sequence(m_setup.stack.widthOf(layer, m_setup.width, m_setup.units)),
                        .output = layer + 1 < m_setup.stack.layers ? sequence(2 * m_setup.units) : Buffer()});
}

std::unique_ptr<PiecewiseRnn> DirectionsApart::partOf(std::int64_t layer, Direction direction,
                                                      const CanonicalWeights& weights) const
{
    Rnn::Setup part = m_setup;
    part.algorithm = &m_algorithm;
    part.dropout = &m_noDropout;
    part.stack = {.cell = m_setup.stack.cell};
    part.width = m_setup.stack.widthOf(layer, m_setup.width, m_setup.units);
    return std::make_unique<PiecewiseRnn>(part,
                                          weightsOfPart(m_setup.stack, weights, m_setup.stack.part(layer, direction)));
}

// ---- pieces

void DirectionsApart::reserveEveryStep()
{
    for (Layer& layer : m_layers) {
        layer.forward->reserve(everyStep(m_setup.steps));
        layer.backward->reserve(everyStep(m_setup.steps));
    }
}

void DirectionsApart::cutEveryStep()
{
    for (Layer& layer : m_layers) {
        layer.forward->cut(everyStep(m_setup.steps));
        layer.backward->cut(everyStep(m_setup.steps));
    }
}

void DirectionsApart::cutBetweenStarts(std::span<const float> cont)
{
    const std::vector<StepRange> forward = betweenStarts(cont, m_setup.streams);
    const std::vector<StepRange> backward = betweenStarts(reversedCont(cont, m_setup.streams), m_setup.streams);
    for (Layer& layer : m_layers) {
        layer.forward->cut(forward);
        layer.backward->cut(backward);
    }
}

// ---- passes

SequenceSizes DirectionsApart::inputOf(std::size_t layer) const
{
    const auto stacked = static_cast<std::int64_t>(layer);
    return {m_setup.steps, m_setup.streams, m_setup.stack.widthOf(stacked, m_setup.width, m_setup.units)};
}

StackedDropout DirectionsApart::dropoutAfter(std::size_t layer) const
{
    if (isTop(layer)) {
        return {};
    }
    const std::int64_t elements = m_setup.steps * m_setup.streams * m_setup.stack.directions * m_setup.units;
    return {m_setup.masks, stackedDropoutKey(m_setup.random, static_cast<std::int64_t>(layer), elements), m_pass};
}

const void* DirectionsApart::inputOf(const PiecewiseRnn::Batch& batch, std::size_t layer) const
{
    return layer == 0 ? batch.x : m_layers[layer - 1].output.data();
}

PiecewiseRnn::Batch DirectionsApart::forwardBatch(const PiecewiseRnn::Batch& batch, std::size_t layer) const
{
    return {inputOf(batch, layer), m_layers[layer].forwardOutput.data(), batch.cont};
}

PiecewiseRnn::Batch DirectionsApart::backwardBatch(std::size_t layer) const
{
    return {m_layers[layer].reversedInput.data(), m_layers[layer].backwardOutput.data(), m_reversedCont.data()};
}

void DirectionsApart::forward(const PiecewiseRnn::Batch& batch, const StatePlaces& first, const StatePlaces& last,
                              const StatePlaces& lastToo, const Pass& pass)
{
    cudaStream_t const stream = m_setup.device->stream();
    m_pass = pass;
    reverseCont(stream, m_setup.steps, m_setup.streams, batch.cont, m_reversedCont.data());
    for (std::size_t index = 0; index < m_layers.size(); ++index) {
        Layer& layer = m_layers[index];
        reverseSteps(stream, m_elements, inputOf(index), inputOf(batch, index), layer.reversedInput.data());
        const auto run = [&](PiecewiseRnn& part, const PiecewiseRnn::Batch& own, Direction direction) {
            const std::size_t place = m_setup.stack.part(static_cast<std::int64_t>(index), direction);
            part.forward(own, first.ofPart(place), last.ofPart(place), lastToo.ofPart(place));
        };
        run(*layer.forward, forwardBatch(batch, index), Direction::Forward);
        run(*layer.backward, backwardBatch(index), Direction::Backward);
        joinDirections(stream, m_elements, half(), dropoutAfter(index), layer.forwardOutput.data(),
                       layer.backwardOutput.data(), isTop(index) ? batch.y : layer.output.data());
    }
}

void DirectionsApart::backward(const PiecewiseRnn::Batch& batch, const PiecewiseRnn::Gradients& gradients)
{
    cudaStream_t const stream = m_setup.device->stream();
    for (std::size_t index = m_layers.size(); index-- > 0;) {
        Layer& layer = m_layers[index];
        splitDirections(stream, m_elements, half(), dropoutAfter(index), isTop(index) ? gradients.y : m_byOutput.data(),
                        m_byForwardOutput.data(), m_byBackwardOutput.data());
        const auto run = [&](PiecewiseRnn& part, const PiecewiseRnn::Batch& own, const Buffer& byOutput,
                             const Buffer& byInput, Direction direction) {
            const std::size_t place = m_setup.stack.part(static_cast<std::int64_t>(index), direction);
            part.backward(own, {.y = byOutput.data(),
                                .x = byInput.data(),
                                .last = gradients.last.ofPart(place),
                                .first = gradients.first.ofPart(place)});
        };
        run(*layer.forward, forwardBatch(batch, index), m_byForwardOutput, m_byForwardInput, Direction::Forward);
        run(*layer.backward, backwardBatch(index), m_byBackwardOutput, m_byBackwardInput, Direction::Backward);
        addReversed(stream, m_elements, inputOf(index), m_byForwardInput.data(), m_byBackwardInput.data(),
                    index == 0 ? gradients.x : m_byOutput.data());
    }
}

std::int64_t DirectionsApart::bytes() const
{
    std::int64_t bytes = 0;
    for (const Buffer* buffer : {&m_reversedCont, &m_byForwardOutput, &m_byBackwardOutput, &m_byForwardInput,
                                 &m_byBackwardInput, &m_byOutput}) {
        bytes += 4 * buffer->count();
    }
    for (const Layer& layer : m_layers) {
        bytes += layer.forward->bytes() + layer.backward->bytes();
        for (const Buffer* buffer :
             {&layer.forwardOutput, &layer.backwardOutput, &layer.reversedInput, &layer.output}) {
            bytes += 4 * buffer->count();
        }
    }
    return bytes;
}

} // namespace engine::cuda::cudnn
