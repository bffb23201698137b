// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_graph.h"

#include "engine/formats/checkpoint/tensor_sections.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/formats/exchange/safetensors.h"
#include "engine/graph/error.h"
#include "engine/graph/fields.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>

namespace engine::onnx {
namespace {

constexpr std::int64_t irVersion = 7;
constexpr std::string_view ownDomain = "ai.onnx";
constexpr std::size_t maxExtents = 32;
constexpr std::size_t longestText = 16 << 20; ///< of metadata

/// A StringStringEntryProto.
struct Entry {
    std::string key, value;

    friend void fields(IsA<Entry> auto& entry, auto&& visit)
    {
        visit(1, entry.key);
        visit(2, entry.value, longestText);
    }
};

struct Opset {
    std::string domain = {};
    std::int64_t version = 1;

    friend void fields(IsA<Opset> auto& opset, auto&& visit)
    {
        visit(1, opset.domain);
        visit(2, opset.version);
    }
};

struct TensorMessage {
    std::vector<std::int64_t> extents;
    std::int64_t type = 0;
    std::vector<float> reals = {};
    std::vector<double> doubles = {};
    std::vector<std::int64_t> small = {}, integers = {}; ///< of at most 32 bits, and of 64
    std::string name = {};
    std::span<const std::byte> raw = {};
    std::vector<Entry> place = {}; ///< in another file
    std::optional<std::int64_t> location = {};

    friend void fields(IsA<TensorMessage> auto& tensor, auto&& visit)
    {
        visit(1, tensor.extents, maxExtents);
        visit(2, tensor.type);
        visit(4, tensor.reals);
        visit(5, tensor.small);
        visit(7, tensor.integers);
        visit(8, tensor.name);
        visit(9, tensor.raw);
        visit(10, tensor.doubles);
        visit(13, tensor.place);
        visit(14, tensor.location);
    }
};

// A ValueInfoProto and what lies in it.

struct TensorType {
    std::int64_t element = 0;
    std::optional<wire::Only<1, std::vector<Value::Axis>>> shape = {};

    friend void fields(IsA<TensorType> auto& type, auto&& visit)
    {
        visit(1, type.element);
        visit(2, type.shape);
    }
};

struct ValueMessage {
    std::string name = {};
    wire::Only<1, std::optional<TensorType>> type = {};

    friend void fields(IsA<ValueMessage> auto& value, auto&& visit)
    {
        visit(1, value.name);
        visit(2, value.type);
    }
};

struct File {
    std::int64_t version = 0;
    std::string producer = {};
    std::optional<Graph> graph = {};
    std::vector<Opset> opsets = {};
    std::vector<Entry> metadata = {};

    friend void fields(IsA<File> auto& file, auto&& visit)
    {
        visit(1, file.version);
        visit(2, file.producer);
        visit(7, file.graph);
        visit(8, file.opsets);
        visit(14, file.metadata);
    }
};

/// Null where the type is none of floats.
const FloatElement* elementOf(std::int64_t type)
{
    const auto* const found = std::ranges::find(floatElements, type, &FloatElement::onnx);
    return found != floatElements.end() ? found : nullptr;
}

class OnnxReader : public wire::MessageReader {
public:
    OnnxReader(const std::string& fileName, const std::optional<std::filesystem::path>& folder)
        : MessageReader(fileName), m_file(fileName), m_folder(folder)
    {}

    Tensor tensorOf(TensorMessage message)
    {
        Tensor tensor{.name = std::move(message.name), .shape = Shape(std::move(message.extents))};
        const std::optional<std::int64_t> elements = elementsOf(tensor.shape.extents());
        if (!elements) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: the tensor %2 has an impossible shape"), m_file, tensor.name));
        }
        const std::int64_t wanted = *elements;
        std::string beside;
        if (message.location.value_or(0) != 0) {
            beside = bytesBeside(message.place, tensor.name);
            message.raw = std::as_bytes(std::span(beside));
        }
        const FloatElement* const element = elementOf(message.type);
        tensor.known = element || isInteger(message.type) || message.type == boolType;
        if (!tensor.known) {
            return tensor;
        }
        const std::size_t each = element                     ? element->bytes
                                 : message.type == int64Type ? 8
                                 : message.type == int32Type ? 4
                                                             : 1;
        if (!message.raw.empty()) { // before they are made
            requireCount(tensor, (message.raw.size() + each - 1) / each, wanted);
        }
        if (element && !message.raw.empty()) {
            tensor.values = floatsOf(*element, message.raw);
        } else if (element && each == 2) { // each as a whole number
            const std::vector<std::uint16_t> bits(message.small.begin(), message.small.end());
            tensor.values = floatsOf(*element, std::as_bytes(std::span(bits)));
        } else if (element && each == 8) {
            tensor.values.assign(message.doubles.begin(), message.doubles.end());
        } else if (element) {
            tensor.values = std::move(message.reals);
        } else if (message.raw.empty()) {
            tensor.integers = std::move(each == 8 ? message.integers : message.small);
        } else {
            for (std::size_t place = 0; place + each <= message.raw.size(); place += each) {
                const std::size_t unused = 8 * (sizeof(std::int64_t) - each); // bits
                std::int64_t number = 0;
                std::memcpy(&number, message.raw.data() + place, each);
                tensor.integers.push_back(number << unused >> unused);
            }
        }
        requireCount(tensor, std::max(tensor.values.size(), tensor.integers.size()), wanted);
        return tensor;
    }

private:
    /// Of a tensor whose numbers lie in another file of the graph's folder, as PyTorch's exporter writes them: of that
    /// alone, and of each file not more than twice what it has.
    std::string bytesBeside(const std::vector<Entry>& entries, const std::string& tensor)
    {
        std::map<std::string, std::string> place;
        for (const auto& [key, value] : entries) {
            place[key] = value;
        }
        const std::filesystem::path file = m_folder.value_or("") / place["location"];
        std::error_code unknown;
        const bool isHere =
            m_folder && !std::filesystem::path(place["location"]).has_parent_path() && is_regular_file(file, unknown) &&
            canonical(file, unknown).parent_path() == canonical(absolute(file, unknown).parent_path(), unknown);
        if (!isHere) {
            throw Error(say(ENGINE_TEXT("Sentences",
                                        "%1: the numbers of its constant %2 lie in %3, which is no file beside it: "
                                        "wanted are both files in one folder, as they were exported, or one that "
                                        "torch.onnx.export(..., external_data=False) writes"),
                            m_file, printable(tensor), shown(place["location"])));
        }
        const std::uint64_t size = file_size(file, unknown);
        const auto number = [&](const char* key, std::uint64_t otherwise) {
            std::uint64_t value = otherwise;
            const std::string& text = place[key];
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            return text.empty() || (error == std::errc() && end == text.data() + text.size()) ? value : size + 1;
        };
        const std::uint64_t offset = number("offset", 0), left = size - std::min(offset, size);
        const std::uint64_t length = number("length", left);
        if (offset > size || length > left || (m_read[place["location"]] += length) > 2 * size) {
            throw Error(
                say(ENGINE_TEXT("Sentences",
                                "%1: its constant %2 is said to lie at %3 with %4 bytes in %5, which has %6 bytes"),
                    m_file, printable(tensor), printable(place["offset"]), printable(place["length"]),
                    shown(place["location"]), size));
        }
        return readTextAt(file, offset, length);
    }

    void requireCount(const Tensor& tensor, std::size_t found, std::int64_t wanted) const
    {
        if (found != static_cast<std::size_t>(wanted)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: the tensor %2 %3 has %4 elements, but %5 are wanted"), m_file,
                            tensor.name, tensor.shape, found, wanted));
        }
    }

    const std::string& m_file;
    const std::optional<std::filesystem::path>& m_folder;
    std::map<std::string, std::uint64_t> m_read; ///< bytes of other files
};

} // namespace

// What wire::MessageReader and wire::Writer find beside the structs of this namespace.

static void fields(IsA<Value::Axis> auto& axis, auto&& visit)
{
    if (axis.word.empty()) { // it has one of the two
        visit(1, axis.extent);
    }
    visit(2, axis.word);
}

static void fields(IsA<Attribute> auto& attribute, auto&& visit)
{
    visit(1, attribute.name);
    visit(2, attribute.real);
    visit(3, attribute.integer);
    visit(4, attribute.text);
    visit(5, attribute.tensor);
    visit(6, attribute.graph);
    visit(7, attribute.reals);
    visit(8, attribute.integers, maxExtents);
    visit(9, attribute.texts);
    visit(20, attribute.type);
}

static void fields(IsA<Node> auto& node, auto&& visit)
{
    visit(1, node.inputs);
    visit(2, node.outputs);
    visit(3, node.name);
    visit(4, node.type);
    visit(5, node.attributes);
    visit(7, node.domain);
}

static void fields(IsA<Graph> auto& graph, auto&& visit)
{
    visit(1, graph.nodes);
    visit(2, graph.name);
    visit(5, graph.constants);
    visit(10, graph.words, longestText);
    visit(11, graph.inputs);
    visit(12, graph.outputs);
}

static void readMessage(wire::MessageReader& reader, std::span<const std::byte> bytes, Tensor& tensor)
{
    TensorMessage message;
    reader.read(bytes, message);
    tensor = static_cast<OnnxReader&>(reader).tensorOf(std::move(message));
}

static TensorMessage wireOf(const Tensor& tensor)
{
    const bool integers = !tensor.integers.empty();
    return {.extents = tensor.shape.extents(),
            .type = integers ? int64Type : floatType,
            .name = tensor.name,
            .raw = integers ? std::as_bytes(std::span(tensor.integers)) : std::as_bytes(std::span(tensor.values))};
}

static void readMessage(wire::MessageReader& reader, std::span<const std::byte> bytes, Attribute& attribute)
{
    reader.read(bytes, attribute);
    if (attribute.type == integerAttribute && !attribute.integer) {
        attribute.integer = 0; // some programs leave zeros out
    } else if (attribute.type == realAttribute && !attribute.real) {
        attribute.real = 0.0F;
    }
}

static Attribute wireOf(Attribute attribute)
{
    attribute.type = attribute.integer             ? integerAttribute
                     : attribute.real              ? realAttribute
                     : attribute.tensor            ? tensorAttribute
                     : attribute.graph             ? graphAttribute
                     : !attribute.integers.empty() ? integersAttribute
                     : !attribute.texts.empty()    ? textsAttribute
                                                   : textAttribute;
    return attribute;
}

static void readMessage(wire::MessageReader& reader, std::span<const std::byte> bytes, Node& node)
{
    reader.read(bytes, node);
    if (node.domain == ownDomain) {
        node.domain.clear();
    }
}

static void readMessage(wire::MessageReader& reader, std::span<const std::byte> bytes, Value& value)
{
    ValueMessage message;
    reader.read(bytes, message);
    const TensorType type = message.type.value.value_or(TensorType());
    value = {.name = std::move(message.name),
             .element = type.element,
             .axes = type.shape ? type.shape->value : std::vector<Value::Axis>(),
             .shaped = type.shape.has_value()};
}

static ValueMessage wireOf(const Value& value)
{
    return {.name = value.name, .type = {TensorType{.element = value.element, .shape = {{value.axes}}}}};
}

bool isReal(std::int64_t type)
{
    return elementOf(type) != nullptr;
}

bool isInteger(std::int64_t type)
{
    return type == int32Type || type == int64Type;
}

bool Attribute::operator==(const Attribute& other) const
{
    const auto values = [](const Attribute& one) {
        return std::tie(one.name, one.integer, one.real, one.text, one.reals, one.integers, one.texts, one.tensor);
    };
    return values(*this) == values(other) && (graph && other.graph ? *graph == *other.graph : graph == other.graph);
}

const Attribute* Node::attribute(const std::string& wanted) const
{
    const auto found = std::ranges::find(attributes, wanted, &Attribute::name);
    return found == attributes.end() ? nullptr : &*found;
}

std::int64_t Node::integer(const std::string& wanted, std::int64_t otherwise) const
{
    const Attribute* found = attribute(wanted);
    return found == nullptr ? otherwise : found->integer.value_or(otherwise);
}

Graph parse(std::span<const std::byte> bytes, const std::string& fileName,
            const std::optional<std::filesystem::path>& folder)
{
    File file;
    OnnxReader(fileName, folder).read(bytes, file);
    if (!file.graph) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: holds no ONNX graph"), fileName));
    }
    Graph graph = *std::move(file.graph);
    graph.opset = 1; // of files from before there were versions
    for (const Opset& opset : file.opsets) {
        graph.opset = opset.domain.empty() || opset.domain == ownDomain ? opset.version : graph.opset;
    }
    for (Entry& entry : file.metadata) {
        graph.metadata[entry.key] = std::move(entry.value);
    }
    return graph;
}

std::string print(const Graph& graph)
{
    File file{.version = irVersion, .producer = "Hamnet", .graph = graph, .opsets = {{.version = writtenOpset}}};
    for (const auto& [key, value] : graph.metadata) {
        file.metadata.push_back({key, value});
    }
    return wire::Writer::of(file).bytes();
}

} // namespace engine::onnx
