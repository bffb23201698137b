// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batch_refusal.h"

#include <fmt/format.h>

namespace engine {

std::optional<std::string> whyNoBatch(const std::filesystem::path& text, std::int64_t characters,
                                      const BatchSettings& settings)
{
    const std::int64_t T = settings.steps, N = settings.streams;
    if (T < 1 || N < 1) {
        return fmt::format("batch: found {} steps of {} streams, wanted at least 1 of each", T, N);
    }
    const bool streams = settings.order == BatchOrder::Streams;
    if (characters / (streams ? N : 1) > T) {
        return std::nullopt;
    }
    return fmt::format("corpus {}: found {} characters in the part to read, wanted at least {} for a batch of {} "
                       "steps and the targets",
                       text.string(), characters, streams ? fmt::format("{} × {}", N, T + 1) : fmt::to_string(T + 1),
                       T);
}

} // namespace engine
