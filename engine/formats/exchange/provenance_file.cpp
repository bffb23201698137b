// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/provenance_file.h"

#include "engine/data/text_note.h"
#include "engine/formats/checkpoint/writing_state.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/png_text.h"
#include "engine/formats/exchange/xml_text.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cassert>
#include <fstream>
#include <system_error>
#include <vector>

namespace engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view pngKeyword = "Hamnet provenance";
constexpr std::string_view xmpElement = "hamnet:provenance";

/// Both SVG and PDF have it near their beginning. As long as XML with an escape for each character may be.
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
        if (text.starts_with("{\"hamnet_provenance\"")) { // other programs may have put metadata of their own before it
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

std::optional<Provenance> provenanceInPdf(const fs::path& file)
{
    const std::string pdf = firstText(file);
    std::size_t place = 0;
    const auto element = nextElement(pdf, xmpElement, place);
    return element ? std::optional(parseProvenance(trimmed(textOfXml(*element)), file.string())) : std::nullopt;
}

/// The file's last bytes, as many as a note may have.
std::string lastText(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    stream.seekg(0, std::ios::end);
    const std::streamoff size = stream.tellg();
    if (!stream || size < 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1 cannot be read"), file.string()));
    }
    const auto bytes = std::min<std::streamoff>(size, static_cast<std::streamoff>(maxTextNote) + 64);
    // Without a brace at its end, a large text is not brought into memory.
    constexpr std::streamoff first = 4096;
    for (const std::streamoff piece : {std::min(bytes, first), bytes}) {
        std::string text(static_cast<std::size_t>(piece), '\0');
        stream.seekg(size - piece);
        stream.read(text.data(), piece);
        text.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
        if (piece == bytes || !trimmed(text).ends_with('}')) {
            return text;
        }
    }
    return {};
}

std::optional<Provenance> provenanceInText(const fs::path& file)
{
    const std::string end = lastText(file);
    const std::string_view note = textNote(end);
    return note.empty() ? std::nullopt : std::optional(parseProvenance(note, file.string()));
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

std::string pngWith(std::string_view png, const Provenance& provenance)
{
    return pngWithText(png, pngKeyword, printProvenance(provenance));
}

} // namespace

ProvenanceFunctions svgProvenance()
{
    return {.read = provenanceInSvg, .put = svgWith};
}

ProvenanceFunctions pngProvenance()
{
    return {.read = provenanceInPng, .put = pngWith};
}

ProvenanceFunctions pdfProvenance()
{
    return {.read = provenanceInPdf};
}

ProvenanceFunctions textProvenance()
{
    return {.read = provenanceInText};
}

ProvenanceFunctions stateProvenance()
{
    return {.read = provenanceInState};
}

std::string withProvenance(std::string_view picture, Format format, const Provenance& provenance)
{
    const auto put = fileFormat(format).provenance.put;
    assert(put); // PDF's writer takes xmpOf()
    return put(picture, provenance);
}

std::string xmpOf(const Provenance& provenance)
{
    return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
           "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
           "<rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" "
           "xmlns:hamnet=\"urn:hamnet:provenance\">\n"
           "<xmp:CreatorTool>Hamnet</xmp:CreatorTool>\n"
           "<hamnet:provenance>" +
           escapedXml(printProvenance(provenance)) +
           "</hamnet:provenance>\n"
           "</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>\n";
}

std::string textNoteOf(const Provenance& provenance)
{
    return std::string(textNoteMark) + printProvenance(provenance) + '\n';
}

std::optional<Provenance> provenanceIn(const fs::path& file)
{
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown)) {
        return std::nullopt; // a pipe would make us wait for ever
    }
    const FileFormat* const format = formatOf(file);
    const auto read = (format != nullptr ? *format : fileFormat(Format::Text)).provenance.read;
    return read ? read(file) : std::nullopt;
}

Provenance netOfPicture(const fs::path& file)
{
    if (auto provenance = provenanceIn(file)) {
        return *std::move(provenance);
    }
    throw Error(
        say(ENGINE_TEXT("Sentences", "%1: holds no net, but a picture that Hamnet saved is wanted"), file.string()));
}

std::string textWithoutNote(const fs::path& file)
{
    const std::vector<std::byte> bytes = readFileBytes(file);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return std::string(text.substr(0, textNoteStart(text)));
}

} // namespace engine
