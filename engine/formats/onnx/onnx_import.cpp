// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/torch_weights.h"
#include "engine/formats/onnx/onnx.h"
#include "engine/formats/onnx/onnx_chain.h"
#include "engine/formats/onnx/onnx_own.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <set>

namespace engine {
namespace {

using onnx::Graph;

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
    const Model ofFile = net.model;
    net.model = inUse(ofFile);
    TensorFile tensors = toTorch(net, toTheFile);
    net.model = ofFile;
    tensors.metadata = metadataOf(net);
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
    PortableNet net;
    if (about.model) {
        net.model = *about.model;
        net.sequences = about.sequences;
    } else {
        net = onnx::drawnAfter(graph, fileName);
    }
    net.vocabulary = hints.vocabulary && !ofSequences ? hints.vocabulary : about.vocabulary;
    net.iteration = about.iteration;
    if (about.model) {
        net.weights = onnx::ownWeights(graph, net, fileName);
        for (const NamedTensor& weight : net.weights) {
            net.report.moved.push_back({weight.name, weight.name, weight.shape});
        }
    }
    const std::int64_t rows = ofSequences ? 0 : rowsOf(net.model, net.vocabulary, fileName);
    if (hints.model) {
        if (!about.model) {
            noteOtherNet(*hints.model, net.model, net.report);
        }
        giveTo(*hints.model, rows, fileName, net);
    }
    return net;
}

namespace {

std::optional<Vocabulary> vocabularyIn(const std::filesystem::path& file)
{
    const Graph graph = onnx::parse(readFileBytes(file), file.string(), file.parent_path());
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
