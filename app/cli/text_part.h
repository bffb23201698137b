// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/json.h"
#include "engine/data/corpus.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/go_on.h"
#include "engine/training/measure/text_tally.h"

#include <cstdint>
#include <string>

namespace cli {

/// A text, and the part of it that nets are measured on.
struct TextPart {
    engine::Corpus text;
    engine::TextRange range;
    std::string split;
};

/// The split ("validation", "test", "all") of the text that `data` names, as the checkpoint's run held it out. An empty
/// split is validation, or test where nothing is held out for validation, which is said. Throws Error where it is
/// empty.
TextPart textPart(Console& console, const engine::Checkpoint& checkpoint, const std::string& data,
                  const std::string& split, const engine::GoOn& goOn);

/// Says so where the net learned from another text, so that no part of this one was held out.
void remarkOnOtherText(Console& console, const TextPart& part, const engine::Checkpoint& checkpoint);

/// Throws NotFiniteError where the net, a member of an ensemble by its name, gives the text no finite loss.
void requireFinite(const engine::EvaluationReport& report, const TextPart& part, const std::string& member = {});

/// Says so where no split was named and the one that is measured is not the usual one.
void remarkOnSplit(Console& console, const std::string& asked, const std::string& taken);

/// What was measured in windows of so many characters, for JSON.
Json windowsToJson(const engine::EvaluationReport& report, std::int64_t window);

} // namespace cli
