// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_arrange.h"
#include "engine/formats/onnx/onnx_chain.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace engine {
namespace {

using onnx::Graph;
using onnx::Tensor;

// Graphs of Hamnet
// -----------------------------------------------------------------------------------------------------------------

constexpr const char* rule =
    ENGINE_TEXT("Sentences", "; wanted is the graph as Hamnet wrote it, or one of a net that reads a text, without "
                             "hamnet.model in its metadata");

/// The weights of the net in use, each number of which is its place among all, from 1 on, as the bits of a float: what
/// the exporter copies tells where it came from. Throws Error where they are more than the graph has numbers: a short
/// file may tell of a net of any size.
std::vector<NamedTensor> numbered(const Model& model, const Graph& graph, const std::string& fileName)
{
    std::int64_t left = 0;
    for (const Tensor& tensor : graph.constants) {
        left += std::ssize(tensor.values);
    }
    std::vector<NamedTensor> weights;
    std::set<std::string> names;
    std::uint32_t number = 0;
    for (const LayerPlaces& layer : weightPlaces(inUse(model))) {
        for (const LayerWeight& place : layer.weights) {
            if (!names.insert(place.name).second) {
                continue;
            }
            const std::int64_t count = place.spec.shape.count();
            if (count > left) {
                throw Error(say(
                    ENGINE_TEXT("Sentences", "%1: the net in its metadata has more weights than its graph: %2 is %3"),
                    fileName, place.name, place.spec.shape));
            }
            left -= count;
            weights.push_back({place.name, place.spec.shape, std::vector<float>(static_cast<std::size_t>(count))});
            std::ranges::generate(weights.back().values, [&] { return std::bit_cast<float>(++number); });
        }
    }
    return weights;
}

/// The net that the metadata tell of, with the weights in its graph. Throws Error, by the name of the first node or
/// constant that differs, where the graph is not the one that Hamnet writes for it.
PortableNet ownNet(const Graph& graph, const TorchFile& about, const std::string& fileName)
{
    PortableNet net{.model = *about.model, .vocabulary = about.vocabulary, .sequences = about.sequences};
    net.weights = numbered(net.model, graph, fileName);
    TransferReport report;
    Graph wanted;
    try {
        wanted = graphOf(net, report);
    } catch (const Error& error) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: the net in its metadata has no graph: %2"), fileName, error.sentence()));
    }
    const auto isSame = [](onnx::Node one, const onnx::Node& other) {
        one.name = other.name;
        return one == other;
    };
    const auto [here, there] = std::ranges::mismatch(graph.nodes, wanted.nodes, isSame);
    if (here != graph.nodes.end()) {
        onnx::refuse(
            *here, fileName,
            say(ENGINE_TEXT("Sentences",
                            "the net in the metadata has %1 there, with inputs, outputs and attributes of its own%2"),
                there == wanted.nodes.end() ? say(ENGINE_TEXT("Sentences", "nothing"))
                                            : Sentence(onnx::labelOf(*there)),
                rule));
    }
    if (there != wanted.nodes.end() || graph.inputs != wanted.inputs || graph.outputs != wanted.outputs ||
        graph.opset != wanted.opset) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: its last nodes, inputs or outputs are not those of the net in "
                                                 "its metadata%2"),
                        fileName, rule));
    }
    if (graph.constants.size() != wanted.constants.size()) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: it has %2 constants, but the net in its metadata has %3%4"),
                        fileName, graph.constants.size(), wanted.constants.size(), rule));
    }
    std::set<std::string_view> ofWeights;
    for (const TensorMove& move : report.moved) {
        ofWeights.insert(move.to);
    }
    std::vector<float*> places;
    for (NamedTensor& weight : net.weights) {
        net.report.moved.push_back({weight.name, weight.name, weight.shape});
        for (float& number : weight.values) {
            places.push_back(&number);
        }
    }
    std::map<std::string_view, const Tensor*> constants;
    for (const Tensor& tensor : graph.constants) {
        constants.emplace(tensor.name, &tensor);
    }
    for (const Tensor& tensor : wanted.constants) {
        const auto found = constants.find(tensor.name);
        const Tensor& given = found == constants.end() ? onnx::unknownTensor : *found->second;
        const bool holdsWeights = ofWeights.contains(tensor.name);
        bool fits = given.known && given.shape == tensor.shape && given.integers == tensor.integers &&
                    given.values.size() == tensor.values.size();
        for (std::size_t index = 0; fits && index < tensor.values.size(); ++index) {
            const auto number = std::bit_cast<std::uint32_t>(tensor.values[index]);
            if (holdsWeights && number > 0) {
                *places[number - 1] = given.values[index];
            } else {
                fits = given.values[index] == tensor.values[index];
            }
        }
        if (!fits) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: its constant %2 is not that of the net in its metadata%3"),
                            fileName, printable(tensor.name), rule));
        }
    }
    return net;
}

// Graphs of others, and models that are given
// -----------------------------------------------------------------------------------------------------------------

/// The layers that numbers go through on the way to the model's scores, each of stacked ones by itself.
std::vector<std::string_view> layersOf(const Model& model)
{
    static const std::set<std::string_view> neutral = {"TEXTDATA", "INPUT", "DROPOUT", "RESHAPE", "SPLIT"};
    std::vector<std::string_view> names;
    for (const Layer& layer : inUse(model).layers) {
        const std::string_view type = layerType(layer.type).name;
        const auto stack = recurrentStack(layerType(layer.type), completeParams(layer, model.dialect));
        const std::int64_t count = stack ? stack->layers : std::int64_t{1};
        names.insert(names.end(), neutral.contains(type) ? 0 : static_cast<std::size_t>(count), type);
    }
    return names;
}

/// Tells where a model that the user named runs otherwise than the file's net.
void noteOtherNet(const Model& model, const Model& ofFile, TransferReport& report)
{
    const std::vector<std::string_view> mine = layersOf(model), theirs = layersOf(ofFile);
    const auto [here, there] = std::ranges::mismatch(mine, theirs);
    if (here != mine.end() || there != theirs.end()) {
        report.notes.push_back(
            say(ENGINE_TEXT("Sentences", "the model is another net than the file's: it has %1 where the file has %2"),
                here == mine.end() ? say(ENGINE_TEXT("Sentences", "its end")) : say("%1", *here),
                there == theirs.end() ? say(ENGINE_TEXT("Sentences", "its end")) : say("%1", *there)));
    }
}

/// How many characters the net has weights for; 0 where none belong to characters. Throws Error where these are not
/// those of the vocabulary.
std::int64_t rowsOf(const Model& model, const std::optional<Vocabulary>& vocabulary, const std::string& fileName)
{
    std::int64_t first = 0;
    for (const LayerPlaces& layer : weightPlaces(inUse(model))) {
        for (const LayerWeight& weight : layer.weights) {
            if (weight.characters) {
                const std::int64_t rows = weight.spec.shape[*weight.characters];
                requireRows(fileName, rows, vocabulary);
                first = first == 0 ? rows : first;
            }
        }
    }
    return first;
}

/// The file's weights in a model that was given: as those of a file by PyTorch find their places.
void giveTo(const Model& model, std::int64_t rows, const std::string& fileName, PortableNet& net)
{
    TransferReport toTheFile;
    net.model = inUse(net.model);
    const TensorFile tensors = toTorch(net, toTheFile);
    net.report.notes.insert(net.report.notes.end(), toTheFile.notes.begin(), toTheFile.notes.end());
    net.report.moved.clear();
    if (dataKindOf(model).answersEachStep) {
        net.model = sizedFor(model, net.vocabulary, rows, fileName);
    } else {
        net.model = net.sequences ? sizedFor(model, *net.sequences, net.vocabulary, net.report) : model;
    }
    net.weights = fromTorch(tensors, inUse(net.model), net.report);
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
    PortableNet net = about.model ? ownNet(graph, about, fileName) : onnx::drawnAfter(graph, fileName);
    net.vocabulary = hints.vocabulary && !ofSequences ? hints.vocabulary : about.vocabulary;
    net.iteration = about.iteration;
    const std::int64_t rows = ofSequences ? 0 : rowsOf(net.model, net.vocabulary, fileName);
    if (hints.model && !about.model) {
        noteOtherNet(*hints.model, net.model, net.report);
    }
    if (hints.model) {
        giveTo(*hints.model, rows, fileName, net);
    }
    return net;
}

NetFunctions onnxFunctions()
{
    return {.read =
                [](const std::filesystem::path& file, const NetFileHints& hints) {
                    return parseOnnx(readFileBytes(file), file.string(), hints, file.parent_path());
                },
            .write = [](const std::filesystem::path& file, const PortableNet& net,
                        TransferReport& report) { writeFileBytes(file, printOnnx(net, report)); },
            .bringsNet = [](const std::filesystem::path& /*file*/) { return true; },
            .vocabulary =
                [](const std::filesystem::path& file) {
                    const Graph graph = onnx::parse(readFileBytes(file), file.string(), file.parent_path());
                    return torchFileOf(graph.metadata, file.string()).vocabulary;
                }};
}

} // namespace engine
