// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/onnx/onnx_graph.h"

#include "engine/formats/exchange/float_bytes.h"
#include "engine/formats/exchange/protobuf_wire.h"
#include "engine/formats/onnx/onnx_external.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

namespace engine::onnx {
namespace {

using wire::Field;
using wire::Reader;
using wire::Writer;

constexpr std::int64_t irVersion = 7;
constexpr std::int64_t realAttribute = 1, integerAttribute = 2, textAttribute = 3, tensorAttribute = 4,
                       graphAttribute = 5, integersAttribute = 7, textsAttribute = 8; // AttributeProto.AttributeType
constexpr std::string_view ownDomain = "ai.onnx";
constexpr std::size_t maxExtents = 32, maxParts = 65'536, maxNodeName = 4096;
constexpr std::size_t longestText = 16 << 20; ///< of metadata

std::optional<FloatElement> elementOf(std::int64_t type)
{
    return type == floatType    ? std::optional(FloatElement::Single)
           : type == doubleType ? std::optional(FloatElement::Double)
           : type == halfType   ? std::optional(FloatElement::Half)
           : type == bfloatType ? std::optional(FloatElement::Bfloat)
                                : std::nullopt;
}

class OnnxParser {
public:
    OnnxParser(const std::string& fileName, const std::optional<std::filesystem::path>& folder) : m_file(fileName)
    {
        if (folder) {
            m_external.emplace(*folder, fileName);
        }
    }

    Graph model(std::span<const std::byte> bytes)
    {
        Graph graph;
        graph.opset = 1; // of files from before there were versions
        bool found = false;
        Reader reader(bytes, m_file);
        for (Field field; reader.next(field);) {
            if (field.number == 7 && field.kind == wire::Kind::Bytes) {
                readGraph(field, graph);
                found = true;
            } else if (field.number == 8 && field.kind == wire::Kind::Bytes) {
                readOpset(field, graph);
            } else if (field.number == 14 && field.kind == wire::Kind::Bytes) {
                readProperty(field, graph);
            }
        }
        if (!found) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: holds no ONNX graph"), m_file));
        }
        return graph;
    }

private:
    /// Nothing that a file counts may grow faster than its bytes.
    void count()
    {
        if (++m_parts > maxParts) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: has more than %2 nodes, values and attributes"), m_file, maxParts));
        }
    }

    std::string text(const Field& field, std::size_t most = maxNodeName)
    {
        count();
        if (field.kind != wire::Kind::Bytes || field.bytes.size() > most) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: a text has %2 bytes, but %3 are the most"), m_file,
                            field.bytes.size(), most));
        }
        return std::string(field.text());
    }

    /// A StringStringEntryProto: key and value.
    std::pair<std::string, std::string> readEntry(const Field& message, std::size_t longestValue)
    {
        std::pair<std::string, std::string> entry;
        Reader reader(message.bytes, m_file);
        for (Field field; reader.next(field);) {
            if (field.number == 1) {
                entry.first = text(field);
            } else if (field.number == 2) {
                entry.second = text(field, longestValue);
            }
        }
        return entry;
    }

    void readProperty(const Field& message, Graph& graph)
    {
        const auto [key, value] = readEntry(message, longestText);
        graph.metadata[key] = value;
    }

    void readOpset(const Field& message, Graph& graph)
    {
        std::string domain;
        std::int64_t version = 1;
        Reader reader(message.bytes, m_file);
        for (Field field; reader.next(field);) {
            if (field.number == 1) {
                domain = text(field);
            } else if (field.number == 2 && field.kind == wire::Kind::Varint) {
                version = field.integer();
            }
        }
        if (domain.empty() || domain == ownDomain) {
            graph.opset = version;
        }
    }

    void readGraph(const Field& message, Graph& graph)
    {
        Reader reader(message.bytes, m_file);
        for (Field field; reader.next(field);) {
            if (field.kind != wire::Kind::Bytes) {
                continue;
            }
            if (field.number == 1) {
                graph.nodes.push_back(node(field));
            } else if (field.number == 2) {
                graph.name = text(field);
            } else if (field.number == 5) {
                graph.constants.push_back(tensor(field));
            } else if (field.number == 11) {
                graph.inputs.push_back(value(field));
            } else if (field.number == 12) {
                graph.outputs.push_back(value(field));
            }
        }
    }

    Node node(const Field& message)
    {
        count();
        Node node;
        Reader reader(message.bytes, m_file);
        for (Field field; reader.next(field);) {
            if (field.number == 1) {
                node.inputs.push_back(text(field));
            } else if (field.number == 2) {
                node.outputs.push_back(text(field));
            } else if (field.number == 3) {
                node.name = text(field);
            } else if (field.number == 4) {
                node.type = text(field);
            } else if (field.number == 5 && field.kind == wire::Kind::Bytes) {
                node.attributes.push_back(attribute(field));
            } else if (field.number == 7) {
                node.domain = text(field);
            }
        }
        if (node.domain == ownDomain) {
            node.domain.clear();
        }
        return node;
    }

    Attribute attribute(const Field& message)
    {
        count();
        Attribute attribute;
        std::int64_t type = 0;
        Reader reader(message.bytes, m_file);
        for (Field field; reader.next(field);) {
            if (field.number == 1) {
                attribute.name = text(field);
            } else if (field.number == 2 && field.kind == wire::Kind::Fixed32) {
                attribute.real = std::bit_cast<float>(static_cast<std::uint32_t>(field.value));
            } else if (field.number == 3 && field.kind == wire::Kind::Varint) {
                attribute.integer = field.integer();
            } else if (field.number == 4) {
                attribute.text = text(field);
            } else if (field.number == 5 && field.kind == wire::Kind::Bytes) {
                attribute.tensor = tensor(field);
            } else if (field.number == 6 && field.kind == wire::Kind::Bytes) {
                readInner(field, attribute);
            } else if (field.number == 7) {
                wire::appendFloats(field, m_file, attribute.reals);
            } else if (field.number == 8) {
                wire::appendIntegers(field, m_file, maxExtents, attribute.integers);
            } else if (field.number == 9) {
                attribute.texts.push_back(text(field));
            } else if (field.number == 20 && field.kind == wire::Kind::Varint) {
                type = field.integer();
            }
        }
        if (type == integerAttribute && !attribute.integer) {
            attribute.integer = 0; // some programs leave zeros out
        } else if (type == realAttribute && !attribute.real) {
            attribute.real = 0.0F;
        }
        return attribute;
    }

    /// A graph inside a node. Those of a hostile file could lie in each other without end.
    void readInner(const Field& message, Attribute& attribute)
    {
        constexpr int deepest = 8;
        if (m_depth == deepest) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "%1: has more than %2 graphs inside each other"), m_file, deepest));
        }
        ++m_depth;
        Graph inner;
        readGraph(message, inner);
        attribute.graph = std::make_shared<const Graph>(std::move(inner));
        --m_depth;
    }

    Tensor tensor(const Field& message)
    {
        count();
        Tensor tensor;
        std::vector<std::int64_t> extents;
        std::int64_t type = 0;
        std::span<const std::byte> raw;
        External place;
        Reader reader(message.bytes, m_file);
        for (Field field; reader.next(field);) {
            if (field.number == 1) {
                wire::appendIntegers(field, m_file, maxExtents, extents);
            } else if (field.number == 2 && field.kind == wire::Kind::Varint) {
                type = field.integer();
            } else if (field.number == 4) {
                wire::appendFloats(field, m_file, tensor.values);
            } else if (field.number == 5 || field.number == 7) {
                wire::appendIntegers(field, m_file, message.bytes.size(), tensor.integers);
            } else if (field.number == 8) {
                tensor.name = text(field);
            } else if (field.number == 9) {
                raw = field.bytes;
            } else if (field.number == 10) {
                wire::appendDoubles(field, m_file, tensor.values);
            } else if (field.number == 13 && field.kind == wire::Kind::Bytes) {
                readExternal(field, place);
            } else if (field.number == 14 && field.kind == wire::Kind::Varint) {
                tensor.elsewhere = field.value != 0;
            }
        }
        const std::int64_t wanted = countOf(tensor, std::move(extents));
        std::vector<std::byte> outside; // which `raw` may view
        if (tensor.elsewhere && m_external) {
            outside = m_external->bytesOf(place, tensor.name);
            raw = outside;
            tensor.elsewhere = false;
        }
        tensor.known = !tensor.elsewhere;
        fill(tensor, type, raw, wanted);
        keepOnly(tensor, type);
        requireCount(tensor, std::max(tensor.values.size(), tensor.integers.size()), wanted);
        return tensor;
    }

    void readExternal(const Field& message, External& place)
    {
        const auto [key, value] = readEntry(message, maxNodeName);
        if (key == "location") {
            place.location = value;
        } else if (key == "offset") {
            place.offset = value;
        } else if (key == "length") {
            place.length = value;
        }
    }

    /// From the bytes as they lie. Floats are counted before they are made.
    void fill(Tensor& tensor, std::int64_t type, std::span<const std::byte> raw, std::int64_t wanted) const
    {
        const std::optional<FloatElement> element = elementOf(type);
        if (element && !raw.empty()) {
            requireWhole(raw.size(), bytesOf(*element));
            requireCount(tensor, raw.size() / bytesOf(*element), wanted);
            tensor.values = floatsOf(*element, raw);
        } else if (type == halfType || type == bfloatType) {
            fillFromBits(tensor, type, wanted);
        } else if (type == int64Type && !raw.empty()) {
            copy<std::int64_t>(raw, tensor.integers);
        } else if (type == int32Type && !raw.empty()) {
            copy<std::int32_t>(raw, tensor.integers);
        } else if (type == boolType && !raw.empty()) {
            copy<std::int8_t>(raw, tensor.integers);
        } else if (!element && type != int64Type && type != int32Type && type != boolType) {
            tensor.known = false;
        }
    }

    /// Floats of 16 bits, each as a whole number.
    void fillFromBits(Tensor& tensor, std::int64_t type, std::int64_t wanted) const
    {
        requireCount(tensor, tensor.integers.size(), wanted);
        tensor.values.clear();
        tensor.values.reserve(tensor.integers.size());
        for (const std::int64_t number : tensor.integers) {
            const auto bits = static_cast<std::uint16_t>(number);
            tensor.values.push_back(type == halfType ? fromHalf(bits) : fromBfloat(bits));
        }
    }

    /// Without numbers of another type than the tensor's, or of one that is not read: no shape speaks for them.
    static void keepOnly(Tensor& tensor, std::int64_t type)
    {
        if (!tensor.known || !elementOf(type)) {
            tensor.values.clear();
        }
        if (!tensor.known || elementOf(type)) {
            tensor.integers.clear();
        }
    }

    void requireWhole(std::size_t bytes, std::size_t each) const
    {
        if (bytes % each != 0) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: a tensor of %2 bytes holds no whole number of elements"),
                            m_file, bytes));
        }
    }

    template <typename From, typename To>
    void copy(std::span<const std::byte> raw, std::vector<To>& into) const
    {
        requireWhole(raw.size(), sizeof(From));
        into.resize(raw.size() / sizeof(From));
        for (std::size_t index = 0; index < into.size(); ++index) {
            From from = 0;
            std::memcpy(&from, raw.data() + index * sizeof(From), sizeof(From));
            into[index] = static_cast<To>(from);
        }
    }

    /// Gives the tensor its shape, and returns how many elements that is.
    std::int64_t countOf(Tensor& tensor, std::vector<std::int64_t> extents) const
    {
        constexpr std::int64_t most = std::int64_t{1} << 40;
        std::int64_t wanted = 1;
        for (const std::int64_t extent : extents) {
            if (extent < 0 || extent > most || (extent != 0 && wanted > most / extent)) {
                throw Error(
                    say(ENGINE_TEXT("Sentences", "%1: the tensor %2 has an impossible shape"), m_file, tensor.name));
            }
            wanted *= extent;
        }
        tensor.shape = Shape(std::move(extents));
        return wanted;
    }

    void requireCount(const Tensor& tensor, std::size_t found, std::int64_t wanted) const
    {
        if (tensor.known && found != static_cast<std::size_t>(wanted)) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1: the tensor %2 %3 has %4 elements, but %5 are wanted"), m_file,
                            tensor.name, tensor.shape, found, wanted));
        }
    }

    Value value(const Field& message)
    {
        count();
        Value value;
        value.shaped = false;
        Reader reader(message.bytes, m_file);
        for (Field field; reader.next(field);) {
            if (field.number == 1) {
                value.name = text(field);
            } else if (field.number == 2 && field.kind == wire::Kind::Bytes) {
                readType(field, value);
            }
        }
        return value;
    }

    /// Of a type only a tensor's: its element and its axes.
    void readType(const Field& message, Value& value)
    {
        const auto inside = [&](const Field& outer, int wanted, const auto& read) {
            Reader reader(outer.bytes, m_file);
            for (Field field; reader.next(field);) {
                if (field.number == wanted && field.kind == wire::Kind::Bytes) {
                    read(field);
                }
            }
        };
        inside(message, 1, [&](const Field& tensor) {
            value.element = elementIn(tensor);
            inside(tensor, 2, [&](const Field& shape) {
                value.shaped = true;
                inside(shape, 1, [&](const Field& axis) { value.axes.push_back(axisOf(axis)); });
            });
        });
    }

    Value::Element elementIn(const Field& tensor) const
    {
        std::int64_t type = 0;
        Reader reader(tensor.bytes, m_file);
        for (Field field; reader.next(field);) {
            type = field.number == 1 && field.kind == wire::Kind::Varint ? field.integer() : type;
        }
        return type == doubleType ? Value::Element::Double
               : isReal(type)     ? Value::Element::Real
               : isInteger(type)  ? Value::Element::Integer
                                  : Value::Element::Other;
    }

    Value::Axis axisOf(const Field& message)
    {
        count();
        Value::Axis axis;
        Reader reader(message.bytes, m_file);
        for (Field field; reader.next(field);) {
            if (field.number == 1 && field.kind == wire::Kind::Varint) {
                axis.extent = field.integer();
            } else if (field.number == 2) {
                axis.word = text(field);
            }
        }
        return axis;
    }

    const std::string& m_file;
    std::optional<ExternalNumbers> m_external;
    std::size_t m_parts = 0;
    int m_depth = 0; ///< of graphs inside nodes
};

Writer message(const Tensor& tensor)
{
    Writer message;
    message.packed(1, tensor.shape.extents());
    const bool integers = !tensor.integers.empty();
    message.integer(2, integers ? int64Type : floatType).text(8, tensor.name);
    const auto* first = integers ? reinterpret_cast<const char*>(tensor.integers.data())
                                 : reinterpret_cast<const char*>(tensor.values.data());
    message.text(
        9, {first, integers ? tensor.integers.size() * sizeof(std::int64_t) : tensor.values.size() * sizeof(float)});
    return message;
}

Writer message(const Graph& graph);

Writer message(const Attribute& attribute)
{
    Writer message;
    message.text(1, attribute.name);
    if (attribute.integer) {
        message.integer(3, *attribute.integer).integer(20, integerAttribute);
    } else if (attribute.real) {
        message.real32(2, *attribute.real).integer(20, realAttribute);
    } else if (attribute.tensor) {
        message.message(5, onnx::message(*attribute.tensor)).integer(20, tensorAttribute);
    } else if (attribute.graph) {
        message.message(6, onnx::message(*attribute.graph)).integer(20, graphAttribute);
    } else if (!attribute.integers.empty()) {
        for (const std::int64_t number : attribute.integers) {
            message.integer(8, number);
        }
        message.integer(20, integersAttribute);
    } else if (!attribute.texts.empty()) {
        for (const std::string& one : attribute.texts) {
            message.text(9, one);
        }
        message.integer(20, textsAttribute);
    } else {
        message.text(4, attribute.text).integer(20, textAttribute);
    }
    return message;
}

Writer message(const Node& node)
{
    Writer message;
    for (const std::string& input : node.inputs) {
        message.text(1, input);
    }
    for (const std::string& output : node.outputs) {
        message.text(2, output);
    }
    message.text(3, node.name).text(4, node.type);
    for (const Attribute& attribute : node.attributes) {
        message.message(5, onnx::message(attribute));
    }
    return message;
}

Writer message(const Value& value)
{
    Writer shape;
    for (const Value::Axis& axis : value.axes) {
        Writer one;
        if (axis.word.empty()) {
            one.integer(1, axis.extent);
        } else {
            one.text(2, axis.word);
        }
        shape.message(1, one);
    }
    Writer tensor, type, message;
    tensor
        .integer(1, value.element == Value::Element::Integer  ? int64Type
                    : value.element == Value::Element::Double ? doubleType
                                                              : floatType)
        .message(2, shape);
    type.message(1, tensor);
    message.text(1, value.name).message(2, type);
    return message;
}

Writer message(const Graph& graph)
{
    Writer body;
    for (const Node& node : graph.nodes) {
        body.message(1, message(node));
    }
    body.text(2, graph.name);
    for (const Tensor& tensor : graph.constants) {
        body.message(5, message(tensor));
    }
    body.text(10, graph.words);
    for (const Value& value : graph.inputs) {
        body.message(11, message(value));
    }
    for (const Value& value : graph.outputs) {
        body.message(12, message(value));
    }
    return body;
}

} // namespace

bool isReal(std::int64_t type)
{
    return elementOf(type).has_value();
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
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [&](const Attribute& attribute) { return attribute.name == wanted; });
    return found == attributes.end() ? nullptr : &*found;
}

std::int64_t Node::integer(const std::string& wanted, std::int64_t otherwise) const
{
    const Attribute* found = attribute(wanted);
    return found == nullptr ? otherwise : found->integer.value_or(otherwise);
}

const Tensor* Graph::constant(const std::string& wanted) const
{
    const auto found =
        std::find_if(constants.begin(), constants.end(), [&](const Tensor& tensor) { return tensor.name == wanted; });
    return found == constants.end() ? nullptr : &*found;
}

Graph parse(std::span<const std::byte> bytes, const std::string& fileName,
            const std::optional<std::filesystem::path>& folder)
{
    return OnnxParser(fileName, folder).model(bytes);
}

std::string print(const Graph& graph)
{
    Writer domain, file;
    domain.text(1, "").integer(2, writtenOpset);
    file.integer(1, irVersion).text(2, "Hamnet").message(7, message(graph)).message(8, domain);
    for (const auto& [key, value] : graph.metadata) {
        Writer property;
        property.text(1, key).text(2, value);
        file.message(14, property);
    }
    return file.bytes();
}

} // namespace engine::onnx
