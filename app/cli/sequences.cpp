// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sequences.h"

#include "engine/data/read_samples.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run.h"

#include <numeric>

namespace cli {
namespace {

std::vector<std::int32_t> chosenFrom(const engine::Samples& samples, const std::string& split)
{
    if (split != "all") {
        return samples.part(splitNamed(split));
    }
    std::vector<std::int32_t> all(static_cast<std::size_t>(samples.count()));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// "of its 19,000 sequences 17,100 are for training, 1,900 for validation and none for the test"
std::string partsInWords(const engine::Samples& samples)
{
    return engine::sentence(std::ssize(samples.part(engine::Split::Train)), " of its sequences are for training, ",
                            std::ssize(samples.part(engine::Split::Validation)), " for validation and ",
                            std::ssize(samples.part(engine::Split::Test)), " for the test");
}

} // namespace

SequencePart readPart(const TrainedModel& trained, const std::string& data, const std::string& split,
                      const engine::GoOn& goOn)
{
    SequencePart part{.samples = engine::readSamples(sequencesNamed(data), engine::sampleSettings(trained.model),
                                                     trained.checkpoint.sequences, trained.checkpoint.vocabulary, goOn),
                      .chosen = {}};
    part.chosen = chosenFrom(part.samples, split);
    if (part.chosen.empty()) {
        throw engine::Error(engine::sentence(data, ": the split \"", split, "\" is empty: ", partsInWords(part.samples),
                                             "; --split names another"));
    }
    return part;
}

engine::SampleReport measure(const TrainedModel& trained, const SequencePart& part, const engine::GoOn& goOn)
{
    engine::SampleEvaluator evaluator(trained.model, *trained.weights, part.samples.facts, trained.wish);
    std::optional<engine::SampleReport> report =
        evaluator.evaluate(part.samples, part.chosen, engine::SampleEvaluator::all, goOn);
    if (!report) {
        throw engine::CancelledError("the evaluation was stopped");
    }
    return *std::move(report);
}

void predict(const TrainedModel& trained, const SequencePart& part, const engine::GoOn& goOn,
             const engine::SampleEvaluator::Each& each)
{
    engine::SampleEvaluator evaluator(trained.model, *trained.weights, part.samples.facts, trained.wish);
    if (!evaluator.predict(part.samples, part.chosen, goOn, each)) {
        throw engine::CancelledError("the prediction was stopped");
    }
}

} // namespace cli
