// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/random/reference_net.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace engine::test {
namespace {

/// The `param` field of a weight: Caffe's LSTM has its bias before the recurrent matrix.
WeightSettings fieldOf(const Layer& layer, const LayerType& type, std::size_t weight)
{
    std::size_t place = weight;
    if (type.name == "LSTM") {
        place = weight % 3 == 0 ? weight : weight % 3 == 1 ? weight + 1 : weight - 1;
    }
    return place < layer.weights.size() ? layer.weights[place] : WeightSettings();
}

std::string nameOf(const Layer& layer, const LayerType& type, const Sizes& sizes, std::size_t weight)
{
    const std::string shared = fieldOf(layer, type, weight).name;
    return shared.empty() ? layer.name + "/" + sizes.weights[weight].name : shared;
}

std::vector<Traced> constants(const std::vector<double>& values)
{
    return {values.begin(), values.end()};
}

std::vector<double> valuesOf(const std::vector<Traced>& numbers)
{
    std::vector<double> values(numbers.size());
    std::transform(numbers.begin(), numbers.end(), values.begin(), [](const Traced& one) { return one.value; });
    return values;
}

/// Throws Error where numbers of characters or labels lie outside of what they choose from.
void requireInRange(const Layer& layer, const Problem& problem, const Tensors<Traced>& inputs)
{
    std::int64_t below = 0;
    if (problem.type->name == "EMBED") {
        below = intParam(problem.params, "input_dim");
    } else if (problem.type->name == "SOFTMAXWITHLOSS" || problem.type->name == "ACCURACY") {
        const std::int64_t axis = intParam(problem.params, "axis");
        const auto axes = static_cast<std::int64_t>(problem.inputShapes[0].axes());
        below = problem.inputShapes[0][static_cast<std::size_t>(axis < 0 ? axis + axes : axis)];
    }
    for (const Traced& number : below > 0 ? inputs.back() : std::vector<Traced>()) {
        if (!(number.value < static_cast<double>(below))) {
            throw Error(say("the reference reads %1 in %2, but knows %3", number.value, layer.name, below));
        }
    }
}

} // namespace

std::vector<ReferenceWeight> weightsOf(const Model& model)
{
    const Model part = forPhase(model, Phase::Train);
    const std::vector<LayerSizes> sizes = inferSizes(part);
    std::vector<ReferenceWeight> weights;
    for (std::size_t layer = 0; layer < part.layers.size(); ++layer) {
        const LayerType& type = layerType(part.layers[layer].type);
        for (std::size_t index = 0; index < sizes[layer].sizes.weights.size(); ++index) {
            const std::string name = nameOf(part.layers[layer], type, sizes[layer].sizes, index);
            if (std::ranges::find(weights, name, &ReferenceWeight::name) != weights.end()) {
                continue;
            }
            const WeightSettings field = fieldOf(part.layers[layer], type, index);
            const Shape& shape = sizes[layer].sizes.weights[index].shape;
            weights.push_back({.name = name,
                               .shape = shape,
                               .lrMult = field.lrMult.value_or(1),
                               .decayMult = field.decayMult.value_or(1),
                               .values = std::vector<double>(static_cast<std::size_t>(shape.count()))});
        }
    }
    return weights;
}

/// What one batch goes through.
struct ReferenceNet::Work {
    const Batch& batch;
    const std::vector<ReferenceWeight>& weights;
    std::uint64_t pass;
    Rounding& rounding;
    Tape tape = {};
    std::vector<std::vector<Traced>> variables = {}; ///< of each weight
    std::map<std::string, std::vector<Traced>> newest = {};
    std::vector<double> seeds = {}; ///< what each number counts for in what is minimised
    std::optional<double> lossPerCharacter = {};
    Result result = {};
};

ReferenceNet::ReferenceNet(const Model& model, Phase phase, BatchTops tops, std::uint64_t seed)
    : m_part(forPhase(model, phase)), m_phase(phase), m_tops(std::move(tops)), m_seed(seed), m_sizes(inferSizes(m_part))
{
    for (const Layer& layer : forPhase(model, Phase::Train).layers) {
        m_trained.insert(layer.name);
    }
    const Model split = withSplits(m_part);
    for (const Layer& layer : m_part.layers) {
        const auto found = std::ranges::find(split.layers, layer.name, &Layer::name);
        m_places.push_back(static_cast<std::size_t>(found - split.layers.begin()));
    }
    clearState();
}

void ReferenceNet::clearState()
{
    m_state.clear();
    for (const LayerSizes& layer : m_sizes) {
        Tensors<double>& state = m_state.emplace_back();
        for (const StateSpec& spec : layer.sizes.state) {
            state.emplace_back(static_cast<std::size_t>(spec.shape.count()));
        }
    }
}

ReferenceNet::Result ReferenceNet::run(const Batch& batch, const std::vector<ReferenceWeight>& weights,
                                       std::uint64_t pass, Rounding& rounding)
{
    Work work{.batch = batch, .weights = weights, .pass = pass, .rounding = rounding};
    for (const ReferenceWeight& weight : weights) {
        std::vector<Traced>& numbers = work.variables.emplace_back();
        for (const double value : weight.values) {
            const bool learns = m_phase == Phase::Train && weight.lrMult != 0;
            const double rounded = value * (1 + rounding.part()); // stands for the sums inside of a layer
            numbers.push_back(learns ? variable(work.tape, rounded) : Traced(rounded));
        }
    }
    for (std::size_t layer = 0; layer < m_part.layers.size(); ++layer) {
        runLayer(layer, work);
    }
    work.result.loss = work.lossPerCharacter.value_or(work.result.objective);
    for (const auto& [name, numbers] : work.newest) {
        work.result.tensors[name] = valuesOf(numbers);
    }
    const std::vector<double> slopes = work.tape.gradients(work.seeds), sizes = work.tape.gradientSizes(work.seeds);
    for (const std::vector<Traced>& numbers : work.variables) {
        std::vector<double>& gradient = work.result.gradients.emplace_back();
        std::vector<double>& size = work.result.gradientSizes.emplace_back();
        for (const Traced& number : numbers) {
            gradient.push_back(number.tape ? slopes[number.index] : 0);
            size.push_back(number.tape ? sizes[number.index] : 0);
        }
    }
    return std::move(work.result);
}

void ReferenceNet::runLayer(std::size_t layer, Work& work)
{
    const Layer& node = m_part.layers[layer];
    const LayerType& type = layerType(node.type);
    Tensors<Traced> outputs;
    for (std::size_t top = 0; type.group == LayerGroup::Source && top < node.tops.size(); ++top) {
        outputs.push_back(fed(node.tops[top], m_sizes[layer].sizes.outputs[top], work.batch));
    }
    if (type.group != LayerGroup::Source) {
        outputs = computed(layer, work);
    }
    for (std::size_t output = type.loss ? 1 : outputs.size(); output < outputs.size(); ++output) {
        // As in Caffe: the chances beside a loss are numbers to look at, and nothing is derived through them.
        outputs[output] = constants(valuesOf(outputs[output]));
    }
    noteLosses(layer, outputs, work);
    for (std::size_t output = 0; output < outputs.size(); ++output) {
        work.newest[node.tops[output]] = std::move(outputs[output]);
    }
}

Tensors<Traced> ReferenceNet::computed(std::size_t layer, Work& work)
{
    const Layer& node = m_part.layers[layer];
    const Sizes& sizes = m_sizes[layer].sizes;
    Tensors<Traced> weights;
    const std::vector<std::string> names = weightNames(layer);
    if (!names.empty() && !m_trained.contains(node.name)) {
        throw Error("the reference finds nothing trained for layer " + node.name);
    }
    for (std::size_t index = 0; index < names.size(); ++index) {
        const auto found = std::ranges::find(work.weights, names[index], &ReferenceWeight::name);
        if (found == work.weights.end() || found->shape != sizes.weights[index].shape) {
            throw Error("the reference has no weight " + names[index] + " " + toString(sizes.weights[index].shape));
        }
        weights.push_back(work.variables[static_cast<std::size_t>(found - work.weights.begin())]);
    }
    Tensors<Traced> state;
    for (const std::vector<double>& values : m_state[layer]) {
        state.push_back(constants(values));
    }
    const Problem problem{.type = &layerType(node.type),
                          .params = completeParams(node, m_part.dialect),
                          .phase = m_phase,
                          .inputShapes = m_sizes[layer].inputs,
                          .sizes = sizes,
                          .random = {m_seed, stream(layer)},
                          .pass = work.pass};
    const Tensors<Traced> inputs = inputsOf(layer, work);
    requireInRange(node, problem, inputs);
    Answer<Traced> result = answer<Traced>(problem, inputs, weights, state);
    for (std::size_t index = 0; index < result.state.size(); ++index) {
        m_state[layer][index] = valuesOf(result.state[index]);
    }
    round(layer, inputs, result.outputs, work);
    return std::move(result.outputs);
}

/// Adds what the outputs count for in what is minimised.
void ReferenceNet::noteLosses(std::size_t layer, const Tensors<Traced>& outputs, Work& work) const
{
    for (std::size_t output = 0; output < outputs.size(); ++output) {
        const double weight = lossWeight(layer, output);
        for (const Traced& number : outputs[output]) {
            work.result.objective += weight * number.value;
            if (weight != 0 && number.tape != nullptr) {
                work.seeds.resize(std::max(work.seeds.size(), number.index + 1));
                work.seeds[number.index] += weight;
            }
        }
    }
    if (m_part.layers[layer].type == "SOFTMAXWITHLOSS" && lossWeight(layer, 0) != 0) {
        work.lossPerCharacter = outputs[0][0].value / lossScale(layer);
    }
}

/// By what a loss is larger than the mean over the places where something is to be predicted (with VALID: over those
/// that count).
double ReferenceNet::lossScale(std::size_t layer) const
{
    const Params params = completeParams(m_part.layers[layer], m_part.dialect);
    const Shape& scores = m_sizes[layer].inputs[0];
    const auto axes = static_cast<std::int64_t>(scores.axes()), given = intParam(params, "axis");
    const auto axis = static_cast<std::size_t>(given < 0 ? given + axes : given);
    const auto outer = static_cast<double>(scores.count(0, axis)), inner = static_cast<double>(scores.count(axis + 1));
    const std::string& normalization = textParam(params, "normalization");
    return normalization == "NONE" ? outer * inner : normalization == "BATCH_SIZE" ? inner : 1;
}

/// A layer's numbers as float32 might have them.
void ReferenceNet::round(std::size_t layer, const Tensors<Traced>& inputs, Tensors<Traced>& outputs, Work& work) const
{
    const LayerType& type = layerType(m_part.layers[layer].type);
    if (!work.rounding.isOn() || type.group == LayerGroup::Shape || type.group == LayerGroup::Source) {
        return; // hands numbers on as they are
    }
    for (std::vector<Traced>& output : outputs) {
        for (Traced& number : output) {
            number = number * Traced(1 + work.rounding.part());
        }
    }
    if (type.name == "SOFTMAXWITHLOSS") { // small, as the difference of scores that may be large
        const std::vector<double> scores = valuesOf(inputs[0]);
        const auto [least, most] = std::ranges::minmax_element(scores);
        const double size = std::max(std::fabs(*least), std::fabs(*most));
        outputs[0][0] = outputs[0][0] + Traced(work.rounding.part() * size * lossScale(layer));
    }
}

Tensors<Traced> ReferenceNet::inputsOf(std::size_t layer, const Work& work) const
{
    const Layer& node = m_part.layers[layer];
    const std::vector<Port>& ports = layerType(node.type).inputs;
    Tensors<Traced> inputs;
    for (std::size_t bottom = 0; bottom < node.bottoms.size(); ++bottom) {
        std::vector<Traced> numbers = work.newest.at(node.bottoms[bottom]);
        const bool stops = ports[std::min(bottom, ports.size() - 1)].gradient == GradientFlow::Stops ||
                           (bottom < node.propagateDown.size() && !node.propagateDown[bottom]);
        inputs.push_back(stops ? constants(valuesOf(numbers)) : std::move(numbers));
    }
    return inputs;
}

std::vector<Traced> ReferenceNet::fed(const std::string& top, const Shape& shape, const Batch& batch) const
{
    const std::vector<double>* values = top == m_tops.ids      ? &batch.ids
                                        : top == m_tops.cont   ? &batch.cont
                                        : top == m_tops.label  ? &batch.labels
                                        : top == m_tops.length ? &batch.lengths
                                                               : nullptr;
    return values && !values->empty() ? constants(*values)
                                      : std::vector<Traced>(static_cast<std::size_t>(shape.count()));
}

std::vector<std::string> ReferenceNet::weightNames(std::size_t layer) const
{
    const Sizes& sizes = m_sizes[layer].sizes;
    std::vector<std::string> names;
    for (std::size_t index = 0; index < sizes.weights.size(); ++index) {
        names.push_back(nameOf(m_part.layers[layer], layerType(m_part.layers[layer].type), sizes, index));
    }
    return names;
}

double ReferenceNet::lossWeight(std::size_t layer, std::size_t output) const
{
    const Layer& node = m_part.layers[layer];
    if (!node.lossWeights.empty()) {
        return output < node.lossWeights.size() ? node.lossWeights[output] : 0;
    }
    return output == 0 && layerType(node.type).loss ? 1 : 0;
}

} // namespace engine::test
