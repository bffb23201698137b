// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/sources.h"
#include "engine/data/corpus.h"
#include "engine/data/named_samples.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/graph/go_on.h"
#include "engine/graph/not_finite.h"
#include "engine/training/measure/sample_evaluation.h"
#include "engine/training/measure/text_tally.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// The parts of which the first that is not empty is measured: the one that was asked for, or those that are held out.
std::vector<std::string> heldOutSplits(const std::string& asked = {});

/// Of what gives nothing where it was stopped: throws CancelledError then.
template <typename Report>
Report orStopped(std::optional<Report> report)
{
    if (!report) {
        throw engine::CancelledError("the evaluation was stopped");
    }
    return *std::move(report);
}

/// Sequences for a net that is trained, and those of them that a command looks at.
struct SequencePart {
    engine::NamedSamples data;
    std::vector<std::int32_t> chosen;
    std::string split; ///< of the names that were asked for, the one that was taken

    const engine::Samples& samples() const { return data.samples; }
};

struct PartWish {
    std::string data;
    std::vector<std::string> splits; ///< "train", "validation", "test", "all", "next": the first that is not empty
    engine::Answers answers = engine::Answers::Ignored;
};

/// That part of the data, read as the checkpoint's run read its own. Throws Error where all of the splits are empty.
SequencePart readPart(const TrainedModel& trained, const PartWish& wish, const engine::GoOn& goOn);

/// Of a sequence of which a net says nothing: where it is in the data.
engine::NotFiniteError notFinite(const SequencePart& part, std::int32_t sample);

/// Measures the net on them. Throws NotFiniteError where the net says nothing of one; CancelledError where it was
/// stopped.
engine::SampleReport measure(const TrainedModel& trained, const SequencePart& part, const engine::GoOn& goOn);

/// What the net says of each. Throws NotFiniteError at one of which it says nothing; CancelledError where it was
/// stopped.
void predict(const TrainedModel& trained, const SequencePart& part, const engine::GoOn& goOn,
             const engine::SampleEvaluator::Each& each);

} // namespace cli
