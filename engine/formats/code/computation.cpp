// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/code/computation.h"

#include "engine/cells/typed_cell.h"
#include "engine/cells/unrolled.h"
#include "engine/formats/code/element_text.h"
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"
#include "engine/graph/text_wiring.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>

namespace engine::code {
namespace {

using Kind = Operation::Kind;

/// A tensor of the net, as far as it is known what of it belongs to one stream at one step.
struct StepTensor {
    Source source;
    Shape shape;      ///< with all axes
    std::size_t lead; ///< how many axes are those of steps and streams
    bool everyStep;
    bool isIds = false; ///< numbers of characters, which are no variable

    std::int64_t width() const { return shape.count(lead); }
};

class Builder {
public:
    Builder(const PortableNet& net, const std::set<std::string>& taken, Target target)
        : m_net(&net),
          m_target(target),
          m_values(net.weights),
          m_writes(dataKindOf(net.model).answersEachStep),
          m_model(inUse(net.model)),
          m_modules(torchModules(net.model)),
          m_used(reserved())
    {
        m_used.insert(taken.begin(), taken.end());
        m_made.writes = m_writes;
        for (LayerPlaces& places : weightPlaces(m_model)) {
            m_places.emplace(places.layer.name, std::move(places));
        }
    }

    Computation run()
    {
        feed();
        const std::vector<LayerSizes> sizes = inferSizes(m_model);
        for (std::size_t index = 0; index < sizes.size(); ++index) {
            const Layer& layer = m_model.layers[index];
            const LayerType& type = layerType(layer.type);
            if (type.group == LayerGroup::Source) {
                addSource(layer, sizes[index]);
                continue;
            }
            m_scope = {.note = addNote(layer), .prefix = identifier(layer.name)};
            const auto stack = recurrentStack(type, completeParams(layer, m_model.dialect));
            if (stack) {
                addRecurrent(layer, sizes[index], *stack);
            } else {
                add(layer, sizes[index], completeParams(layer, m_model.dialect));
            }
        }
        const std::string end = m_writes ? scoresOf(m_net->model) : m_wiring.scores;
        const StepTensor& output = m_tensors.at(end);
        m_made.scores = output.source;
        m_made.scoresWidth = output.width();
        if (!m_writes && output.everyStep) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1 has an output at each step; only a net with one answer for a "
                                                     "sequence is exported, so put a LAST before it"),
                            end));
        }
        return std::move(m_made);
    }

private:
    /// Where the tensors of a layer, or of a step of its unrolled net, are found.
    struct Scope {
        std::size_t note;
        std::string prefix;
        Part::Order order = Part::Order::Forward;
        std::function<int(const std::string& weight)> weight = {}; ///< by the name in an unrolled net
    };

    enum class Layout { AsHeld, Transposed };

    [[noreturn]] static void refuse(const Layer& layer, const Sentence& why)
    {
        throw Error(say(ENGINE_TEXT("Sentences", "layer %1 cannot be exported: %2"), layer.name, why));
    }

    // What goes in

    void feed()
    {
        m_wiring = m_writes ? textWiring(m_model, Phase::Run) : sampleWiring(m_net->model, Phase::Test);
        m_streams = m_wiring.streams;
        m_made.steps = m_wiring.steps;
        m_made.anySteps = m_writes || !m_wiring.lengths.empty();
        if (m_writes) {
            return;
        }
        m_made.answer = m_wiring.answer.value_or(Answer::Classes);
        const SampleFacts facts = m_net->sequences.value_or(SampleFacts());
        const DataKind& kind = sequencesNamed(facts.kind);
        if (kind.ofCharacters && !m_made.anySteps && !m_wiring.cont.empty()) {
            throw Error(ENGINE_TEXT("Sentences", "the net reads lines without their lengths, so what is behind a "
                                                 "line's end counts, but only lines themselves are exported: connect "
                                                 "length to LAST or MEANOVERSTEPS and train it again"));
        }
        m_made.scales = facts.inputScales;
        m_made.answerScale = facts.targetScale;
        if (kind.ofPictures) {
            m_made.scales.assign(static_cast<std::size_t>(m_wiring.width),
                                 {.mean = 0, .deviation = 1 / double{pixelScale}});
            m_made.columns = std::ranges::any_of(m_net->model.layers, [&](const Layer& layer) {
                return layerType(layer.type).name == "SEQUENCEDATA" &&
                       textParam(completeParams(layer, m_net->model.dialect), "read") == "COLUMN";
            });
        }
        m_made.scales.resize(static_cast<std::size_t>(m_wiring.width));
    }

    void addSource(const Layer& layer, const LayerSizes& sizes)
    {
        for (std::size_t top = 0; top < layer.tops.size(); ++top) {
            if (layer.tops[top] != m_wiring.values) {
                continue;
            }
            const Shape& shape = sizes.sizes.outputs[top];
            const bool numbers = m_wiring.width > 0;
            const std::size_t lead = shape.axes() == 1 || (shape.axes() == 2 && numbers && shape[1] == m_wiring.width &&
                                                           shape[0] == m_made.steps * m_streams)
                                         ? 1
                                         : 2;
            StepTensor tensor{.source = {}, .shape = shape, .lead = lead, .everyStep = true, .isIds = !numbers};
            if (numbers) {
                m_made.input = variable({.name = "input", .width = tensor.width(), .everyStep = true});
                tensor.source = {.variable = m_made.input};
            }
            m_tensors[layer.tops[top]] = tensor;
        }
    }

    std::size_t addNote(const Layer& layer)
    {
        const auto module = m_modules.find(layer.name);
        const std::string own = module == m_modules.end() ? layer.name : module->second;
        m_made.layers.push_back({.name = layer.name,
                                 .type = std::string(layerType(layer.type).name),
                                 .module = unused(identifier(own), m_moduleNames),
                                 .fileModule = own});
        return m_made.layers.size() - 1;
    }

    // Variables, weights, operations

    /// A name that is free, and so with the ending.
    static std::string unused(const std::string& wish, std::set<std::string>& used, const std::string& ending = {})
    {
        std::string name = wish;
        for (int number = 2; used.contains(name) || used.contains(name + ending); ++number) {
            name = say("%1_%2", wish, number);
        }
        used.insert({name, name + ending});
        return name;
    }

    /// Its name becomes an identifier, and is free with the ending of an array of all steps.
    int variable(Variable made)
    {
        made.name = unused(identifier(made.name), m_used, "_steps");
        m_made.variables.push_back(std::move(made));
        return static_cast<int>(m_made.variables.size()) - 1;
    }

    /// The matrix or vector of a layer, as [O, I/heads].
    int weight(const LayerWeight& place, const std::string& own, Layout layout = Layout::AsHeld)
    {
        int& known = m_weights.try_emplace(&place, -1).first->second;
        if (known < 0) {
            const bool isTransposed = layout == Layout::Transposed;
            const NamedTensor& tensor = m_values.of(place);
            known = static_cast<int>(m_made.weights.size());
            m_made.weights.push_back(
                {.layer = m_scope.note,
                 .name = unused(identifier(m_scope.prefix + "_" + place.spec.name), m_used, "_scale"),
                 .own = own,
                 .shape = isTransposed ? Shape{tensor.shape[1], tensor.shape[0]} : tensor.shape,
                 .values = isTransposed ? transposed(tensor.values, tensor.shape[0]) : tensor.values,
                 .tensor = tensor.name,
                 .isTransposed = isTransposed});
        }
        return known;
    }

    /// Of a plain layer: its name in the file is that of PyTorch's modules.
    int weight(const Layer& layer, std::size_t number, Layout layout = Layout::AsHeld)
    {
        if (m_scope.weight) {
            return m_scope.weight(layer.weights.at(number).name);
        }
        const LayerWeight& place = m_places.at(layer.name).weights.at(number);
        const std::string name = weightCount(layer) > 2 ? place.spec.name : number == 0 ? "weight" : "bias";
        return weight(place, name, layout);
    }

    std::size_t weightCount(const Layer& layer) const
    {
        if (m_scope.weight) {
            return layer.weights.size();
        }
        const auto places = m_places.find(layer.name);
        return places == m_places.end() ? 0 : places->second.weights.size();
    }

    Part& part(Part::Order order)
    {
        std::vector<Part>& parts = m_made.parts;
        if (parts.empty() || parts.back().layer != m_scope.note || parts.back().order != order) {
            parts.push_back({.layer = m_scope.note, .order = order});
        }
        return parts.back();
    }

    StepTensor& input(const Layer& layer, std::size_t port)
    {
        const auto found = m_tensors.find(layer.bottoms.at(port));
        if (found == m_tensors.end()) {
            refuse(layer, say(ENGINE_TEXT("Sentences", "it reads %1, which only a recurrent layer, LAST or "
                                                       "MEANOVERSTEPS may"),
                              layer.bottoms[port]));
        }
        if (found->second.isIds && layerType(layer.type).name != "EMBED") {
            refuse(layer, ENGINE_TEXT("Sentences",
                                      "it reads the numbers of the characters themselves, which only an EMBED may"));
        }
        return found->second;
    }

    /// A new tensor of the shape, which the operation makes.
    void define(const std::string& top, StepTensor tensor, Operation operation)
    {
        const std::string stem = m_scope.weight ? m_scope.prefix + "_" + withoutStep(top) : top;
        operation.result = variable({.name = stem, .width = tensor.width(), .everyStep = tensor.everyStep});
        tensor.source = {.variable = operation.result};
        m_tensors[top] = tensor;
        part(tensor.everyStep ? m_scope.order : Part::Order::Once).operations.push_back(std::move(operation));
    }

    static std::string withoutStep(const std::string& name)
    {
        return name.ends_with("_1") || name.ends_with("_0") ? name.substr(0, name.size() - 2) : name;
    }

    StepTensor like(const StepTensor& tensor, const Shape& shape) const
    {
        StepTensor made = tensor;
        made.shape = shape;
        made.isIds = false;
        return made;
    }

    /// The axis of the setting, or of `key`; it must lie behind those of steps and streams.
    static std::size_t axisOf(const Layer& layer, const Params& params, const StepTensor& tensor)
    {
        const std::int64_t axis = intParam(params, "axis");
        const std::int64_t from = axis < 0 ? axis + static_cast<std::int64_t>(tensor.shape.axes()) : axis;
        if (from < static_cast<std::int64_t>(tensor.lead)) {
            refuse(layer, ENGINE_TEXT("Sentences", "its axis is one of steps or streams, which code has one by one"));
        }
        return static_cast<std::size_t>(from);
    }

    /// Adds an equation on whole tensors, or blocks of them.
    void addElement(const std::string& top, const StepTensor& like, const std::string& equation,
                    const std::string& reads, std::vector<Source> sources, const std::vector<int>& vectors = {})
    {
        Operation operation{.kind = Kind::Element, .sources = std::move(sources), .words = equation};
        operation.equation = cells::elementEquation(equation, reads);
        for (const int vector : vectors) {
            operation.sources.push_back({.weight = vector});
        }
        define(top, like, std::move(operation));
    }

    // Layers

    void add(const Layer& layer, const LayerSizes& sizes, const Params& params)
    {
        static const std::map<std::string_view, void (Builder::*)(const Layer&, const LayerSizes&, const Params&)>
            adders = {{"EMBED", &Builder::addEmbed},        {"INNERPRODUCT", &Builder::addInnerProduct},
                      {"SCALE", &Builder::addScale},        {"ELTWISE", &Builder::addEltwise},
                      {"CONCAT", &Builder::addConcat},      {"SLICE", &Builder::addSlice},
                      {"RESHAPE", &Builder::addReshape},    {"REDUCTION", &Builder::addReduction},
                      {"LAST", &Builder::addOverSteps},     {"MEANOVERSTEPS", &Builder::addOverSteps},
                      {"SOFTMAX", &Builder::addRows},       {"LAYERNORM", &Builder::addRows},
                      {"LSTM_UNIT", &Builder::addLstmUnit}, {"GRU_UNIT", &Builder::addGruUnit},
                      {"CELL_UNIT", &Builder::addCellUnit}, {"TANH", &Builder::addActivation},
                      {"SIGMOID", &Builder::addActivation}, {"RELU", &Builder::addActivation},
                      {"DROPOUT", &Builder::addSame},       {"SPLIT", &Builder::addSame},
                      {"SILENCE", &Builder::addSame}};
        const std::string_view type = layerType(layer.type).name;
        const auto adder = adders.find(type);
        if (adder == adders.end()) {
            refuse(layer, say(ENGINE_TEXT("Sentences", "%1 is not among the layers that are"), type));
        }
        (this->*adder->second)(layer, sizes, params);
    }

    void addSame(const Layer& layer, const LayerSizes&, const Params&)
    {
        const StepTensor same = layer.tops.empty() ? StepTensor() : m_tensors.at(layer.bottoms.at(0));
        for (const std::string& top : layer.tops) {
            m_tensors[top] = same;
        }
    }

    void addEmbed(const Layer& layer, const LayerSizes& sizes, const Params&)
    {
        const StepTensor& ids = input(layer, 0);
        if (!ids.isIds) {
            refuse(layer,
                   say(ENGINE_TEXT("Sentences", "it reads %1, which are no numbers of characters"), layer.bottoms[0]));
        }
        Operation row{.kind = Kind::Row, .sources = {Source()}, .matrix = weight(layer, 0)};
        m_made.characters = m_made.characters > 0 ? m_made.characters : m_made.weight(row.matrix).shape[0];
        const StepTensor vectors = like(ids, sizes.sizes.outputs[0]);
        if (weightCount(layer) > 1 && m_target == Target::Graph) {
            define(layer.tops[0] + "_rows", vectors, std::move(row));
            const Source rows = m_tensors.at(layer.tops[0] + "_rows").source;
            return addElement(layer.tops[0], vectors, "y = a + b", "a", {rows}, {weight(layer, 1)});
        }
        if (weightCount(layer) > 1) { // as in PyTorch's, in each row
            Weight& rows = m_made.weights[static_cast<std::size_t>(row.matrix)];
            const NamedTensor& bias = m_values.of(m_places.at(layer.name).weights[1]);
            for (std::size_t index = 0; index < rows.values.size(); ++index) {
                rows.values[index] += bias.values[index % bias.values.size()];
            }
            rows.added = bias.name;
        }
        define(layer.tops[0], vectors, std::move(row));
    }

    void addInnerProduct(const Layer& layer, const LayerSizes& sizes, const Params& params)
    {
        const StepTensor& x = input(layer, 0);
        const std::size_t axis = axisOf(layer, params, x);
        const auto layout = flagParam(params, "transpose") ? Layout::Transposed : Layout::AsHeld;
        Operation product{.kind = Kind::Product, .sources = {x.source}, .matrix = weight(layer, 0, layout)};
        product.bias = weightCount(layer) > 1 ? weight(layer, 1) : -1;
        product.rows = x.shape.count(x.lead, axis);
        product.heads = m_made.weights[static_cast<std::size_t>(product.matrix)].heads = intParam(params, "heads");
        define(layer.tops[0], like(x, sizes.sizes.outputs[0]), std::move(product));
    }

    void addActivation(const Layer& layer, const LayerSizes&, const Params& params)
    {
        const StepTensor& a = input(layer, 0);
        const std::string_view type = layerType(layer.type).name;
        const double slope = type == "RELU" ? floatParam(params, "negative_slope") : 0;
        const std::string equation = slope != 0 ? say("y = relu(a) - %1 * relu(-a)", slope)
                                                : say("y = %1(a)", type == "TANH"      ? "tanh"
                                                                   : type == "SIGMOID" ? "sigmoid"
                                                                                       : "relu");
        addElement(layer.tops[0], a, equation, "a", {a.source});
    }

    void addEltwise(const Layer& layer, const LayerSizes&, const Params& params)
    {
        const std::string& operation = textParam(params, "operation");
        const std::vector<double>& factors = floatListParam(params, "coeff");
        std::string text, reads;
        std::vector<Source> sources;
        for (std::size_t port = 0; port < layer.bottoms.size(); ++port) {
            const std::string name = say("a%1", port + 1);
            const std::string term = operation == "SUM" && !factors.empty() && factors[port] != 1
                                         ? say("%1 * %2", toText(factors[port]), name)
                                         : name;
            text = port == 0             ? term
                   : operation == "SUM"  ? text + " + " + term
                   : operation == "PROD" ? text + " * " + term
                                         : say("max(%1, %2)", text, term);
            reads += (port == 0 ? "" : " ") + name;
            sources.push_back(input(layer, port).source);
        }
        const StepTensor first = input(layer, 0);
        addElement(layer.tops[0], first, "y = " + text, reads, std::move(sources));
    }

    /// By cont in an unrolled net: nothing, as code starts a sequence with states of zeros.
    void addScale(const Layer& layer, const LayerSizes& sizes, const Params& params)
    {
        const bool learned = layer.bottoms.size() == 1;
        if (m_scope.weight && !learned && layer.bottoms[1] == "cont_1") {
            m_tensors[layer.tops[0]] = input(layer, 0);
            return;
        }
        const StepTensor x = input(layer, 0);
        const Shape factor = learned ? m_places.at(layer.name).weights[0].spec.shape : sizes.inputs[1];
        Source factors;
        std::size_t axis = 0;
        if (learned) {
            axis = axisOf(layer, params, x);
            factors.weight = weight(layer, 0);
        } else if (const StepTensor& other = input(layer, 1); other.lead == x.lead && intParam(params, "axis") == 0) {
            factors = other.source;
        } else {
            refuse(layer, say(ENGINE_TEXT("Sentences", "its factor %1 has neither each step's axes nor weights"),
                              layer.bottoms[1]));
        }
        factors.count = learned ? factor.count() : factor.count(x.lead);
        factors.each = x.shape.count(axis + factor.axes());
        std::vector<Source> sources = {x.source, factors};
        const bool bias = flagParam(params, "bias_term");
        if (bias && !learned) {
            refuse(layer, ENGINE_TEXT("Sentences", "its bias has steps and streams"));
        }
        if (bias) {
            factors.weight = weight(layer, 1);
            sources.push_back(factors);
        }
        addElement(layer.tops[0], x, bias ? "y = a * factor + b" : "y = a * factor", bias ? "a factor b" : "a factor",
                   std::move(sources));
    }

    void addConcat(const Layer& layer, const LayerSizes& sizes, const Params& params)
    {
        if (layer.bottoms.size() == 1) {
            return addSame(layer, sizes, params);
        }
        const StepTensor first = input(layer, 0);
        std::vector<StepTensor> all;
        for (std::size_t port = 0; port < layer.bottoms.size(); ++port) {
            all.push_back(input(layer, port));
        }
        const std::int64_t rows = first.shape.count(first.lead, axisOf(layer, params, first));
        define(layer.tops[0], like(first, sizes.sizes.outputs[0]), joined(all, rows));
    }

    static Operation joined(const std::vector<StepTensor>& all, std::int64_t rows)
    {
        Operation join{.kind = Kind::Join, .rows = rows};
        for (const StepTensor& tensor : all) {
            join.sources.push_back(tensor.source);
            join.strides.push_back(join.sources.back().count = tensor.width() / rows);
        }
        return join;
    }

    void addSlice(const Layer& layer, const LayerSizes& sizes, const Params& params)
    {
        if (layer.tops.size() == 1) {
            return addSame(layer, sizes, params);
        }
        const StepTensor x = input(layer, 0);
        const std::size_t axis = axisOf(layer, params, x);
        const std::int64_t rows = x.shape.count(x.lead, axis), stride = x.shape.count(axis);
        std::int64_t offset = 0;
        for (std::size_t top = 0; top < layer.tops.size(); ++top) {
            StepTensor piece = like(x, sizes.sizes.outputs[top]);
            Source source = x.source;
            source.offset += offset;
            source.count = piece.width() / rows;
            offset += source.count;
            if (rows == 1) { // a piece of the variable itself
                source.count = 0;
                piece.source = source;
                m_tensors[layer.tops[top]] = piece;
                continue;
            }
            define(layer.tops[top], piece,
                   {.kind = Kind::Join, .sources = {source}, .rows = rows, .strides = {stride}});
        }
    }

    /// Nothing is moved: the axes of steps and streams stay, as two or as one.
    void addReshape(const Layer& layer, const LayerSizes& sizes, const Params&)
    {
        const auto found = m_tensors.find(layer.bottoms[0]);
        StepTensor tensor = found != m_tensors.end() ? found->second : input(layer, 0);
        tensor.shape = sizes.sizes.outputs[0];
        const Shape& shape = tensor.shape;
        const std::int64_t T = m_made.steps, N = m_streams, leading = tensor.everyStep ? T * N : N;
        if (shape.axes() >= 1 && shape[0] == leading) { // also [T, 1, ...] of one stream, where a later axis may be 1
            tensor.lead = 1;
        } else if (tensor.everyStep && shape.axes() >= 2 && shape[0] == T && shape[1] == N) {
            tensor.lead = 2;
        } else {
            refuse(layer, say(ENGINE_TEXT("Sentences", "its shape %1 mixes steps or streams"), shape));
        }
        m_tensors[layer.tops[0]] = tensor;
    }

    void addReduction(const Layer& layer, const LayerSizes& sizes, const Params& params)
    {
        const StepTensor x = input(layer, 0);
        const std::size_t axis = axisOf(layer, params, x);
        const std::string& operation = textParam(params, "operation");
        Operation reduce{.kind = Kind::Reduce, .sources = {x.source}, .words = operation};
        reduce.rows = x.shape.count(x.lead, axis);
        reduce.sources[0].count = x.shape.count(axis);
        reduce.reduced = operation == "ASUM" ? 'a' : operation == "SUMSQ" ? 'q' : 's';
        reduce.factor =
            floatParam(params, "coeff") / (operation == "MEAN" ? static_cast<double>(x.shape.count(axis)) : 1);
        define(layer.tops[0], like(x, sizes.sizes.outputs[0]), std::move(reduce));
    }

    void addRows(const Layer& layer, const LayerSizes&, const Params& params)
    {
        const StepTensor x = input(layer, 0);
        const bool softmax = layerType(layer.type).name == "SOFTMAX";
        const std::size_t axis = softmax ? axisOf(layer, params, x) : x.shape.axes() - 1;
        if (axis + 1 < x.shape.axes() && x.shape.count(axis + 1) > 1) {
            refuse(layer, ENGINE_TEXT("Sentences", "its axis is not the last"));
        }
        if (axis < x.lead) {
            refuse(layer, ENGINE_TEXT("Sentences", "it reads one number a step"));
        }
        define(
            layer.tops[0], x,
            {.kind = softmax ? Kind::Softmax : Kind::Norm, .sources = {x.source}, .rows = x.shape.count(x.lead, axis)});
    }

    void addOverSteps(const Layer& layer, const LayerSizes& sizes, const Params& params)
    {
        const StepTensor x = input(layer, 0);
        if (m_writes) {
            refuse(layer, ENGINE_TEXT("Sentences", "it reads all steps, but the net writes one character a step"));
        }
        if (layer.bottoms.size() > 1 && layer.bottoms[1] != m_wiring.lengths) {
            refuse(layer, say(ENGINE_TEXT("Sentences", "its lengths are %1, but those of the data are wanted"),
                              layer.bottoms[1]));
        }
        if (layer.bottoms.size() == 1 && m_made.anySteps) {
            refuse(layer, ENGINE_TEXT("Sentences", "it does not read the lengths, but another layer does"));
        }
        const bool last = layerType(layer.type).name == "LAST";
        const std::int64_t from = last && flagParam(params, "bidirectional") ? x.width() / 2 : x.width();
        StepTensor made = like(x, sizes.sizes.outputs[0]);
        made.lead = 1;
        made.everyStep = false;
        define(layer.tops[0], made, {.kind = last ? Kind::Last : Kind::Mean, .sources = {x.source}, .from = from});
    }

    // What ends a step of a recurrent layer

    static Source block(const StepTensor& tensor, std::int64_t number, std::int64_t units)
    {
        Source source = tensor.source;
        source.offset += number * units;
        return source;
    }

    void addLstmUnit(const Layer& layer, const LayerSizes&, const Params& params)
    {
        const StepTensor before = input(layer, 0), a = input(layer, 1);
        const std::int64_t H = before.width();
        const bool ours = textParam(params, "gate_order") == "IFGO";
        const Source i = block(a, 0, H), f = block(a, 1, H), g = block(a, ours ? 2 : 3, H),
                     o = block(a, ours ? 3 : 2, H);
        addElement(layer.tops[0], before, "c = sigmoid(f) * before + sigmoid(i) * tanh(g)", "f before i g",
                   {f, before.source, i, g});
        addElement(layer.tops[1], before, "h = sigmoid(o) * tanh(c)", "o c", {o, m_tensors.at(layer.tops[0]).source});
    }

    void addGruUnit(const Layer& layer, const LayerSizes&, const Params&)
    {
        const StepTensor before = input(layer, 0), a = input(layer, 1), b = input(layer, 2);
        const std::int64_t H = before.width();
        const std::string& h = layer.tops[0];
        const std::string r = withoutStep(h) + " r", z = withoutStep(h) + " z";
        addElement(r, before, "r = sigmoid(ar + br)", "ar br", {block(a, 0, H), block(b, 0, H)});
        addElement(z, before, "z = sigmoid(az + bz)", "az bz", {block(a, 1, H), block(b, 1, H)});
        addElement(h, before, "h = (1 - z) * tanh(an + r * bn) + z * before", "z an r bn before",
                   {m_tensors.at(z).source, block(a, 2, H), m_tensors.at(r).source, block(b, 2, H), before.source});
    }

    void addCellUnit(const Layer& layer, const LayerSizes&, const Params& params)
    {
        std::vector<Source> sources;
        for (std::size_t port = 0; port < layer.bottoms.size(); ++port) {
            sources.push_back(input(layer, port).source);
        }
        const StepTensor first = input(layer, 0);
        std::vector<int> vectors;
        for (std::size_t number = 0; number < weightCount(layer); ++number) {
            vectors.push_back(weight(layer, number));
        }
        addElement(layer.tops[0], first, textParam(params, "equation"), textParam(params, "reads"), std::move(sources),
                   vectors);
        if (first.shape.axes() - first.lead > 1) { // a vector is that of the last axis
            const std::int64_t units = first.shape.extents().back();
            for (Source& source : m_made.parts.back().operations.back().sources) {
                source.count = source.weight >= 0 ? units : source.count;
            }
        }
    }

    // Recurrent layers

    void addRecurrent(const Layer& layer, const LayerSizes& sizes, const RecurrentStack& stack)
    {
        const StepTensor x = input(layer, 0);
        if (layer.bottoms.size() > 2 || layer.tops.size() > 1) {
            refuse(layer, ENGINE_TEXT("Sentences", "its state goes by wires (expose_hidden)"));
        }
        if (layer.bottoms.size() < 2 || layer.bottoms[1] != m_wiring.cont) {
            refuse(layer, say(ENGINE_TEXT("Sentences", "its starts are %1, but those of the data are wanted"),
                              layer.bottoms.size() < 2 ? say(ENGINE_TEXT("Sentences", "nothing"))
                                                       : say("%1", layer.bottoms[1])));
        }
        if (stack.isBidirectional() && m_writes && m_target == Target::Code) {
            refuse(layer, ENGINE_TEXT("Sentences", "it is bidirectional, and a step knows nothing of those that come"));
        }
        LayerNote& note = m_made.layers[m_scope.note];
        note.stack = stack;
        note.width = x.width();
        note.units = intParam(completeParams(layer, m_model.dialect), "num_output");
        note.input = x.source;
        StepTensor whole = like(x, sizes.sizes.outputs[0]), level = x;
        const Scope outer = m_scope;
        for (std::int64_t number = 0; number < stack.layers; ++number) {
            const std::string prefix = stack.layers == 1 ? outer.prefix : say("%1_l%2", outer.prefix, number);
            StepTensor forward = addDirection(layer, stack, number, Direction::Forward, level);
            if (stack.isBidirectional()) {
                const StepTensor backward = addDirection(layer, stack, number, Direction::Backward, level);
                m_scope = {.note = outer.note, .prefix = prefix};
                define(prefix + "_both", whole, joined({forward, backward}, 1));
                forward = m_tensors.at(prefix + "_both");
            }
            level = forward;
        }
        whole.source = level.source;
        m_scope = outer;
        m_tensors[layer.tops[0]] = whole;
        m_made.layers[m_scope.note].output = whole.source.variable;
    }

    /// A step of the unrolled net: one step of one stream. Returns h.
    StepTensor addDirection(const Layer& layer, const RecurrentStack& stack, std::int64_t number, Direction direction,
                            const StepTensor& x)
    {
        const LayerNote& note = m_made.layers[m_scope.note];
        const bool backward = direction == Direction::Backward;
        const UnrollSizes sizes{.steps = 1, .streams = 1, .width = x.width(), .units = note.units};
        const Model step = cells::unroll(*stack.cell, sizes).model;
        const std::vector<LayerSizes> shapes = inferSizes(step);
        const std::string ending = (stack.layers > 1 ? say("_l%1", number) : Sentence()) + (backward ? "_back" : "");
        const std::string wish = note.module + ending;
        m_scope = {.note = m_scope.note,
                   .prefix = identifier(layer.name) + ending,
                   .order = backward ? Part::Order::Backward : Part::Order::Forward,
                   .weight = [&](const std::string& name) {
                       const std::vector<LayerWeight>& all = m_places.at(layer.name).weights;
                       const std::string own = stack.prefix(number, direction) + name;
                       const auto found =
                           std::ranges::find_if(all, [&](const auto& one) { return one.spec.name == own; });
                       return weight(*found, own);
                   }};
        std::map<std::string, StepTensor> outer = std::move(m_tensors);
        m_tensors.clear();
        m_made.parts.push_back({.layer = m_scope.note,
                                .order = m_scope.order,
                                .name = ending.empty() ? wish : unused(wish, m_moduleNames),
                                .method = unused(wish + "_step", m_moduleNames),
                                .place = stack.prefix(number, direction),
                                .input = x.source.variable});
        const StepTensor vector{.source = {}, .shape = {1, 1, note.units}, .lead = 2, .everyStep = true};
        StepTensor read = x;
        read.shape = {1, 1, x.width()};
        read.lead = 2;
        m_tensors["x"] = read;
        for (const std::string_view state : stack.cell->states) {
            StepTensor& tensor = m_tensors[unrolledState(state, Direction::Forward, 1).before] = vector;
            tensor.source = {.variable = variable({.name = say("%1_%2_before", m_scope.prefix, state),
                                                   .width = note.units,
                                                   .everyStep = true,
                                                   .isState = true})};
            m_made.parts.back().states.push_back({.before = tensor.source.variable, .after = -1});
        }
        m_tensors["cont"] = m_tensors["cont_1"] = vector; // is 1
        for (std::size_t index = 0; index < step.layers.size(); ++index) {
            const Layer& part = step.layers[index];
            if (layerType(part.type).group != LayerGroup::Source) {
                add(part, shapes[index], completeParams(part, step.dialect));
            }
        }
        for (std::size_t state = 0; state < stack.cell->states.size(); ++state) {
            const std::string after = unrolledState(stack.cell->states[state], Direction::Forward, 1).after;
            m_made.parts.back().states[state].after = m_tensors.at(after).source.variable;
        }
        const StepTensor h = m_tensors.at("h");
        m_made.parts.back().output = h.source.variable;
        m_tensors = std::move(outer);
        return h;
    }

    const PortableNet* m_net;
    Target m_target;
    TensorIndex m_values;
    bool m_writes;
    Model m_model;
    std::map<std::string, std::string> m_modules;
    std::map<std::string, LayerPlaces> m_places;
    DataWiring m_wiring;
    std::int64_t m_streams = 1;
    std::map<std::string, StepTensor> m_tensors; ///< the newest of each name
    std::map<const LayerWeight*, int> m_weights; ///< by their places in m_places
    std::set<std::string> m_used, m_moduleNames = reserved();
    Scope m_scope = {};
    Computation m_made = {};
};

} // namespace

bool knowsCharacters(const PortableNet& net, const Computation& computation)
{
    const std::int64_t count = computation.writes ? computation.scoresWidth : computation.characters;
    return net.vocabulary && count > 0 && net.vocabulary->size() == count;
}

ScaleLists scaleLists(const Computation& computation)
{
    ScaleLists lists;
    std::vector<Standardisation> scales = computation.scales;
    lists.alike = std::ranges::count(scales, scales.at(0)) == std::ssize(scales);
    scales.resize(!lists.alike ? scales.size() : scales[0] == Standardisation() ? 0 : 1);
    for (const Standardisation& scale : scales) {
        lists.means += (lists.means.empty() ? "" : ", ") + numberText(scale.mean);
        lists.deviations += (lists.deviations.empty() ? "" : ", ") + numberText(scale.deviation);
    }
    return lists;
}

std::string columnWords(const PortableNet& net)
{
    if (!net.sequences || !sequencesNamed(net.sequences->kind).ofColumns) {
        return {};
    }
    std::string text = "The numbers of a step are the columns";
    for (const std::string& column : net.sequences->inputs) {
        text += (column == net.sequences->inputs.front() ? " " : ", ") + column;
    }
    std::int64_t ahead = 0;
    for (const Layer& layer : net.model.layers) {
        if (layerType(layer.type).name == "SEQUENCEDATA") {
            ahead = intParam(completeParams(layer, net.model.dialect), "horizon");
        }
    }
    return text + say(". Predicted is %1, %2.", net.sequences->target,
                      ahead == 0   ? say("of the last step")
                      : ahead == 1 ? say("1 row behind the last step")
                                   : say("%1 rows behind the last step", ahead));
}

const std::set<std::string>& reserved()
{
    static const std::set<std::string> all = [] {
        std::istringstream words(R"(
        auto break case char const continue default do double else enum extern float for goto if inline int long
        register return short signed restrict sizeof static struct switch typedef union unsigned void volatile while
        alignas alignof asm bool constexpr false nullptr thread_local true typeof linux unix
        and as assert async await class def del elif except finally from global import in is lambda nonlocal not or
        pass raise try with yield None True False
        dict enumerate len list print range reversed str
        torch nn math self json os struct sys Path Net CHARACTERS CLASSES ENCODING
        forward train eval type half apply to cpu cuda compile modules children parameters buffers training
        ipu mtia xpu bfloat16 zero_grad state_dict load_state_dict add_module register_module register_buffer
        register_parameter register_forward_hook register_backward_hook get_submodule set_submodule get_parameter
        get_buffer named_parameters named_buffers named_children named_modules share_memory to_empty extra_repr
        call_super_init dump_patches
        data id ids main mean deviation net over_steps result start state states step steps t u weights x
        row sum product product8 row8 norm softmax sigmoid relu softplus square
        abs exp log sqrt tanh max min expf fabsf fmaxf fminf log1pf logf sqrtf tanhf isinf isnan signbit
        memcpy memset strlen strncmp size_t NULL EOF NAN INFINITY printf)");
        return std::set<std::string>(std::istream_iterator<std::string>(words), {});
    }();
    return all;
}

std::string identifier(const std::string& name)
{
    std::string made;
    for (const char letter : name) {
        const auto code = static_cast<unsigned char>(letter);
        const bool isPlain = code < 128 && std::isalnum(code) != 0;
        if (isPlain || (!made.empty() && made.back() != '_')) {
            made += isPlain ? letter : '_';
        }
    }
    if (made.ends_with('_')) {
        made.pop_back();
    }
    return made.empty() ? "net" : std::isdigit(static_cast<unsigned char>(made[0])) ? "n" + made : made;
}

std::string oneLine(std::string text)
{
    std::ranges::replace_if(
        text, [](char letter) { return static_cast<unsigned char>(letter) < 32; }, ' ');
    return text;
}

Computation computationOf(const PortableNet& net, const std::set<std::string>& taken, Target target)
{
    return Builder(net, taken, target).run();
}

} // namespace engine::code
