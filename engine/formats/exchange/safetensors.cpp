// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/safetensors.h"

#include "engine/formats/checkpoint/tensor_sections.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/float_bytes.h"
#include "engine/formats/exchange/json_fault.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

namespace engine {
namespace {

using Json = nlohmann::json; // sorted: an object with many keys of its own order would take its square in time

constexpr std::size_t lengthBytes = 8, alignment = 8;
constexpr std::uint64_t longestHeader = 16 << 20;
constexpr int maxHeaderDepth = 3; ///< a list inside a tensor's entry inside the header
constexpr std::size_t maxTensorName = 4096, maxTensors = 65'536;
constexpr const char* metadataKey = "__metadata__";

std::optional<FloatElement> elementNamed(const std::string& name)
{
    return name == "F32"    ? std::optional(FloatElement::Single)
           : name == "F64"  ? std::optional(FloatElement::Double)
           : name == "F16"  ? std::optional(FloatElement::Half)
           : name == "BF16" ? std::optional(FloatElement::Bfloat)
                            : std::nullopt;
}

/// Where a tensor lies behind the header.
struct Place {
    std::string name, type;
    Shape shape;
    std::uint64_t first = 0, last = 0;
};

class SafetensorsParser {
public:
    SafetensorsParser(std::span<const std::byte> bytes, std::string fileName)
        : m_bytes(bytes), m_file(std::move(fileName))
    {}

    TensorFile run()
    {
        const Json header = readHeader();
        TensorFile result;
        std::vector<Place> places;
        for (const auto& [name, entry] : header.items()) {
            if (name == metadataKey) {
                readMetadata(entry, result);
            } else {
                if (places.size() == maxTensors) {
                    fail(say(ENGINE_TEXT("Sentences", "it has more than %1 tensors"), maxTensors));
                }
                places.push_back(placeOf(name, entry));
            }
        }
        std::stable_sort(places.begin(), places.end(),
                         [](const Place& a, const Place& b) { return a.first < b.first; });
        requireApart(places);
        for (const Place& place : places) {
            addTensor(place, result);
        }
        return result;
    }

    std::map<std::string, std::string> metadata()
    {
        const Json header = readHeader();
        TensorFile result;
        if (const auto found = header.find(metadataKey); found != header.end()) {
            readMetadata(*found, result);
        }
        return result.metadata;
    }

private:
    [[noreturn]] void fail(const Sentence& why) const
    {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: is no safetensors file that can be used: %2"), m_file, why));
    }

    Json readHeader()
    {
        std::uint64_t length = 0;
        if (m_bytes.size() < lengthBytes) {
            fail(say(ENGINE_TEXT("Sentences", "it has %1 bytes only"), m_bytes.size()));
        }
        std::memcpy(&length, m_bytes.data(), lengthBytes);
        if (length > m_bytes.size() - lengthBytes || length > longestHeader) {
            fail(say(ENGINE_TEXT(
                         "Sentences",
                         "its header is said to have %1 bytes, but the file has %2 and %3 are the most for a header"),
                     length, m_bytes.size(), longestHeader));
        }
        const auto* text = reinterpret_cast<const char*>(m_bytes.data()) + lengthBytes;
        m_data = m_bytes.subspan(lengthBytes + length);
        if (const Sentence fault = faultOf({text, length}, maxHeaderDepth); !fault.empty()) {
            fail(say(ENGINE_TEXT("Sentences", "its header: %1"), fault));
        }
        Json header = Json::parse(text, text + length);
        if (!header.is_object()) {
            fail(ENGINE_TEXT("Sentences", "its header is no object"));
        }
        return header;
    }

    void readMetadata(const Json& entry, TensorFile& result) const
    {
        if (!entry.is_object()) {
            fail(say(ENGINE_TEXT("Sentences", "%1 is no object"), metadataKey));
        }
        for (const auto& [key, value] : entry.items()) {
            if (!value.is_string()) {
                fail(say(ENGINE_TEXT("Sentences", "%1 holds something else than text"), metadataKey));
            }
            result.metadata[key] = value.get<std::string>();
        }
    }

    Place placeOf(const std::string& name, const Json& entry) const
    {
        if (name.size() > maxTensorName) {
            fail(say(ENGINE_TEXT("Sentences", "a name has %1 bytes, but %2 are the most"), name.size(), maxTensorName));
        }
        using Number = const Json::number_unsigned_t&; // get() would make one of -1 and of 2.5, too
        Place place;
        place.name = name;
        try {
            place.type = entry.at("dtype").get_ref<const std::string&>();
            place.shape = shapeOf(name, entry.at("shape").get_ref<const Json::array_t&>());
            place.first = entry.at("data_offsets").at(0).get_ref<Number>();
            place.last = entry.at("data_offsets").at(1).get_ref<Number>();
        } catch (const Json::exception&) { // its words are for programmers
            fail(say(ENGINE_TEXT("Sentences",
                                 "tensor %1 has no dtype, shape or data_offsets, or one of another kind than a "
                                 "safetensors file has"),
                     name));
        }
        if (place.first > place.last || place.last > m_data.size()) {
            fail(say(ENGINE_TEXT("Sentences", "tensor %1 lies at %2 to %3, but there are %4 bytes of data"), name,
                     place.first, place.last, m_data.size()));
        }
        return place;
    }

    Shape shapeOf(const std::string& name, const Json::array_t& extents) const
    {
        std::vector<std::int64_t> all;
        for (const Json& extent : extents) {
            all.push_back(static_cast<std::int64_t>(extent.get_ref<const Json::number_unsigned_t&>()));
        }
        if (!elementsOf(all)) {
            fail(say(ENGINE_TEXT("Sentences", "tensor %1 has an impossible shape"), name));
        }
        return Shape(std::move(all));
    }

    void requireApart(const std::vector<Place>& places) const
    {
        std::uint64_t end = 0;
        for (const Place& place : places) {
            if (place.first < end && place.first != place.last) {
                fail(say(ENGINE_TEXT("Sentences", "tensor %1 lies over the one before it"), place.name));
            }
            end = std::max(end, place.last);
        }
    }

    void addTensor(const Place& place, TensorFile& result) const
    {
        const std::optional<FloatElement> element = elementNamed(place.type);
        if (!element) {
            result.skipped.push_back(say(
                ENGINE_TEXT("Sentences", "tensor %1 was left out: it holds %2, but weights are F32, F64, F16 or BF16"),
                place.name, place.type.substr(0, 16)));
            return;
        }
        const auto wanted = static_cast<std::uint64_t>(place.shape.count()) * bytesOf(*element);
        if (place.last - place.first != wanted) {
            fail(say(ENGINE_TEXT("Sentences", "tensor %1 %2 has %3 bytes, but %4 are wanted"), place.name, place.shape,
                     place.last - place.first, wanted));
        }
        result.tensors.push_back(
            {place.name, place.shape, floatsOf(*element, m_data.subspan(place.first, place.last - place.first))});
    }

    std::span<const std::byte> m_bytes, m_data;
    std::string m_file;
};

} // namespace

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
    std::vector<std::byte> bytes = readFirstBytes(file, lengthBytes);
    if (bytes.size() == lengthBytes) {
        std::memcpy(&length, bytes.data(), lengthBytes);
        bytes = readFirstBytes(file, lengthBytes + std::min(length, longestHeader));
    }
    return SafetensorsParser(bytes, file.string()).metadata();
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
