// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/net/net.h"

#include "engine/cells/check.h"
#include "engine/cells/typed_cell.h"
#include "engine/devices/backend.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/recurrent.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shared_model.h"
#include "engine/graph/size_report.h"
#include "engine/net/engine_names.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

namespace engine {

namespace {

/// Of a typed cell: an equation that gives no number whatever was learned.
std::optional<cells::ValueRange> lostEquation(const Layer& node, Dialect dialect, const LayerSizes& sizes)
{
    const std::optional<RecurrentStack> stack = recurrentStack(layerType(node.type), completeParams(node, dialect));
    if (!stack || !stack->cell->typed) {
        return std::nullopt;
    }
    const std::int64_t units = sizes.sizes.outputs[0][2] / stack->directions;
    const std::vector<cells::ValueRange> ranges =
        cells::valueRanges(stack->cell->typed->definition, {sizes.inputs[0].count(2), units});
    const auto lost = std::ranges::find_if(ranges, [](const auto& range) { return range.lostAt.has_value(); });
    return lost == ranges.end() ? std::nullopt : std::optional(*lost);
}

/// How the streams of a net lie in the first input of each layer.
std::vector<StreamShare> sharesOf(const Model& mine, const Model& whole, const StreamShare& share)
{
    std::vector<StreamShare> shares(mine.layers.size());
    if (share.isWhole()) {
        return shares;
    }
    const std::vector<LayerSizes> sizes = inferSizes(mine), wholeSizes = inferSizes(whole);
    for (std::size_t layer = 0; layer < shares.size(); ++layer) {
        if (!sizes[layer].inputs.empty()) {
            shares[layer] = inTensor(share, sizes[layer].inputs.front(), wholeSizes[layer].inputs.front());
        }
    }
    return shares;
}

} // namespace

Net::Net(const Model& model, Phase phase, WeightStore& store, const EngineWish& wish, std::uint64_t seed,
         const EnginesBefore& before, const StreamShare& share)
    : m_store(&store),
      m_share(share),
      m_kind(&dataKindOf(model)),
      m_wiring(m_kind->wiring(withShare(model, share), phase)),
      m_sequence(build(model, phase, store, wish, seed, before))
{
    for (const Sequence::Loss& loss : m_sequence.losses()) {
        m_lossValues.resize(std::max(m_lossValues.size(), static_cast<std::size_t>(loss.tensor.count())));
    }
}

Sequence Net::build(const Model& model, Phase phase, WeightStore& store, const EngineWish& wish, std::uint64_t seed,
                    const EnginesBefore& before)
{
    const Model mine = withSplits(forPhase(withShare(model, m_share), phase));
    const std::vector<StreamShare> shares = sharesOf(mine, withSplits(forPhase(model, phase)), m_share);
    Sequence::Plan plan{.model = mine, .phase = phase, .device = &store.device()};
    plan.weights = [&](std::size_t layer, const Sizes& sizes) { return store.of(mine.layers[layer].name, sizes); };
    plan.state = [&](std::size_t layer, const Sizes& sizes) {
        std::vector<Tensor> tensors;
        for (const StateSpec& spec : sizes.state) {
            Buffer memory = store.device().allocate(spec.shape.count());
            tensors.push_back({spec.shape, memory.data(), nullptr});
            m_state.push_back({mine.layers[layer].name + "/" + spec.name, std::move(memory), spec.shape});
        }
        return tensors;
    };
    // Streams of masks start far above those of the fillers (see WeightStore).
    plan.random = [&](std::size_t layer) {
        return RandomStream{seed, (std::uint64_t{layer} + 1) << 32, shares[layer]};
    };
    plan.engine = [&](std::size_t, const LayerSetup& setup) -> const Engine& {
        const Backend& backend = setup.device->backend();
        const bool isOpen = isRecurrent(*setup.type) && comesToDefault(setup, wish);
        if (isOpen && before.contains(setup.name)) {
            return engineFor(setup, sameFirst(backend.preferred(setup), setup.name, before), wish);
        }
        return engineFor(setup, isOpen && setup.training() ? backend.timed(setup) : backend.preferred(setup), wish);
    };
    if (phase == m_kind->used && !m_wiring.scores.empty()) {
        plan.kept.push_back(m_wiring.scores);
    }
    return Sequence(plan);
}

void Net::feed(std::span<const float> characters, std::span<const float> cont, std::span<const float> labels)
{
    Device& device = m_store->device();
    const auto put = [&](const std::string& name, std::span<const float> values) {
        if (name.empty() || values.empty()) {
            return;
        }
        const Tensor& tensor = m_sequence.tensor(name);
        assert(tensor.count() == static_cast<std::int64_t>(values.size()));
        device.toDevice(values, tensor.data);
    };
    put(m_wiring.values, characters);
    put(m_wiring.cont, cont);
    put(m_wiring.answers, labels);
}

double Net::loss()
{
    double sum = 0;
    for (const Sequence::Loss& loss : m_sequence.losses()) {
        const std::span<float> values = std::span(m_lossValues).first(static_cast<std::size_t>(loss.tensor.count()));
        m_store->device().toHost(loss.tensor.data, values);
        for (const float value : values) {
            sum += loss.weight * static_cast<double>(value);
        }
    }
    return sum;
}

std::vector<NamedTensor> Net::state() const
{
    std::vector<NamedTensor> tensors;
    for (const StateTensor& state : m_state) {
        NamedTensor tensor{state.name, state.shape, std::vector<float>(static_cast<std::size_t>(state.shape.count()))};
        m_store->device().toHost(state.memory.data(), tensor.values);
        tensors.push_back(std::move(tensor));
    }
    return tensors;
}

void Net::setState(const std::vector<NamedTensor>& tensors)
{
    if (tensors.size() != m_state.size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "the recurrent state has %1 tensors, but this net keeps %2"),
                        tensors.size(), m_state.size()));
    }
    for (std::size_t index = 0; index < tensors.size(); ++index) {
        const StateTensor& mine = m_state[index];
        if (tensors[index].name != mine.name || tensors[index].shape != mine.shape) {
            throw Error(say(ENGINE_TEXT("Sentences", "the recurrent state has %1 %2, but this net keeps %3 %4 there"),
                            tensors[index].name, tensors[index].shape, mine.name, mine.shape));
        }
        m_store->device().toDevice(tensors[index].values, mine.memory.data());
    }
}

std::vector<Tensor> Net::stateOf(const std::string& layer) const
{
    std::vector<Tensor> tensors;
    for (const StateTensor& state : m_state) {
        if (state.name.starts_with(layer + "/")) {
            tensors.push_back({state.shape, state.memory.data(), nullptr});
        }
    }
    return tensors;
}

void Net::clearState()
{
    for (const StateTensor& state : m_state) {
        m_store->device().zero(state.memory.data(), state.memory.count());
    }
}

std::vector<NamedTensor> Net::privateState() const
{
    std::vector<NamedTensor> tensors;
    for (std::size_t layer = 0; layer < m_sequence.model().layers.size(); ++layer) {
        Kernel* const kernel = m_sequence.kernel(layer);
        for (const Kernel::PrivateState& mine : kernel ? kernel->privateState() : std::vector<Kernel::PrivateState>()) {
            const auto floats = static_cast<std::int64_t>(mine.values.size());
            NamedTensor tensor{m_sequence.model().layers[layer].name + "/" + mine.name,
                               {floats},
                               std::vector<float>(mine.values.size())};
            m_store->device().toHost(mine.values.data(), tensor.values);
            tensors.push_back(std::move(tensor));
        }
    }
    return tensors;
}

void Net::setPrivateState(const std::vector<NamedTensor>& tensors, std::uint64_t pass)
{
    for (std::size_t layer = 0; layer < m_sequence.model().layers.size(); ++layer) {
        Kernel* const kernel = m_sequence.kernel(layer);
        if (!kernel) {
            continue;
        }
        std::vector<std::pair<const NamedTensor*, float*>> found;
        const std::vector<Kernel::PrivateState> wanted = kernel->privateState();
        for (const Kernel::PrivateState& mine : wanted) {
            const std::string name = m_sequence.model().layers[layer].name + "/" + mine.name;
            const auto given = std::ranges::find_if(tensors, [&](const NamedTensor& one) {
                return one.name == name && one.values.size() == mine.values.size();
            });
            if (given != tensors.end()) {
                found.emplace_back(&*given, mine.values.data());
            }
        }
        if (found.size() < wanted.size()) {
            kernel->restartPrivateState(pass);
            continue;
        }
        for (const auto& [given, place] : found) {
            m_store->device().toDevice(given->values, place);
        }
    }
}

/// Sentences of recurrent layers whose engine knows fp32 only where the device computes in less.
std::vector<Sentence> Net::exactLayers() const
{
    std::vector<Sentence> sentences;
    const Device& device = m_store->device();
    const EnginesBefore engines = recurrentEngines();
    for (const Backend::OwnEngine& own : device.backend().engines()) {
        const std::string name(own.engine->name());
        if (own.engine->multipliesIn(device.precision())) {
            continue;
        }
        std::string found;
        for (const auto& [layer, engine] : engines) {
            if (engine == name) {
                found += (found.empty() ? "" : ", ") + layer;
            }
        }
        if (!found.empty()) {
            sentences.push_back(say(ENGINE_TEXT("Sentences", "the run's precision is %1, but %2 multiplies %3 in fp32"),
                                    nameOf(device.precision()), name, found));
        }
    }
    return sentences;
}

std::vector<Sentence> Net::notes() const
{
    std::vector<Sentence> sentences = exactLayers();
    for (std::size_t layer = 0; layer < m_sequence.model().layers.size(); ++layer) {
        const Kernel* const kernel = m_sequence.kernel(layer);
        for (const Sentence& note : kernel ? kernel->notes() : std::vector<Sentence>()) {
            sentences.push_back(
                say(ENGINE_TEXT("Sentences", "layer %1: %2"), m_sequence.model().layers[layer].name, note));
        }
    }
    return sentences;
}

bool Net::isFinite(std::span<const float> onDevice) const
{
    std::vector<float> values(onDevice.size());
    m_store->device().toHost(onDevice.data(), values);
    return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

Sentence Net::firstNotFinite(const Pass& pass)
{
    for (const WeightStore::Weight& weight : m_store->weights()) {
        if (!isFinite(weight.in(m_store->values()))) {
            return say(ENGINE_TEXT("Sentences", "weight %1"), weight.name);
        }
    }
    for (std::size_t layer = 0; layer < m_sequence.model().layers.size(); ++layer) {
        const Layer& node = m_sequence.model().layers[layer];
        m_sequence.forwardLayer(layer, pass);
        for (std::size_t output = 0; output < node.tops.size(); ++output) {
            if (isFinite(m_sequence.outputs(layer)[output].values())) {
                continue;
            }
            const Sentence where =
                say(ENGINE_TEXT("Sentences", "layer %1 (%2), output %3"), node.name, node.type, node.tops[output]);
            const auto lost = lostEquation(node, m_sequence.model().dialect, m_sequence.sizes()[layer]);
            return lost ? say(ENGINE_TEXT("Sentences", "%1; on random input its equation of \"%2\" gives no number at "
                                                       "step %3"),
                              where, lost->name, *lost->lostAt)
                        : where;
        }
    }
    return firstGradientNotFinite();
}

/// After a forward pass in which all was finite.
Sentence Net::firstGradientNotFinite()
{
    const std::vector<Layer>& layers = m_sequence.model().layers;
    Sentence found;
    m_store->clearGradients();
    m_sequence.backward([&](std::size_t layer) {
        for (std::size_t output = 0; found.empty() && output < layers[layer].tops.size(); ++output) {
            const Tensor& tensor = m_sequence.outputs(layer)[output];
            if (tensor.gradient != nullptr && !isFinite(tensor.gradients())) {
                const std::string& top = layers[layer].tops[output];
                std::size_t reader = layer + 1; // which made the gradient
                while (reader + 1 < layers.size() && std::ranges::count(layers[reader].bottoms, top) == 0) {
                    ++reader;
                }
                found = say(ENGINE_TEXT("Sentences", "layer %1 (%2), gradient by input %3"), layers[reader].name,
                            layers[reader].type, top);
            }
        }
    });
    const std::vector<WeightStore::Weight>& weights = m_store->weights();
    for (auto weight = weights.rbegin(); found.empty() && weight != weights.rend(); ++weight) {
        if (!isFinite(weight->in(m_store->gradients()))) {
            found = say(ENGINE_TEXT("Sentences", "the gradient by weight %1"), weight->name);
        }
    }
    return found;
}

EnginesBefore Net::recurrentEngines() const
{
    EnginesBefore engines;
    for (std::size_t layer = 0; layer < m_sequence.model().layers.size(); ++layer) {
        const Layer& node = m_sequence.model().layers[layer];
        if (!m_sequence.engineNames()[layer].empty() && isRecurrent(layerType(node.type))) {
            engines[node.name] = m_sequence.engineNames()[layer];
        }
    }
    return engines;
}

std::string Net::recurrentEngine() const
{
    std::set<std::string> recurrent, all;
    for (std::size_t layer = 0; layer < m_sequence.model().layers.size(); ++layer) {
        const std::string& name = m_sequence.engineNames()[layer];
        if (!name.empty()) {
            all.insert(name);
            if (isRecurrent(layerType(m_sequence.model().layers[layer].type))) {
                recurrent.insert(name);
            }
        }
    }
    return withPluses(recurrent.empty() ? all : recurrent);
}

std::string Net::recurrentMethod() const
{
    std::set<std::string> methods;
    for (std::size_t layer = 0; layer < m_sequence.model().layers.size(); ++layer) {
        const Kernel* const kernel = m_sequence.kernel(layer);
        if (kernel && !kernel->method().empty() && isRecurrent(layerType(m_sequence.model().layers[layer].type))) {
            methods.emplace(kernel->method());
        }
    }
    return withPluses(methods);
}

} // namespace engine
