// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/checkpoint.h"

#include "engine/data/samples.h"
#include "engine/formats/checkpoint/checkpoint_archive.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/checkpoint/tensor_sections.h"
#include "engine/formats/prototxt/prototxt_text.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <span>

namespace engine {
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

/// Runs `check` and puts the file's name before what it complains of.
template <typename Check>
void namingFile(const std::filesystem::path& file, const Check& check)
{
    try {
        check();
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
    Checkpoint checkpoint;
    namingFile(container.file(), [&] { checkpoint = structureIn(container); });
    return checkpoint;
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
    CheckpointSummary summary;
    namingFile(file, [&] { fromArchive(bytes, summary); });
    return summary;
}

} // namespace engine
