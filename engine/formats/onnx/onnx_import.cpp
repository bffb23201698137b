// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_chain.h"
#include "engine/formats/onnx/onnx_node.h"
#include "engine/formats/onnx/onnx_own.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace engine {
namespace {

using onnx::Chain;
using onnx::Graph;
using onnx::Stage;
using StageKind = onnx::Stage::Kind;

// A net after the graph
// -----------------------------------------------------------------------------------------------------------

class Drawing {
public:
    explicit Drawing(const std::vector<Stage>& stages) : m_stages(&stages) {}

    /// What reads backward has seen the next character, so it is asked for the characters that it reads.
    static bool predictsItsOwn(const std::vector<Stage>& stages)
    {
        return std::ranges::any_of(
            stages, [](const Stage& one) { return one.kind == StageKind::Recurrent && one.directions() > 1; });
    }

    Model run(const std::string& name)
    {
        m_model.name = name;
        const bool own = predictsItsOwn(*m_stages);
        if (own) {
            add("text", "TEXTDATA", {}, {"data", "clip"}, {{"order", std::string("WINDOWS")}});
        } else {
            add("text", "TEXTDATA", {}, {"data", "clip", "label"}, {});
        }
        m_value = "data";
        for (std::size_t stage = 0; stage < m_stages->size();) {
            stage += draw(stage);
        }
        add("loss", "SOFTMAXWITHLOSS", {m_value, own ? "data" : "label"}, {"loss"}, {{"axis", std::int64_t{2}}});
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

    std::string numbered(const std::string& name) { return say("%1%2", name, ++m_numbers[name]); }

    /// Draws a layer, and returns how many stages went into it.
    std::size_t draw(std::size_t first)
    {
        const Stage& stage = (*m_stages)[first];
        if (stage.kind == StageKind::BackwardHalf) {
            drawBackwardHalf((*m_stages)[first - 1].units());
            return 1;
        }
        Params params;
        std::size_t count = 1;
        std::vector<std::string> bottoms = {m_value};
        std::string name = folded(stage.layer);
        if (stage.kind == StageKind::Recurrent) {
            count = stacked(first);
            params["num_output"] = stage.units();
            params["num_layers"] = static_cast<std::int64_t>(count);
            if (stage.directions() > 1) {
                params["bidirectional"] = true;
            }
            if (const std::optional<Cell::Choice>& choice = stage.cell->choice) {
                params[std::string(choice->key)] = std::string(choice->value);
            }
            bottoms.push_back("clip");
        } else if (stage.kind == StageKind::Activation) {
            if (stage.layer == "SOFTMAX") {
                params["axis"] = widthAxis;
            }
        } else {
            const Shape& matrix = stage.matrix->shape;
            const bool linear = stage.kind == StageKind::Linear;
            params["num_output"] = matrix[linear && stage.ready ? 0 : 1];
            params["bias_term"] = stage.bias != nullptr;
            params[linear ? "axis" : "input_dim"] = linear ? widthAxis : matrix[0];
            name = linear ? "scores" : name;
        }
        if (stage.kind != StageKind::Activation) {
            params["weight_filler"] = Filler{.type = "xavier"};
        }
        const std::string unique = numbered(name);
        add(unique, std::string(stage.layer), bottoms, {unique}, std::move(params));
        m_value = unique;
        return count;
    }

    /// Cuts off the half [T, N, units] of the backward direction. The forward one is not used.
    void drawBackwardHalf(std::int64_t units)
    {
        const std::string name = numbered("slice"), forward = name + "_forward";
        add(name, "SLICE", {m_value}, {forward, name},
            {{"axis", widthAxis}, {"slice_point", std::vector<std::int64_t>{units}}});
        add(numbered("silence"), "SILENCE", {forward}, {}, {});
        m_value = name;
    }

    static bool stacksWith(const Stage& first, const Stage& next)
    {
        return next.kind == StageKind::Recurrent && next.cell == first.cell && next.units() == first.units() &&
               next.directions() == first.directions() && next.reverse == first.reverse;
    }

    /// How many layers of the same cell and width are stacked from here.
    std::size_t stacked(std::size_t first) const
    {
        constexpr std::size_t most = 16;
        std::size_t count = 1;
        while (count < most && first + count < m_stages->size() &&
               stacksWith((*m_stages)[first], (*m_stages)[first + count])) {
            ++count;
        }
        return count;
    }

    static constexpr std::int64_t widthAxis = 2; // of [T, N, width]

    const std::vector<Stage>* m_stages;
    Model m_model;
    std::string m_value;
    std::map<std::string, int> m_numbers;
};

// The weights' places
// -----------------------------------------------------------------------------------------------------------

/// The weights of one stage's layer, or of one of several stacked ones.
struct StagePlaces {
    std::string layer;
    std::vector<LayerWeight> weights;
    bool transposed;
    const RecurrentStack* stack; ///< null where it is not recurrent
};

const char* nameOf(StageKind kind)
{
    return kind == StageKind::Embedding ? "EMBED" : kind == StageKind::Recurrent ? "recurrent" : "INNERPRODUCT";
}

bool isOf(const LayerPlaces& layer, StageKind kind)
{
    return kind == StageKind::Recurrent ? layer.stack && !layer.stack->rows && !layer.stack->cell->typed
                                        : layer.type == nameOf(kind);
}

/// Those that the stages of one kind go to, stage by stage, on the way to the model's scores. The layers must outlive
/// them.
std::vector<StagePlaces> placesOf(const std::vector<LayerPlaces>& layers, StageKind kind)
{
    std::vector<StagePlaces> all;
    for (const LayerPlaces& layer : layers) {
        if (!isOf(layer, kind)) {
            continue;
        }
        const auto stacked = static_cast<std::size_t>(layer.stack ? layer.stack->layers : 1);
        const std::size_t each = layer.weights.size() / stacked;
        const bool transposed = kind == StageKind::Linear && flagParam(layer.params, "transpose");
        for (std::size_t first = 0; first + each <= layer.weights.size(); first += each) {
            all.push_back({layer.layer.name,
                           {layer.weights.begin() + static_cast<std::ptrdiff_t>(first),
                            layer.weights.begin() + static_cast<std::ptrdiff_t>(first + each)},
                           transposed,
                           layer.stack ? &*layer.stack : nullptr});
        }
    }
    return all;
}

/// Gives the chain's weights to a model's layers, by kind and order; those of typed cells by their names.
class Assignment {
public:
    explicit Assignment(TransferReport& report) : m_report(&report), m_weights(report) {}

    std::vector<NamedTensor> run(const std::vector<Stage>& stages, const Model& model,
                                 const std::vector<NamedTensor>& typed = {})
    {
        const std::vector<LayerPlaces> layers = weightPlaces(inUse(model));
        for (const NamedTensor& tensor : typed) {
            put(tensor, layers);
        }
        for (const StageKind kind : {StageKind::Embedding, StageKind::Recurrent, StageKind::Linear}) {
            const std::vector<StagePlaces> places = placesOf(layers, kind);
            std::size_t next = 0;
            for (const Stage& stage : stages) {
                if (stage.kind != kind) {
                    continue;
                }
                if (next < places.size()) {
                    assign(stage, places[next]);
                } else {
                    m_report->skipped.push_back(
                        say(ENGINE_TEXT("Sentences", "node %1 was left out: the model has %2 %3 layers only"),
                            labelOf(*stage.node), places.size(), nameOf(kind)));
                }
                ++next;
            }
        }
        return std::move(m_weights).taken();
    }

private:
    void put(const NamedTensor& tensor, const std::vector<LayerPlaces>& layers)
    {
        const bool fits = std::ranges::any_of(layers, [&](const LayerPlaces& layer) {
            return std::ranges::any_of(layer.weights, [&](const LayerWeight& place) {
                return place.name == tensor.name && place.spec.shape == tensor.shape;
            });
        });
        if (fits) {
            m_weights.put(tensor, tensor.name);
        } else {
            m_report->skipped.push_back(
                say(ENGINE_TEXT("Sentences", "weight %1 %2 was left out: this model has none of that name and shape"),
                    tensor.name, tensor.shape));
        }
    }

    void assign(const Stage& stage, const StagePlaces& places)
    {
        if (stage.cell != nullptr && stage.cell->kind != places.stack->cell->kind) {
            refuseCell(places.layer, *places.stack->cell,
                       say(ENGINE_TEXT("Sentences", "%1 (node %2)"), stage.cell->name, labelOf(*stage.node)));
        }
        if (stage.reverse && places.stack->directions == 1) {
            throw Error(say(
                ENGINE_TEXT(
                    "Sentences",
                    "layer %1 only reads forwards, but the file has weights of a %2 that only reads backwards (node "
                    "%3) for it: wanted is a layer of both directions, with bidirectional: true; nothing was taken"),
                places.layer, stage.cell->name, labelOf(*stage.node)));
        }
        const std::vector<NamedTensor> weights = weightsOf(stage);
        const std::string node = labelOf(*stage.node);
        bool matrixFits = false;
        for (std::size_t index = 0; index < places.weights.size(); ++index) {
            const LayerWeight& place = places.weights[index];
            if (index < weights.size()) {
                const bool fits = put(weights[index], node, place, places.transposed && index == 0);
                matrixFits = matrixFits || (index == 0 && fits);
            } else if (matrixFits) { // else nothing proves how long its bias may be
                leaveZero(place, node);
            }
        }
        for (std::size_t index = places.weights.size(); index < weights.size(); ++index) {
            m_report->skipped.push_back(
                say(ENGINE_TEXT("Sentences", "node %1 has %2 as %3, but the model's layer has none"), node,
                    weights[index].name, weights[index].shape));
        }
    }

    bool put(const NamedTensor& from, const std::string& node, const LayerWeight& place, bool turn)
    {
        const Shape& wanted = place.spec.shape;
        const Shape found = turn ? Shape{from.shape[1], from.shape[0]} : from.shape;
        if (found != wanted) {
            m_report->skipped.push_back(say(ENGINE_TEXT("Sentences", "node %1 has %2 as %3, but %4 is %5"), node,
                                            from.name, found, place.name, wanted));
            return false;
        }
        m_weights.put({place.name, wanted, turn ? transposed(from.values, from.shape[0]) : from.values},
                      say("%1/%2", node, from.name));
        return true;
    }

    void leaveZero(const LayerWeight& place, const std::string& node)
    {
        const auto count = static_cast<std::size_t>(place.spec.shape.count());
        if (m_weights.putFirst({place.name, place.spec.shape, std::vector<float>(count)})) {
            m_report->notes.push_back(
                say(ENGINE_TEXT("Sentences", "weight %1 is all zeros: node %2 has no bias"), place.name, node));
        }
    }

    TransferReport* m_report;
    GatheredWeights m_weights;
};

// Whether a model is the graph's net
// -----------------------------------------------------------------------------------------------------------

/// The same numbers, bit by bit; a bias that is left out is zeros.
bool sameWeights(const Stage& a, const Stage& b)
{
    std::vector<NamedTensor> first = weightsOf(a), second = weightsOf(b);
    const std::size_t count = std::max(first.size(), second.size());
    for (std::vector<NamedTensor>* weights : {&first, &second}) {
        if (weights->size() + 1 == count) {
            const NamedTensor& other = (weights == &first ? second : first).back();
            weights->push_back({other.name, other.shape, std::vector<float>(other.values.size())});
        }
    }
    return std::ranges::equal(first, second, [](const NamedTensor& one, const NamedTensor& two) {
        return one.shape == two.shape &&
               std::memcmp(one.values.data(), two.values.data(), one.values.size() * sizeof(float)) == 0;
    });
}

/// Throws Error where the net in a file's metadata, written as a graph with the file's weights, runs otherwise than the
/// file's own graph.
void requireNetOfGraph(const Model& model, const Chain& chain, const std::string& fileName)
{
    const auto start = [&](const Sentence& rest) {
        return say(ENGINE_TEXT("Sentences", "%1: the net in its metadata is not that of its graph: %2"), fileName,
                   rest);
    };
    TransferReport unused;
    PortableNet net{.model = model};
    net.weights = Assignment(unused).run(chain.stages, model);
    Graph written;
    try {
        written = graphOf(net, unused);
    } catch (const Error& error) {
        throw Error(start(error.sentence()));
    }
    const Chain other = readChain(written, start("as a graph"), unused);
    const std::size_t count = std::max(chain.stages.size(), other.stages.size());
    for (std::size_t index = 0; index < count; ++index) {
        const Stage* const here = index < chain.stages.size() ? &chain.stages[index] : nullptr;
        const Stage* const there = index < other.stages.size() ? &other.stages[index] : nullptr;
        if (here == nullptr || there == nullptr || here->layer != there->layer || here->cell != there->cell ||
            !sameWeights(*here, *there)) {
            throw Error(
                start(say(ENGINE_TEXT("Sentences", "%1 where the net has %2"),
                          here == nullptr ? say(ENGINE_TEXT("Sentences", "the graph ends"))
                                          : say(ENGINE_TEXT("Sentences", "node %1"), labelOf(*here->node)),
                          there == nullptr ? say(ENGINE_TEXT("Sentences", "its end")) : say("%1", there->layer))));
        }
    }
}

/// The layers that numbers go through on the way to the model's scores, each of stacked ones by itself.
std::vector<std::string_view> layersOf(const Model& model)
{
    static const std::set<std::string_view> neutral = {"TEXTDATA", "INPUT", "DROPOUT", "RESHAPE", "SPLIT"};
    std::vector<std::string_view> names;
    for (const Layer& layer : forGeneration(model).layers) {
        const std::string_view type = layerType(layer.type).name;
        const auto stack = recurrentStack(layerType(layer.type), completeParams(layer, model.dialect));
        const std::int64_t count = stack ? stack->layers : std::int64_t{1};
        names.insert(names.end(), neutral.contains(type) ? 0 : static_cast<std::size_t>(count), type);
    }
    return names;
}

/// Tells where a model that the user named runs otherwise than the graph.
void noteOtherNet(const Model& model, const Chain& chain, TransferReport& report)
{
    const std::vector<std::string_view> names = layersOf(model);
    const std::vector<Stage>& stages = chain.stages;
    const auto [stage, name] =
        std::mismatch(stages.begin(), stages.end(), names.begin(), names.end(),
                      [](const Stage& one, std::string_view layer) { return one.layer == layer; });
    if (stage != stages.end() || name != names.end()) {
        report.notes.push_back(
            say(ENGINE_TEXT("Sentences",
                            "the model is another net than the file's graph: it has %1 where the graph has %2"),
                name == names.end() ? say(ENGINE_TEXT("Sentences", "its end")) : say("%1", *name),
                stage == stages.end() ? say(ENGINE_TEXT("Sentences", "its end"))
                                      : say(ENGINE_TEXT("Sentences", "node %1"), labelOf(*stage->node))));
    }
}

void noteReverse(const Chain& chain, TransferReport& report)
{
    for (const Stage& stage : chain.stages) {
        if (stage.reverse) {
            report.notes.push_back(
                say(ENGINE_TEXT("Sentences", "node %1 only reads backwards: it is drawn as a layer of both directions, "
                                             "whose forward half is zeros and is cut off"),
                    labelOf(*stage.node)));
        }
    }
}

/// Throws Error for a graph that no net of text can be drawn after.
void requireText(const Chain& chain, const std::string& fileName)
{
    if (chain.stages.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: no net that reads text was found in its graph, which starts with "
                                                 "a Gather of a constant and ends with a MatMul or Gemm of one"),
                        fileName));
    }
    const Stage& last = chain.stages.back();
    if (last.kind != StageKind::Linear) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "%1: node %2: the net's scores come from it, but a MatMul or Gemm is wanted at the end"),
                fileName, labelOf(*last.node)));
    }
}

/// Throws Error where the net that was drawn would write by other scores than the graph's.
void requireSameScores(const Model& drawn, const Chain& chain, const std::string& fileName)
{
    const std::string& scores = drawn.layers.back().bottoms.front(); // what the loss reads
    const auto inner = std::find_if(chain.stages.begin(), chain.stages.end(),
                                    [](const Stage& stage) { return stage.layer == "SOFTMAX"; });
    if (inner != chain.stages.end() && scoresOf(forGeneration(drawn)) != scores) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "%1: node %2: it lies inside the net, but a Softmax is wanted behind the scores only"),
                fileName, labelOf(*inner->node)));
    }
}

/// The numbers must be there: in the file itself, or in one beside it.
void requireOwnNumbers(const Graph& graph, const std::string& fileName)
{
    for (const onnx::Tensor& tensor : graph.constants) {
        if (tensor.elsewhere) {
            throw Error(say(
                ENGINE_TEXT("Sentences",
                            "%1: the numbers of its constant %2 lie in another file, which is not opened; wanted is a "
                            "file that holds them itself, as torch.onnx.export(..., external_data=False) writes it"),
                fileName, tensor.name));
        }
    }
}

/// Of a net of sequences or with a typed cell, which must be the one in the file's metadata.
PortableNet ofOwn(const Graph& graph, const TorchFile& about, const std::string& fileName, const NetFileHints& hints)
{
    if (!about.model || (dataKindOf(*about.model).writes && !hasTypedCell(*about.model))) {
        const Sentence wanted = "of nets on sequences only files that Hamnet wrote are read";
        if (graph.nodes.empty()) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: it has no nodes; %2"), fileName, wanted));
        }
        onnx::CheckedNode(graph.nodes.front(), fileName, graph.opset)
            .refuse(say(ENGINE_TEXT("Sentences", "it is of no net on sequences in the file's metadata; %1"), wanted));
    }
    PortableNet net{.model = *about.model, .vocabulary = about.vocabulary, .sequences = about.sequences};
    net.iteration = about.iteration;
    const onnx::OwnGraph own = onnx::ownGraph(graph, net, fileName);
    if (dataKindOf(*about.model).writes) {
        net.vocabulary = hints.vocabulary ? hints.vocabulary : about.vocabulary;
        const bool embeds = !own.stages.empty() && own.stages.front().kind == StageKind::Embedding;
        net.model = sizedFor(hints.model ? *hints.model : *about.model, net.vocabulary,
                             embeds ? own.stages.front().matrix->shape[0] : 0, fileName);
    } else if (hints.model) {
        net.model = net.sequences ? sizedFor(*hints.model, *net.sequences, net.vocabulary, net.report) : *hints.model;
    }
    net.weights = Assignment(net.report).run(own.stages, net.model, own.typed);
    return net;
}

} // namespace

PortableNet parseOnnx(std::span<const std::byte> bytes, const std::string& fileName, const NetFileHints& hints,
                      const std::optional<std::filesystem::path>& folder)
{
    const Graph graph = onnx::parse(bytes, fileName, folder);
    requireOwnNumbers(graph, fileName);
    const TorchFile about = torchFileOf({.tensors = {}, .metadata = graph.metadata, .skipped = {}}, fileName);
    const std::optional<Model>& given = hints.model ? hints.model : about.model;
    const bool typed = about.model && dataKindOf(*about.model).writes && hasTypedCell(*about.model);
    if (typed || (given && !dataKindOf(*given).writes)) {
        return ofOwn(graph, about, fileName, hints);
    }
    PortableNet net;
    const Chain chain = readChain(graph, fileName, net.report);
    net.iteration = about.iteration;
    net.vocabulary = hints.vocabulary ? hints.vocabulary : about.vocabulary;
    const std::int64_t rows = chain.stages.empty() ? 0 : chain.stages.front().matrix->shape[0];
    requireRows(fileName, rows, net.vocabulary);
    if (hints.model || about.model) {
        const std::int64_t size = net.vocabulary ? net.vocabulary->size() : rows;
        const Model& model = hints.model ? *hints.model : *about.model;
        net.model = size > 0 ? withVocabulary(model, size) : model;
        if (hints.model) {
            noteOtherNet(net.model, chain, net.report);
        } else {
            requireNetOfGraph(model, chain, fileName);
        }
    } else {
        requireText(chain, fileName);
        net.model = Drawing(chain.stages).run(graph.name);
        requireSameScores(net.model, chain, fileName);
        const Stage& last = chain.stages.back();
        requireRows(fileName, last.matrix->shape[last.ready ? 0 : 1], net.vocabulary);
        net.report.notes.push_back(
            ENGINE_TEXT("Sentences", "the net was drawn after the graph; dropout and the batch's size are Hamnet's"));
        noteReverse(chain, net.report);
        if (Drawing::predictsItsOwn(chain.stages)) {
            net.report.notes.push_back(
                ENGINE_TEXT("Sentences", "a layer of the net also reads backwards, so the net is drawn to predict the "
                                         "characters that it reads, not the next one; it cannot write a text"));
        }
    }
    net.weights = Assignment(net.report).run(chain.stages, net.model);
    return net;
}

namespace {

std::optional<Vocabulary> vocabularyIn(const std::filesystem::path& file)
{
    const Graph graph = onnx::parse(readFileBytes(file), file.string());
    return torchFileOf({.tensors = {}, .metadata = graph.metadata, .skipped = {}}, file.string()).vocabulary;
}

} // namespace

NetFunctions onnxFunctions()
{
    return {.read =
                [](const std::filesystem::path& file, const NetFileHints& hints) {
                    return parseOnnx(readFileBytes(file), file.string(), hints, file.parent_path());
                },
            .write = [](const std::filesystem::path& file, const PortableNet& net,
                        TransferReport& report) { writeFileBytes(file, printOnnx(net, report)); },
            .bringsNet = [](const std::filesystem::path& /*file*/) { return true; },
            .vocabulary = vocabularyIn};
}

} // namespace engine
