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
    return sentence(
        "corpus ", text.string(), ": found ", characters, " characters in the part to read, wanted at least ",
        streams ? sentence(N, " × ", T + 1) : sentence(T + 1), " for a batch of ", T, " steps and the targets");
}

} // namespace engine
