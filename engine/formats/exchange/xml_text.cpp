// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/xml_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace engine {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Behind the '>' of the tag that starts at `place`; npos: it does not end.
std::size_t endOfTag(std::string_view xml, std::size_t place)
{
    char quote = 0;
    for (; place < xml.size(); ++place) {
        const char letter = xml[place];
        if (quote != 0) {
            quote = letter == quote ? '\0' : quote;
        } else if (letter == '"' || letter == '\'') {
            quote = letter;
        } else if (letter == '>') {
            return place + 1;
        }
    }
    return npos;
}

/// Where the next start tag of that name begins, at or behind `place`; npos: there is none.
std::size_t startTag(std::string_view xml, std::string_view name, std::size_t place)
{
    const std::string opening = "<" + std::string(name);
    for (; (place = xml.find(opening, place)) != npos; place += opening.size()) {
        const std::size_t behind = place + opening.size();
        if (behind < xml.size() && std::string_view(" \t\r\n/>").find(xml[behind]) != npos) {
            return place;
        }
    }
    return npos;
}

void appendUtf8(std::string& text, std::uint32_t code)
{
    const auto trail = [&](int shift) { text += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | (code >> 6));
        trail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0 | (code >> 12));
        trail(6);
        trail(0);
    } else {
        text += static_cast<char>(0xF0 | (code >> 18));
        trail(12);
        trail(6);
        trail(0);
    }
}

/// What stands between & and ;. False where it is no entity of XML's own.
bool appendEntity(std::string& text, std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> known{
        {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
    for (const auto& [entity, letter] : known) {
        if (name == entity) {
            text += letter;
            return true;
        }
    }
    if (!name.starts_with('#')) {
        return false;
    }
    const bool hexadecimal = name.starts_with("#x");
    const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
    std::uint32_t code = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
    const bool isCharacter = code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || !isCharacter) {
        return false;
    }
    appendUtf8(text, code);
    return true;
}

/// Skips what starts with '<' at `place`; a CDATA section's text is taken.
std::size_t behindTag(std::string_view content, std::size_t place, std::string& text)
{
    constexpr std::string_view cdata = "<![CDATA[", cdataEnd = "]]>", remark = "<!--", remarkEnd = "-->";
    const std::string_view rest = content.substr(place);
    if (rest.starts_with(cdata)) {
        const std::size_t end = rest.find(cdataEnd);
        text += rest.substr(cdata.size(), end == npos ? npos : end - cdata.size());
        return end == npos ? content.size() : place + end + cdataEnd.size();
    }
    if (rest.starts_with(remark)) {
        const std::size_t end = rest.find(remarkEnd);
        return end == npos ? content.size() : place + end + remarkEnd.size();
    }
    return std::min(endOfTag(content, place), content.size());
}

} // namespace

std::string escapedXml(std::string_view text)
{
    std::string escaped;
    escaped.reserve(text.size() + text.size() / 8);
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        switch (letter) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        default:
            if (code < 0x20 && letter != '\n' && letter != '\t' && letter != '\r') {
                escaped += replacement;
            } else {
                escaped += letter;
            }
        }
    }
    return escaped;
}

std::optional<std::string_view> nextElement(std::string_view xml, std::string_view name, std::size_t& place)
{
    const std::string closing = "</" + std::string(name);
    while ((place = startTag(xml, name, place)) != npos) {
        const std::size_t first = endOfTag(xml, place);
        if (first == npos) {
            break;
        }
        place = first;
        if (xml[first - 2] == '/') {
            continue; // it is empty
        }
        const std::size_t end = xml.find(closing, first);
        if (end == npos) {
            break;
        }
        place = end + closing.size();
        return xml.substr(first, end - first);
    }
    place = xml.size();
    return std::nullopt;
}

std::string textOfXml(std::string_view content)
{
    constexpr std::size_t longestEntity = 10;
    std::string text;
    for (std::size_t place = 0; place < content.size();) {
        if (content[place] == '<') {
            place = behindTag(content, place, text);
            continue;
        }
        const std::size_t end = content[place] == '&' ? content.substr(place, longestEntity).find(';') : npos;
        if (end != npos && appendEntity(text, content.substr(place + 1, end - 1))) {
            place += end + 1;
            continue;
        }
        text += content[place++];
    }
    return text;
}

std::size_t endOfStartTag(std::string_view xml, std::string_view name)
{
    const std::size_t start = startTag(xml, name, 0);
    return start == npos ? npos : endOfTag(xml, start);
}

} // namespace engine
