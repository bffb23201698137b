// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batch_refusal.h"

#include "engine/graph/sentence.h"

namespace engine {

std::optional<Sentence> whyNoBatch(const std::filesystem::path& text, std::int64_t characters,
                                   const BatchSettings& settings)
{
    const std::int64_t T = settings.steps, N = settings.streams;
    if (T < 1 || N < 1) {
        return sentence("batch: found ", T, " steps of ", N, " streams, wanted at least 1 of each");
    }
    const bool streams = settings.order == BatchOrder::Streams;
    if (characters / (streams ? N : 1) > T) {
        return std::nullopt;
    }
    const double lengthEach = static_cast<double>(T) + 1; // as a double: what is asked for may be absurd
    if (streams) {
        return sentence("The text ", text.string(), " is too short: the part to read has ", characters,
                        " characters, but must have at least ", lengthEach * static_cast<double>(N), " for ", N,
                        " streams of ", T,
                        " steps and the next character each. Use a longer text, fewer streams or fewer steps.");
    }
    return sentence("The text ", text.string(), " is too short: the part to read has ", characters,
                    " characters, but must have at least ", lengthEach, " for ", T,
                    " steps and the next character. Use a longer text or fewer steps.");
}

} // namespace engine
