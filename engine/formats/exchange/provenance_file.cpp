// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/provenance_file.h"

#include "engine/formats/checkpoint/writing_state.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/utf8.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

namespace engine {
namespace {

namespace fs = std::filesystem;

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
    std::string escaped;
    for (const char letter : text) {
        const auto needed = std::span(entities).first(3);
        const auto entity =
            std::ranges::find(needed, std::string_view(&letter, 1), [](const auto& one) { return one.second; });
        escaped += entity != needed.end() ? entity->first : std::string_view(&letter, 1);
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
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes += static_cast<char>(number >> shift & 0xFF);
    }
    return bytes;
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

/// The type of the chunk in front, which may be cut off.
std::string_view typeOf(std::string_view png)
{
    return png.substr(std::min(png.size(), std::size_t{4}), 4);
}

/// Type and data of the chunk in front; empty where it is damaged.
std::string_view chunkOf(std::string_view png)
{
    constexpr std::size_t around = 12; // length, type, checksum
    std::size_t length = 0;
    for (const char byte : png.substr(0, 4)) {
        length = length << 8U | static_cast<unsigned char>(byte);
    }
    const bool isWhole = png.size() >= around && length <= png.size() - around &&
                         png.substr(8 + length, 4) == checksumOf(png.substr(4, 4 + length));
    return isWhole ? png.substr(4, 4 + length) : std::string_view();
}

/// From what stands before the pixels.
std::optional<Provenance> provenanceInPng(const fs::path& file)
{
    const std::string bytes = readTextAt(file, 0, searchedBytes);
    std::string_view rest = bytes, chunk = rest.substr(0, pngSignature.size());
    for (bool isWhole = chunk == pngSignature; isWhole; isWhole = !chunk.empty()) {
        for (const std::string& start : textStarts()) {
            if (chunk.starts_with(start)) {
                return parseProvenance(chunk.substr(start.size()), file.string());
            }
        }
        rest.remove_prefix(chunk.size() + (chunk == pngSignature ? 0 : 8));
        if (typeOf(rest) == "IDAT" || typeOf(rest) == "IEND") {
            return std::nullopt;
        }
        chunk = chunkOf(rest);
    }
    throw Error(say(ENGINE_TEXT("Sentences", "%1: is no PNG picture, or a damaged one"), file.string()));
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

} // namespace engine
