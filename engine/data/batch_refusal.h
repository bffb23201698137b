// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/batches.h"
#include "engine/graph/sentence.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace engine {

/// Why so many characters of a text do not fill one batch, as a sentence; nothing: they do. The rule of Batches, for
/// who wants to know before a run.
std::optional<Sentence> whyNoBatch(const std::filesystem::path& text, std::int64_t characters,
                                   const BatchSettings& settings);

} // namespace engine
