// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_part.h"

#include "app/cli/sources.h"
#include "engine/graph/error.h"
#include "engine/graph/not_finite.h"
#include "engine/graph/sentence.h"

#include <cmath>

namespace cli {
namespace {

std::string defaultSplit(const engine::Corpus& text, const engine::SplitFractions& fractions)
{
    const bool holdsOut = text.range(engine::Split::Validation, fractions).bytes() > 0;
    return holdsOut || text.range(engine::Split::Test, fractions).bytes() == 0 ? "validation" : "test";
}

} // namespace

TextPart textPart(Console& console, const engine::Checkpoint& checkpoint, const std::string& data,
                  const std::string& split, const engine::GoOn& goOn)
{
    TextPart part{.text = engine::Corpus(dataNamed(data, engine::kinds::text), checkpoint.vocabulary, goOn),
                  .range = {},
                  .split = split};
    const engine::SplitFractions& fractions = checkpoint.corpus.fractions;
    if (split.empty()) {
        part.split = defaultSplit(part.text, fractions);
        remarkOnSplit(console, split, part.split);
    }
    part.range = part.text.range(splitNamed(part.split), fractions);
    if (part.range.bytes() == 0) {
        throw engine::Error(engine::say(
            "the split \"%1\" is empty: the model holds out %2 of the text for validation and %3 for the test",
            part.split, fractions.validation, fractions.test));
    }
    return part;
}

void remarkOnOtherText(Console& console, const TextPart& part, const engine::Checkpoint& checkpoint)
{
    if (part.split != "all" && part.text.digest() != checkpoint.corpus.digest) {
        console.note("note: this is not the text that the net was trained on, so no part of it was held out; --split "
                     "all evaluates the whole");
    }
}

void requireFinite(const engine::EvaluationReport& report, const TextPart& part, const std::string& member)
{
    if (!std::isfinite(report.loss)) {
        const std::string& text = part.text.file().string();
        throw engine::NotFiniteError(member.empty() ? text : member + ", on " + text);
    }
}

void remarkOnSplit(Console& console, const std::string& asked, const std::string& taken)
{
    if (asked.empty() && taken != "validation") {
        console.remark("nothing is held out for validation, so the split \"" + taken + "\" is evaluated");
    }
}

Json windowsToJson(const engine::EvaluationReport& report, std::int64_t window)
{
    return {{"length", window},
            {"loss", report.loss},
            {"bits_per_char", report.bitsPerChar()},
            {"accuracy", report.accuracy},
            {"characters", report.characters}};
}

} // namespace cli
