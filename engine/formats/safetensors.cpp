// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/safetensors.h"

#include "engine/formats/file_bytes.h"
#include "engine/formats/float_bytes.h"
#include "engine/formats/json_fault.h"
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
constexpr int deepest = 3; ///< a list inside a tensor's entry inside the header
constexpr std::size_t mostAxes = 32, longestName = 4096, mostTensors = 65'536;
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

class Parser {
public:
    Parser(std::span<const std::byte> bytes, std::string fileName) : m_bytes(bytes), m_file(std::move(fileName)) {}

    TensorFile run()
    {
        const Json header = readHeader();
        TensorFile result;
        std::vector<Place> places;
        for (const auto& [name, entry] : header.items()) {
            if (name == metadataKey) {
                readMetadata(entry, result);
            } else {
                if (places.size() == mostTensors) {
                    fail("it has more than ", mostTensors, " tensors");
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
    template <typename... Parts>
    [[noreturn]] void fail(const Parts&... parts) const
    {
        throw Error(sentence(m_file, ": is no safetensors file that can be used: ", sentence(parts...)));
    }

    Json readHeader()
    {
        std::uint64_t length = 0;
        if (m_bytes.size() < lengthBytes) {
            fail("it has ", m_bytes.size(), " bytes only");
        }
        std::memcpy(&length, m_bytes.data(), lengthBytes);
        if (length > m_bytes.size() - lengthBytes || length > longestHeader) {
            fail("its header is said to have ", length, " bytes, but the file has ", m_bytes.size(), " and ",
                 longestHeader, " are the most for a header");
        }
        const auto* text = reinterpret_cast<const char*>(m_bytes.data()) + lengthBytes;
        m_data = m_bytes.subspan(lengthBytes + length);
        refuse(faultOf({text, length}, deepest));
        try {
            Json header = Json::parse(text, text + length);
            if (!header.is_object()) {
                fail("its header is no object");
            }
            return header;
        } catch (const Json::exception&) {
            fail("its header is no JSON");
        }
    }

    void refuse(JsonFault fault) const
    {
        switch (fault) {
        case JsonFault::NoJson:
            fail("its header is no JSON");
        case JsonFault::TooDeep:
            fail("its header is nested more than ", deepest, " deep");
        case JsonFault::TooMany:
            fail("its header has more than ", mostJsonParts, " names and values");
        case JsonFault::NameTwice:
            fail("its header names a tensor twice");
        case JsonFault::None:
            break;
        }
    }

    void readMetadata(const Json& entry, TensorFile& result) const
    {
        if (!entry.is_object()) {
            fail(sentence(metadataKey, " is no object"));
        }
        for (const auto& [key, value] : entry.items()) {
            if (!value.is_string()) {
                fail(sentence(metadataKey, " holds something else than text"));
            }
            result.metadata[key] = value.get<std::string>();
        }
    }

    /// A whole number that is not negative.
    std::uint64_t numberOf(const Json& value) const
    {
        if (!value.is_number_unsigned()) {
            fail("its header holds something else where a number from 0 up is wanted");
        }
        return value.get<std::uint64_t>();
    }

    const Json& member(const Json& entry, const char* key, const std::string& name) const
    {
        if (!entry.is_object() || !entry.contains(key)) {
            fail("tensor ", name, " has no ", key);
        }
        return entry[key];
    }

    Place placeOf(const std::string& name, const Json& entry) const
    {
        if (name.size() > longestName) {
            fail("a name has ", name.size(), " bytes, but ", longestName, " are the most");
        }
        const Json& type = member(entry, "dtype", name);
        const Json& shape = member(entry, "shape", name);
        const Json& offsets = member(entry, "data_offsets", name);
        if (!type.is_string() || !shape.is_array() || !offsets.is_array() || offsets.size() != 2) {
            fail("tensor ", name, " has a dtype, a shape or data_offsets of another kind");
        }
        Place place{.name = name,
                    .type = type.get<std::string>(),
                    .shape = shapeOf(name, shape),
                    .first = numberOf(offsets[0]),
                    .last = numberOf(offsets[1])};
        if (place.first > place.last || place.last > m_data.size()) {
            fail("tensor ", name, " lies at ", place.first, " to ", place.last, ", but there are ", m_data.size(),
                 " bytes of data");
        }
        return place;
    }

    Shape shapeOf(const std::string& name, const Json& extents) const
    {
        if (extents.size() > mostAxes) {
            fail("tensor ", name, " has ", extents.size(), " axes, but ", mostAxes, " are the most");
        }
        constexpr std::uint64_t most = std::uint64_t{1} << 40;
        std::vector<std::int64_t> all;
        std::uint64_t count = 1;
        for (const Json& extent : extents) {
            const std::uint64_t number = numberOf(extent);
            if (number > most || (number != 0 && count > most / number)) {
                fail("tensor ", name, " would have more than ", most, " elements");
            }
            count *= number;
            all.push_back(static_cast<std::int64_t>(number));
        }
        return Shape(std::move(all));
    }

    void requireApart(const std::vector<Place>& places) const
    {
        std::uint64_t end = 0;
        for (const Place& place : places) {
            if (place.first < end && place.first != place.last) {
                fail("tensor ", place.name, " lies over the one before it");
            }
            end = std::max(end, place.last);
        }
    }

    void addTensor(const Place& place, TensorFile& result) const
    {
        const std::optional<FloatElement> element = elementNamed(place.type);
        if (!element) {
            result.skipped.push_back(sentence("tensor ", place.name, " was left out: it holds ",
                                              place.type.substr(0, 16), ", but weights are F32, F64, F16 or BF16"));
            return;
        }
        const auto wanted = static_cast<std::uint64_t>(place.shape.count()) * bytesOf(*element);
        if (place.last - place.first != wanted) {
            fail("tensor ", place.name, " ", place.shape, " has ", place.last - place.first, " bytes, but ", wanted,
                 " are wanted");
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
    return Parser(bytes, fileName).run();
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
    return Parser(bytes, file.string()).metadata();
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
            throw Error(sentence("two tensors would be called ", tensor.name, ", but names must differ"));
        }
        if (tensor.values.size() != static_cast<std::size_t>(tensor.shape.count())) {
            throw Error(sentence("tensor ", tensor.name, " ", tensor.shape, " has ", tensor.values.size(),
                                 " numbers, but ", tensor.shape.count(), " are wanted"));
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
