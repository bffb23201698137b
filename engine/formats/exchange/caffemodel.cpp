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

#include <algorithm>
#include <cstring>
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
    const auto zeros = bytes.subspan(first, trailerZeros);
    const bool whole = isMark(first + trailerZeros) &&
                       std::all_of(zeros.begin(), zeros.end(), [](std::byte byte) { return byte == std::byte{0}; });
    return whole ? bytes.first(first) : bytes;
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

// A model's weights as Caffe's layers
// ---------------------------------------------------------------------------------------------

/// A layer of the net that strictBvlcModel() makes, with its weights in the order of Caffe's blobs.
struct BlobLayer {
    std::string name;
    std::string type; ///< as Caffe spells it
    const LayerPlaces* owner;
    std::vector<const LayerWeight*> blobs;
};

BlobLayer blobLayer(const std::string& name, const LayerPlaces& owner, std::span<const LayerWeight> weights)
{
    BlobLayer layer{
        .name = name, .type = std::string(layerType(owner.layer.type).caffeName), .owner = &owner, .blobs = {}};
    std::ranges::transform(weights, std::back_inserter(layer.blobs), [](const LayerWeight& weight) { return &weight; });
    std::ranges::sort(layer.blobs, {}, &LayerWeight::blob);
    return layer;
}

/// Whether its rows are gates, which Caffe has in another order.
bool hasGates(const BlobLayer& part)
{
    return part.owner->stack && !part.owner->stack->cell->caffeGates.empty();
}

std::vector<BlobLayer> partsOf(const Model& model, const std::vector<LayerPlaces>& places)
{
    const std::map<std::string, std::vector<std::string>> stacked = strictStacks(model);
    std::vector<BlobLayer> parts;
    for (const LayerPlaces& layer : places) {
        const auto found = stacked.find(layer.layer.name);
        const std::vector<std::string> names =
            found == stacked.end() ? std::vector<std::string>{layer.layer.name} : found->second;
        const std::size_t each = layer.weights.size() / names.size();
        for (std::size_t number = 0; number < names.size(); ++number) {
            parts.push_back(blobLayer(names[number], layer, std::span(layer.weights).subspan(number * each, each)));
        }
    }
    return parts;
}

CaffeBlob blobOf(const BlobLayer& part, const NamedTensor& tensor)
{
    return {tensor.shape, hasGates(part) ? gatesTo(caffeGates(), tensor.values) : tensor.values};
}

/// Without the axes of one element that older files put before a shape.
Shape bare(const Shape& shape)
{
    const auto first =
        std::find_if(shape.extents().begin(), shape.extents().end(), [](std::int64_t extent) { return extent != 1; });
    return Shape({first, shape.extents().end()});
}

std::string nameOfBlob(const BlobLayer& part, std::size_t blob)
{
    return say("%1[%2]", part.name, blob);
}

// From Caffe's layers
// -------------------------------------------------------------------------------------------------------------

class CaffemodelReader {
public:
    CaffemodelReader(const CaffeNet& net, TransferReport& report) : m_report(&report), m_weights(report)
    {
        for (const CaffeLayer& layer : net.layers) {
            if (!layer.blobs.empty() && !m_layers.emplace(layer.name, &layer).second) {
                m_report->skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "layer %1 of the file, with %2 tensors, was left out: the file has "
                                                 "another one of that name before it"),
                        layer.name, layer.blobs.size()));
            }
        }
    }

    /// `parts` are those of the first layer, then those of the second, ...
    std::vector<NamedTensor> run(const std::vector<LayerPlaces>& places, const std::vector<BlobLayer>& parts)
    {
        auto part = parts.begin();
        for (const LayerPlaces& layer : places) {
            const auto first = part;
            part = std::find_if(first, parts.end(), [&](const BlobLayer& other) { return other.owner != &layer; });
            if (!readPacked(layer) && !readWhole(layer)) {
                std::for_each(first, part, [&](const BlobLayer& mine) { readPart(mine); });
            }
        }
        for (const auto& [name, layer] : m_layers) {
            if (!m_used.contains(layer)) {
                m_report->skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "layer %1 of the file, with %2 tensors, was left out: the model has "
                                                 "no layer of that name with weights"),
                        name, layer->blobs.size()));
            }
        }
        return std::move(m_weights).taken();
    }

private:
    /// The file's layer with weights of that name.
    const CaffeLayer* find(const std::string& name)
    {
        const auto found = m_layers.find(name);
        if (found == m_layers.end()) {
            return nullptr;
        }
        m_used.insert(found->second);
        return found->second;
    }

    /// An LSTM in one blob, as MyCaffe's CUDNN engine keeps it.
    bool readPacked(const LayerPlaces& layer)
    {
        const CaffeLayer* from = layer.stack ? find(layer.layer.name) : nullptr;
        if (from == nullptr || from->blobs.size() != 1) {
            return false;
        }
        std::int64_t matrices = 0, biases = 0;
        for (const LayerWeight& weight : layer.weights) {
            (weight.spec.shape.axes() == 2 ? matrices : biases) += weight.spec.shape.count();
        }
        const std::vector<float>& values = from->blobs.front().values;
        if (static_cast<std::int64_t>(values.size()) != matrices + 2 * biases) {
            m_report->skipped.push_back(say(
                ENGINE_TEXT(
                    "Sentences",
                    "layer %1 was left out: its one tensor has %2 numbers, but cuDNN's layout of this layer has %3"),
                from->name, values.size(), matrices + 2 * biases));
            return true;
        }
        unpack(layer, *from, values, matrices);
        return true;
    }

    void unpack(const LayerPlaces& layer, const CaffeLayer& from, const std::vector<float>& values,
                std::int64_t matrices)
    {
        auto matrix = values.begin(), bias = values.begin() + matrices;
        for (const LayerWeight& weight : layer.weights) {
            const std::int64_t count = weight.spec.shape.count();
            NamedTensor tensor{weight.name, weight.spec.shape, {}};
            if (weight.spec.shape.axes() == 2) {
                tensor.values.assign(matrix, matrix + count);
                matrix += count;
            } else {
                tensor.values.assign(bias, bias + count);
                for (std::int64_t index = 0; index < count; ++index) {
                    tensor.values[static_cast<std::size_t>(index)] += *(bias + count + index);
                }
                bias += 2 * count;
            }
            m_weights.put(std::move(tensor), from.name + "[0]");
        }
        m_report->notes.push_back(
            say(ENGINE_TEXT("Sentences",
                            "layer %1 was read in the layout of MyCaffe's CUDNN engine; its two biases were added"),
                from.name));
    }

    /// A stacked LSTM in a layer of its own name, with the blobs of all its parts one after the other.
    bool readWhole(const LayerPlaces& layer)
    {
        const CaffeLayer* from = find(layer.layer.name);
        if (from == nullptr) {
            return false;
        }
        takeBlobs(blobLayer(layer.layer.name, layer, layer.weights), *from);
        return true;
    }

    void readPart(const BlobLayer& part)
    {
        const CaffeLayer* from = find(part.name);
        if (from == nullptr) {
            m_report->skipped.push_back(
                say(ENGINE_TEXT("Sentences", "layer %1 was not found: the file has no weights for it"), part.name));
            return;
        }
        takeBlobs(part, *from);
    }

    void takeBlobs(const BlobLayer& part, const CaffeLayer& from)
    {
        for (std::size_t index = 0; index < part.blobs.size(); ++index) {
            const LayerWeight& place = *part.blobs[index];
            if (index >= from.blobs.size()) {
                m_report->skipped.push_back(say(
                    ENGINE_TEXT("Sentences", "weight %1 %2 was not found: layer %3 of the file has %4 tensors only"),
                    place.name, place.spec.shape, from.name, from.blobs.size()));
            } else if (bare(from.blobs[index].shape) != bare(place.spec.shape)) {
                m_report->skipped.push_back(
                    say(ENGINE_TEXT("Sentences", "tensor %1 was left out: it is %2, but %3 is wanted for %4"),
                        nameOfBlob(part, index), from.blobs[index].shape, place.spec.shape, place.name));
            } else {
                take(part, place, from.blobs[index], index);
            }
        }
        for (std::size_t index = part.blobs.size(); index < from.blobs.size(); ++index) {
            m_report->skipped.push_back(
                say(ENGINE_TEXT("Sentences", "tensor %1 %2 was left out: the model's layer has %3 tensors only"),
                    nameOfBlob(part, index), from.blobs[index].shape, part.blobs.size()));
        }
    }

    void take(const BlobLayer& part, const LayerWeight& place, const CaffeBlob& blob, std::size_t index)
    {
        m_weights.put(
            {place.name, place.spec.shape, hasGates(part) ? gatesFrom(caffeGates(), blob.values) : blob.values},
            nameOfBlob(part, index));
    }

    TransferReport* m_report;
    std::map<std::string, const CaffeLayer*> m_layers; ///< of the file, those with weights; of one name the first
    std::set<const CaffeLayer*> m_used;
    GatheredWeights m_weights;
};

/// The weights in the order of Caffe's solvers: by layer and blob, shared ones once.
std::vector<std::pair<const BlobLayer*, const LayerWeight*>> learnable(const std::vector<BlobLayer>& parts)
{
    std::vector<std::pair<const BlobLayer*, const LayerWeight*>> all;
    std::set<std::string_view> known;
    for (const BlobLayer& part : parts) {
        for (const LayerWeight* place : part.blobs) {
            if (known.insert(place->name).second) {
                all.emplace_back(&part, place);
            }
        }
    }
    return all;
}

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

CaffeNet readCaffeNet(const std::filesystem::path& file)
{
    return parseCaffeNet(readFileBytes(file), file.string());
}

std::string printCaffeNet(const CaffeNet& net)
{
    return wire::Writer::of(net).bytes();
}

void writeCaffeNet(const std::filesystem::path& file, const CaffeNet& net)
{
    writeFileBytes(file, printCaffeNet(net));
}

CaffeNet toCaffe(const Model& model, const std::vector<NamedTensor>& weights, TransferReport& report)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const TensorIndex known(weights);
    CaffeNet net{.name = model.name, .layers = {}};
    for (const BlobLayer& part : partsOf(model, places)) {
        CaffeLayer layer{.name = part.name, .type = part.type, .blobs = {}};
        for (std::size_t index = 0; index < part.blobs.size(); ++index) {
            const NamedTensor& tensor = known.of(*part.blobs[index]);
            layer.blobs.push_back(blobOf(part, tensor));
            report.moved.push_back({tensor.name, nameOfBlob(part, index), tensor.shape});
        }
        if (part.name != part.owner->layer.name) {
            report.notes.push_back(
                say(ENGINE_TEXT("Sentences",
                                "layer %1: one of its stacked LSTMs became the layer %2, since BVLC Caffe stacks none"),
                    part.owner->layer.name, part.name));
        }
        net.layers.push_back(std::move(layer));
    }
    return net;
}

std::vector<NamedTensor> fromCaffe(const CaffeNet& net, const Model& model, TransferReport& report)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    return CaffemodelReader(net, report).run(places, partsOf(model, places));
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

void writeCaffeSolverState(const std::filesystem::path& file, const CaffeSolverState& state)
{
    writeFileBytes(file, printCaffeSolverState(state));
}

std::vector<CaffeBlob> historyToCaffe(const Model& model, const std::vector<NamedTensor>& history)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const std::vector<BlobLayer> parts = partsOf(model, places);
    const auto weights = learnable(parts);
    const TensorIndex known(history);
    const auto tensors = static_cast<std::size_t>(std::ranges::count_if(
        history, [](const NamedTensor& tensor) { return !tensor.name.starts_with("raw/"); })); // Caffe averages nothing
    std::vector<CaffeBlob> blobs;
    for (std::size_t index = 0; !weights.empty() && index * weights.size() < tensors; ++index) {
        for (const auto& [part, place] : weights) {
            LayerWeight moved = *place;
            moved.name = historyName(index, *place);
            blobs.push_back(blobOf(*part, known.of(moved)));
        }
    }
    return blobs;
}

std::vector<NamedTensor> historyFromCaffe(const std::vector<CaffeBlob>& blobs, const Model& model)
{
    const std::vector<LayerPlaces> places = weightPlaces(model);
    const std::vector<BlobLayer> parts = partsOf(model, places);
    const auto weights = learnable(parts);
    if (weights.empty() || blobs.size() % weights.size() != 0) {
        throw Error(
            say(ENGINE_TEXT("Sentences",
                            "the solver's state has %1 tensors, but a multiple of the model's %2 weights is wanted"),
                blobs.size(), weights.size()));
    }
    std::vector<NamedTensor> history;
    for (std::size_t index = 0; index < blobs.size(); ++index) {
        const auto& [part, place] = weights[index % weights.size()];
        if (bare(blobs[index].shape) != bare(place->spec.shape)) {
            throw Error(say(ENGINE_TEXT("Sentences", "the solver's state has %1 for %2, but the model has it as %3"),
                            blobs[index].shape, place->name, place->spec.shape));
        }
        history.push_back({historyName(index / weights.size(), *place), place->spec.shape,
                           hasGates(*part) ? gatesFrom(caffeGates(), blobs[index].values) : blobs[index].values});
    }
    return history;
}

namespace {

PortableNet readWeights(const std::filesystem::path& file, const NetFileHints& hints)
{
    if (!hints.model) {
        wantModel(file);
    }
    const CaffeNet caffe = readCaffeNet(file);
    PortableNet net{.model =
                        sizedFor(*hints.model, hints.vocabulary, vocabularyOf(caffe, *hints.model), file.string())};
    net.vocabulary = hints.vocabulary;
    net.weights = fromCaffe(caffe, net.model, net.report);
    return net;
}

void writeWeights(const std::filesystem::path& file, const PortableNet& net, TransferReport& report)
{
    writeCaffeNet(file, toCaffe(net.model, net.weights, report));
}

} // namespace

NetFunctions caffemodelFunctions()
{
    return {.read = readWeights, .write = writeWeights, .bringsNet = [](const std::filesystem::path& /*file*/) {
                return false;
            }};
}

} // namespace engine
