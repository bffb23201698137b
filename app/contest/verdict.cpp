// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/verdict.h"

#include "engine/graph/params.h"

#include <fmt/format.h>

#include <algorithm>

namespace contest {

namespace {

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

std::optional<Verdict> verdictOf(std::span<const Figures> contenders, const LossAgreement& losses)
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
                   .losses = losses};
}

std::string sentenceOf(const Verdict& verdict)
{
    std::vector<std::string> values = {verdict.fastest, fmt::format("{:.2f}", verdict.speed), verdict.slowest};
    if (verdict.memory) {
        values.push_back(fmt::format("{:.2f}", *verdict.memory));
    }
    values.push_back(fmt::format("{:.2g}", verdict.losses.difference));
    values.push_back(fmt::format("{}", verdict.losses.iterations));
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

std::string sentenceOf(std::span<const Figures> contenders, const LossAgreement& losses)
{
    const std::optional<Verdict> verdict = verdictOf(contenders, losses);
    return verdict ? sentenceOf(*verdict) : fmt::format("only {} was measured", contenders.front().name);
}

} // namespace contest
