// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/checkpoint.h"

#include "engine/data/samples.h"
#include "engine/formats/checkpoint/archive.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/checkpoint/curve_archive.h"
#include "engine/formats/checkpoint/tensor_sections.h"
#include "engine/formats/prototxt/prototxt_text.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <span>
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

namespace {

// The sections of a checkpoint, and the groups of its tensors (tensor_sections.h).
constexpr auto summarySection = "summary";
constexpr auto structureSection = "structure";
constexpr auto learnedSection = "learned"; // not in each file
struct TensorGroup {
    const char* name;
    std::vector<NamedTensor> Checkpoint::*tensors;
};
constexpr TensorGroup groups[] = {{"weights", &Checkpoint::weights},
                                  {"history", &Checkpoint::history},
                                  {"state", &Checkpoint::state},
                                  {"private", &Checkpoint::privateState}};

/// What no run writes. The checksums hold here; this guards those who compute with the numbers.
void checkSequences(const SampleFacts& facts)
{
    if (!facts.kind.empty() && sequencesNamed(facts.kind).name != facts.kind) {
        throw Error(say(ENGINE_TEXT("Sentences", "the data are of kind %1, but rows, table or lines is wanted"),
                        shown(facts.kind)));
    }
    const std::size_t scales = facts.inputScales.size();
    if (scales != facts.inputs.size() || (scales > 0 && static_cast<std::uint64_t>(facts.width) != scales)) {
        throw Error(
            say(ENGINE_TEXT(
                    "Sentences",
                    "the data have %1 numbers in a step, %2 names for them and %3 scales, but one of each is wanted"),
                facts.width, facts.inputs.size(), scales));
    }
}

/// As the model's text gives it. A summary must never keep a run from being saved, so a text that does not read has
/// none.
std::string nameOf(const std::string& modelText)
{
    try {
        for (const prototxt::Field& field : prototxt::parse(modelText, "model").fields) {
            if (field.name == "name") {
                return field.text;
            }
        }
    } catch (const ParseError&) { // NOLINT(bugprone-empty-catch)
    }
    return {};
}

CheckpointSummary summaryOf(const Checkpoint& checkpoint)
{
    CheckpointSummary summary{.modelName = nameOf(checkpoint.model),
                              .iteration = checkpoint.iteration,
                              .parameters = 0,
                              .vocabulary = checkpoint.vocabulary.size(),
                              .seconds = checkpoint.seconds,
                              .bestValidationLoss = checkpoint.bestValidationLoss};
    for (const NamedTensor& weight : checkpoint.weights) {
        summary.parameters += static_cast<std::int64_t>(weight.values.size());
    }
    return summary;
}

/// What `read` gives, with the file's name before what it complains of.
template <typename Read>
auto namingFile(const std::filesystem::path& file, const Read& read)
{
    try {
        return read();
    } catch (const Error& error) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: holds no checkpoint that can be used: %2"), file.string(),
                        error.sentence()));
    }
}

/// All but the tensors' values. Throws Error that does not name the file.
Checkpoint structureIn(const Container& container)
{
    const std::vector<std::byte> structure = container.read(structureSection);
    Checkpoint checkpoint;
    fromArchive(structure, checkpoint);
    checkSequences(checkpoint.sequences);
    for (const TensorGroup& group : groups) {
        checkTensors(container, group.name, checkpoint.*group.tensors);
    }
    if (container.has(learnedSection)) {
        const std::uint64_t bytes = container.bytes(learnedSection);
        if (bytes % sizeof(std::uint64_t) != 0 || bytes > maxLearnedDigests * sizeof(std::uint64_t)) {
            throw Error(say(
                ENGINE_TEXT("Sentences", "the digests of the sequences take %1 bytes, but must be at most %2 of %3"),
                bytes, maxLearnedDigests, sizeof(std::uint64_t)));
        }
        checkpoint.learned.resize(bytes / sizeof(std::uint64_t));
        container.read(learnedSection, std::as_writable_bytes(std::span(checkpoint.learned)));
        if (!std::ranges::is_sorted(checkpoint.learned)) {
            throw Error(ENGINE_TEXT("Sentences", "the digests of the sequences are not sorted"));
        }
    }
    return checkpoint;
}

Checkpoint structureOf(const Container& container)
{
    return namingFile(container.file(), [&] { return structureIn(container); });
}

/// Calls `use` with the sections of a container of the checkpoint.
template <typename Use>
void withSections(const Checkpoint& checkpoint, const Use& use)
{
    const std::string summary = toArchive(summaryOf(checkpoint));
    const std::string structure = toArchive(checkpoint);
    std::vector<SectionView> sections{{summarySection, std::as_bytes(std::span(summary))},
                                      {structureSection, std::as_bytes(std::span(structure))}};
    for (const TensorGroup& group : groups) {
        addTensors(sections, group.name, checkpoint.*group.tensors);
    }
    if (!checkpoint.learned.empty()) {
        sections.push_back({learnedSection, std::as_bytes(std::span(checkpoint.learned))});
    }
    use(sections);
}

} // namespace

void saveCheckpoint(const std::filesystem::path& file, const Checkpoint& checkpoint)
{
    withSections(checkpoint,
                 [&](const std::vector<SectionView>& sections) { writeContainer(file, sections, structureIn); });
}

bool isNoCheckpoint(const std::filesystem::path& file)
{
    return holdsAnother(file, structureSection);
}

void trySaving(std::span<const std::filesystem::path> files, const Checkpoint& checkpoint)
{
    withSections(checkpoint,
                 [&](const std::vector<SectionView>& sections) { tryContainers(files, sections, structureIn); });
}

const DataKind& dataKindOf(const Checkpoint& checkpoint)
{
    const DataKind* const kind = dataKindNamed(checkpoint.sequences.kind);
    return kind ? *kind : kinds::text;
}

Checkpoint loadCheckpoint(const std::filesystem::path& file)
{
    const Container container(file);
    container.read(summarySection); // for its checksum only: a file that is damaged anywhere is not used
    Checkpoint checkpoint = structureOf(container);
    for (const TensorGroup& group : groups) {
        readTensors(container, group.name, checkpoint.*group.tensors);
    }
    return checkpoint;
}

Checkpoint loadStructure(const std::filesystem::path& file)
{
    return structureOf(Container(file));
}

CheckpointSummary readSummary(const std::filesystem::path& file)
{
    const Container container(file);
    const std::vector<std::byte> bytes = container.read(summarySection);
    return namingFile(file, [&] {
        CheckpointSummary summary;
        unarchive(bytes, summary);
        return summary;
    });
}

} // namespace engine
