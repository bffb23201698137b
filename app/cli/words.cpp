// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/words.h"

#include "engine/graph/characters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <sstream>

namespace cli {

std::string amountInWords(double amount)
{
    if (!std::isfinite(amount)) {
        return "?";
    }
    constexpr double wholeFrom = 100;
    return std::abs(amount) >= wholeFrom ? grouped(std::llround(amount)) : fmt::format("{:#.3g}", amount);
}

std::string scoreInWords(double score)
{
    constexpr double large = 10;
    return std::abs(score) < large ? fmt::format("{:.4f}", score) : amountInWords(score);
}

std::string lossInWords(double loss)
{
    return fmt::format("{:.4f}", loss);
}

std::string shareInWords(double share)
{
    return fmt::format("{:.2f} %", 100 * share);
}

std::string timeInWords(double seconds)
{
    return seconds < 1e-3 ? amountInWords(1e6 * seconds) + " µs"
           : seconds < 1  ? amountInWords(1e3 * seconds) + " ms"
                          : amountInWords(seconds) + " s";
}

std::string durationInWords(double seconds)
{
    return seconds < 10 ? fmt::format("{:.2f} s", seconds) : clockInWords(seconds);
}

std::string clockInWords(double seconds)
{
    constexpr double maxSeconds = 1e10; // three centuries
    if (!(seconds < maxSeconds)) {
        return "?";
    }
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 3600) {
        return fmt::format("{}:{:02}", whole / 60, whole % 60);
    }
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string joined(const std::vector<std::string>& words, std::string_view between)
{
    return fmt::format("{}", fmt::join(words, between));
}

std::vector<std::string> linesIn(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::string_view plural(std::int64_t count, std::string_view one, std::string_view many)
{
    return count == 1 ? one : many;
}

namespace {

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

} // namespace

int columnsOf(std::string_view text)
{
    int columns = 0;
    for (const char byte : text) {
        columns += startsCharacter(byte) ? 1 : 0;
    }
    return columns;
}

std::string shortened(std::string_view text, int columns)
{
    if (columnsOf(text) <= columns) {
        return std::string(text);
    }
    if (columns <= 0) {
        return {};
    }
    int taken = 0;
    std::size_t end = 0;
    while (end < text.size() && (taken < columns - 1 || !startsCharacter(text[end]))) {
        taken += startsCharacter(text[end]) ? 1 : 0;
        ++end;
    }
    // The loop stops at the start of the first character that has no room.
    return std::string(text.substr(0, end)) + "…";
}

std::string oneLine(std::string_view text)
{
    return engine::visible(text);
}

std::string harmless(std::string_view text)
{
    return engine::visible(text, "\n\t");
}

} // namespace cli
