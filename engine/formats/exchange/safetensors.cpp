// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/safetensors.h"

#include "engine/formats/checkpoint/tensor_sections.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/json_fault.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace engine {
namespace {

using Json = nlohmann::json; // sorted: an object with many keys of its own order would take its square in time

constexpr std::size_t lengthBytes = 8, alignment = 8;
constexpr std::uint64_t longestHeader = 16 << 20;
constexpr int maxHeaderDepth = 3; ///< a list inside a tensor's entry inside the header
constexpr std::size_t maxTensorName = 4096, maxTensors = 65'536;
constexpr const char* metadataKey = "__metadata__";

template <typename Raw>
Raw rawAt(const std::byte* at)
{
    Raw raw = {};
    std::memcpy(&raw, at, sizeof(Raw));
    return raw;
}

float fromHalf(const std::byte* at)
{
    const int bits = rawAt<std::uint16_t>(at), exponent = bits >> 10 & 0x1F, fraction = bits & 0x3FF;
    const float size = exponent == 0x1F ? (fraction == 0 ? INFINITY : NAN)
                       : exponent == 0  ? std::ldexp(static_cast<float>(fraction), -24)
                                        : std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

float fromBfloat(const std::byte* at)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(rawAt<std::uint16_t>(at)) << 16U);
}

/// Where a tensor lies behind the header.
struct Place {
    std::string name, type;
    Shape shape;
    std::uint64_t first = 0, last = 0;
};

class SafetensorsParser {
public:
    SafetensorsParser(std::span<const std::byte> bytes, std::string fileName) : m_file(std::move(fileName))
    {
        std::uint64_t length = 0;
        if (bytes.size() < lengthBytes) {
            fail(say(ENGINE_TEXT("Sentences", "it has %1 bytes only"), bytes.size()));
        }
        std::memcpy(&length, bytes.data(), lengthBytes);
        if (length > bytes.size() - lengthBytes || length > longestHeader) {
            fail(say(ENGINE_TEXT(
                         "Sentences",
                         "its header is said to have %1 bytes, but the file has %2 and %3 are the most for a header"),
                     length, bytes.size(), longestHeader));
        }
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + lengthBytes, length);
        m_data = bytes.subspan(lengthBytes + length);
        if (const Sentence fault = faultOf(text, maxHeaderDepth); !fault.empty()) {
            fail(say(ENGINE_TEXT("Sentences", "its header: %1"), fault));
        }
        m_header = Json::parse(text);
        if (!m_header.is_object()) {
            fail(ENGINE_TEXT("Sentences", "its header is no object"));
        }
    }

    TensorFile run() const
    {
        TensorFile result{.tensors = {}, .metadata = metadata(), .skipped = {}};
        std::vector<Place> places;
        for (const auto& [name, entry] : m_header.items()) {
            if (name.size() > maxTensorName || places.size() == maxTensors) {
                fail(say(ENGINE_TEXT("Sentences", "it has more than %1 tensors, or a name of more than %2 bytes"),
                         maxTensors, maxTensorName));
            }
            if (name != metadataKey) {
                places.push_back(placeOf(name, entry));
            }
        }
        std::ranges::stable_sort(places, {}, &Place::first);
        std::uint64_t end = 0;
        for (const Place& place : places) {
            if (place.first < end && place.first != place.last) {
                fail(say(ENGINE_TEXT("Sentences", "tensor %1 lies over the one before it"), place.name));
            }
            end = std::max(end, place.last);
            addTensor(place, result);
        }
        return result;
    }

    std::map<std::string, std::string> metadata() const
    {
        try {
            return m_header.value(metadataKey, std::map<std::string, std::string>());
        } catch (const Json::exception&) {
            fail(say(ENGINE_TEXT("Sentences", "%1 holds something else than text"), metadataKey));
        }
    }

private:
    [[noreturn]] void fail(const Sentence& why) const
    {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: is no safetensors file that can be used: %2"), m_file, why));
    }

    Place placeOf(const std::string& name, const Json& entry) const
    {
        using Number = const Json::number_unsigned_t&; // get() would make one of -1 and of 2.5, too
        Place place{.name = name, .type = {}, .shape = {}};
        std::vector<std::int64_t> extents;
        try {
            place.type = entry.at("dtype").get_ref<const std::string&>();
            for (const Json& extent : entry.at("shape").get_ref<const Json::array_t&>()) {
                extents.push_back(static_cast<std::int64_t>(extent.get_ref<Number>()));
            }
            place.first = entry.at("data_offsets").at(0).get_ref<Number>();
            place.last = entry.at("data_offsets").at(1).get_ref<Number>();
        } catch (const Json::exception&) { // its words are for programmers
            fail(say(ENGINE_TEXT("Sentences",
                                 "tensor %1 has no dtype, shape or data_offsets, or one of another kind than a "
                                 "safetensors file has"),
                     name));
        }
        if (!elementsOf(extents)) {
            fail(say(ENGINE_TEXT("Sentences", "tensor %1 has an impossible shape"), name));
        }
        if (place.first > place.last || place.last > m_data.size()) {
            fail(say(ENGINE_TEXT("Sentences", "tensor %1 lies at %2 to %3, but there are %4 bytes of data"), name,
                     place.first, place.last, m_data.size()));
        }
        place.shape = Shape(std::move(extents));
        return place;
    }

    void addTensor(const Place& place, TensorFile& result) const
    {
        const auto* const element = std::ranges::find(floatElements, place.type, &FloatElement::name);
        if (element == floatElements.end()) {
            result.skipped.push_back(say(
                ENGINE_TEXT("Sentences", "tensor %1 was left out: it holds %2, but weights are F32, F64, F16 or BF16"),
                place.name, place.type.substr(0, 16)));
            return;
        }
        const auto wanted = static_cast<std::uint64_t>(place.shape.count()) * element->bytes;
        if (place.last - place.first != wanted) {
            fail(say(ENGINE_TEXT("Sentences", "tensor %1 %2 has %3 bytes, but %4 are wanted"), place.name, place.shape,
                     place.last - place.first, wanted));
        }
        result.tensors.push_back(
            {place.name, place.shape, floatsOf(*element, m_data.subspan(place.first, place.last - place.first))});
    }

    std::span<const std::byte> m_data;
    std::string m_file;
    Json m_header;
};

} // namespace

const std::array<FloatElement, 4> floatElements = {
    {{"F32", 1, 4, rawAt<float>},
     {"F64", 11, 8, [](const std::byte* at) { return static_cast<float>(rawAt<double>(at)); }},
     {"F16", 10, 2, fromHalf},
     {"BF16", 16, 2, fromBfloat}}};

std::vector<float> floatsOf(const FloatElement& element, std::span<const std::byte> bytes)
{
    std::vector<float> values(bytes.size() / element.bytes);
    for (std::size_t index = 0; index < values.size(); ++index) {
        values[index] = element.value(bytes.data() + index * element.bytes);
    }
    return values;
}

TensorFile parseSafetensors(std::span<const std::byte> bytes, const std::string& fileName)
{
    return SafetensorsParser(bytes, fileName).run();
}

TensorFile readSafetensors(const std::filesystem::path& file)
{
    return parseSafetensors(readFileBytes(file), file.string());
}

std::map<std::string, std::string> readSafetensorsMetadata(const std::filesystem::path& file)
{
    std::uint64_t length = 0;
    std::string bytes = readTextAt(file, 0, lengthBytes);
    if (bytes.size() == lengthBytes) {
        std::memcpy(&length, bytes.data(), lengthBytes);
        bytes = readTextAt(file, 0, lengthBytes + std::min(length, longestHeader));
    }
    return SafetensorsParser(std::as_bytes(std::span(bytes)), file.string()).metadata();
}

std::string printSafetensors(const TensorFile& tensors)
{
    Json header = Json::object();
    if (!tensors.metadata.empty()) {
        header[metadataKey] = tensors.metadata;
    }
    std::uint64_t offset = 0;
    for (const NamedTensor& tensor : tensors.tensors) {
        if (header.contains(tensor.name)) {
            throw Error(
                say(ENGINE_TEXT("Sentences", "two tensors would be called %1, but names must differ"), tensor.name));
        }
        if (tensor.values.size() != static_cast<std::size_t>(tensor.shape.count())) {
            throw Error(say(ENGINE_TEXT("Sentences", "tensor %1 %2 has %3 numbers, but %4 are wanted"), tensor.name,
                            tensor.shape, tensor.values.size(), tensor.shape.count()));
        }
        const std::uint64_t end = offset + tensor.values.size() * sizeof(float);
        header[tensor.name] = {{"dtype", "F32"}, {"shape", tensor.shape.extents()}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + alignment - 1) / alignment * alignment, ' ');
    std::string bytes;
    bytes.reserve(lengthBytes + text.size() + offset);
    const std::uint64_t length = text.size();
    bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
    bytes += text;
    for (const NamedTensor& tensor : tensors.tensors) {
        bytes.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(float));
    }
    return bytes;
}

void writeSafetensors(const std::filesystem::path& file, const TensorFile& tensors)
{
    writeFileBytes(file, printSafetensors(tensors));
}

} // namespace engine
