// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/provenance.h"

#include "engine/data/mapped_file.h"
#include "engine/data/text_scan.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/checkpoint/writing_state.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/json_fault.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/utf8.h"

#include <boost/algorithm/string/replace.hpp>
#include <boost/endian/conversion.hpp>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <span>
#include <system_error>
#include <utility>

namespace engine {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json; // what is short stands before the net

constexpr int version = 1;
constexpr const char* versionKey = "hamnet_provenance";
constexpr int maxProvenanceDepth = 5;  ///< the object, its notes, a note, its area
constexpr double farthest = 1'000'000; ///< on the canvas

constexpr std::array<std::string_view, 4> kindNames{"drawing", "curves", "race", "state"};

constexpr const char* otherKind =
    ENGINE_TEXT("Sentences", "something is missing in it, or is of another kind than Hamnet writes");

/// Throws Error for what Hamnet does not write.
void require(bool isSo)
{
    if (!isSo) {
        throw Error(otherKind);
    }
}

/// As many numbers on the canvas.
std::vector<double> coordinates(std::size_t count, const OrderedJson& json)
{
    const auto numbers = json.get<std::vector<double>>();
    require(numbers.size() == count &&
            std::ranges::all_of(numbers, [](double number) { return std::abs(number) <= farthest; }));
    return numbers;
}

/// Whole as it is written: get() would make one of 5e48, too. Throws where it is not.
std::int64_t wholeNumber(const OrderedJson& json)
{
    return json.get_ref<const OrderedJson::number_integer_t&>();
}

/// Nothing where it is not known.
std::optional<std::int64_t> iterationIn(const OrderedJson& json)
{
    if (!json.contains("iteration")) {
        return std::nullopt;
    }
    require(wholeNumber(json["iteration"]) >= 0);
    return wholeNumber(json["iteration"]);
}

/// Nothing of what is not known.
template <typename Member>
void putKnown(OrderedJson& json, const char* key, const Member& member)
{
    if constexpr (requires { *member; }) {
        if (member) {
            json[key] = *member;
        }
    } else if (!member.empty()) {
        json[key] = member;
    }
}

} // namespace

// What nlohmann's JSON finds beside the structs of this namespace.

static void to_json(OrderedJson& json, const DrawingPoint& position)
{
    json = {position.x, position.y};
}

static void from_json(const OrderedJson& json, DrawingPoint& position)
{
    const std::vector<double> place = coordinates(2, json);
    position = {place[0], place[1]};
}

static void to_json(OrderedJson& json, const DrawnNote& note)
{
    json = {{"text", note.text},
            {"frame", note.frame},
            {"area", {note.area.x, note.area.y, note.area.width, note.area.height}}};
}

static void from_json(const OrderedJson& json, DrawnNote& note)
{
    const std::vector<double> area = coordinates(4, json.at("area"));
    require(area[2] >= 0 && area[3] >= 0);
    note = {{area[0], area[1], area[2], area[3]}, json.at("text").get<std::string>(), json.at("frame").get<bool>()};
}

static void to_json(OrderedJson& json, const CheckpointUsed& checkpoint)
{
    json = {{"file", checkpoint.file}};
    putKnown(json, "digest", checkpoint.digest);
    putKnown(json, "iteration", checkpoint.iteration);
}

static void from_json(const OrderedJson& json, CheckpointUsed& checkpoint)
{
    constexpr std::size_t digits = 16;
    checkpoint = {
        .file = json.at("file").get<std::string>(), .digest = json.value("digest", ""), .iteration = iterationIn(json)};
    require(checkpoint.digest.empty() ||
            (checkpoint.digest.size() == digits &&
             checkpoint.digest.find_first_not_of("0123456789abcdef") == std::string::npos));
    require(checkpoint.file.find('\0') == std::string::npos);
}

namespace {

Provenance provenanceOf(const OrderedJson& json)
{
    if (const std::int64_t found = wholeNumber(json.at(versionKey)); found != version) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "it has version %1, but this Hamnet reads version %2"), found, version));
    }
    const auto* const kind = std::ranges::find(kindNames, json.at("kind").get<std::string>());
    require(kind != kindNames.end());
    Provenance provenance{.kind = static_cast<Provenance::Kind>(kind - kindNames.begin()),
                          .model = json.at("model").get<std::string>(),
                          .solver = json.value("solver", ""),
                          .positions = json.value("positions", std::vector<DrawingPoint>()),
                          .notes = json.value("notes", std::vector<DrawnNote>()),
                          .iteration = iterationIn(json)};
    if (json.contains("seed")) {
        provenance.seed = json["seed"].get_ref<const OrderedJson::number_unsigned_t&>();
    }
    if (json.contains("checkpoint")) {
        provenance.checkpoint = json["checkpoint"].get<CheckpointUsed>();
    }
    return provenance;
}

fs::path homeFolder()
{
    const char* const home = std::getenv("HOME");
    return home != nullptr ? fs::path(home).lexically_normal() : fs::path();
}

std::string digestOfBytes(const fs::path& file)
{
    Digest digest;
    MappedFile(file, file.string()).passOver([&](std::string_view piece) { digest.add(piece); });
    return digest.hexadecimal();
}

} // namespace

std::string printProvenance(const Provenance& provenance)
{
    OrderedJson json = {{versionKey, version}, {"kind", kindNames.at(static_cast<std::size_t>(provenance.kind))}};
    putKnown(json, "seed", provenance.seed);
    putKnown(json, "iteration", provenance.iteration);
    putKnown(json, "checkpoint", provenance.checkpoint);
    json["model"] = provenance.model;
    putKnown(json, "solver", provenance.solver);
    putKnown(json, "positions", provenance.positions);
    putKnown(json, "notes", provenance.notes);
    std::string text = json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    if (text.size() > maxProvenanceBytes) {
        throw Error(say(ENGINE_TEXT("Sentences", "what made it takes %1 bytes, but a file carries up to %2 of them"),
                        text.size(), maxProvenanceBytes));
    }
    return text;
}

Provenance parseProvenance(std::string_view text, const std::string& owner)
{
    const auto start = [&](const Sentence& rest) {
        return say(ENGINE_TEXT("Sentences", "%1: what made it cannot be read: %2"), owner, rest);
    };
    if (text.size() > maxProvenanceBytes) {
        throw Error(start(say(ENGINE_TEXT("Sentences", "it has %1 bytes, but a file carries up to %2"), text.size(),
                              maxProvenanceBytes)));
    }
    if (!faultOf(text, maxProvenanceDepth).empty()) {
        throw Error(start(say(ENGINE_TEXT("Sentences", "it is no JSON object of Hamnet's, or a damaged one"))));
    }
    try {
        return provenanceOf(OrderedJson::parse(text));
    } catch (const OrderedJson::exception&) { // its words are for programmers
        throw Error(start(otherKind));
    } catch (const Error& error) {
        throw Error(start(error.sentence()));
    }
}

namespace {

/// As long as XML with an escape for each character may be.
constexpr std::uint64_t searchedBytes = 6 * std::uint64_t{maxProvenanceBytes} + (1 << 20);
constexpr std::string_view pngKeyword = "Hamnet provenance", svgStart = "{\"hamnet_provenance\"",
                           escapedStart = "{&quot;hamnet_provenance&quot;"; ///< as Inkscape saves it

// SVG
// -----------------------------------------------------------------------------------------------------------------

/// XML's own entities.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> entities{
    {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}}};

/// Text as it stands in an element of XML, and back. What XML forbids JSON has escaped.
std::string escapedXml(std::string_view text)
{
    std::string escaped(text);
    for (const auto& [entity, letter] : std::span(entities).first(3)) {
        boost::algorithm::replace_all(escaped, letter, entity);
    }
    return escaped;
}

std::string unescapedXml(std::string_view text)
{
    std::string plain;
    while (!text.empty()) {
        const auto* const entity =
            std::ranges::find_if(entities, [&](const auto& one) { return text.starts_with(one.first); });
        std::size_t taken = entity != entities.end() ? entity->first.size() : 1;
        if (entity != entities.end()) {
            plain += entity->second;
        } else if (text.starts_with("&#")) { // a character by its number
            const bool hexadecimal = text.starts_with("&#x");
            const std::string_view digits = text.substr(hexadecimal ? 3 : 2, 8);
            std::uint32_t code = 0;
            const char* const end =
                std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10).ptr;
            plain += toUtf8(utf8Length(code) > 0 ? code : 0xFFFD);
            taken = static_cast<std::size_t>(end - text.data()) + 1; // ';'
        } else {
            plain += text.front();
        }
        text.remove_prefix(std::min(taken, text.size()));
    }
    return plain;
}

std::optional<Provenance> provenanceInSvg(const fs::path& file)
{
    const std::string svg = readTextAt(file, 0, searchedBytes);
    std::size_t place = svg.rfind(svgStart); // the last: layers and notes may be called so, too
    place = place != std::string::npos ? place : svg.rfind(escapedStart);
    if (place == std::string::npos) {
        return std::nullopt;
    }
    const std::string_view text = std::string_view(svg).substr(place, svg.find('<', place) - place);
    return parseProvenance(unescapedXml(text), file.string());
}

std::string svgWith(std::string_view svg, const Provenance& provenance)
{
    const std::size_t end = svg.rfind("</svg>");
    if (end == std::string_view::npos) {
        throw Error(ENGINE_TEXT("Sentences", "an SVG picture is wanted, but what was drawn has no <svg>"));
    }
    return say("%1<metadata>%2</metadata>\n%3", svg.substr(0, end), escapedXml(printProvenance(provenance)),
               svg.substr(end));
}

// PNG
// -----------------------------------------------------------------------------------------------------------------

constexpr std::string_view pngSignature = "\x89PNG\r\n\x1A\n";

/// A number, or a checksum, as four bytes of a chunk.
std::string bytesOf(std::size_t number)
{
    const auto big = boost::endian::native_to_big(static_cast<std::uint32_t>(number));
    return {reinterpret_cast<const char*>(&big), sizeof big};
}

std::string checksumOf(std::string_view typeAndData)
{
    return bytesOf(::crc32_z(0, reinterpret_cast<const unsigned char*>(typeAndData.data()), typeAndData.size()));
}

/// How a chunk of text that is not packed begins: with flags and words in no language, or as PNG's first form of text.
std::array<std::string, 2> textStarts()
{
    return {"iTXt" + std::string(pngKeyword) + std::string(5, '\0'), "tEXt" + std::string(pngKeyword) + '\0'};
}

std::optional<Provenance> provenanceInPng(const fs::path& file)
{
    const std::string bytes = readTextAt(file, 0, searchedBytes);
    const std::string_view png = bytes;
    bool isWhole = png.starts_with(pngSignature);
    for (const std::string& start : textStarts()) {
        const std::size_t place = isWhole ? png.find(start) : std::string_view::npos;
        if (place != std::string_view::npos) {
            std::uint32_t data = 0; // the length of the chunk's data stands before its type
            std::memcpy(&data, png.data() + place - sizeof data, sizeof data);
            const std::size_t length = 4 + std::size_t{boost::endian::big_to_native(data)};
            const std::string_view chunk = png.substr(place, length);
            isWhole = chunk.size() == length && chunk.starts_with(start) &&
                      png.substr(place + length, 4) == checksumOf(chunk);
            if (isWhole) {
                return parseProvenance(chunk.substr(start.size()), file.string());
            }
        }
    }
    if (!isWhole) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: is no PNG picture, or a damaged one"), file.string()));
    }
    return std::nullopt;
}

/// With a chunk iTXt behind the header.
std::string pngWith(std::string_view png, const Provenance& provenance)
{
    constexpr std::size_t headerEnd = 8 + 12 + 13; // of the signature and the chunk IHDR
    if (png.size() < headerEnd || !png.starts_with(pngSignature)) {
        throw Error(ENGINE_TEXT("Sentences", "a PNG picture is wanted, but what was drawn is none"));
    }
    const std::string chunk = textStarts().front() + printProvenance(provenance);
    return say("%1%2%3%4%5", png.substr(0, headerEnd), bytesOf(chunk.size() - 4), chunk, checksumOf(chunk),
               png.substr(headerEnd));
}

std::optional<Provenance> provenanceInState(const fs::path& file)
{
    const std::string text = provenanceTextIn(file);
    return text.empty() ? std::nullopt : std::optional(parseProvenance(text, file.string()));
}

} // namespace

std::string withProvenance(std::string_view picture, Format format, const Provenance& provenance)
{
    assert(format == Format::Svg || format == Format::Png);
    return format == Format::Svg ? svgWith(picture, provenance) : pngWith(picture, provenance);
}

std::optional<Provenance> provenanceIn(const fs::path& file)
{
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown)) {
        return std::nullopt; // a pipe would make us wait for ever
    }
    const FileFormat* const format = formatOf(file);
    switch (format != nullptr ? format->format : Format::Other) {
    case Format::Svg:
        return provenanceInSvg(file);
    case Format::Png:
        return provenanceInPng(file);
    case Format::WritingState:
        return provenanceInState(file);
    default:
        return std::nullopt;
    }
}

Provenance netOfPicture(const fs::path& file)
{
    if (auto provenance = provenanceIn(file)) {
        return *std::move(provenance);
    }
    throw Error(say(ENGINE_TEXT("Sentences", "%1: holds no net, but an SVG or PNG picture that Hamnet saved is wanted"),
                    file.string()));
}

std::string shortPath(const fs::path& file)
{
    std::error_code unknown;
    const fs::path absolute = fs::absolute(file, unknown).lexically_normal(), home = homeFolder();
    if (home.has_relative_path()) {
        const fs::path below = absolute.lexically_relative(home);
        if (!below.empty() && *below.begin() != ".." && *below.begin() != ".") {
            return ("~" / below).string();
        }
    }
    return absolute.string();
}

fs::path longPath(const std::string& file)
{
    return file.starts_with("~/") && !homeFolder().empty() ? homeFolder() / file.substr(2) : fs::path(file);
}

std::string netDigest(const fs::path& file)
{
    const FileFormat* const format = formatOf(file);
    return format != nullptr && format->format == Format::Hamnet ? Container(file).digest() : digestOfBytes(file);
}

} // namespace engine
