// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batch_refusal.h"

#include "engine/graph/sentence.h"

namespace engine {

std::optional<Sentence> whyNoBatch(const std::filesystem::path& text, std::int64_t characters,
                                   const BatchSettings& settings)
{
    const std::int64_t T = settings.steps, N = settings.streams;
    if (T < 1 || N < 1) {
        return say(ENGINE_TEXT("Sentences", "batch: found %1 steps of %2 streams, wanted at least 1 of each"), T, N);
    }
    const bool streams = settings.order == BatchOrder::Streams;
    if (characters / (streams ? N : 1) > T) {
        return std::nullopt;
    }
    const double lengthEach = static_cast<double>(T) + 1; // as a double: what is asked for may be absurd
    if (streams) {
        return say(
            ENGINE_TEXT(
                "Sentences",
                "The text %1 is too short: the part to read has %2 characters, but must have at least %3 for %4 "
                "streams of %5 steps and the next character each. Use a longer text, fewer streams or fewer steps."),
            text.string(), characters, lengthEach * static_cast<double>(N), N, T);
    }
    return say(ENGINE_TEXT("Sentences",
                           "The text %1 is too short: the part to read has %2 characters, but must have at least "
                           "%3 for %4 steps and the next character. Use a longer text or fewer steps."),
               text.string(), characters, lengthEach, T);
}

} // namespace engine
