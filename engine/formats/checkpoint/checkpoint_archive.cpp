// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/checkpoint_archive.h"

#include "engine/formats/checkpoint/archive.h"
#include "engine/formats/checkpoint/curve_archive.h"

#include <string_view>
#include <utility>

// The version of each class. Raise one when its fields change, or what they mean.
BOOST_CLASS_VERSION(engine::Checkpoint, 2)
BOOST_CLASS_VERSION(engine::CheckpointSummary, 1)
BOOST_CLASS_VERSION(engine::CorpusIdentity, 1)
BOOST_CLASS_VERSION(engine::BatchCursor, 1)

// Nothing is shared by pointers, so nothing that an archive says can point anywhere.
BOOST_CLASS_TRACKING(engine::Checkpoint, boost::serialization::track_never)
BOOST_CLASS_TRACKING(engine::CheckpointSummary, boost::serialization::track_never)
BOOST_CLASS_TRACKING(engine::CorpusIdentity, boost::serialization::track_never)
BOOST_CLASS_TRACKING(engine::BatchCursor, boost::serialization::track_never)

namespace engine {
namespace {

using namespace archive;

template <typename Archive>
void vocabularyOf(Archive& archive, Vocabulary& vocabulary)
{
    Encoding encoding = vocabulary.encoding();
    std::vector<char32_t> characters = vocabulary.characters();
    choice(archive, encoding, Encoding::Utf8, "the encoding");
    elements(archive, characters);
    if constexpr (!writes<Archive>) {
        vocabulary = Vocabulary(encoding, std::move(characters));
    }
}

template <typename Archive>
void namesOf(Archive& archive, std::vector<std::string>& names)
{
    things(archive, names, [&](std::string& one) { name(archive, one); });
}

template <typename Archive>
void formatOf(Archive& archive, TableFormat& format)
{
    archive& format.delimiter;
    if (std::string_view("\0\t;|,", 5).find(format.delimiter) == std::string_view::npos) {
        throw Error(say(ENGINE_TEXT("Sentences", "the delimiter of the table has the code %1, wanted a tab, a "
                                                 "semicolon, a bar or a comma"),
                        static_cast<int>(format.delimiter)));
    }
    choice(archive, format.header, HeaderRow::No, "the header of the table");
    choice(archive, format.decimal, DecimalMark::Comma, "the decimal mark of the table");
    choice(archive, format.dates, DateOrder::MonthFirst, "the order of dates of the table");
}

template <typename Archive>
void sequencesOf(Archive& archive, SampleFacts& facts)
{
    const auto scale = [&](Standardisation& one) {
        archive& one.mean;
        amounts(archive, one.deviation);
    };
    name(archive, facts.kind);
    name(archive, facts.file);
    name(archive, facts.digest);
    amounts(archive, facts.steps, facts.width);
    namesOf(archive, facts.classes);
    name(archive, facts.target);
    namesOf(archive, facts.inputs);
    things(archive, facts.inputScales, scale);
    scale(facts.targetScale);
    formatOf(archive, facts.format);
}

template <typename Archive>
void enginesOf(Archive& archive, std::map<std::string, std::string>& engines)
{
    std::vector<std::pair<std::string, std::string>> all(engines.begin(), engines.end());
    things(archive, all, [&](std::pair<std::string, std::string>& one) {
        name(archive, one.first);
        name(archive, one.second);
    });
    engines = {all.begin(), all.end()};
}

} // namespace

// Boost finds these by the type of their second argument.

template <typename Archive>
void serialize(Archive& archive, CheckpointSummary& summary, unsigned version)
{
    requireKnown<CheckpointSummary>(version);
    elements(archive, summary.modelName);
    archive& summary.iteration& summary.parameters& summary.vocabulary;
    archive& summary.seconds& summary.bestValidationLoss;
}

template <typename Archive>
void serialize(Archive& archive, CorpusIdentity& corpus, unsigned version)
{
    requireKnown<CorpusIdentity>(version);
    name(archive, corpus.file);
    name(archive, corpus.digest);
    amounts(archive, corpus.bytes, corpus.fractions.validation, corpus.fractions.test);
    choice(archive, corpus.order, BatchOrder::Windows, "the order of batches");
}

template <typename Archive>
void serialize(Archive& archive, BatchCursor& cursor, unsigned version)
{
    requireKnown<BatchCursor>(version);
    elements(archive, cursor.positions);
    flags(archive, cursor.fresh);
    archive& cursor.batches;
    amounts(archive, cursor.epochs);
}

template <typename Archive>
void serialize(Archive& archive, Checkpoint& checkpoint, unsigned version)
{
    requireKnown<Checkpoint>(version);
    elements(archive, checkpoint.model);
    elements(archive, checkpoint.solver);
    vocabularyOf(archive, checkpoint.vocabulary);
    archive& checkpoint.corpus;
    name(archive, checkpoint.engine);
    enginesOf(archive, checkpoint.engines);
    name(archive, checkpoint.device);
    name(archive, checkpoint.precision);
    amounts(archive, checkpoint.threads);
    archive& checkpoint.seed;

    tensors(archive, checkpoint.weights);
    tensors(archive, checkpoint.history);
    tensors(archive, checkpoint.state);
    tensors(archive, checkpoint.privateState);
    amounts(archive, checkpoint.iteration, checkpoint.rateScale);
    archive& checkpoint.cursor;

    amounts(archive, checkpoint.seconds);
    archive& checkpoint.bestValidationLoss;
    amounts(archive, checkpoint.bestIteration, checkpoint.validationsWithoutGain);
    curveInPieces(archive, checkpoint.curve);
    things(archive, checkpoint.samples, [&](TextSample& sample) {
        archive& sample.iteration& sample.seed;
        elements(archive, sample.text);
    });
    sequencesOf(archive, checkpoint.sequences);
    things(archive, checkpoint.metrics, [&](MetricPoint& point) {
        archive& point.iteration;
        name(archive, point.name);
        archive& point.value;
    });
}

std::string toArchive(const Checkpoint& checkpoint)
{
    constexpr std::size_t besides = 1 << 16, point = 12; // bytes, about
    return archived(checkpoint, checkpoint.curve.size() * point + besides);
}

std::string toArchive(const CheckpointSummary& summary)
{
    return archived(summary);
}

void fromArchive(std::span<const std::byte> bytes, Checkpoint& checkpoint)
{
    checkpoint = {};
    unarchive(bytes, checkpoint);
}

void fromArchive(std::span<const std::byte> bytes, CheckpointSummary& summary)
{
    summary = {};
    unarchive(bytes, summary);
}

} // namespace engine
