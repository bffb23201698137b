// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/provenance_file.h"

#include "engine/formats/checkpoint/writing_state.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/png_text.h"
#include "engine/formats/exchange/xml_text.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <cassert>
#include <system_error>
#include <vector>

namespace engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view pngKeyword = "Hamnet provenance";

/// An SVG has it near its beginning. As long as XML with an escape for each character may be.
constexpr std::uint64_t searchedBytes = 6 * std::uint64_t{maxProvenanceBytes} + (1 << 20);

std::string firstText(const fs::path& file)
{
    const std::vector<std::byte> bytes = readFirstBytes(file, searchedBytes);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::optional<Provenance> provenanceInSvg(const fs::path& file)
{
    const std::string svg = firstText(file);
    for (std::size_t place = 0; const auto element = nextElement(svg, "metadata", place);) {
        const std::string content = textOfXml(*element);
        const std::string_view text = trimmed(content);
        if (text.starts_with("{\"hamnet_provenance\"")) { // other programs may have put metadata of their own before
            return parseProvenance(text, file.string());
        }
    }
    return std::nullopt;
}

std::optional<Provenance> provenanceInPng(const fs::path& file)
{
    const auto text = pngText(file, pngKeyword, maxProvenanceBytes);
    return text ? std::optional(parseProvenance(*text, file.string())) : std::nullopt;
}

std::optional<Provenance> provenanceInState(const fs::path& file)
{
    const std::string text = provenanceTextIn(file);
    return text.empty() ? std::nullopt : std::optional(parseProvenance(text, file.string()));
}

std::string svgWith(std::string_view svg, const Provenance& provenance)
{
    const std::size_t head = endOfStartTag(svg, "svg");
    if (head == std::string_view::npos) {
        throw Error(ENGINE_TEXT("Sentences", "an SVG picture is wanted, but what was drawn has no <svg>"));
    }
    return say("%1\n<metadata>%2</metadata>%3", svg.substr(0, head), escapedXml(printProvenance(provenance)),
               svg.substr(head));
}

} // namespace

std::string withProvenance(std::string_view picture, Format format, const Provenance& provenance)
{
    assert(format == Format::Svg || format == Format::Png);
    return format == Format::Svg ? svgWith(picture, provenance)
                                 : pngWithText(picture, pngKeyword, printProvenance(provenance));
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
