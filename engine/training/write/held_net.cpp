// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/write/held_net.h"

#include "engine/devices/backend.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/text_wiring.h"
#include "engine/kernels/lstm_cell.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace engine {
namespace {

constexpr Pass onePass{.startsOnlyFirst = true};

std::optional<RecurrentStack> stackOf(const Layer& layer, Dialect dialect)
{
    return recurrentStack(layerType(layer.type), completeParams(layer, dialect));
}

/// Whether the layer's state is its own, and its stacked layers can be run one by one: no state goes through a port.
bool canBeTakenApart(const Layer& layer, const RecurrentStack& stack)
{
    return stack.layers > 1 && !stack.isBidirectional() && layer.bottoms.size() == 2 && layer.tops.size() == 1;
}

/// Stacked layer `stacked` as a layer of its own. Its name and its tensors' are none that a file can have.
Layer stackedLayer(const Layer& layer, std::int64_t stacked, std::int64_t layers)
{
    const auto inner = [&](std::int64_t number) { return layer.name + "\n" + std::to_string(number); };
    Layer one = layer;
    one.name = inner(stacked);
    one.params["num_layers"] = std::int64_t{1};
    one.bottoms[0] = stacked == 0 ? layer.bottoms[0] : inner(stacked - 1);
    one.tops[0] = stacked + 1 == layers ? layer.tops[0] : inner(stacked);
    one.weights.clear(); // their names are those of the whole
    return one;
}

Sentence wordsOf(const HeldUnit& unit)
{
    return say(ENGINE_TEXT("Sentences", "unit %1 of %2 of layer %3"), unit.unit, unit.state, printable(unit.layer));
}

} // namespace

std::vector<UnitState> unitStates(const Net& net, Device& device)
{
    std::vector<UnitState> states;
    const Model& model = net.sequence().model();
    for (const Layer& layer : model.layers) {
        const std::optional<RecurrentStack> stack = stackOf(layer, model.dialect);
        const std::vector<Tensor> tensors = net.stateOf(layer.name);
        if (!stack || tensors.empty()) {
            continue;
        }
        const auto each = stack->cell->states.size();
        for (std::size_t index = 0; index < tensors.size(); ++index) {
            UnitState one{.layer = layer.name,
                          .stacked = static_cast<std::int64_t>(index / each),
                          .stackedOf = stack->layers,
                          .state = std::string(stack->cell->states[index % each]),
                          .values = std::vector<float>(static_cast<std::size_t>(tensors[index].count()))};
            device.toHost(tensors[index].data, one.values);
            states.push_back(std::move(one));
        }
    }
    return states;
}

void requireUnit(const HeldUnit& unit, const std::vector<UnitState>& states)
{
    std::vector<std::string_view> layers;
    std::string known;
    for (const UnitState& one : states) {
        if (std::ranges::find(layers, one.layer) == layers.end()) {
            layers.push_back(one.layer);
        }
        if (one.layer != unit.layer || one.stacked != unit.stacked) {
            continue;
        }
        known += (known.empty() ? "" : ENGINE_TEXT("Sentences", " and ")) + one.state;
        if (one.state == unit.state) {
            const auto count = static_cast<std::int64_t>(one.values.size());
            if (unit.unit < 0 || unit.unit >= count) {
                throw Error(say(ENGINE_TEXT("Sentences", "%1 is to be clamped, but it has units 0 to %2"),
                                wordsOf(unit), count - 1));
            }
            return;
        }
    }
    if (!known.empty()) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 is to be clamped, but that layer's states are %2"), wordsOf(unit), known));
    }
    if (layers.empty()) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1 is to be clamped, but no layer of the net keeps a state"), wordsOf(unit)));
    }
    const Sentence stacked =
        unit.stacked > 0 ? say(ENGINE_TEXT("Sentences", ", stacked layer %1,"), unit.stacked) : Sentence();
    throw Error(say(ENGINE_TEXT("Sentences", "%1%2 is to be clamped, but the layers that keep a state are %3"),
                    wordsOf(unit), stacked, listed(layers, "and")));
}

HeldNet::HeldNet(const Model& model, const Net& net, WeightStore& store, const EngineWish& wish)
    : m_store(&store), m_wiring(textWiring(model, Phase::Run)), m_sequence(build(model, net, wish))
{}

Sequence HeldNet::build(const Model& model, const Net& net, const EngineWish& wish)
{
    Model apart = forPhase(model, Phase::Run);
    std::map<std::string, HeldLayer> parts; // by the name of a layer of `apart`
    std::vector<Layer> layers;
    for (const Layer& layer : apart.layers) {
        const std::optional<RecurrentStack> stack = stackOf(layer, apart.dialect);
        const std::vector<Tensor> state = net.stateOf(layer.name);
        if (!stack || state.empty()) {
            layers.push_back(layer);
            continue;
        }
        const bool whole = !canBeTakenApart(layer, *stack);
        const std::size_t each = stack->cell->states.size();
        for (std::int64_t stacked = 0; stacked < (whole ? 1 : stack->layers); ++stacked) {
            layers.push_back(whole ? layer : stackedLayer(layer, stacked, stack->layers));
            const auto first = state.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(stacked) * each);
            parts[layers.back().name] = {
                .layer = layer.name,
                .stacked = whole && stack->layers > 1 ? -1 : stacked,
                .cell = stack->cell,
                .state = {first, whole ? state.end() : first + static_cast<std::ptrdiff_t>(each)},
                .weights = {}};
        }
    }
    apart.layers = std::move(layers);
    const Model mine = withSplits(apart);
    for (const Layer& layer : mine.layers) {
        const auto part = parts.find(layer.name);
        m_parts.push_back(part == parts.end() ? HeldLayer() : part->second);
    }

    Sequence::Plan plan{.model = mine, .phase = Phase::Run, .device = &m_store->device()};
    plan.weights = [&](std::size_t layer, const Sizes& sizes) {
        HeldLayer& part = m_parts[layer];
        if (part.layer.empty()) {
            return m_store->of(mine.layers[layer].name, sizes);
        }
        const auto all = std::ranges::find(net.sequence().sizes(), part.layer, &LayerSizes::name);
        CanonicalWeights weights = m_store->of(part.layer, all->sizes);
        if (mine.layers[layer].name != part.layer) {
            const auto count = static_cast<std::ptrdiff_t>(sizes.weights.size());
            const auto own = [&](std::vector<std::span<float>>& tensors) {
                if (!tensors.empty()) {
                    const auto first = tensors.begin() + part.stacked * count;
                    tensors = std::vector(first, first + count);
                }
            };
            own(weights.values);
            own(weights.gradients);
        }
        part.weights = weights;
        return weights;
    };
    plan.state = [&](std::size_t layer, const Sizes&) { return m_parts[layer].state; };
    plan.random = [](std::size_t) { return RandomStream{0, 0}; };
    const EnginesBefore engines = net.recurrentEngines();
    plan.engine = [&](std::size_t layer, const LayerSetup& setup) -> const Engine& {
        const std::string& name = m_parts[layer].layer;
        return engineFor(setup,
                         sameFirst(setup.device->backend().preferred(setup), name.empty() ? setup.name : name, engines),
                         wish);
    };
    plan.kept.push_back(m_wiring.scores);
    return Sequence(plan);
}

void HeldNet::require(const HeldUnit& unit) const
{
    const bool isWhole = std::ranges::any_of(
        m_parts, [&](const HeldLayer& part) { return part.layer == unit.layer && part.stacked < 0; });
    if (isWhole) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 is to be clamped, but that layer's stacked layers give their "
                                                 "states to ports, so that they cannot be run one by one"),
                        wordsOf(unit)));
    }
}

void HeldNet::read(std::int32_t id, bool first, std::span<const HeldUnit> held, std::int64_t place)
{
    Device& device = m_store->device();
    const std::array<float, 1> character{static_cast<float>(id)}, cont{first ? 0.0f : 1.0f};
    device.toDevice(character, m_sequence.tensor(m_wiring.values).data);
    if (!m_wiring.cont.empty() && m_sequence.has(m_wiring.cont)) {
        device.toDevice(cont, m_sequence.tensor(m_wiring.cont).data);
    }
    std::vector<HeldUnit> mine;
    for (std::size_t layer = 0; layer < m_parts.size(); ++layer) {
        const HeldLayer& part = m_parts[layer];
        mine.clear();
        for (const HeldUnit& unit : held) {
            if (unit.layer == part.layer && unit.stacked == part.stacked && unit.holdsAt(place)) {
                mine.push_back(unit);
            }
        }
        if (mine.empty()) {
            m_sequence.forwardLayer(layer, onePass);
        } else {
            forwardHeld(layer, mine);
        }
    }
}

std::vector<float> HeldNet::values(const float* data, std::int64_t count) const
{
    std::vector<float> host(static_cast<std::size_t>(count));
    m_store->device().toHost(data, host);
    return host;
}

/// σ(Wx_o x + Wh_o h_{t-1} + b_o) of an LSTM's unit: what its h is made of besides its c.
float HeldNet::outputGate(std::size_t layer, std::int64_t unit, std::span<const float> hBefore) const
{
    const HeldLayer& part = m_parts[layer];
    const auto units = static_cast<std::int64_t>(hBefore.size());
    const auto gate = static_cast<std::int64_t>(part.cell->gateNumber("o"));
    const std::int64_t row = gate * units + unit;
    const auto weight = [&](RecurrentWeight which) {
        return part.weights.values.at(static_cast<std::size_t>(which)).data();
    };
    const Tensor& input = m_sequence.tensor(m_sequence.model().layers[layer].bottoms[0]);
    const std::vector<float> x = values(input.data, input.count());
    const std::vector<float> Wx = values(weight(RecurrentWeight::Wx) + row * input.count(), input.count());
    const std::vector<float> Wh = values(weight(RecurrentWeight::Wh) + row * units, units);
    const float b = values(weight(RecurrentWeight::b) + row, 1)[0];
    const float a = std::inner_product(Wh.begin(), Wh.end(), hBefore.begin(),
                                       std::inner_product(Wx.begin(), Wx.end(), x.begin(), b));
    return lstmGates(LstmGates<float>{.i = 0, .f = 0, .g = 0, .o = a}).o;
}

/// Runs the layer, then sets its units: first the cell states, from which h follows, then h. What follows from a state
/// of a typed cell is seen at the next step.
void HeldNet::forwardHeld(std::size_t layer, std::span<const HeldUnit> held)
{
    Device& device = m_store->device();
    const HeldLayer& part = m_parts[layer];
    const auto of = [&](std::string_view name) { return part.cell->stateNumber(name); };
    if (part.cell->typed) {
        m_sequence.forwardLayer(layer, onePass);
        for (const HeldUnit& unit : held) {
            device.toDevice({&unit.value, 1}, part.state[of(unit.state)].data + unit.unit);
            if (unit.state == "h") {
                device.toDevice({&unit.value, 1}, m_sequence.outputs(layer)[0].data + unit.unit);
            }
        }
        return;
    }
    const Tensor& h = part.state[of("h")];
    const std::vector<float> hBefore = values(h.data, h.count());
    m_sequence.forwardLayer(layer, onePass);
    const Tensor& output = m_sequence.outputs(layer)[0];
    const auto setH = [&](std::int64_t unit, float value) {
        device.toDevice({&value, 1}, h.data + unit);
        device.toDevice({&value, 1}, output.data + unit);
    };
    for (const HeldUnit& unit : held) {
        if (unit.state != "h") {
            device.toDevice({&unit.value, 1}, part.state[of(unit.state)].data + unit.unit);
            setH(unit.unit, outputGate(layer, unit.unit, hBefore) * std::tanh(unit.value));
        }
    }
    for (const HeldUnit& unit : held) {
        if (unit.state == "h") {
            setH(unit.unit, unit.value);
        }
    }
}

} // namespace engine
