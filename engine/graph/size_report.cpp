// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/size_report.h"

#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/sizing.h"
#include "engine/graph/tensor_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace engine {
namespace {

/// Whether the layer's outputs lie in memory that is not its input's.
bool ownsOutputs(const Sizes& sizes)
{
    return sizes.sharing == Sharing::None || sizes.sharing == Sharing::InputsInsideOutput;
}

std::int64_t outputFloats(const Sizes& sizes)
{
    std::int64_t floats = 0;
    for (const Shape& output : sizes.outputs) {
        addTo(floats, output.count());
    }
    return floats;
}

/// What a layer holds from its forward to its backward pass: outputs with memory of their own and what is kept.
std::int64_t activationBytes(const LayerSizes& layer)
{
    std::int64_t bytes = ownsOutputs(layer.sizes) ? floatBytes(outputFloats(layer.sizes)) : 0;
    addTo(bytes, layer.memory.kept);
    return bytes;
}

/// The gradients of a layer's outputs (where they have memory of their own) and weights.
std::int64_t gradientBytes(const LayerType& type, const Sizes& sizes)
{
    const bool flows = type.group != LayerGroup::Source && type.group != LayerGroup::Loss;
    const bool own = ownsOutputs(sizes) || sizes.sharing == Sharing::OutputsEqualInput;
    std::int64_t floats = flows && own ? outputFloats(sizes) : 0;
    for (const WeightSpec& weight : sizes.weights) {
        addTo(floats, weight.shape.count());
    }
    return floatBytes(floats);
}

/// Weights that several layers share by a name. As in Caffe all of them agree: on the shape, and on lr_mult and
/// decay_mult as far as they are given; a layer that gives none takes the others'.
class SharedWeights {
public:
    /// Notes a layer's use of a weight. Gives the sentence where it does not agree with the uses before it.
    std::optional<Sentence> add(const Layer& layer, const WeightSpec& spec, const WeightSettings& settings)
    {
        if (settings.name.empty()) {
            return std::nullopt;
        }
        const auto [place, isFirst] = m_uses.try_emplace(settings.name, Use{.layer = layer.name, .shape = spec.shape});
        Use& use = place->second;
        const Sentence shares =
            say(ENGINE_TEXT("Sentences", "layer %1: it shares the weight %2"), layer.name, shown(settings.name));
        if (use.shape != spec.shape) {
            return say(ENGINE_TEXT("Sentences", "%1 as %2, but layer %3 has it as %4"), shares, spec.shape, use.layer,
                       use.shape);
        }
        const auto mismatch = [&](Multiplier& known, const std::optional<double>& given, std::string_view key) {
            std::optional<Sentence> problem;
            if (given && !known.value) {
                known = {given, layer.name};
            } else if (given && *given != *known.value) {
                problem = say(ENGINE_TEXT("Sentences",
                                          "%1 with %2 %3, but layer %4 gives it %5: all who share a weight must agree"),
                              shares, key, *given, known.layer, *known.value);
            }
            return problem;
        };
        if (auto problem = mismatch(use.rate, settings.lrMult, "lr_mult")) {
            return problem;
        }
        return mismatch(use.decay, settings.decayMult, "decay_mult");
    }

private:
    struct Multiplier {
        std::optional<double> value = {};
        std::string layer = {}; ///< which gave it
    };
    struct Use {
        std::string layer; ///< the first
        Shape shape;
        Multiplier rate = {}, decay = {};
    };

    std::map<std::string, Use, std::less<>> m_uses;
};

/// An output of a layer: where a bottom comes from.
struct Source {
    std::size_t layer, output;
};

/// Goes through a model in its order and finds out the sizes of each layer, or why it has none.
class Inference {
public:
    /// `leftOut`: what makes tensors in other phases only.
    Inference(const Model& model, const MemoryOf& memory, const std::map<std::string, Sentence>& leftOut = {})
        : m_model(model), m_memory(memory), m_leftOut(leftOut)
    {
        m_layers.resize(model.layers.size());
        m_sources.resize(model.layers.size());
        m_known.resize(model.layers.size());
        for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
            const std::vector<std::string>& tops = model.layers[layer].tops;
            for (const std::string& top : tops) {
                m_makers.emplace(top, layer);
            }
            for (const std::string& bottom : model.layers[layer].bottoms) {
                m_readers.emplace(bottom, layer);
            }
        }
        for (std::size_t layer = 0; layer < model.layers.size(); ++layer) {
            visit(layer);
        }
    }

    std::vector<LayerSizes> takeLayers() { return std::move(m_layers); }
    const std::vector<Sentence>& problems() const { return m_problems; }
    const std::vector<int>& problemLines() const { return m_problemLines; }
    std::vector<WireSizes> wires() const;

private:
    void visit(std::size_t index);
    void inferLayer(std::size_t index, const LayerType& type, Params params);
    std::optional<Sentence> nameProblem(std::size_t index);
    Sentence openInput(std::size_t index, std::size_t input) const;
    std::optional<Sentence> bottomProblem(std::size_t index, const std::string& bottom) const;
    std::optional<Sentence> topProblem(std::size_t index, const std::string& top, const LayerType* type,
                                       const std::unordered_set<std::string_view>& bottoms) const;
    bool leadsTo(std::size_t from, std::size_t to) const;
    bool isSplitOf(const Source& source, const std::string& tensor) const;
    void fail(std::size_t index, const Sentence& sentence);

    const Model& m_model;
    const MemoryOf& m_memory;
    const std::map<std::string, Sentence> m_leftOut; ///< by tensor: why a layer that makes it is not in the net
    std::vector<LayerSizes> m_layers;
    std::vector<std::vector<std::optional<Source>>> m_sources; ///< by layer and bottom
    std::vector<bool> m_known;                                 ///< by layer: whether its sizes are there
    std::vector<Sentence> m_problems;
    std::vector<int> m_problemLines;                      ///< of each of them
    std::unordered_map<std::string, Source> m_newest;     ///< tensors made so far
    std::multimap<std::string, std::size_t> m_makers;     ///< every layer that makes a tensor, early or late
    std::multimap<std::string, std::size_t> m_readers;    ///< every layer that reads it
    std::unordered_map<std::string, std::size_t> m_names; ///< layers so far
    SharedWeights m_shared;
};

void Inference::fail(std::size_t index, const Sentence& text)
{
    if (m_layers[index].problem.empty()) {
        m_layers[index].problem = text;
    }
    m_problems.push_back(text);
    m_problemLines.push_back(m_model.layers[index].line);
}

std::optional<Sentence> Inference::nameProblem(std::size_t index)
{
    const Layer& layer = m_model.layers[index];
    if (layer.name.empty()) {
        return say(ENGINE_TEXT("Sentences", "layer %1 of type %2: it has no name, but needs one"), index + 1,
                   layer.type);
    }
    const auto [first, added] = m_names.emplace(layer.name, index);
    if (added) {
        return std::nullopt;
    }
    return say(ENGINE_TEXT("Sentences", "layer %1: layers %2 and %3 both have this name, but names must differ"),
               layer.name, first->second + 1, index + 1);
}

/// Whether what `from` makes reaches `to`, by any way through the model's wires in any order.
bool Inference::leadsTo(std::size_t from, std::size_t to) const
{
    std::vector<bool> seen(m_model.layers.size());
    std::vector<std::size_t> open = {from};
    while (!open.empty()) {
        const std::size_t layer = open.back();
        open.pop_back();
        for (const std::string& top : m_model.layers[layer].tops) {
            for (auto [reader, end] = m_readers.equal_range(top); reader != end; ++reader) {
                if (reader->second == to) {
                    return true;
                }
                if (!seen[reader->second]) {
                    seen[reader->second] = true;
                    open.push_back(reader->second);
                }
            }
        }
    }
    return false;
}

/// An input that a drawing holds open: no wire leads to it.
Sentence Inference::openInput(std::size_t index, std::size_t input) const
{
    const Layer& layer = m_model.layers[index];
    const LayerType* type = findLayerType(layer.type);
    const Port* const port = type ? portNumber(type->inputs, input) : nullptr;
    return say(ENGINE_TEXT("Sentences", "layer %1: its input %2 is connected to nothing, but needs a tensor"),
               layer.name, port ? std::string(port->name) : std::to_string(input + 1));
}

std::optional<Sentence> Inference::bottomProblem(std::size_t index, const std::string& bottom) const
{
    const Layer& layer = m_model.layers[index];
    if (bottom.empty()) {
        return openInput(index, static_cast<std::size_t>(&bottom - layer.bottoms.data()));
    }
    constexpr std::size_t most = 100; // who reads more? Each search goes through the whole model
    if (m_problems.size() >= most) {
        return say(ENGINE_TEXT("Sentences", "layer %1: its bottom \"%2\" is not made before it is read"), layer.name,
                   bottom);
    }
    const auto later = m_makers.find(bottom);
    if (later != m_makers.end()) {
        const std::string& maker = m_model.layers[later->second].name;
        if (leadsTo(index, later->second)) {
            return say(ENGINE_TEXT("Sentences", "layer %1: its bottom \"%2\" comes from layer %3, which itself depends "
                                                "on %4, but a net must have no cycle"),
                       layer.name, bottom, maker, layer.name);
        }
        return say(
            ENGINE_TEXT(
                "Sentences",
                "layer %1: its bottom \"%2\" is made by layer %3 further down, but must be made before it is read"),
            layer.name, bottom, maker);
    }
    if (const auto leftOut = m_leftOut.find(bottom); leftOut != m_leftOut.end()) {
        return say(ENGINE_TEXT("Sentences", "layer %1: its bottom \"%2\" is made by %3"), layer.name, bottom,
                   leftOut->second);
    }
    std::vector<std::string_view> names;
    for (const auto& [name, maker] : m_makers) {
        names.push_back(name);
    }
    return say(ENGINE_TEXT("Sentences", "layer %1: its bottom \"%2\" is made by no layer%3"), layer.name, bottom,
               hint(bottom, names));
}

/// Whether a tensor comes out of the SPLIT that withSplits puts behind `tensor`.
bool Inference::isSplitOf(const Source& source, const std::string& tensor) const
{
    const Layer& layer = m_model.layers[source.layer];
    return layer.type == "SPLIT" && !layer.bottoms.empty() && layer.bottoms.front() == tensor;
}

/// A tensor is made once. In-place layers may overwrite it, also after a split.
std::optional<Sentence> Inference::topProblem(std::size_t index, const std::string& top, const LayerType* type,
                                              const std::unordered_set<std::string_view>& bottoms) const
{
    const auto before = m_newest.find(top);
    if (before == m_newest.end()) {
        return std::nullopt;
    }
    const Layer& layer = m_model.layers[index];
    const bool fromItself = bottoms.contains(top);
    const std::vector<std::optional<Source>>& sources = m_sources[index];
    const bool fromSplit = !sources.empty() && sources.front() && isSplitOf(*sources.front(), top);
    if (type && type->inPlace && (fromItself || fromSplit)) {
        return std::nullopt;
    }
    if (fromItself && type) {
        return say(
            ENGINE_TEXT("Sentences", "layer %1: its top \"%2\" is its bottom as well, but %3 cannot work in place"),
            layer.name, top, type->name);
    }
    return say(ENGINE_TEXT("Sentences",
                           "layer %1: its top \"%2\" is already made by layer %3, but a tensor must be made once"),
               layer.name, top, m_model.layers[before->second.layer].name);
}

void Inference::inferLayer(std::size_t index, const LayerType& type, Params params)
{
    const Layer& layer = m_model.layers[index];
    LayerSizes& sizes = m_layers[index];
    LayerRequest request{
        .name = layer.name, .params = std::move(params), .inputs = sizes.inputs, .outputCount = layer.tops.size()};
    sizes.sizes = type.infer(request);
    for (std::size_t weight = 0; weight < sizes.sizes.weights.size(); ++weight) {
        const WeightSpec& spec = sizes.sizes.weights[weight];
        if (const auto problem = m_shared.add(layer, spec, weightSettings(layer, sizes.sizes, weight))) {
            throw Error(*problem);
        }
        sizes.parameters += spec.shape.count();
    }
    sizes.memory = m_memory(type, request, sizes.sizes);
    sizes.activationBytes = activationBytes(sizes);
    sizes.gradientBytes = gradientBytes(type, sizes.sizes);
}

void Inference::visit(std::size_t index)
{
    const Layer& layer = m_model.layers[index];
    LayerSizes& sizes = m_layers[index];
    const LayerType* type = findLayerType(layer.type);
    sizes.name = layer.name;
    sizes.type = type ? std::string(type->name) : layer.type;
    sizes.line = layer.line;

    std::optional<std::string> waitsFor;
    if (const auto problem = nameProblem(index)) {
        fail(index, *problem);
    }
    for (const std::string& bottom : layer.bottoms) {
        const auto made = m_newest.find(bottom);
        m_sources[index].push_back(made == m_newest.end() ? std::nullopt : std::optional(made->second));
        if (made == m_newest.end()) {
            fail(index, *bottomProblem(index, bottom));
        } else if (!m_known[made->second.layer]) {
            waitsFor = m_model.layers[made->second.layer].name;
        } else {
            sizes.inputs.push_back(m_layers[made->second.layer].sizes.outputs[made->second.output]);
        }
    }
    const std::unordered_set<std::string_view> bottoms(layer.bottoms.begin(), layer.bottoms.end());
    for (const std::string& top : layer.tops) {
        if (const auto problem = topProblem(index, top, type, bottoms)) {
            fail(index, *problem);
        }
        m_newest.insert_or_assign(top, Source{index, static_cast<std::size_t>(&top - layer.tops.data())});
    }
    try {
        // Also where inputs are missing, so that a value out of range is said at once.
        Params params = completeParams(layer, m_model.dialect);
        if (sizes.problem.empty() && !waitsFor) {
            inferLayer(index, *type, std::move(params));
            m_known[index] = true;
        }
    } catch (const Error& error) {
        sizes.sizes = {};
        sizes.memory = {};
        sizes.parameters = 0;
        fail(index, error.sentence());
    }
    if (waitsFor && sizes.problem.empty()) {
        sizes.problem = say(ENGINE_TEXT("Sentences", "layer %1: its sizes follow from layer %2, which has none yet"),
                            layer.name, *waitsFor);
    }
}

std::vector<WireSizes> Inference::wires() const
{
    std::vector<WireSizes> wires;
    for (std::size_t index = 0; index < m_sources.size(); ++index) {
        for (std::size_t input = 0; input < m_sources[index].size(); ++input) {
            const std::optional<Source>& source = m_sources[index][input];
            WireSizes wire{.blob = m_model.layers[index].bottoms[input],
                           .from = {},
                           .to = m_model.layers[index].name,
                           .input = input};
            if (source) {
                wire.from = m_model.layers[source->layer].name;
                wire.output = source->output;
            }
            if (source && m_known[source->layer]) {
                wire.shape = m_layers[source->layer].sizes.outputs[source->output];
                wire.known = true;
                wire.bytes = floatBytes(wire.shape.count());
            }
            wires.push_back(std::move(wire));
        }
    }
    return wires;
}

/// Learned numbers of the whole model: a weight that several layers share by name counts once.
std::int64_t parameterCount(const Model& model, const std::vector<LayerSizes>& layers)
{
    std::set<std::string> shared;
    std::int64_t count = 0;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        const Sizes& sizes = layers[layer].sizes;
        for (std::size_t weight = 0; weight < sizes.weights.size(); ++weight) {
            const std::string name = weightSettings(model.layers[layer], sizes, weight).name;
            if (name.empty() || shared.insert(name).second) {
                addTo(count, sizes.weights[weight].shape.count());
            }
        }
    }
    return count;
}

/// The sizes of a model with its splits, from those of the model without. Splits follow the layer whose tensor they
/// read, and have no sizes where that has none.
std::vector<LayerSizes> withSplitSizes(const Model& model, const std::vector<LayerSizes>& layers, const Model& split)
{
    std::vector<LayerSizes> result;
    std::size_t original = 0; // the next layer of the model without splits
    std::ptrdiff_t top = 0;   // of the layer before it, that the last split reads: splits are in the tops' order
    for (const Layer& layer : split.layers) {
        if (original < layers.size() && layer.tops == model.layers[original].tops &&
            layer.name == layers[original].name) {
            result.push_back(layers[original++]);
            top = 0;
            continue;
        }
        const Layer& source = model.layers[original - 1];
        top = std::find(source.tops.begin() + top, source.tops.end(), layer.bottoms.front()) - source.tops.begin();
        const std::vector<Shape>& shapes = layers[original - 1].sizes.outputs;
        LayerSizes& sizes = result.emplace_back();
        if (static_cast<std::size_t>(top) < shapes.size()) {
            sizes.sizes.outputs.assign(layer.tops.size(), shapes[static_cast<std::size_t>(top)]);
            sizes.sizes.sharing = Sharing::OutputsEqualInput;
        }
    }
    return result;
}

bool isLearned(const Layer& layer, const Sizes& sizes)
{
    for (std::size_t weight = 0; weight < sizes.weights.size(); ++weight) {
        if (weightSettings(layer, sizes, weight).lrMult.value_or(1) != 0) {
            return true;
        }
    }
    return false;
}

/// `model` has its splits, `layers` are its sizes, empty ones where there is a problem.
TrainingMemory trainingMemory(const Model& model, const std::vector<LayerSizes>& layers, const SizeOptions& options,
                              std::int64_t parameters)
{
    const auto learns = [&](std::size_t layer) { return isLearned(model.layers[layer], layers[layer].sizes); };
    const TensorPlan plan =
        planTensors({.model = model, .sizes = layers, .phase = options.phase, .learns = learns, .totalsOnly = true});
    TrainingMemory memory{.weights = floatBytes(parameters), .activations = floatBytes(plan.values)};
    for (const LayerSizes& layer : layers) {
        for (const StateSpec& state : layer.sizes.state) {
            addTo(memory.activations, floatBytes(state.shape.count()));
        }
    }
    if (options.phase == Phase::Train) {
        for (const LayerSizes& layer : layers) {
            addTo(memory.activations, layer.memory.kept);
            addTo(memory.workspace, layer.memory.workspace);
            addTo(memory.inPieces, layer.memory.inPieces);
        }
        memory.gradients = memory.weights;
        memory.history = options.historyTensors * memory.weights;
        memory.activationGradients = floatBytes(plan.total - plan.values);
        memory.program = programBytes; // and what a checkpoint is written from
        addTo(memory.program, memory.weights);
        addTo(memory.program, memory.history);
    }
    return memory;
}

} // namespace

std::int64_t floatBytes(std::int64_t floats)
{
    constexpr std::int64_t most = std::int64_t{1} << 58;
    return 4 * std::min(floats, most);
}

LayerMemory memoryByFormula(const LayerType&, const LayerRequest&, const Sizes& sizes)
{
    return {.kept = floatBytes(sizes.kept)};
}

SizeReport sizeReport(const Model& model, const SizeOptions& options)
{
    Model part = forPhase(model, options.phase);
    for (Layer& layer : part.layers) { // or each split would have a copy of rules that were followed
        layer.include.clear();
        layer.exclude.clear();
    }
    SizeReport report;
    Inference inference(part, options.memory, leftOutOf(model, options.phase));
    report.problems = inference.problems();
    report.problemLines = inference.problemLines();
    report.wires = inference.wires();
    report.layers = inference.takeLayers();
    if (part.layers.empty()) {
        report.problems.push_back(
            say(ENGINE_TEXT("Sentences", "the model has no layers in the phase %1"), phaseName(options.phase)));
        report.problemLines.push_back(0);
    }
    report.parameters = parameterCount(part, report.layers);
    for (const LayerSizes& layer : report.layers) {
        addTo(report.flopsForward, layer.sizes.flopsForward);
        addTo(report.flopsBackward, layer.sizes.flopsBackward);
    }
    const Model split = withSplits(part);
    report.memory = trainingMemory(split, withSplitSizes(part, report.layers, split), options, report.parameters);
    return report;
}

std::vector<LayerSizes> sizesOrProblems(const Model& model)
{
    const MemoryOf memory = memoryByFormula;
    return Inference(model, memory).takeLayers();
}

std::vector<LayerSizes> inferSizes(const Model& model)
{
    const MemoryOf memory = memoryByFormula;
    Inference inference(model, memory);
    if (!inference.problems().empty()) {
        throw Error(inference.problems().front());
    }
    return inference.takeLayers();
}

} // namespace engine
