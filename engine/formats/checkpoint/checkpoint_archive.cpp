// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/checkpoint_archive.h"

#include "engine/formats/checkpoint/archive.h"
#include "engine/formats/checkpoint/curve_archive.h"

#include <string_view>
#include <utility>

// The version of each class is raised where its fields change, or what they mean.
namespace engine::archive {

template <typename Archive>
void members(Archive& archive, Vocabulary& vocabulary)
{
    Encoding encoding = vocabulary.encoding();
    choice(archive, encoding, Encoding::Utf8, "the encoding");
    as(archive, vocabulary.characters(),
       [&](auto characters) { vocabulary = Vocabulary(encoding, std::move(characters)); });
}

template <typename Archive>
void members(Archive& archive, TableFormat& format)
{
    put(archive, format.delimiter);
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
void members(Archive& archive, Standardisation& scale)
{
    all(archive, scale.mean, scale.deviation);
}

template <typename Archive>
void members(Archive& archive, SampleFacts& facts)
{
    all(archive, facts.kind, facts.file, facts.digest, facts.steps, facts.width, facts.classes, facts.target,
        facts.inputs, facts.inputScales, facts.targetScale, facts.format);
}

template <typename Archive>
void members(Archive& archive, CheckpointSummary& summary)
{
    version(archive, 1);
    all(archive, summary.modelName, summary.iteration, summary.parameters, summary.vocabulary, summary.seconds,
        summary.bestValidationLoss);
}

template <typename Archive>
void members(Archive& archive, CorpusIdentity& corpus)
{
    version(archive, 1);
    all(archive, corpus.file, corpus.digest, corpus.bytes, corpus.fractions.validation, corpus.fractions.test);
    choice(archive, corpus.order, BatchOrder::Windows, "the order of batches");
}

template <typename Archive>
void members(Archive& archive, BatchCursor& cursor)
{
    version(archive, 1);
    all(archive, cursor.positions, cursor.fresh, cursor.batches, cursor.epochs);
}

template <typename Archive>
void members(Archive& archive, TextSample& sample)
{
    all(archive, sample.iteration, sample.seed, sample.text);
}

template <typename Archive>
void members(Archive& archive, MetricPoint& point)
{
    all(archive, point.iteration, point.name, point.value);
}

template <typename Archive>
void members(Archive& archive, Checkpoint& checkpoint)
{
    version(archive, 2);
    all(archive, checkpoint.model, checkpoint.solver, checkpoint.vocabulary, checkpoint.corpus, checkpoint.engine,
        checkpoint.engines, checkpoint.device, checkpoint.precision, checkpoint.threads, checkpoint.seed);
    all(archive, checkpoint.weights, checkpoint.history, checkpoint.state, checkpoint.privateState,
        checkpoint.iteration, checkpoint.rateScale, checkpoint.cursor);
    all(archive, checkpoint.seconds, checkpoint.bestValidationLoss, checkpoint.bestIteration,
        checkpoint.validationsWithoutGain, checkpoint.curve, checkpoint.samples, checkpoint.sequences,
        checkpoint.metrics);
}

} // namespace engine::archive

namespace engine {

std::string toArchive(const Checkpoint& checkpoint)
{
    constexpr std::size_t besides = 1 << 16, point = 12; // bytes, about
    return archive::archived(checkpoint, checkpoint.curve.size() * point + besides);
}

std::string toArchive(const CheckpointSummary& summary)
{
    return archive::archived(summary);
}

void fromArchive(std::span<const std::byte> bytes, Checkpoint& checkpoint)
{
    checkpoint = {};
    archive::unarchive(bytes, checkpoint);
}

void fromArchive(std::span<const std::byte> bytes, CheckpointSummary& summary)
{
    summary = {};
    archive::unarchive(bytes, summary);
}

} // namespace engine
