// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/data_parts.h"

#include "engine/data/learned_samples.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/run.h"

#include <algorithm>
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

std::vector<std::string> heldOutSplits(const std::string& asked)
{
    return asked.empty() ? std::vector<std::string>{"validation", "test"} : std::vector<std::string>{asked};
}

namespace {

std::vector<std::int32_t> chosenFrom(const engine::NamedSamples& data, const std::string& split)
{
    if (split == "next") {
        return data.next;
    }
    if (split == "train") {
        return data.samples.part(engine::Split::Train);
    }
    if (split != "all") {
        return data.samples.part(splitNamed(split));
    }
    std::vector<std::int32_t> all;
    for (const std::vector<std::int32_t>& part : data.samples.parts) {
        all.insert(all.end(), part.begin(), part.end());
    }
    std::ranges::sort(all);
    return all;
}

/// "of its 19,000 sequences 17,100 are for training, 1,900 for validation and none for the test"
std::string partsInWords(const engine::Samples& samples)
{
    return engine::say("%1 of its sequences are for training, %2 for validation and %3 for the test",
                       std::ssize(samples.part(engine::Split::Train)),
                       std::ssize(samples.part(engine::Split::Validation)),
                       std::ssize(samples.part(engine::Split::Test)));
}

/// Says so where the net learned from sequences that are to test it: the data grew, or are a part of others.
void remarkOnLearned(SequencePart& part, const std::vector<std::uint64_t>& digests)
{
    if (digests.empty() || part.split == "train" || part.split == "next") {
        return;
    }
    const engine::Learned learned = engine::learnedAmong(part.samples(), part.chosen, digests);
    if (learned.count > 0) {
        part.data.samples.remarks.push_back(engine::say(
            "the net learned from %1 of the %2 sequences of the split \"%3\"%4, or from ones with the "
            "same numbers, so what it says of them is no test of it",
            learned.count, learned.compared, part.split,
            learned.compared < std::ssize(part.chosen) ? engine::say(" that can be compared") : engine::Sentence()));
    }
}

} // namespace

engine::NotFiniteError notFinite(const SequencePart& part, std::int32_t sample)
{
    std::string where = part.samples().facts.file;
    if (part.data.origins.empty()) {
        where = engine::say("%1, sequence %2", where, sample);
    }
    for (const engine::OriginColumn& origin : part.data.origins) {
        const std::string text = origin.text(sample);
        where += text.empty() ? "" : ", " + origin.name + " " + text;
    }
    return engine::NotFiniteError(where);
}

SequencePart readPart(const TrainedModel& trained, const PartWish& wish, const engine::GoOn& goOn)
{
    SequencePart part{.data = engine::readNamedSamples(dataNamed(wish.data, engine::kinds::sequences),
                                                       engine::sampleSettings(trained.model),
                                                       {.facts = trained.checkpoint.sequences,
                                                        .vocabulary = trained.checkpoint.vocabulary,
                                                        .answers = wish.answers},
                                                       goOn),
                      .chosen = {},
                      .split = {}};
    for (const std::string& split : wish.splits) {
        part.chosen = chosenFrom(part.data, split);
        part.split = split;
        if (!part.chosen.empty()) {
            if (trained.checkpoint.sequences.digest != part.samples().facts.digest) { // else it was held out
                remarkOnLearned(part, trained.checkpoint.learned);
            }
            return part;
        }
    }
    if (wish.splits == std::vector<std::string>{"next"}) {
        throw engine::Error(wish.data +
                            ": no row comes next, but --split next needs a table and a net that forecasts: with "
                            "a horizon of at least 1");
    }
    throw engine::Error(engine::say("%1: the split \"%2\" is empty: %3; --split all uses them all", wish.data,
                                    wish.splits.front(), partsInWords(part.samples())));
}

engine::SampleReport measure(const TrainedModel& trained, const SequencePart& part, const engine::GoOn& goOn)
{
    engine::SampleEvaluator evaluator(trained.model, *trained.weights, part.samples().facts, trained.wish);
    engine::SampleReport report =
        orStopped(evaluator.evaluate(part.samples(), part.chosen, engine::SampleEvaluator::all, goOn));
    if (report.notFinite) {
        throw notFinite(part, *report.notFinite);
    }
    return report;
}

void predict(const TrainedModel& trained, const SequencePart& part, const engine::GoOn& goOn,
             const engine::SampleEvaluator::Each& each)
{
    engine::SampleEvaluator evaluator(trained.model, *trained.weights, part.samples().facts, trained.wish);
    const auto finite = [&](const engine::Prediction& said) {
        if (!said.isFinite()) {
            throw notFinite(part, static_cast<std::int32_t>(said.sample));
        }
        each(said);
    };
    if (!evaluator.predict(part.samples(), part.chosen, goOn, finite)) {
        throw engine::CancelledError("the prediction was stopped");
    }
}

} // namespace cli
