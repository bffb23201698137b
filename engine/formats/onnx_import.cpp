// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx.h"
#include "engine/formats/onnx_graph.h"
#include "engine/formats/onnx_origins.h"
#include "engine/formats/torch_weights.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace engine {
namespace {

using onnx::Graph;
using onnx::Node;
using onnx::Origin;
using onnx::Tensor;

enum class Kind { Embedding, Recurrent, Linear, Activation };

/// What the graph does with the text, one after the other, with weights in canonical layout.
struct Stage {
    Kind kind;
    std::string node;                      ///< for sentences
    std::string type;                      ///< LayerType::name of an activation
    std::vector<NamedTensor> weights = {}; ///< W, b; Wx, Wh, b
};

const char* nameOf(Kind kind)
{
    switch (kind) {
    case Kind::Embedding:
        return "EMBED";
    case Kind::Recurrent:
        return "LSTM";
    case Kind::Linear:
        return "INNERPRODUCT";
    case Kind::Activation:
        break;
    }
    return "activation";
}

/// Follows the text through the graph.
class Walk {
public:
    Walk(const Graph& graph, const std::string& fileName, TransferReport& report)
        : m_graph(&graph), m_file(fileName), m_report(&report)
    {
        for (const Tensor& tensor : graph.constants) {
            addConstant(tensor.name, tensor);
        }
        for (const onnx::Value& value : graph.inputs) {
            for (const onnx::Value::Axis& axis : value.axes) {
                m_extents.insert(static_cast<double>(axis.extent));
            }
        }
    }

    std::vector<Stage> run()
    {
        for (const Node& node : m_graph->nodes) {
            requireFloats(node);
            if (node.type == "Constant") {
                noteConstant(node);
                continue;
            }
            m_origins.add(node);
            if ((node.type == "Transpose" && transposeConstant(node)) ||
                (node.type == "Identity" && renameConstant(node))) {
                continue;
            } else if (node.type == "Gather" && isLookUp(node)) {
                addEmbedding(node);
            } else if (flows(node)) {
                follow(node);
            }
        }
        reportUnused();
        return std::move(m_stages);
    }

private:
    static std::string labelOf(const Node& node)
    {
        return node.name.empty() ? node.type : sentence(node.type, " ", node.name);
    }

    template <typename... Parts>
    [[noreturn]] void refuse(const Node& node, const Parts&... parts) const
    {
        throw Error(sentence(m_file, ": node ", labelOf(node), ": ", parts...));
    }

    /// Nodes of ONNX and of ONNX Runtime that compute with weights of a byte or less.
    void requireFloats(const Node& node) const
    {
        static const std::set<std::string> types = {
            "QuantizeLinear", "DequantizeLinear",      "DynamicQuantizeLinear", "DynamicQuantizeLSTM",
            "MatMulInteger",  "DynamicQuantizeMatMul", "MatMulIntegerToFloat",  "QLinearMatMul",
            "QGemm",          "MatMulNBits",           "GatherBlockQuantized"};
        if (types.contains(node.type)) {
            refuse(node, "it computes with quantised numbers, but quantised nets are not read; wanted is the net as it "
                         "was before, with weights that are floats");
        }
    }

    static std::string input(const Node& node, std::size_t place)
    {
        return place < node.inputs.size() ? node.inputs[place] : std::string();
    }

    /// Null where the input is no constant.
    const Tensor* constant(const Node& node, std::size_t place) const
    {
        const auto found = m_constants.find(input(node, place));
        return found == m_constants.end() ? nullptr : found->second;
    }

    /// Counts numbers that are copied. A graph may use a constant several times, but not so that a small file becomes a
    /// large net. Throws Error.
    void charge(const Node& node, std::size_t numbers)
    {
        constexpr std::size_t times = 4;
        m_copied += numbers;
        if (m_copied > times * m_numbers) {
            refuse(node, "the graph's constants are used more often than a net uses its weights");
        }
    }

    /// A constant of floats, to be copied. Throws Error.
    const Tensor& numbers(const Node& node, std::size_t place, std::size_t axes)
    {
        const Tensor* found = constant(node, place);
        if (found == nullptr) {
            refuse(node, "its input ", place + 1, " is computed, but a constant is wanted");
        }
        if (!found->known || found->shape.axes() != axes ||
            found->values.size() != static_cast<std::size_t>(found->shape.count())) {
            refuse(node, "the constant ", found->name, " ", found->shape, " is not of ", axes,
                   " axes of floats in this file");
        }
        if (found->values.empty()) {
            refuse(node, "the constant ", found->name, " ", found->shape,
                   " has an extent of 0, but a net's weights have numbers");
        }
        charge(node, found->values.size());
        m_taken.insert(input(node, place));
        return *found;
    }

    void addConstant(const std::string& name, const Tensor& tensor)
    {
        if (!m_constants.emplace(name, &tensor).second) {
            m_report->skipped.push_back(sentence("the constant ", name, " ", tensor.shape,
                                                 " was left out: the graph has another one of that name before it"));
            return;
        }
        m_origins.addConstant(name, tensor);
        m_numbers += tensor.values.size();
    }

    void noteConstant(const Node& node)
    {
        if (node.outputs.empty()) {
            return;
        }
        const onnx::Attribute* const value = node.attribute("value");
        const onnx::Attribute* const number = node.attribute("value_float");
        if (value != nullptr && value->tensor) {
            addConstant(node.outputs[0], *value->tensor);
        } else if (number != nullptr && number->real) {
            m_made.push_back(
                std::make_unique<Tensor>(Tensor{.name = node.outputs[0], .shape = {}, .values = {*number->real}}));
            addConstant(node.outputs[0], *m_made.back());
        } else {
            m_origins.add(node);
        }
    }

    /// What might be weights must have found its place; whole numbers and scalars are settings of nodes.
    void reportUnused() const
    {
        for (const auto& [name, tensor] : m_constants) {
            const bool setting = !tensor->integers.empty() || tensor->shape.axes() == 0;
            if (!setting && !m_taken.contains(name)) {
                m_report->skipped.push_back(
                    sentence("the constant ", name, " ", tensor->shape, " was left out: no layer of the net takes it"));
            }
        }
    }

    bool transposeConstant(const Node& node)
    {
        const Tensor* found = constant(node, 0);
        if (found == nullptr || found->shape.axes() != 2 || found->values.empty() || node.outputs.empty()) {
            return false;
        }
        charge(node, found->values.size());
        m_made.push_back(std::make_unique<Tensor>(Tensor{.name = node.outputs[0],
                                                         .shape = {found->shape[1], found->shape[0]},
                                                         .values = transposed(found->values, found->shape[0])}));
        m_constants.emplace(node.outputs[0], m_made.back().get());
        m_taken.insert(input(node, 0));
        return true;
    }

    /// Of constants that are equal, PyTorch keeps one and names it anew for each use.
    bool renameConstant(const Node& node)
    {
        const Tensor* const found = constant(node, 0);
        if (found == nullptr || node.outputs.empty()) {
            return false;
        }
        m_constants.emplace(node.outputs[0], found);
        m_taken.insert(input(node, 0));
        return true;
    }

    /// Rows of a constant matrix by numbers that come from outside.
    bool isLookUp(const Node& node) const
    {
        const Tensor* rows = constant(node, 0);
        return rows != nullptr && rows->shape.axes() == 2 && !rows->values.empty() && constant(node, 1) == nullptr &&
               node.integer("axis", 0) == 0;
    }

    bool flows(const Node& node) const
    {
        return std::any_of(node.inputs.begin(), node.inputs.end(),
                           [&](const std::string& name) { return m_flow.contains(name); });
    }

    void goOn(const Node& node)
    {
        if (!node.outputs.empty()) {
            m_flow.insert(node.outputs[0]);
        }
    }

    void addEmbedding(const Node& node)
    {
        const Tensor& rows = numbers(node, 0, 2);
        m_stages.push_back(
            {.kind = Kind::Embedding, .node = labelOf(node), .type = {}, .weights = {{"W", rows.shape, rows.values}}});
        goOn(node);
    }

    void follow(const Node& node)
    {
        static const std::set<std::string> passes = {"Squeeze",  "Unsqueeze", "Reshape", "Flatten", "Transpose",
                                                     "Identity", "Dropout",   "Cast",    "Softmax", "LogSoftmax"};
        static const std::map<std::string, std::string> activations = {
            {"Tanh", "TANH"}, {"Relu", "RELU"}, {"Sigmoid", "SIGMOID"}};
        if (node.type == "LSTM") {
            addLevel(node);
        } else if (node.type == "MatMul" || node.type == "Gemm") {
            addLinear(node);
        } else if (node.type == "Add") {
            addBias(node);
        } else if (const auto found = activations.find(node.type); found != activations.end()) {
            m_stages.push_back({.kind = Kind::Activation, .node = labelOf(node), .type = found->second});
            goOn(node);
        } else if (passes.contains(node.type)) {
            m_taken.insert(node.inputs.begin(), node.inputs.end()); // its settings
            goOn(node);
        } else if (node.type != "Shape" && !passesState(node)) {
            m_report->skipped.push_back(
                sentence("node ", labelOf(node), " was left out, and what follows from it: Hamnet has no such layer"));
        }
    }

    /// Puts the states of stacked LSTMs together.
    bool passesState(const Node& node) const { return node.type == "Concat" && !m_flow.contains(input(node, 0)); }

    void addLevel(const Node& node)
    {
        if (!m_flow.contains(input(node, 0))) {
            return;
        }
        for (const char* setting : {"clip", "activation_alpha", "activation_beta"}) {
            if (node.attribute(setting) != nullptr) {
                refuse(node, "it has the setting ", setting, ", which Hamnet's LSTM has not");
            }
        }
        const onnx::Attribute* direction = node.attribute("direction");
        if (node.integer("input_forget", 0) != 0 || !input(node, 7).empty() ||
            (direction != nullptr && direction->text != "forward")) {
            refuse(node, "it reads backwards, couples its gates or has peepholes, which Hamnet's LSTM does not");
        }
        const onnx::Attribute* functions = node.attribute("activations");
        if (functions != nullptr && functions->texts != std::vector<std::string>{"Sigmoid", "Tanh", "Tanh"}) {
            refuse(node, "its functions are others than Sigmoid, Tanh, Tanh");
        }
        if (node.integer("layout", 0) != 0) {
            refuse(node, "its layout is ", node.integer("layout", 0), ", but 0, steps before streams, is wanted");
        }
        requireAllSteps(node);
        requireZeros(node, 5, "initial_h");
        requireZeros(node, 6, "initial_c");
        const Tensor &wx = numbers(node, 1, 3), &wh = numbers(node, 2, 3);
        const std::int64_t units = wh.shape[2], rows = 4 * units, width = wx.shape[2];
        if (units < 1 || width < 1 || wx.shape != Shape{1, rows, width} || wh.shape != Shape{1, rows, units}) {
            refuse(node, "its weights are ", wx.shape, " and ", wh.shape, ", which no LSTM has");
        }
        m_stages.push_back({.kind = Kind::Recurrent,
                            .node = labelOf(node),
                            .type = {},
                            .weights = {{"Wx", {rows, width}, gatesFrom(onnxGates, wx.values)},
                                        {"Wh", {rows, units}, gatesFrom(onnxGates, wh.values)},
                                        {"b", {rows}, biases(node, rows)}}});
        goOn(node);
    }

    /// A state that comes from outside is zeros where a text starts, as Hamnet's is.
    void requireZeros(const Node& node, std::size_t place, const char* state)
    {
        const Origin origin = m_origins.of(input(node, place));
        if (origin.kind == Origin::Kind::Constant && origin.every == 0.0) {
            m_taken.insert(std::string(origin.constant));
        } else if (origin.kind == Origin::Kind::Constant) {
            refuse(node, "its ", state, " is the constant ", origin.constant,
                   ", but zeros or an input of the graph are wanted, as Hamnet's LSTM starts from zeros");
        } else if (origin.kind != Origin::Kind::Outside) {
            refuse(node, "its ", state, " is computed", by(origin),
                   ", but zeros or an input of the graph are wanted, as Hamnet's LSTM starts from zeros");
        }
    }

    /// Hamnet reads all steps of all streams.
    void requireAllSteps(const Node& node)
    {
        const std::string lengths = input(node, 4);
        const Origin origin = m_origins.of(lengths);
        if (lengths.empty() || origin.kind == Origin::Kind::Extents) {
            return;
        }
        if (origin.kind == Origin::Kind::Outside) {
            m_report->notes.push_back(sentence(
                "node ", labelOf(node), " gets sequence_lens from outside; Hamnet reads ", "all steps of each stream"));
        } else if (origin.kind == Origin::Kind::Computed) {
            refuse(node, "its sequence_lens is computed", by(origin), ", but all steps of each stream are wanted");
        } else if (!origin.every || !m_extents.contains(*origin.every)) {
            refuse(node, "its sequence_lens is the constant ", origin.constant, ", which has ",
                   origin.every ? sentence(*origin.every, " where no input of the graph has as many steps")
                                : std::string("not the same number for each stream"),
                   ", but all steps are wanted");
        }
    }

    static std::string by(const Origin& origin)
    {
        return origin.node == nullptr ? std::string() : sentence(" by node ", labelOf(*origin.node));
    }

    /// Wb and Rb added.
    std::vector<float> biases(const Node& node, std::int64_t rows)
    {
        if (input(node, 3).empty()) {
            return std::vector<float>(static_cast<std::size_t>(rows));
        }
        const Tensor& both = numbers(node, 3, 2);
        if (both.shape != Shape{1, 2 * rows}) {
            refuse(node, "its biases are ", both.shape, ", but ", Shape{1, 2 * rows}, " is wanted");
        }
        std::vector<float> sum(both.values.begin(), both.values.begin() + rows);
        for (std::int64_t row = 0; row < rows; ++row) {
            sum[static_cast<std::size_t>(row)] += both.values[static_cast<std::size_t>(rows + row)];
        }
        return gatesFrom(onnxGates, sum);
    }

    void addLinear(const Node& node)
    {
        const Tensor& matrix = numbers(node, 1, 2);
        const bool gemm = node.type == "Gemm";
        const bool ready = gemm && node.integer("transB", 0) != 0; // [O, I] as ours
        for (const char* factor : {"alpha", "beta"}) {
            const onnx::Attribute* given = node.attribute(factor);
            if (given != nullptr && given->real.value_or(1) != 1) {
                refuse(node, "its ", factor, " is not 1");
            }
        }
        if (gemm && node.integer("transA", 0) != 0) {
            refuse(node, "it transposes what it reads");
        }
        const Shape shape = ready ? matrix.shape : Shape{matrix.shape[1], matrix.shape[0]};
        m_stages.push_back(
            {.kind = Kind::Linear,
             .node = labelOf(node),
             .type = {},
             .weights = {{"W", shape, ready ? matrix.values : transposed(matrix.values, matrix.shape[0])}}});
        if (!input(node, 2).empty()) {
            takeBias(node, numbers(node, 2, 1));
        }
        goOn(node);
    }

    void addBias(const Node& node)
    {
        const std::size_t place = constant(node, 0) != nullptr ? 0 : 1;
        const Tensor* const bias = constant(node, place);
        if (bias == nullptr || bias->shape.axes() == 0 || bias->values.empty()) {
            m_report->skipped.push_back(
                sentence("node ", labelOf(node), " was left out, and what follows from it: it adds what is computed"));
            return;
        }
        charge(node, bias->values.size());
        m_taken.insert(input(node, place));
        takeBias(node, *bias);
        goOn(node);
    }

    void takeBias(const Node& node, const Tensor& bias)
    {
        const bool fits = !m_stages.empty() && m_stages.back().weights.size() == 1;
        const std::size_t axis = fits && m_stages.back().kind == Kind::Embedding ? 1 : 0;
        const std::int64_t wanted = fits ? m_stages.back().weights[0].shape[axis] : 0;
        if (!fits || bias.shape.count() != wanted || bias.values.size() != static_cast<std::size_t>(wanted)) {
            refuse(node, "it adds ", bias.shape, " where no layer of Hamnet's has such a bias");
        }
        m_stages.back().weights.push_back({"b", {wanted}, bias.values});
    }

    const Graph* m_graph;
    const std::string& m_file;
    TransferReport* m_report;
    std::map<std::string, const Tensor*> m_constants;
    std::set<std::string> m_taken; ///< of them, those that have found their place
    onnx::Origins m_origins;
    std::set<double> m_extents; ///< of the graph's inputs, where they are known
    std::vector<std::unique_ptr<Tensor>> m_made;
    std::size_t m_numbers = 0, m_copied = 0; ///< of the graph's constants, and taken from them
    std::set<std::string> m_flow;            ///< values that the text has become
    std::vector<Stage> m_stages;
};

// A net after the graph
// -----------------------------------------------------------------------------------------------------------

class Drawing {
public:
    explicit Drawing(const std::vector<Stage>& stages) : m_stages(&stages) {}

    Model run(const std::string& name)
    {
        m_model.name = name;
        add("text", "TEXTDATA", {}, {"data", "clip", "label"}, {});
        m_value = "data";
        for (std::size_t stage = 0; stage < m_stages->size();) {
            stage += draw(stage);
        }
        add("loss", "SOFTMAXWITHLOSS", {m_value, "label"}, {"loss"}, {{"axis", std::int64_t{2}}});
        return std::move(m_model);
    }

private:
    void add(const std::string& name, const std::string& type, std::vector<std::string> bottoms,
             std::vector<std::string> tops, Params params)
    {
        Layer layer;
        layer.name = name;
        layer.type = type;
        layer.bottoms = std::move(bottoms);
        layer.tops = std::move(tops);
        layer.params = std::move(params);
        m_model.layers.push_back(std::move(layer));
    }

    std::string numbered(const std::string& name) { return sentence(name, ++m_numbers[name]); }

    /// Draws a layer, and returns how many stages went into it.
    std::size_t draw(std::size_t first)
    {
        const Stage& stage = (*m_stages)[first];
        const Params learned = {{"weight_filler", Filler{.type = "xavier"}}};
        Params params = stage.kind == Kind::Activation ? Params() : learned;
        std::size_t count = 1;
        std::vector<std::string> bottoms = {m_value};
        std::string type = stage.type, name = folded(type);
        if (stage.kind == Kind::Embedding) {
            type = "EMBED";
            name = "embed";
            params["input_dim"] = stage.weights[0].shape[0];
            params["num_output"] = stage.weights[0].shape[1];
            params["bias_term"] = stage.weights.size() > 1;
        } else if (stage.kind == Kind::Linear) {
            type = "INNERPRODUCT";
            name = "scores";
            params["num_output"] = stage.weights[0].shape[0];
            params["bias_term"] = stage.weights.size() > 1;
            params["axis"] = std::int64_t{2};
        } else if (stage.kind == Kind::Recurrent) {
            type = "LSTM";
            name = "lstm";
            count = stacked(first);
            params["num_output"] = stage.weights[1].shape[1];
            params["num_layers"] = static_cast<std::int64_t>(count);
            bottoms.push_back("clip");
        }
        const std::string unique = numbered(name);
        add(unique, type, bottoms, {unique}, std::move(params));
        m_value = unique;
        return count;
    }

    /// How many LSTMs of the same width lie one upon the other from here.
    std::size_t stacked(std::size_t first) const
    {
        constexpr std::size_t most = 16;
        std::size_t count = 1;
        while (count < most && first + count < m_stages->size() && (*m_stages)[first + count].kind == Kind::Recurrent &&
               (*m_stages)[first + count].weights[1].shape == (*m_stages)[first].weights[1].shape) {
            ++count;
        }
        return count;
    }

    const std::vector<Stage>* m_stages;
    Model m_model;
    std::string m_value;
    std::map<std::string, int> m_numbers;
};

/// The weights of a model that the stages of one kind go to, stage by stage.
std::vector<std::vector<LayerWeight>> placesOf(const Model& model, Kind kind, std::vector<bool>& transposes)
{
    std::vector<std::vector<LayerWeight>> all;
    for (const LayerPlaces& layer : weightPlaces(model)) {
        if (layer.type != nameOf(kind)) {
            continue;
        }
        const std::size_t each = kind == Kind::Recurrent ? 3 : layer.weights.size();
        for (std::size_t first = 0; first + each <= layer.weights.size(); first += each) {
            all.emplace_back(layer.weights.begin() + static_cast<std::ptrdiff_t>(first),
                             layer.weights.begin() + static_cast<std::ptrdiff_t>(first + each));
            transposes.push_back(kind == Kind::Linear && flagParam(layer.params, "transpose"));
        }
    }
    return all;
}

void assign(const Stage& stage, const std::vector<LayerWeight>& places, bool transpose, PortableNet& net)
{
    for (std::size_t index = 0; index < places.size(); ++index) {
        const LayerWeight& place = places[index];
        const Shape& wanted = place.spec.shape;
        if (index >= stage.weights.size()) {
            if (net.weights.empty() || net.weights.back().name != places[0].name) {
                return; // the matrix did not fit, so that nothing proves how long its bias may be
            }
            net.weights.push_back({place.name, wanted, std::vector<float>(static_cast<std::size_t>(wanted.count()))});
            net.report.notes.push_back(
                sentence("weight ", place.name, " is all zeros: node ", stage.node, " has no bias"));
            continue;
        }
        const NamedTensor& from = stage.weights[index];
        const bool turn = transpose && index == 0;
        const Shape found = turn ? Shape{from.shape[1], from.shape[0]} : from.shape;
        if (found != wanted) {
            net.report.skipped.push_back(
                sentence("node ", stage.node, " has ", from.name, " as ", found, ", but ", place.name, " is ", wanted));
            continue;
        }
        net.weights.push_back({place.name, wanted, turn ? transposed(from.values, from.shape[0]) : from.values});
        net.report.moved.push_back({sentence(stage.node, "/", from.name), place.name, wanted});
    }
}

void assignAll(const std::vector<Stage>& stages, PortableNet& net)
{
    for (const Kind kind : {Kind::Embedding, Kind::Recurrent, Kind::Linear}) {
        std::vector<bool> transposes;
        const std::vector<std::vector<LayerWeight>> places = placesOf(net.model, kind, transposes);
        std::size_t next = 0;
        for (const Stage& stage : stages) {
            if (stage.kind != kind) {
                continue;
            }
            if (next < places.size()) {
                assign(stage, places[next], transposes[next], net);
            } else {
                net.report.skipped.push_back(sentence("node ", stage.node, " was left out: the model has ",
                                                      places.size(), " ", nameOf(kind), " layers only"));
            }
            ++next;
        }
    }
}

std::int64_t rowsOf(const std::vector<Stage>& stages)
{
    const auto embedding =
        std::find_if(stages.begin(), stages.end(), [](const Stage& stage) { return stage.kind == Kind::Embedding; });
    return embedding == stages.end() ? 0 : embedding->weights[0].shape[0];
}

bool readsText(const std::vector<Stage>& stages)
{
    return stages.size() >= 2 && stages.front().kind == Kind::Embedding && stages.back().kind == Kind::Linear;
}

/// The numbers must be in the file itself, as no other one was named by the user.
void requireOwnNumbers(const Graph& graph, const std::string& fileName)
{
    for (const Tensor& tensor : graph.constants) {
        if (tensor.elsewhere) {
            throw Error(
                sentence(fileName, ": the numbers of its constant ", tensor.name,
                         " lie in another file, which is not opened; wanted is a file that holds them itself, as "
                         "torch.onnx.export(..., external_data=False) writes it"));
        }
    }
}

} // namespace

PortableNet parseOnnx(std::span<const std::byte> bytes, const std::string& fileName, const NetFileHints& hints)
{
    const Graph graph = onnx::parse(bytes, fileName);
    requireOwnNumbers(graph, fileName);
    PortableNet net;
    const std::vector<Stage> stages = Walk(graph, fileName, net.report).run();
    const TorchFile about = torchFileOf({.tensors = {}, .metadata = graph.metadata, .skipped = {}}, fileName);
    net.iteration = about.iteration;
    net.vocabulary = hints.vocabulary ? hints.vocabulary : about.vocabulary;
    if (hints.model || about.model) {
        const std::int64_t size = net.vocabulary ? net.vocabulary->size() : rowsOf(stages);
        const Model& model = hints.model ? *hints.model : *about.model;
        net.model = size > 0 ? withVocabulary(model, size) : model;
    } else if (readsText(stages)) {
        net.model = Drawing(stages).run(graph.name);
        net.report.notes.push_back("the net was drawn after the graph; dropout and the batch's size are Hamnet's");
    } else {
        throw Error(fileName + ": no net that reads text was found in its graph, which starts with a Gather of a "
                               "constant and ends with a MatMul or Gemm of one");
    }
    assignAll(stages, net);
    return net;
}

} // namespace engine
