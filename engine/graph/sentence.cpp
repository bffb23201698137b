// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sentence.h"

#include "engine/graph/characters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <numeric>
#include <utility>

namespace engine {
namespace {

/// How many letters must be put in, left out or changed to make one word of the other.
std::size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t changed = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

} // namespace

Sentence::Sentence(std::string_view pattern, std::vector<Sentence> parts)
    : std::string(filled(pattern, parts)),
      m_pattern(parts.empty() ? std::string_view() : pattern),
      m_parts(std::move(parts))
{}

std::string filled(std::string_view pattern, std::span<const Sentence> texts)
{
    std::string text;
    for (std::size_t at = 0; at < pattern.size();) {
        std::size_t number = 0;
        const char* const first = pattern.data() + at + 1;
        const char* const last = pattern.data() + pattern.size();
        const auto [end, error] = pattern[at] == '%' ? std::from_chars(first, last, number)
                                                     : std::from_chars_result{first, std::errc::invalid_argument};
        if (error == std::errc() && number >= 1 && number <= texts.size()) {
            text += texts[number - 1];
            at = static_cast<std::size_t>(end - pattern.data());
        } else {
            text += pattern[at++];
        }
    }
    return text;
}

std::string toText(double number)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", number);
    return text;
}

Sentence bytesInWords(std::int64_t bytes)
{
    if (bytes < 1024) {
        return counted(bytes, ENGINE_TEXT("Sentences", "1 byte"), ENGINE_TEXT("Sentences", "%1 bytes"));
    }
    constexpr std::array units = {"KiB", "MiB", "GiB", "TiB", "PiB"};
    double size = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; size >= 1024 && unit + 1 < units.size(); ++unit) {
        size /= 1024;
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %s", size, units[unit]);
    return text;
}

std::string printable(std::string_view text)
{
    constexpr std::size_t most = 40;
    std::string out;
    std::size_t characters = 0;
    while (!text.empty()) {
        if (++characters > most) {
            return out + "...";
        }
        const std::size_t length = std::max<std::size_t>(characterBytes(text), 1);
        out += text.front() == '\n' ? "\\x0a" : text.front() == '\t' ? "\\x09" : visible(text.substr(0, length));
        text.remove_prefix(length);
    }
    return out;
}

std::string shown(std::string_view text)
{
    return "'" + printable(text) + "'";
}

std::string shortSentence(const std::string& text)
{
    if (text.size() <= longestSentence) {
        return text;
    }
    constexpr std::string_view gap = " ... ";
    constexpr std::size_t ending = longestSentence / 4, beginning = longestSentence - ending - gap.size();
    const auto isInside = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
    std::size_t first = beginning, last = text.size() - ending;
    for (int trail = 0; trail < 3 && isInside(first); ++trail) { // of a character of four bytes
        --first;
    }
    for (int trail = 0; trail < 3 && isInside(last); ++trail) {
        ++last;
    }
    return text.substr(0, first) + std::string(gap) + text.substr(last);
}

Sentence listed(std::span<const std::string_view> names, std::string_view conjunction)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0 && i + 1 == names.size()) {
            return conjunction == "or"    ? say(ENGINE_TEXT("Sentences", "%1 or %2"), text, names[i])
                   : conjunction == "and" ? say(ENGINE_TEXT("Sentences", "%1 and %2"), text, names[i])
                                          : say("%1 %2 %3", text, conjunction, names[i]);
        }
        text += i > 0 ? ", " : "";
        text += names[i];
    }
    return text;
}

std::string folded(std::string_view name)
{
    std::string text;
    for (const char letter : name) {
        if (letter != '_') {
            text += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        }
    }
    return text;
}

std::vector<std::string_view> nearestNames(std::string_view wanted, std::span<const std::string_view> candidates)
{
    constexpr std::size_t longest = 64; // of a name that somebody types; the work grows with the product of the lengths
    if (wanted.size() > longest) {
        return {};
    }
    const std::string word = folded(wanted);
    const std::size_t most = std::max<std::size_t>(2, word.size() / 3);
    std::vector<std::pair<std::size_t, std::string_view>> near;
    for (const std::string_view candidate : candidates) {
        if (candidate.size() > longest) {
            continue;
        }
        const std::string other = folded(candidate);
        const bool part = word.size() >= 3 && other.find(word) != std::string::npos;
        if (!part && std::max(word.size(), other.size()) - std::min(word.size(), other.size()) > most) {
            continue; // as many letters must be put in or left out
        }
        const std::size_t distance = part ? 1 : editDistance(word, other);
        if (distance <= most && distance < std::max(word.size(), other.size())) {
            near.emplace_back(distance, candidate);
        }
    }
    std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string_view> names;
    for (const auto& [distance, name] : near) {
        if (names.size() < 3 && std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    }
    return names;
}

Sentence hint(std::string_view wanted, std::span<const std::string_view> candidates)
{
    const std::vector<std::string_view> names = nearestNames(wanted, candidates);
    return names.empty() ? Sentence() : say(ENGINE_TEXT("Sentences", " (did you mean %1?)"), listed(names));
}

} // namespace engine
