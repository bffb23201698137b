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

/// The layers that numbers go through on the way to the model's scores, each of stacked ones by its cell.
std::vector<std::string_view> layersOf(const Model& model)
{
    static const std::set<std::string_view> neutral = {"TEXTDATA", "INPUT", "DROPOUT", "RESHAPE", "SPLIT"};
    std::vector<std::string_view> names;
    for (const Layer& layer : forGeneration(model).layers) {
        const std::string_view type = layerType(layer.type).name;
        const auto stack = recurrentStack(layerType(layer.type), completeParams(layer, model.dialect));
        const auto count = static_cast<std::size_t>(stack ? stack->layers : 1);
        names.insert(names.end(), neutral.contains(type) ? 0 : count, stack && !stack->rows ? stack->cell->name : type);
    }
    return names;
}

std::vector<std::string_view> layersOf(const std::vector<Stage>& stages)
{
    std::vector<std::string_view> names;
    for (const Stage& stage : stages) {
        names.push_back(stage.cell != nullptr ? stage.cell->name : stage.layer);
        names.insert(names.end(), stage.reverse ? 1 : 0, "SLICE");
    }
    return names;
}

/// Throws Error where a model that the user named has other layers than the file's net.
void requireSameNet(const Model& model, const std::vector<Stage>& stages, const std::string& fileName)
{
    const std::vector<std::string_view> given = layersOf(model), ofFile = layersOf(stages);
    const auto [here, there] = std::ranges::mismatch(given, ofFile);
    if (here != given.end() || there != ofFile.end()) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: the model is another net than the file's: it has %2 where the file has "
                                         "%3; without a model the net is drawn after the file"),
                fileName, here == given.end() ? say(ENGINE_TEXT("Sentences", "its end")) : say("%1", *here),
                there == ofFile.end() ? say(ENGINE_TEXT("Sentences", "its end")) : say("%1", *there)));
    }
}

/// The weights of the stages as those of a model with the same layers. Throws Error where these have other tensors.
std::vector<NamedTensor> placed(const std::vector<Stage>& stages, const Model& model, TransferReport& report)
{
    const std::vector<LayerPlaces> layers = weightPlaces(inUse(model));
    std::vector<std::pair<const LayerPlaces*, const LayerWeight*>> places;
    for (const LayerPlaces& layer : layers) {
        for (const LayerWeight& weight : layer.weights) {
            places.emplace_back(&layer, &weight);
        }
    }
    GatheredWeights weights(report);
    auto place = places.begin();
    for (const Stage& stage : stages) {
        for (NamedTensor from : stage.weights) {
            const bool isMore = place == places.end();
            const auto [layer, to] = isMore ? places.back() : *place++;
            if (from.name == "W" && layer->type == "INNERPRODUCT" && flagParam(layer->params, "transpose")) {
                from = {from.name, {from.shape[1], from.shape[0]}, transposed(from.values, from.shape[0])};
            }
            if (isMore || from.shape != to->spec.shape) {
                throw Error(say(ENGINE_TEXT("Sentences", "node %1 has %2 as %3, but the model has %4 as %5; without a "
                                                         "model the net is drawn after the file"),
                                stage.node, from.name, from.shape, to->name, to->spec.shape));
            }
            weights.put({to->name, from.shape, std::move(from.values)}, say("%1/%2", stage.node, from.name));
        }
    }
    if (place != places.end()) {
        throw Error(say(ENGINE_TEXT("Sentences", "the model has the weight %1, which no node of the file has; without "
                                                 "a model the net is drawn after the file"),
                        place->second->name));
    }
    return std::move(weights).taken();
}

/// Those of a file of Hamnet's go by their names.
std::vector<NamedTensor> placed(const std::vector<NamedTensor>& named, const Model& model, TransferReport& report)
{
    GatheredWeights weights(report);
    const std::vector<LayerPlaces> layers = weightPlaces(inUse(model));
    for (const NamedTensor& tensor : named) {
        const bool fits = std::ranges::any_of(layers, [&](const LayerPlaces& layer) {
            return std::ranges::any_of(layer.weights, [&](const LayerWeight& place) {
                return place.name == tensor.name && place.spec.shape == tensor.shape;
            });
        });
        if (fits) {
            weights.put(tensor, tensor.name);
        } else {
            report.skipped.push_back(
                say(ENGINE_TEXT("Sentences", "weight %1 %2 was left out: this model has none of that name and shape"),
                    tensor.name, tensor.shape));
        }
    }
    return std::move(weights).taken();
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
        requireSameNet(net.model, stages, fileName);
    }
    net.weights = about.model ? placed(own, net.model, net.report) : placed(stages, net.model, net.report);
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
