// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/caffemodel.h"

#include "engine/formats/checkpoint/tensor_sections.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/exchange/portable_net.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/fields.h"
#include "engine/graph/sentence.h"
#include "engine/layers/layers.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace engine {
namespace {

/// MyCaffe's trailer: 256 zeros, the mark, 32 bytes of version, 8 bytes of offset, the mark again.
constexpr std::string_view trailerMark = "mycaffe.ai";
constexpr std::size_t trailerZeros = 256, trailerSize = trailerZeros + 2 * trailerMark.size() + 32 + 8;

std::span<const std::byte> withoutTrailer(std::span<const std::byte> bytes)
{
    const auto isMark = [&](std::size_t at) {
        return std::memcmp(bytes.data() + at, trailerMark.data(), trailerMark.size()) == 0;
    };
    if (bytes.size() < trailerSize || !isMark(bytes.size() - trailerMark.size())) {
        return bytes;
    }
    const std::size_t first = bytes.size() - trailerSize;
    return isMark(first + trailerZeros) ? bytes.first(first) : bytes;
}

// Messages
// -----------------------------------------------------------------------------------------------------------------

struct BlobMessage {
    std::optional<std::int64_t> num = {}, channels = {}, height = {}, width = {}; ///< the old four axes
    std::vector<float> values = {};
    std::vector<double> doubles = {};
    std::optional<wire::Only<1, std::vector<std::int64_t>>> shape = {};

    friend void fields(IsA<BlobMessage> auto& blob, auto&& visit)
    {
        visit(1, blob.num);
        visit(2, blob.channels);
        visit(3, blob.height);
        visit(4, blob.width);
        visit(5, blob.values);
        visit(7, blob.shape);
        visit(8, blob.doubles);
    }
};

/// Throws Error where there are not as many numbers as the shape has elements.
Shape checked(std::vector<std::int64_t> extents, std::size_t values, std::string_view file)
{
    const std::optional<std::int64_t> count = elementsOf(extents);
    if (!count) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: a tensor has an impossible shape"), file));
    }
    if (*count != static_cast<std::int64_t>(values)) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: a tensor %2 has %3 numbers, but %4 are wanted"), file,
                        Shape(extents), values, *count));
    }
    return Shape(std::move(extents));
}

// A model's weights as Caffe's blobs
// -----------------------------------------------------------------------------------------------------------------

/// A weight of the model in the net that strictBvlcModel() makes.
struct Blob {
    std::string layer;  ///< of that net: a stacked LSTM is a layer of its own there
    std::size_t number; ///< among the layer's
    const LayerPlaces* owner;
    const LayerWeight* weight;

    std::string name() const { return say("%1[%2]", layer, number); }
    bool hasGates() const { return owner->stack && !owner->stack->cell->caffeGates.empty(); }
};

/// Layer by layer, in Caffe's order. The places must outlive this.
std::vector<Blob> blobsOf(const Model& model, const std::vector<LayerPlaces>& places)
{
    const std::map<std::string, std::vector<std::string>> stacked = strictStacks(model);
    std::vector<Blob> blobs;
    for (const LayerPlaces& layer : places) {
        std::vector<const LayerWeight*> weights;
        std::ranges::transform(layer.weights, std::back_inserter(weights), [](const LayerWeight& one) { return &one; });
        std::ranges::sort(weights, {}, &LayerWeight::blob);
        const auto found = stacked.find(layer.layer.name);
        const std::vector<std::string> names = found == stacked.end() ? std::vector{layer.layer.name} : found->second;
        const std::size_t each = weights.size() / names.size();
        for (std::size_t place = 0; place < weights.size(); ++place) {
            blobs.push_back({names[place / each], place % each, &layer, weights[place]});
        }
    }
    return blobs;
}

/// Those that a solver of Caffe's has a history of: shared ones once.
std::vector<Blob> learnable(const Model& model, const std::vector<LayerPlaces>& places)
{
    std::vector<Blob> blobs = blobsOf(model, places);
    std::set<std::string_view> known;
    std::erase_if(blobs, [&](const Blob& blob) { return !known.insert(blob.weight->name).second; });
    return blobs;
}

/// The tensor's values with the gates of an LSTM in the other order: `turn` is gatesTo() or gatesFrom().
std::vector<float> turned(const Blob& blob, const std::vector<float>& values, decltype(gatesTo)& turn)
{
    return blob.hasGates() ? turn(gateOrder(lstmCell(), lstmCell().caffeGates), values) : values;
}

/// Without the axes of one element that older files put before a shape.
Shape bare(const Shape& shape)
{
    const auto first =
        std::find_if(shape.extents().begin(), shape.extents().end(), [](std::int64_t extent) { return extent != 1; });
    return Shape({first, shape.extents().end()});
}

// From Caffe's layers
// -----------------------------------------------------------------------------------------------------------------

class CaffemodelReader {
public:
    CaffemodelReader(const CaffeNet& net, TransferReport& report) : m_report(&report), m_weights(report)
    {
        for (const CaffeLayer& layer : net.layers) {
            if (!layer.blobs.empty() && !m_layers.emplace(layer.name, &layer).second) {
                skip(say(ENGINE_TEXT("Sentences", "layer %1 of the file, with %2 tensors, was left out: the file has "
                                                  "another one of that name before it"),
                         layer.name, layer.blobs.size()));
            }
        }
    }

    std::vector<NamedTensor> run(const std::vector<LayerPlaces>& places, const std::vector<Blob>& blobs)
    {
        for (const LayerPlaces& layer : places) {
            const auto isOfLayer = [&](const Blob& blob) { return blob.owner == &layer; };
            const auto first = std::find_if(blobs.begin(), blobs.end(), isOfLayer);
            take(layer, {first, std::find_if_not(first, blobs.end(), isOfLayer)});
        }
        for (const auto& [name, layer] : m_layers) {
            if (!m_used.contains(name)) {
                skip(say(ENGINE_TEXT("Sentences", "layer %1 of the file, with %2 tensors, was left out: the model has "
                                                  "no layer of that name with weights"),
                         name, layer->blobs.size()));
            }
        }
        return std::move(m_weights).taken();
    }

private:
    void skip(const Sentence& what) { m_report->skipped.push_back(what); }

    /// Of a layer of the file. Returns whether it has one of that name, with weights.
    bool add(const std::string& name, std::vector<NamedTensor>& found)
    {
        const auto layer = m_layers.find(name);
        if (layer == m_layers.end()) {
            return false;
        }
        m_used.insert(name);
        for (const CaffeBlob& blob : layer->second->blobs) {
            found.push_back({say("%1[%2]", name, &blob - layer->second->blobs.data()), bare(blob.shape), blob.values});
        }
        return true;
    }

    /// All of a layer, or nothing: from one of its own name, stacked or not, or from those that stacked ones become.
    void take(const LayerPlaces& layer, std::span<const Blob> wanted)
    {
        std::vector<NamedTensor> found;
        if (!add(layer.layer.name, found)) {
            for (const Blob& blob : wanted) {
                if (blob.number == 0 && !add(blob.layer, found)) {
                    skip(say(ENGINE_TEXT("Sentences", "layer %1 was not found: the file has no weights for it"),
                             blob.layer));
                }
            }
        }
        const auto list = [](const std::vector<std::string>& shapes) {
            return listed(std::vector<std::string_view>(shapes.begin(), shapes.end()), "and");
        };
        std::vector<std::string> theirs, ours;
        std::ranges::transform(found, std::back_inserter(theirs),
                               [](const NamedTensor& tensor) { return toString(tensor.shape); });
        std::ranges::transform(wanted, std::back_inserter(ours),
                               [](const Blob& blob) { return toString(bare(blob.weight->spec.shape)); });
        if (layer.stack && found.size() == 1) {
            unpack(wanted, found.front());
        } else if (theirs != ours && !found.empty()) {
            skip(say(ENGINE_TEXT("Sentences", "layer %1 was left out: its tensors are %2 in the file, but %3 in the "
                                              "model"),
                     layer.layer.name, list(theirs), list(ours)));
        } else {
            for (std::size_t index = 0; index < found.size(); ++index) {
                const LayerWeight& place = *wanted[index].weight;
                m_weights.put({place.name, place.spec.shape, turned(wanted[index], found[index].values, gatesFrom)},
                              found[index].name);
            }
        }
    }

    /// An LSTM in one blob, as MyCaffe's CUDNN engine keeps it: all matrices, then two biases for each of ours.
    void unpack(std::span<const Blob> wanted, const NamedTensor& from)
    {
        std::int64_t matrices = 0, biases = 0;
        for (const Blob& blob : wanted) {
            const Shape& shape = blob.weight->spec.shape;
            (shape.axes() == 2 ? matrices : biases) += shape.count();
        }
        const std::vector<float>& values = from.values;
        if (std::ssize(values) != matrices + 2 * biases) {
            skip(say(ENGINE_TEXT("Sentences", "layer %1 was left out: its one tensor has %2 numbers, but cuDNN's "
                                              "layout of this layer has %3"),
                     wanted.front().owner->layer.name, values.size(), matrices + 2 * biases));
            return;
        }
        auto matrix = values.begin(), bias = values.begin() + matrices;
        for (const Blob& blob : wanted) {
            const Shape& shape = blob.weight->spec.shape;
            const std::int64_t count = shape.count();
            auto& next = shape.axes() == 2 ? matrix : bias;
            NamedTensor tensor{blob.weight->name, shape, {next, next + count}};
            next += count;
            if (shape.axes() != 2) {
                std::ranges::transform(tensor.values, std::span(next, next + count), tensor.values.begin(),
                                       std::plus<>());
                next += count;
            }
            m_weights.put(std::move(tensor), from.name);
        }
        m_report->notes.push_back(
            say(ENGINE_TEXT("Sentences",
                            "layer %1 was read in the layout of MyCaffe's CUDNN engine; its two biases were added"),
                wanted.front().owner->layer.name));
    }

    TransferReport* m_report;
    std::map<std::string, const CaffeLayer*> m_layers; ///< of the file, those with weights
    std::set<std::string> m_used;
    GatheredWeights m_weights;
};

std::string historyName(std::size_t index, const LayerWeight& place)
{
    return say("history%1/%2", index, place.name);
}

} // namespace

// What wire::MessageReader and wire::Writer find beside the structs of this namespace.

static void fields(IsA<CaffeLayer> auto& layer, auto&& visit)
{
    visit(1, layer.name);
    visit(2, layer.type);
    visit(7, layer.blobs);
}

static void fields(IsA<CaffeNet> auto& net, auto&& visit)
{
    visit(1, net.name);
    visit(100, net.layers);
}

namespace {

struct NetFile {
    CaffeNet net = {};
    std::optional<std::span<const std::byte>> old = {}; ///< a layer of Caffe's first version

    friend void fields(IsA<NetFile> auto& file, auto&& visit)
    {
        engine::fields(file.net, visit);
        visit(2, file.old);
    }
};

} // namespace

static void fields(IsA<CaffeSolverState> auto& state, auto&& visit)
{
    visit(1, state.iteration);
    visit(2, state.learnedNet);
    visit(3, state.history);
    visit(4, state.currentStep);
}

static BlobMessage wireOf(const CaffeBlob& blob)
{
    return {.values = blob.values, .shape = {{blob.shape.extents()}}};
}

static void readMessage(wire::MessageReader& reader, std::span<const std::byte> bytes, CaffeBlob& blob)
{
    BlobMessage message;
    reader.read(bytes, message);
    message.values.insert(message.values.end(), message.doubles.begin(), message.doubles.end());
    std::vector<std::int64_t> extents = {std::ssize(message.values)};
    if (message.shape) {
        extents = std::move(message.shape->value);
    } else if (message.num || message.channels || message.height || message.width) {
        extents = {message.num.value_or(1), message.channels.value_or(1), message.height.value_or(1),
                   message.width.value_or(1)};
    }
    blob = {checked(std::move(extents), message.values.size(), reader.what()), std::move(message.values)};
}

CaffeNet parseCaffeNet(std::span<const std::byte> bytes, const std::string& fileName)
{
    NetFile file;
    wire::MessageReader(fileName).read(withoutTrailer(bytes), file);
    if (file.old) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has the form of Caffe's first versions: Caffe's "
                                                 "upgrade_net_proto_binary converts such files"),
                        fileName));
    }
    return std::move(file.net);
}

std::string printCaffeNet(const CaffeNet& net)
{
    return wire::Writer::of(net).bytes();
}

CaffeNet toCaffe(const Model& model, const std::vector<NamedTensor>& weights, TransferReport& report)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const TensorIndex known(weights);
    CaffeNet net{.name = model.name, .layers = {}};
    for (const Blob& blob : blobsOf(model, places)) {
        const Layer& owner = blob.owner->layer;
        if (blob.number == 0) {
            const std::string_view type = layerType(owner.type).caffeName;
            net.layers.push_back({.name = blob.layer, .type = std::string(type), .blobs = {}});
            if (blob.layer != owner.name) {
                report.notes.push_back(say(
                    ENGINE_TEXT("Sentences",
                                "layer %1: one of its stacked LSTMs became the layer %2, since BVLC Caffe stacks none"),
                    owner.name, blob.layer));
            }
        }
        const NamedTensor& tensor = known.of(*blob.weight);
        net.layers.back().blobs.push_back({tensor.shape, turned(blob, tensor.values, gatesTo)});
        report.moved.push_back({tensor.name, blob.name(), tensor.shape});
    }
    return net;
}

std::vector<NamedTensor> fromCaffe(const CaffeNet& net, const Model& model, TransferReport& report)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    return CaffemodelReader(net, report).run(places, blobsOf(model, places));
}

std::int64_t vocabularyOf(const CaffeNet& net, const Model& model)
{
    for (const LayerPlaces& layer : weightPlaces(model)) {
        for (const CaffeLayer& candidate : net.layers) {
            if (layer.type != "EMBED" || !layer.weights.front().characters || candidate.name != layer.layer.name ||
                candidate.blobs.empty()) {
                continue;
            }
            const Shape& shape = candidate.blobs.front().shape;
            const std::int64_t width = layer.weights.front().spec.shape[1];
            return shape.axes() >= 2 && shape[shape.axes() - 1] == width ? shape[shape.axes() - 2] : 0;
        }
    }
    return 0;
}

CaffeSolverState parseCaffeSolverState(std::span<const std::byte> bytes, const std::string& fileName)
{
    CaffeSolverState state;
    wire::MessageReader(fileName).read(withoutTrailer(bytes), state);
    if (state.iteration < 0 || state.currentStep < 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: its iteration or step is negative"), fileName));
    }
    return state;
}

CaffeSolverState readCaffeSolverState(const std::filesystem::path& file)
{
    return parseCaffeSolverState(readFileBytes(file), file.string());
}

std::string printCaffeSolverState(const CaffeSolverState& state)
{
    return wire::Writer::of(state).bytes();
}

void writeCaffeSolverState(const std::filesystem::path& file, const PortableNet& net, const std::string& from)
{
    if (!net.checkpoint) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 has no solver state; use a checkpoint of Hamnet"), from));
    }
    const std::string learned = std::filesystem::path(file).replace_extension(".caffemodel").string();
    writeFileBytes(file, printCaffeSolverState({.iteration = net.iteration,
                                                .learnedNet = learned,
                                                .history = historyToCaffe(net.model, net.checkpoint->history),
                                                .currentStep = 0}));
}

std::vector<CaffeBlob> historyToCaffe(const Model& model, const std::vector<NamedTensor>& history)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const std::vector<Blob> weights = learnable(model, places);
    const TensorIndex known(history);
    const auto tensors = static_cast<std::size_t>(std::ranges::count_if(
        history, [](const NamedTensor& tensor) { return !tensor.name.starts_with("raw/"); })); // Caffe averages nothing
    std::vector<CaffeBlob> blobs;
    for (std::size_t index = 0; !weights.empty() && index * weights.size() < tensors; ++index) {
        for (const Blob& blob : weights) {
            LayerWeight moved = *blob.weight;
            moved.name = historyName(index, moved);
            const NamedTensor& tensor = known.of(moved);
            blobs.push_back({tensor.shape, turned(blob, tensor.values, gatesTo)});
        }
    }
    return blobs;
}

std::vector<NamedTensor> historyFromCaffe(const std::vector<CaffeBlob>& blobs, const Model& model)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const std::vector<Blob> weights = learnable(model, places);
    if (weights.empty() || blobs.size() % weights.size() != 0) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "the solver's state has %1 tensors, but a multiple of the model's %2 weights is wanted"),
                blobs.size(), weights.size()));
    }
    std::vector<NamedTensor> history;
    for (std::size_t index = 0; index < blobs.size(); ++index) {
        const Blob& blob = weights[index % weights.size()];
        const LayerWeight& place = *blob.weight;
        if (bare(blobs[index].shape) != bare(place.spec.shape)) {
            throw Error(say(ENGINE_TEXT("Sentences", "the solver's state has %1 for %2, but the model has it as %3"),
                            blobs[index].shape, place.name, place.spec.shape));
        }
        history.push_back({historyName(index / weights.size(), place), place.spec.shape,
                           turned(blob, blobs[index].values, gatesFrom)});
    }
    return history;
}

namespace {

PortableNet readWeights(const std::filesystem::path& file, const NetFileHints& hints)
{
    if (!hints.model) {
        wantModel(file);
    }
    const CaffeNet caffe = parseCaffeNet(readFileBytes(file), file.string());
    PortableNet net{.model =
                        sizedFor(*hints.model, hints.vocabulary, vocabularyOf(caffe, *hints.model), file.string())};
    net.vocabulary = hints.vocabulary;
    net.weights = fromCaffe(caffe, net.model, net.report);
    return net;
}

} // namespace

NetFunctions caffemodelFunctions()
{
    return {.read = readWeights,
            .write =
                [](const std::filesystem::path& file, const PortableNet& net, TransferReport& report) {
                    writeFileBytes(file, printCaffeNet(toCaffe(net.model, net.weights, report)));
                },
            .bringsNet = [](const std::filesystem::path& /*file*/) { return false; }};
}

} // namespace engine
