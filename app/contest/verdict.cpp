// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/verdict.h"

#include "engine/graph/params.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace contest {

namespace {

std::int64_t commonIterations(std::span<const Figures> contenders)
{
    const auto& fewest =
        *std::ranges::min_element(contenders, {}, [](const Figures& one) { return one.losses.size(); });
    return static_cast<std::int64_t>(fewest.losses.size());
}

std::optional<double> memoryRatio(const Figures& fastest, const Figures& slowest)
{
    if (fastest.bytes <= 0 || slowest.bytes <= 0) {
        return std::nullopt;
    }
    return static_cast<double>(fastest.bytes) / static_cast<double>(slowest.bytes);
}

} // namespace

const char* patternOf(const Verdict& verdict)
{
    return verdict.memory
               ? ENGINE_TEXT("Compare",
                             "%1 trains %2 times as fast as %3 and takes %4 times its memory; from the same weights "
                             "their losses differ by %5 at most over %6 iterations")
               : ENGINE_TEXT("Compare", "%1 trains %2 times as fast as %3; from the same weights their losses differ "
                                        "by %4 at most over %5 iterations");
}

double largestDifference(std::span<const Figures> contenders)
{
    double largest = 0;
    for (const Figures& one : contenders) {
        const std::size_t count = std::min(one.losses.size(), contenders.front().losses.size());
        for (std::size_t index = 0; index < count; ++index) {
            const double difference = std::abs(one.losses[index] - contenders.front().losses[index]);
            largest = std::isnan(difference) || difference > largest ? difference : largest;
        }
    }
    return largest;
}

std::optional<Verdict> verdictOf(std::span<const Figures> contenders)
{
    if (contenders.size() < 2) {
        return std::nullopt;
    }
    return verdictOf(contenders,
                     {.difference = largestDifference(contenders), .iterations = commonIterations(contenders)});
}

std::optional<Verdict> verdictOf(std::span<const Figures> contenders, const LossAgreement& agreement)
{
    if (contenders.size() < 2) {
        return std::nullopt;
    }
    const auto& fastest = *std::ranges::min_element(contenders, {}, &Figures::stepSeconds);
    const auto& slowest = *std::ranges::max_element(contenders, {}, &Figures::stepSeconds);
    return Verdict{.fastest = fastest.name,
                   .slowest = slowest.name,
                   .speed = slowest.stepSeconds / fastest.stepSeconds,
                   .memory = memoryRatio(fastest, slowest),
                   .difference = agreement.difference,
                   .iterations = agreement.iterations};
}

std::string sentenceOf(const Verdict& verdict)
{
    std::vector<std::string> values = {verdict.fastest, fmt::format("{:.2f}", verdict.speed), verdict.slowest};
    if (verdict.memory) {
        values.push_back(fmt::format("{:.2f}", *verdict.memory));
    }
    values.push_back(fmt::format("{:.2g}", verdict.difference));
    values.push_back(fmt::format("{}", verdict.iterations));
    std::string sentence;
    for (const char* letter = patternOf(verdict); *letter != '\0'; ++letter) {
        if (*letter == '%') {
            ++letter;
            sentence += values.at(static_cast<std::size_t>(*letter - '1'));
        } else {
            sentence += *letter;
        }
    }
    return sentence;
}

std::string sentenceOf(std::span<const Figures> contenders)
{
    const std::optional<Verdict> verdict = verdictOf(contenders);
    return verdict ? sentenceOf(*verdict) : fmt::format("only {} was measured", contenders.front().name);
}

} // namespace contest
