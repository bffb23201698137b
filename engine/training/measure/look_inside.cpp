// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/look_inside.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/params.h"
#include "engine/lens/unit_layer.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace engine {
namespace {

constexpr std::int64_t sampleSize = 8192; ///< elements of a tensor that are looked at
constexpr std::int64_t runs = 8;          ///< in so many runs: each is a copy of its own from a GPU
constexpr std::int64_t rowsOfUnits = 64;  ///< places of a batch where units are looked at
constexpr std::int64_t placesNeeded = 16; ///< before a unit may be called dead
constexpr float nothing = 1e-3f;          ///< the largest output of a dead unit

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Whole rows of a tensor, from runs that are spread evenly over it; all where it is small.
std::vector<float> rowsOf(Device& device, std::span<const float> values, std::int64_t width, std::int64_t wanted)
{
    const std::int64_t rows = static_cast<std::int64_t>(values.size()) / width;
    std::vector<float> sample;
    const auto read = [&](std::int64_t first, std::int64_t count) {
        const std::size_t place = sample.size();
        sample.resize(place + static_cast<std::size_t>(count * width));
        device.toHost(values.data() + first * width, std::span(sample).subspan(place));
    };
    if (wanted >= rows) {
        read(0, rows);
        return sample;
    }
    const std::int64_t inOne = std::max<std::int64_t>(1, wanted / runs);
    const std::int64_t number = std::min(runs, wanted);
    for (std::int64_t run = 0; run < number; ++run) {
        read(number == 1 ? 0 : run * (rows - inOne) / (number - 1), inOne);
    }
    return sample;
}

/// Of a tensor without rows.
ValueStatistics statisticsOn(Device& device, std::span<const float> values)
{
    return statisticsOf(rowsOf(device, values, 1, sampleSize), static_cast<std::int64_t>(values.size()));
}

std::int64_t widthOf(const Shape& shape)
{
    return shape.axes() == 0 ? 1 : std::max<std::int64_t>(1, shape[shape.axes() - 1]);
}

std::vector<std::int64_t> deadAmong(std::span<const float> rows, std::int64_t width)
{
    std::vector<float> largest(static_cast<std::size_t>(width));
    for (std::size_t place = 0; place < rows.size(); ++place) {
        float& most = largest[place % largest.size()];
        most = std::max(most, std::isfinite(rows[place]) ? std::abs(rows[place]) : 1.0f);
    }
    std::vector<std::int64_t> dead;
    for (std::int64_t unit = 0; unit < width; ++unit) {
        if (largest[static_cast<std::size_t>(unit)] < nothing) {
            dead.push_back(unit);
        }
    }
    return dead;
}

/// Whether units of the layer can die, that is, output nothing from then on.
bool canDie(const LayerType& type)
{
    return isRecurrent(type) || type.name == "RELU";
}

/// The part of a recurrent layer's input that a look can follow.
struct FollowedLayer {
    RecurrentStack stack;
    std::int64_t steps = 0, streams = 0, width = 0, units = 0;
    std::int64_t seen = 0; ///< steps that are followed
};

std::optional<FollowedLayer> followedLayerOf(const LayerType& type, const Params& params, const Shape& x,
                                             const Shape& h)
{
    const std::optional<RecurrentStack> stack = recurrentStack(type, params);
    if (!stack || x.count() == 0) {
        return std::nullopt;
    }
    FollowedLayer followed{.stack = *stack};
    followed.streams = stack->rows ? intParam(params, std::string(type.streamsKey)) : x[1];
    followed.steps = stack->rows ? x[0] / followed.streams : x[0];
    followed.width = x.count() / (followed.steps * followed.streams);
    followed.units = h.count() / (followed.steps * followed.streams * stack->directions);
    followed.seen = stack->isBidirectional() ? followed.steps : std::min(followed.steps, NetLook::fewSteps);
    return followed.seen > NetLook::maxSteps ? std::nullopt : std::optional(followed);
}

/// The first stream's rows of the first steps: [seen, width] of [T, N, width].
std::vector<float> firstStream(Device& device, const float* values, const FollowedLayer& followed, std::int64_t width)
{
    constexpr std::int64_t atOnce = 1 << 16; ///< so few floats are read whole
    const std::int64_t row = followed.streams * width;
    std::vector<float> rows(static_cast<std::size_t>(followed.seen * width));
    if (followed.seen * row <= atOnce) {
        std::vector<float> all(static_cast<std::size_t>(followed.seen * row));
        device.toHost(values, all);
        for (std::int64_t step = 0; step < followed.seen; ++step) {
            std::copy_n(all.data() + step * row, width, rows.data() + step * width);
        }
        return rows;
    }
    for (std::int64_t step = 0; step < followed.seen; ++step) {
        device.toHost(values + step * row,
                      std::span(rows).subspan(static_cast<std::size_t>(step * width), static_cast<std::size_t>(width)));
    }
    return rows;
}

/// Memory of the host that a lens reads from as from tensors.
class HostTensors {
public:
    Tensor add(const Shape& shape, std::vector<float> values)
    {
        m_values.push_back(std::move(values));
        return {shape, m_values.back().data(), nullptr};
    }
    Tensor room(const Shape& shape) { return add(shape, std::vector<float>(static_cast<std::size_t>(shape.count()))); }

private:
    std::vector<std::vector<float>> m_values; // what a vector holds stays where it is when the vector moves
};

} // namespace

const LayerLook* NetLook::find(const std::string& layer) const
{
    const auto found = std::ranges::find(layers, layer, &LayerLook::layer);
    return found == layers.end() ? nullptr : &*found;
}

LookInside::LookInside(const Net& net, const WeightStore& store, Tell tell)
    : m_net(net), m_store(store), m_tell(std::move(tell))
{}

/// Does a part of the look and measures its time. Synchronizes first, so that the step's own work does not count as
/// cost of the look, and a fault that a kernel found in the step ends the run and not the look.
template <typename Look>
void LookInside::timed(const Look& look)
{
    if (!m_failure.empty()) {
        return;
    }
    device().finish();
    const auto begin = Clock::now();
    try {
        look();
    } catch (const std::bad_alloc&) {
        m_failure = say(ENGINE_TEXT("Sentences", "there is not enough memory to copy the values"));
    } catch (const Error& error) {
        m_failure = error.sentence();
    } catch (const std::exception& exception) {
        m_failure = exception.what(); // the step itself goes on, and fails by itself if the device did
    }
    m_look.seconds += secondsSince(begin);
}

void LookInside::beforeForward(std::int64_t iteration, double batchSeconds)
{
    m_look.iteration = iteration;
    m_batchSeconds = batchSeconds;
    device().finish(); // the steps queued before
    m_begin = Clock::now();
    timed([&] {
        for (const NamedTensor& state : m_net.state()) {
            const auto units = static_cast<std::ptrdiff_t>(state.shape[state.shape.axes() - 1]);
            m_states[state.name].assign(state.values.begin(), state.values.begin() + units);
        }
    });
}

void LookInside::afterForward()
{
    timed([&] {
        const Sequence& sequence = m_net.sequence();
        for (std::size_t layer = 0; layer < sequence.model().layers.size(); ++layer) {
            const Layer& node = sequence.model().layers[layer];
            m_look.layers.push_back({.layer = node.name, .type = node.type});
            lookAtOutputs(layer);
            lookAtUnits(layer);
        }
        m_look.gates = gateSaturations(m_look.units);
    });
}

void LookInside::lookAtOutputs(std::size_t layer)
{
    const Layer& node = m_net.sequence().model().layers[layer];
    const std::vector<Tensor>& outputs = m_net.sequence().outputs(layer);
    LayerLook& look = m_look.layers.back();
    for (std::size_t top = 0; top < outputs.size(); ++top) {
        const std::int64_t width = widthOf(outputs[top].shape);
        const bool hasUnits = top == 0 && canDie(layerType(node.type));
        const std::int64_t wanted = std::max(hasUnits ? rowsOfUnits : 1, sampleSize / width);
        const std::vector<float> rows = rowsOf(device(), outputs[top].values(), width, wanted);
        look.outputs.push_back({.name = node.tops[top], .values = statisticsOf(rows, outputs[top].count())});
        if (hasUnits && static_cast<std::int64_t>(rows.size()) >= placesNeeded * width) {
            look.units = width;
            look.deadUnits = deadAmong(rows, width);
        }
    }
}

/// What the units of a recurrent layer did: by a lens that reads what the layer has read.
void LookInside::lookAtUnits(std::size_t layer)
{
    const Sequence& sequence = m_net.sequence();
    const Layer& node = sequence.model().layers[layer];
    const LayerType& type = layerType(node.type);
    if (!isRecurrent(type) || node.bottoms.empty() || !m_net.sequence().has(node.bottoms[0])) {
        return;
    }
    const Params params = completeParams(node, sequence.model().dialect);
    const Tensor x = m_net.tensor(node.bottoms[0]);
    const std::optional<FollowedLayer> followed =
        followedLayerOf(type, params, x.shape, sequence.outputs(layer).at(0).shape);
    if (!followed) {
        return;
    }
    HostTensors host;
    LayerSetup setup;
    setup.type = &type;
    setup.name = node.name;
    setup.params = params;
    setup.phase = Phase::Run;
    const auto shape = [&](std::int64_t width) {
        return followed->stack.rows ? Shape{followed->seen, width} : Shape{followed->seen, 1, width};
    };
    setup.inputs.push_back(host.add(shape(followed->width), firstStream(device(), x.data, *followed, followed->width)));
    for (std::size_t port = 1; port < node.bottoms.size(); ++port) {
        if (type.inputs[port].role != Role::Cont) {
            return; // its first state is in a tensor
        }
        const Tensor cont = m_net.tensor(node.bottoms[port]);
        setup.inputs.push_back(host.add({followed->seen, 1}, firstStream(device(), cont.data, *followed, 1)));
    }
    setup.outputs = {host.room(shape(followed->stack.directions * followed->units))};
    const CanonicalWeights weights = m_store.of(node.name, sequence.sizes()[layer].sizes);
    for (const std::span<float> values : weights.values) {
        std::vector<float> copy(values.size());
        device().toHost(values.data(), copy);
        const Tensor kept = host.add({static_cast<std::int64_t>(copy.size())}, std::move(copy));
        setup.weights.values.push_back(kept.values());
    }
    for (const StateSpec& state : sequence.sizes()[layer].sizes.state) {
        const auto before = m_states.find(node.name + "/" + state.name);
        if (before != m_states.end()) {
            setup.state.push_back(host.add({1, followed->units}, before->second));
        }
    }
    const GoOn always;
    const UnitEngine lens(m_look.units, always);
    if (!lens.refusal(setup)) {
        lens.make(setup)->forward({});
    }
}

void LookInside::beforeBackward(std::size_t layer)
{
    timed([&] {
        const std::vector<Tensor>& outputs = m_net.sequence().outputs(layer);
        for (std::size_t top = 0; top < outputs.size(); ++top) {
            if (outputs[top].gradient != nullptr) {
                m_look.layers[layer].outputs[top].gradients = statisticsOn(device(), outputs[top].gradients());
            }
        }
    });
}

void LookInside::afterBackward()
{
    timed([&] {
        for (std::size_t layer = 0; layer < m_look.layers.size(); ++layer) {
            lookAtWeights(layer);
        }
    });
    if (m_batchSeconds > 0) { // it was not part of a recording, and nothing was queued behind it
        m_look.seconds = std::max(m_look.seconds, secondsSince(m_begin) - m_batchSeconds);
    }
    if (m_failure.empty()) {
        m_tell(std::move(m_look));
    } else {
        m_tell({.iteration = m_look.iteration, .seconds = m_look.seconds, .failure = std::exchange(m_failure, {})});
    }
    m_look = {};
}

void LookInside::lookAtWeights(std::size_t layer)
{
    const Sizes& sizes = m_net.sequence().sizes()[layer].sizes;
    if (sizes.weights.empty()) {
        return;
    }
    LayerLook& look = m_look.layers[layer];
    const CanonicalWeights weights = m_store.of(look.layer, sizes);
    for (std::size_t weight = 0; weight < weights.values.size(); ++weight) {
        TensorLook one{.name = sizes.weights[weight].name, .values = statisticsOn(device(), weights.values[weight])};
        if (!weights.gradients[weight].empty()) {
            one.gradients = statisticsOn(device(), weights.gradients[weight]);
        }
        look.weights.push_back(std::move(one));
    }
}

} // namespace engine
