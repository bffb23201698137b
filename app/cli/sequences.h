// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/sources.h"
#include "engine/data/named_samples.h"
#include "engine/graph/error.h"
#include "engine/graph/go_on.h"
#include "engine/graph/not_finite.h"
#include "engine/training/measure/sample_evaluation.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cli {

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
