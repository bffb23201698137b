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
#include <iterator>
#include <map>
#include <set>

namespace engine {
namespace {

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
            stages, [](const Stage& one) { return one.kind == StageKind::Recurrent && one.directions > 1; });
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
        m_model.layers.push_back({.name = name,
                                  .type = type,
                                  .bottoms = std::move(bottoms),
                                  .tops = std::move(tops),
                                  .params = std::move(params)});
    }

    std::string numbered(const std::string& name) { return say("%1%2", name, ++m_numbers[name]); }

    /// Draws a layer, and returns how many stages went into it.
    std::size_t draw(std::size_t first)
    {
        const Stage& stage = (*m_stages)[first];
        Params params;
        std::size_t count = 1;
        std::vector<std::string> bottoms = {m_value};
        std::string name = folded(stage.layer);
        if (stage.kind == StageKind::Recurrent) {
            count = stacked(first);
            params["num_output"] = stage.units;
            params["num_layers"] = static_cast<std::int64_t>(count);
            if (stage.directions > 1) {
                params["bidirectional"] = true;
            }
            if (const std::optional<Cell::Choice>& choice = stage.cell->choice) {
                params[std::string(choice->key)] = std::string(choice->value);
            }
            bottoms.push_back("clip");
        } else if (stage.kind != StageKind::Activation) {
            const Shape& matrix = stage.weights[0].shape;
            const bool linear = stage.kind == StageKind::Linear;
            params["num_output"] = matrix[linear ? 0 : 1];
            params["bias_term"] = stage.weights.size() > 1;
            params[linear ? "axis" : "input_dim"] = linear ? widthAxis : matrix[0];
            name = linear ? "scores" : name;
        }
        if (stage.kind != StageKind::Activation) {
            params["weight_filler"] = Filler{.type = "xavier"};
        }
        const std::string unique = numbered(name);
        add(unique, std::string(stage.layer), bottoms, {unique}, std::move(params));
        m_value = unique;
        if (stage.reverse) {
            drawBackwardHalf(stage.units);
        }
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
        return next.kind == StageKind::Recurrent && next.cell == first.cell && next.units == first.units &&
               next.directions == first.directions && !next.reverse && !first.reverse;
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

const char* nameOf(StageKind kind)
{
    return kind == StageKind::Embedding ? "EMBED" : kind == StageKind::Recurrent ? "recurrent" : "INNERPRODUCT";
}

/// The weights of one layer, or of one of several stacked ones.
struct StagePlaces {
    StageKind kind;
    const LayerPlaces* layer;
    std::span<const LayerWeight> weights;

    bool isTransposed() const { return kind == StageKind::Linear && flagParam(layer->params, "transpose"); }
};

/// Those of the layers that stages can be of, in the model's order. The layers must outlive them.
std::vector<StagePlaces> placesOf(const std::vector<LayerPlaces>& layers)
{
    std::vector<StagePlaces> all;
    for (const LayerPlaces& layer : layers) {
        const bool recurrent = layer.stack && !layer.stack->rows && !layer.stack->cell->typed;
        const bool embeds = layer.type == nameOf(StageKind::Embedding);
        if (!recurrent && !embeds && layer.type != nameOf(StageKind::Linear)) {
            continue;
        }
        const StageKind kind = recurrent ? StageKind::Recurrent : embeds ? StageKind::Embedding : StageKind::Linear;
        const std::size_t each = layer.weights.size() / static_cast<std::size_t>(recurrent ? layer.stack->layers : 1);
        for (std::size_t first = 0; first + each <= layer.weights.size(); first += each) {
            all.push_back({kind, &layer, std::span(layer.weights).subspan(first, each)});
        }
    }
    return all;
}

NamedTensor turnedIf(bool turns, NamedTensor matrix)
{
    if (turns) {
        matrix.values = transposed(matrix.values, matrix.shape[0]);
        matrix.shape = {matrix.shape[1], matrix.shape[0]};
    }
    return matrix;
}

/// Gives weights to a model's layers: those of stages by kind and order, others by their names.
class Assignment {
public:
    Assignment(const Model& model, TransferReport& report)
        : m_layers(weightPlaces(inUse(model))), m_report(&report), m_weights(report)
    {}

    std::vector<NamedTensor> run(const std::vector<Stage>& stages, const std::vector<NamedTensor>& named)
    {
        for (const NamedTensor& tensor : named) {
            put(tensor);
        }
        const std::vector<StagePlaces> all = placesOf(m_layers);
        for (const StageKind kind : {StageKind::Embedding, StageKind::Recurrent, StageKind::Linear}) {
            std::vector<StagePlaces> places;
            std::ranges::copy_if(all, std::back_inserter(places),
                                 [&](const StagePlaces& one) { return one.kind == kind; });
            std::size_t next = 0;
            for (const Stage& stage : stages) {
                if (stage.kind == kind && next++ < places.size()) {
                    assign(stage, places[next - 1]);
                } else if (stage.kind == kind) {
                    m_report->skipped.push_back(
                        say(ENGINE_TEXT("Sentences", "node %1 was left out: the model has %2 %3 layers only"),
                            stage.node, places.size(), nameOf(kind)));
                }
            }
        }
        return std::move(m_weights).taken();
    }

private:
    void put(const NamedTensor& tensor)
    {
        const bool fits = std::ranges::any_of(m_layers, [&](const LayerPlaces& layer) {
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
        const std::optional<RecurrentStack>& stack = places.layer->stack;
        if (stage.cell != nullptr && stage.cell->kind != stack->cell->kind) {
            refuseCell(places.layer->layer.name, *stack->cell,
                       say(ENGINE_TEXT("Sentences", "%1 (node %2)"), stage.cell->name, stage.node));
        }
        if (stage.reverse && stack->directions == 1) {
            throw Error(say(
                ENGINE_TEXT(
                    "Sentences",
                    "layer %1 only reads forwards, but the file has weights of a %2 that only reads backwards (node "
                    "%3) for it: wanted is a layer of both directions, with bidirectional: true; nothing was taken"),
                places.layer->layer.name, stage.cell->name, stage.node));
        }
        bool matrixFits = false;
        for (std::size_t index = 0; index < places.weights.size(); ++index) {
            const LayerWeight& place = places.weights[index];
            if (index < stage.weights.size()) {
                const bool fits =
                    put(turnedIf(places.isTransposed() && index == 0, stage.weights[index]), stage, place);
                matrixFits = matrixFits || (index == 0 && fits);
            } else if (matrixFits) { // else nothing proves how long its bias may be
                leaveZero(place, stage);
            }
        }
        for (std::size_t index = places.weights.size(); index < stage.weights.size(); ++index) {
            m_report->skipped.push_back(
                say(ENGINE_TEXT("Sentences", "node %1 has %2 as %3, but the model's layer has none"), stage.node,
                    stage.weights[index].name, stage.weights[index].shape));
        }
    }

    bool put(NamedTensor from, const Stage& stage, const LayerWeight& place)
    {
        if (from.shape != place.spec.shape) {
            m_report->skipped.push_back(say(ENGINE_TEXT("Sentences", "node %1 has %2 as %3, but %4 is %5"), stage.node,
                                            from.name, from.shape, place.name, place.spec.shape));
            return false;
        }
        m_weights.put({place.name, from.shape, std::move(from.values)}, say("%1/%2", stage.node, from.name));
        return true;
    }

    void leaveZero(const LayerWeight& place, const Stage& stage)
    {
        const auto count = static_cast<std::size_t>(place.spec.shape.count());
        if (m_weights.putFirst({place.name, place.spec.shape, std::vector<float>(count)})) {
            m_report->notes.push_back(
                say(ENGINE_TEXT("Sentences", "weight %1 is all zeros: node %2 has no bias"), place.name, stage.node));
        }
    }

    std::vector<LayerPlaces> m_layers;
    TransferReport* m_report;
    GatheredWeights m_weights;
};

// Whether a model is the graph's net
// -----------------------------------------------------------------------------------------------------------

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

std::vector<std::string_view> layersOf(const std::vector<Stage>& stages)
{
    std::vector<std::string_view> names;
    for (const Stage& stage : stages) {
        names.push_back(stage.layer);
        names.insert(names.end(), stage.reverse ? 1 : 0, "SLICE");
    }
    return names;
}

/// Tells where a model that the user named runs otherwise than the file's net.
void noteOtherNet(const std::vector<std::string_view>& given, const std::vector<std::string_view>& ofFile,
                  TransferReport& report)
{
    const auto [here, there] = std::ranges::mismatch(given, ofFile);
    if (here != given.end() || there != ofFile.end()) {
        report.notes.push_back(
            say(ENGINE_TEXT("Sentences", "the model is another net than the file's: it has %1 where the file has %2"),
                here == given.end() ? say(ENGINE_TEXT("Sentences", "its end")) : say("%1", *here),
                there == ofFile.end() ? say(ENGINE_TEXT("Sentences", "its end")) : say("%1", *there)));
    }
}

/// Throws Error for a graph that no net of text can be drawn after.
void requireText(const std::vector<Stage>& stages, const std::string& fileName)
{
    if (stages.empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: no net that reads text was found in its graph, which starts with "
                                                 "a Gather of a constant and ends with a MatMul or Gemm of one"),
                        fileName));
    }
    if (stages.back().kind != StageKind::Linear) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "%1: node %2: the net's scores come from it, but a MatMul or Gemm is wanted at the end"),
                fileName, stages.back().node));
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

/// The net that is drawn after a graph of other programs.
Model drawnAfter(const std::vector<Stage>& stages, const Graph& graph, const std::string& fileName, PortableNet& net)
{
    requireText(stages, fileName);
    const Model drawn = Drawing(stages).run(graph.name);
    requireRows(fileName, stages.back().weights[0].shape[0], net.vocabulary);
    std::vector<Sentence>& notes = net.report.notes;
    notes.push_back(
        ENGINE_TEXT("Sentences", "the net was drawn after the graph; dropout and the batch's size are Hamnet's"));
    for (const Stage& stage : stages) {
        if (stage.reverse) {
            notes.push_back(
                say(ENGINE_TEXT("Sentences", "node %1 only reads backwards: it is drawn as a layer of both directions, "
                                             "whose forward half is zeros and is cut off"),
                    stage.node));
        }
    }
    if (Drawing::predictsItsOwn(stages)) {
        notes.push_back(ENGINE_TEXT("Sentences",
                                    "a layer of the net also reads backwards, so the net is drawn to predict the "
                                    "characters that it reads, not the next one; it cannot write a text"));
    }
    return drawn;
}

/// How many characters the net has weights for; 0 where none belong to characters.
std::int64_t rowsOf(const Model& model)
{
    for (const LayerPlaces& layer : weightPlaces(inUse(model))) {
        for (const LayerWeight& weight : layer.weights) {
            if (weight.characters) {
                return weight.spec.shape[*weight.characters];
            }
        }
    }
    return 0;
}

} // namespace

PortableNet parseOnnx(std::span<const std::byte> bytes, const std::string& fileName, const NetFileHints& hints,
                      const std::optional<std::filesystem::path>& folder)
{
    const Graph graph = onnx::parse(bytes, fileName, folder);
    requireOwnNumbers(graph, fileName);
    const TorchFile about = torchFileOf(graph.metadata, fileName);
    const bool ofSequences = about.model && !dataKindOf(*about.model).answersEachStep;
    if (hints.model && dataKindOf(*hints.model).answersEachStep == ofSequences) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: its net reads %2, but the model that is given for it reads %3"),
                        fileName, ofSequences ? "sequences" : "a text", ofSequences ? "a text" : "sequences"));
    }
    PortableNet net{.model = about.model.value_or(Model()),
                    .vocabulary = hints.vocabulary && !ofSequences ? hints.vocabulary : about.vocabulary,
                    .sequences = about.sequences,
                    .iteration = about.iteration};
    std::vector<Stage> stages;
    std::vector<NamedTensor> own; // which go by their names
    std::int64_t rows = 0;
    if (about.model) {
        own = onnx::ownWeights(graph, net, fileName);
        rows = rowsOf(*about.model);
    } else {
        stages = readChain(graph, fileName, net.report);
        const auto embedding = std::ranges::find(stages, StageKind::Embedding, &Stage::kind);
        rows = embedding == stages.end() ? 0 : embedding->weights[0].shape[0];
    }
    if (hints.model && about.model) {
        requireSameCells(*hints.model, *about.model);
    }
    if (hints.model && ofSequences) {
        net.model = net.sequences ? sizedFor(*hints.model, *net.sequences, net.vocabulary, net.report) : *hints.model;
    } else if (hints.model || (about.model && !ofSequences)) {
        net.model = sizedFor(hints.model.value_or(net.model), net.vocabulary, rows, fileName);
    } else if (!about.model) {
        requireRows(fileName, rows, net.vocabulary);
        net.model = drawnAfter(stages, graph, fileName, net);
    }
    if (hints.model && !about.model) {
        noteOtherNet(layersOf(net.model), layersOf(stages), net.report);
    }
    net.weights = Assignment(net.model, net.report).run(stages, own);
    return net;
}

namespace {

std::optional<Vocabulary> vocabularyIn(const std::filesystem::path& file)
{
    const Graph graph = onnx::parse(readFileBytes(file), file.string());
    return torchFileOf(graph.metadata, file.string()).vocabulary;
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
