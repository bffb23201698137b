// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/options.h"
#include "engine/data/corpus.h"
#include "engine/data/read_samples.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/provenance.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/go_on.h"
#include "engine/graph/model.h"
#include "engine/graph/not_finite.h"
#include "engine/graph/solver_settings.h"
#include "engine/net/weight_store.h"
#include "engine/training/measure/sample_evaluation.h"
#include "engine/training/measure/text_tally.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cli {

/// Where a command's model, solver, text and weights come from.
/// Whether something is there, as far as we may know.
bool isThere(const std::filesystem::path& file);

/// Whether the file starts as our checkpoints do. Throws Error with the system's words where it cannot be read. What
/// comes through a pipe is kept (see inputFile()), so that it can be read again.
bool isCheckpoint(const std::filesystem::path& file);

/// What made a picture that Hamnet saved; nothing for other files. Throws Error for a picture without a net.
std::optional<engine::Provenance> provenanceOf(const std::filesystem::path& file);

/// The net in a prototxt file, also from a pipe, or in what provenanceOf() reads. Throws Error for one without a layer.
engine::Model modelIn(const std::filesystem::path& file, std::vector<engine::Sentence>* notes = nullptr);

/// The same in the states of the solver in `solver`, or without one of the solver beside the model; see
/// engine::withStates.
engine::Model modelInStates(const std::filesystem::path& file, const std::filesystem::path& solver,
                            std::vector<engine::Sentence>* notes = nullptr);

/// What a net is sized for, where that is not in its file.
struct SizedFor {
    std::optional<std::int64_t> vocabulary = {}; ///< that many different characters
    std::string data = {};                       ///< as hamnet train takes it; empty: none
    TableOptions table = {};                     ///< of the data
    std::string solver = {};                     ///< whose states hold; empty: the one beside the model
    std::string phase = "train";

    /// --phase, --vocabulary, --data and how a table is written; `withoutData`: what counts where none is given.
    void addTo(CLI::App& command, const std::string& withoutData);
    engine::Phase layers() const; ///< that the phase has
};

/// Throws Error for a checkpoint, whose sizes are set, that is to have others.
void requireOwnSizes(const std::filesystem::path& checkpoint, const SizedFor& sizes);

/// The net in a model or a checkpoint, with the sizes that training gives it. Throws Error as modelIn() and
/// requireOwnSizes() do.
engine::Model sizedModel(const std::filesystem::path& file, const SizedFor& sizes,
                         std::vector<engine::Sentence>* notes);

/// The model with the sizes that the data give it that `hamnet train` would read without --data. A net that reads
/// neither a text nor sequences stays as it is. Throws Error where they cannot be read, or do not fit the model.
engine::Model sizedAsTrained(const engine::Model& model, const std::filesystem::path& file,
                             std::vector<engine::Sentence>* notes);

struct SolverSource {
    engine::SolverSettings settings;
    std::string origin;                       ///< for the reader: a file's name, or "built in: ..."
    std::filesystem::path file = {};          ///< empty: it is the built-in one
    std::vector<engine::Sentence> notes = {}; ///< of reading it
};

/// The solver in `given`; without one, that which a picture or a text brings with its net, or the file that
/// engine::solverOf() finds beside the model; without that, the built-in one.
SolverSource solverFor(const std::filesystem::path& model, const std::filesystem::path& given);

/// Data that the user names: their file or folder, or, where there is none, the name of a well-known text or set of
/// data of that kind that `hamnet corpus get` or `hamnet data get` has fetched. Else what was given, for the sentence
/// that it is not there. Throws Error for a set that is not here yet.
std::filesystem::path dataNamed(const std::filesystem::path& given, const engine::DataKind& kind);

struct DataSource {
    std::filesystem::path file;
    std::string origin; ///< why this one: empty where it was named on the command line
};

/// What the model learns from: what is `given`; without it the file or folder that the model names (seen from the
/// model's folder); without that, what comes with Hamnet.
DataSource dataFor(const engine::Model& model, const std::filesystem::path& file, const std::filesystem::path& given);

/// The model with the columns that the options name; as it is where they name none. Throws Error where the net does not
/// read a table. `file` and `data` are those of dataFor().
engine::Model withColumns(const engine::Model& model, const std::filesystem::path& file,
                          const std::filesystem::path& data, const TableOptions& table);

std::vector<std::string> charactersOf(const engine::Vocabulary& vocabulary);
std::string inWords(const std::vector<std::string>& characters); ///< as the reader of a vocabulary sees them

/// The held-out parts in words: validation, test, all, train.
engine::Split splitNamed(const std::string& name);

/// A trained model, ready to be made into nets.
struct TrainedModel {
    engine::Checkpoint checkpoint;
    std::string digest; ///< of the checkpoint: see engine::netDigest
    engine::Model model;
    engine::EngineWish wish;
    std::unique_ptr<engine::Device> device;
    std::unique_ptr<engine::WeightStore> weights; ///< after the device that it lies on
    std::vector<engine::Sentence> notes = {};     ///< why this device; see engine::openDevice
};

/// `table`: how the table is written that it is to read.
TrainedModel loadTrained(const std::filesystem::path& file, const MachineOptions& machine,
                         const TableOptions& table = {});

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
