// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_plan.h"

#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/backends/device_group.h"
#include "engine/backends/layer_engines.h"
#include "engine/data/table_gaps.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/input_files.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/net_states.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shared_model.h"
#include "engine/graph/shell_words.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/best.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/run_verdict.h"
#include "engine/training/run/solver_run.h"
#include "engine/training/run/text_source.h"
#include "engine/training/run/trainer.h"
#include "engine/training/write/text_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace cli {
namespace {

namespace fs = std::filesystem;

// What --resume keeps
// --------------------------------------------------------------------------------------------------

void requireSameModel(const engine::Checkpoint& checkpoint, const fs::path& file, const TrainOptions& options)
{
    engine::Model given = engine::withStates(withColumns(modelIn(file), file, options.data, options.columns),
                                             engine::readSolver(checkpoint.solver, options.resume));
    given = engine::learnsSequences(given)
                ? engine::withSamples(given, engine::sizesOf(checkpoint.sequences, checkpoint.vocabulary.size()))
                : engine::withVocabulary(given, checkpoint.vocabulary.size());
    if (engine::writeModel(given) != checkpoint.model) {
        throw engine::Error(file.string() + " is another model than the one in " + options.resume +
                            "; omit it to continue with that one, or omit --resume to start a new run");
    }
}

void requireSameColumns(const engine::Checkpoint& checkpoint, const TrainOptions& options)
{
    const std::string& target = options.columns.target;
    if (!target.empty() && target != checkpoint.sequences.target) {
        throw engine::Error(
            engine::say("the run in %1 learns %2, but --target is %3; that cannot change on resume", options.resume,
                        checkpoint.sequences.target.empty() ? std::string("no column of a table")
                                                            : "the column " + checkpoint.sequences.target,
                        target));
    }
    const std::string& time = options.columns.time;
    const engine::Model model = engine::readModel(checkpoint.model, options.resume);
    const engine::TableSettings table = engine::sampleSettings(model).table;
    if (const std::string& gaps = options.columns.gaps;
        !gaps.empty() && engine::gapRules(engine::sampleSettings(engine::withGaps(model, gaps)).table.gaps) !=
                             engine::gapRules(table.gaps)) {
        throw engine::Error(engine::say(
            "the run in %1 was trained with %2, but --gaps is %3; that cannot change on resume", options.resume,
            table.gaps.empty() ? std::string("no rule for gaps")
                               : "the rules " + engine::columnList(table.gaps) + " for gaps",
            gaps));
    }
    const std::string& kept = table.time;
    if (!time.empty() && time != kept) {
        throw engine::Error(
            engine::say("the run in %1 reads rows %2, but --time is %3; that cannot change on resume", options.resume,
                        kept.empty() ? std::string("in the order of the file") : "in the order of " + kept, time));
    }
}

void requireSame(const engine::Checkpoint& checkpoint, const TrainOptions& options)
{
    if (!options.model.empty()) {
        requireSameModel(checkpoint, options.model, options);
    }
    if (!options.solver.empty() && engine::writeSolver(engine::readSolverFile(options.solver)) !=
                                       engine::writeSolver(engine::readSolver(checkpoint.solver, options.resume))) {
        throw engine::Error(options.solver + " is another solver than the one in " + options.resume +
                            "; omit it to continue with that one");
    }
    requireSameColumns(checkpoint, options);
    const std::string bestBy = engine::bestByOf(checkpoint);
    if (!options.bestBy.empty() &&
        metricNamed(options.bestBy, engine::readModel(checkpoint.model, options.resume)) != bestBy) {
        throw engine::Error(engine::say(
            "the run in %1 selects its best checkpoint by %2, but --best-by is %3; that cannot change on resume",
            options.resume, bestBy, options.bestBy));
    }
    const auto seed = options.run.given().find("seed");
    if (seed != options.run.given().end() && std::get<std::int64_t>(seed->second) != std::int64_t(checkpoint.seed)) {
        throw engine::Error(engine::say("the run in %1 has the seed %2, but --seed is %3; that cannot change on resume",
                                        options.resume, checkpoint.seed, engine::optionText(seed->second)));
    }
}

// The run
// ---------------------------------------------------------------------------------------------------------------

void append(std::vector<engine::Sentence>& notes, const std::vector<engine::Sentence>& more)
{
    notes.insert(notes.end(), more.begin(), more.end());
}

/// The names that the run saves to: the one on the command line, else what `reserve` gives.
template <typename Reserve>
engine::RunFiles filesFor(const TrainOptions& options, const Reserve& reserve)
{
    if (options.withoutCheckpoint) {
        return {};
    }
    requireFile(options.checkpoint, "--checkpoint");
    return options.checkpoint.empty() ? reserve() : engine::RunFiles(options.checkpoint);
}

/// Throws Error where a file that the run saves to is one that it reads, or, with --overwrite, is no checkpoint. Else
/// calls `require`, which throws for files that are there, unless they may be overwritten.
template <typename Require>
void mayReplace(const TrainOptions& options, const engine::RunFiles& files,
                const std::vector<engine::InputFile>& inputs, const Require& require)
{
    if (files.checkpoint().empty()) {
        return;
    }
    for (const fs::path& file : {files.checkpoint(), engine::bestCheckpoint(files.checkpoint())}) {
        engine::requireNoInput(file, inputs);
        if (options.overwrite && engine::isNoCheckpoint(file)) {
            throw engine::Error(file.string() + " exists and is no checkpoint that can be read, but --overwrite "
                                                "replaces only checkpoints; choose another name");
        }
    }
    if (options.overwrite) {
        return;
    }
    try {
        require();
    } catch (const engine::RunFiles::Exists& exists) {
        throw engine::Error(std::string(exists.what()) + "; --resume continues a checkpoint, --overwrite replaces it");
    }
}

/// Throws Error where the texts that a net writes as it learns are asked of one that writes none.
void requireWriter(const TrainOptions& options, const engine::Model& model)
{
    if (!engine::learnsSequences(model)) {
        return;
    }
    for (const char* key : {"prompt", "sample_length", "temperature", "sample_every"}) {
        const auto given = options.run.given().find(key);
        if (given != options.run.given().end() && given->second != engine::ParamValue(std::int64_t{0})) {
            throw engine::Error(engine::say("%1 is for a net that learns a text and writes samples of it, but this "
                                            "one learns sequences and writes none; leave it out",
                                            engine::optionOf(engine::runSpec(key))));
        }
    }
}

/// A batch of the model's size on each device, with the learning rate that the rule gives.
void growBatch(TrainPlan& plan, const std::string& rule, std::int64_t devices)
{
    if (devices < 2) {
        throw engine::Error("--batch-per-device is for a run on several devices, but one was asked for; name them, as "
                            "in --device cuda:0,cuda:1 or cuda:all, or leave it out");
    }
    const std::int64_t streams = engine::streamsOf(plan.run.model);
    plan.run.model = engine::withStreams(plan.run.model, streams * devices);
    const double rate = engine::floatParam(engine::completeParams(plan.run.solver), "base_lr");
    const auto times = static_cast<double>(devices);
    const double grown = rate * (rule == "linear" ? times : rule == "sqrt" ? std::sqrt(times) : 1);
    plan.run.solver.params.insert_or_assign("base_lr", grown);
    plan.notes.push_back(engine::say("a batch of %1 on each of %2 devices makes %3 in all; the learning rate %4 "
                                     "becomes %5 (--batch-per-device %6)",
                                     streams, devices, streams * devices, engine::toText(rate), engine::toText(grown),
                                     rule));
}

/// What the options say beside settings, in files of their own.
TrainPlan readRun(const TrainOptions& options)
{
    const fs::path file = modelOf(options);
    if (isCheckpoint(file)) {
        throw engine::Error(file.string() + " is a checkpoint, not a model; hamnet train --resume " +
                            engine::shellFile(file) + " continues it");
    }
    std::vector<engine::Sentence> notes;
    SolverSource solver = solverFor(file, options.solver);
    const engine::Model model =
        engine::withStates(withColumns(modelIn(file, &notes), file, options.data, options.columns), solver.settings);
    if (!options.bestBy.empty()) {
        solver.settings.params.insert_or_assign("best_by", metricNamed(options.bestBy, model));
    }
    const engine::FromSolver taken =
        engine::takenFrom(solver.settings, {.folders = {.solvers = solver.file.parent_path()},
                                            .model = file,
                                            .settled = engine::solverKeysOf(options.run.given()),
                                            .firstWeights = options.initWeights});
    append(notes, solver.notes);
    append(notes, taken.notes);
    const TextSource data = dataFor(model, file, options.data);
    return {.run = {.model = model,
                    .solver = solver.settings,
                    .data = data.file,
                    .first = {.file = taken.firstWeights,
                              .vocabulary = options.vocabulary,
                              .text = options.initData.empty() ? fs::path() : textNamed(options.initData)}},
            .modelName = file.string(),
            .solverOrigin = solver.origin,
            .dataOrigin = data.origin,
            .files = {},
            .notes = notes};
}

TrainPlan describedRun(const TrainOptions& options)
{
    const engine::RunDescription& run = *options.described;
    if (run.model.layers.empty()) {
        throw engine::Error(options.model + ": has no layers, but a net with layer { ... } is wanted");
    }
    const TextSource data = dataFor(run.model, options.model, run.data);
    TrainPlan plan{
        .run = run, .modelName = options.model, .solverOrigin = options.model, .dataOrigin = data.origin, .files = {}};
    plan.run.model = engine::withStates(run.model, run.solver);
    plan.run.data = data.file;
    append(plan.notes, engine::notesOnUnknown(plan.run.solver));
    append(plan.notes, engine::notesOnUnused(plan.run.solver));
    return plan;
}

TrainPlan planNew(const TrainOptions& options, const engine::ProcessGroup* group)
{
    TrainPlan plan = newRun(options, group);
    const fs::path model = plan.modelName;
    plan.files = filesFor(options, [&] {
        const fs::path named = engine::checkpointNamedBy(plan.run.solver, {}, model.stem().string(), plan.notes);
        return engine::RunFiles::unused(named.empty() ? model.filename().replace_extension(".hamnet") : named);
    });
    const engine::FirstWeightsFile& first = plan.run.first;
    mayReplace(options, plan.files,
               {{model, "the model"},
                {plan.solverOrigin, "the solver"}, // a file or words
                {plan.run.data, "the data"},
                {first.file, "the file of the initial weights"},
                {first.vocabulary, "the vocabulary of the initial weights"},
                {first.text, "the text of the initial weights"}},
               [&] { plan.files.requireUnused(); });
    return plan;
}

fs::path dataNamed(const engine::Checkpoint& checkpoint, const fs::path& given)
{
    return checkpoint.sequences.kind.empty() ? textNamed(given) : sequencesNamed(given);
}

TrainPlan planResumed(const TrainOptions& options)
{
    if (!isCheckpoint(options.resume)) {
        throw engine::Error(options.resume + " is not a checkpoint of Hamnet, but --resume needs one");
    }
    // Reserved before the checkpoint is read, so that what the run goes on from is the newest.
    engine::RunFiles files = filesFor(options, [&] { return engine::RunFiles::after(options.resume); });
    engine::Checkpoint checkpoint = engine::loadStructure(options.resume);
    if (!options.described) {
        requireSame(checkpoint, options);
    }
    requireWriter(options, engine::readModel(checkpoint.model, options.resume));
    const fs::path given = options.described ? options.described->data : fs::path(options.data);
    const fs::path data =
        given.empty() ? engine::dataOfCheckpoint(checkpoint, options.resume) : dataNamed(checkpoint, given);
    mayReplace(options, files, {{options.model, "the model"}, {options.solver, "the solver"}, {data, "the data"}},
               [&] { files.requireUnusedBut(options.resume, checkpoint); });
    return {.run = {.model = engine::readModel(checkpoint.model, options.resume),
                    .solver = engine::readSolver(checkpoint.solver, options.resume),
                    .settings = options.run.given(),
                    .data = data,
                    .resume = options.resume},
            .modelName = options.model.empty() ? options.resume : options.model,
            .solverOrigin = options.resume,
            .dataOrigin = given.empty() ? "named by " + options.resume : "",
            .files = std::move(files),
            .resumed = std::move(checkpoint)};
}

} // namespace

std::string metricNamed(const std::string& given, const engine::Model& model)
{
    const bool isOutput = std::ranges::any_of(
        model.layers, [&](const engine::Layer& layer) { return std::ranges::count(layer.tops, given) > 0; });
    if (isOutput) {
        return given;
    }
    constexpr std::string_view prefix = "val_";
    const std::string name = given.starts_with(prefix) ? given.substr(prefix.size()) : given;
    return name == "acc" ? "accuracy" : name;
}

void takeDescription(TrainOptions& options, const std::vector<const CLI::Option*>& given)
{
    constexpr std::array<std::string_view, 9> ofPlace = {"MODEL",        "--checkpoint", "--no-checkpoint",
                                                         "--run-folder", "--detach",     "--overwrite",
                                                         "--json",       "--seeds",      "--at-once"};
    constexpr std::uint64_t maxBytes = std::uint64_t{1} << 26; // of which a model may have 16 MiB
    const fs::path file = options.model;
    if (file.extension() != ".json") {
        return;
    }
    for (const CLI::Option* const option : given) {
        const std::string name = optionName(*option);
        if (std::ranges::find(ofPlace, name) == ofPlace.end()) {
            throw engine::Error(engine::say("%1 describes the whole run, so that %2 cannot be given with it; change it "
                                            "in the file",
                                            options.model, name));
        }
    }
    const std::vector<std::byte> bytes = engine::readFileBytes(file, maxBytes);
    options.described = engine::runIn({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, options.model);
    options.resume = options.described->resume.string();
    for (const auto& [key, value] : options.described->settings) {
        options.run.set(key, value);
    }
}

TrainPlan newRun(const TrainOptions& options, const engine::ProcessGroup* group)
{
    TrainPlan plan = options.described ? describedRun(options) : readRun(options);
    requireWriter(options, plan.run.model);
    plan.run.settings = options.run.given();
    const engine::RunSettings settled = engine::runSettings(plan.run.settings, plan.run.solver);
    plan.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(settled.seed)); // which may have been drawn
    if (!options.batchPerDevice.empty()) {
        const std::int64_t devices =
            group != nullptr ? group->size() : std::ssize(engine::devicesIn(settled.device.name));
        growBatch(plan, options.batchPerDevice, devices);
    }
    const engine::FirstWeightsFile& first = plan.run.first;
    if (first.file.empty() && !(first.vocabulary.empty() && first.text.empty())) {
        throw engine::Error(
            "--vocabulary and --init-data give the vocabulary of initial weights, but --init-weights is missing");
    }
    return plan;
}

std::uint64_t TrainPlan::seed() const
{
    return resumed ? resumed->seed : static_cast<std::uint64_t>(engine::intParam(run.settings, "seed"));
}

TrainPlan planOf(const TrainOptions& options, const engine::ProcessGroup* group)
{
    return options.resume.empty() ? planNew(options, group) : planResumed(options);
}

namespace {

std::string solverInWords(const TrainPlan& plan)
{
    const engine::Params params = engine::completeParams(plan.run.solver);
    return fmt::format("{}, learning rate {} ({}), from {}", engine::textParam(params, "type"),
                       engine::toText(engine::floatParam(params, "base_lr")), engine::textParam(params, "lr_policy"),
                       plan.solverOrigin);
}

void tellData(engine::StartEvent& event, const engine::Trainer& trainer)
{
    if (const engine::Samples* const samples = trainer.source().samples()) {
        event.units = samples->count();
        event.learned = std::ssize(samples->part(engine::Split::Train));
        event.sequenceKind = sequencesInWords(samples->facts);
    } else {
        const engine::Corpus& text = *trainer.source().text();
        const engine::SplitFractions fractions = engine::dataSettings(trainer.model()).fractions;
        event.units = text.characters();
        event.learned = text.charactersIn(text.range(engine::Split::Train, fractions));
    }
    event.heldOut = event.units - event.learned;
}

/// The engine of each recurrent layer, and why no quicker one, unless the run had it before.
std::vector<engine::LayerEngine> layersOf(const engine::StartedRun& run)
{
    const engine::Trainer& trainer = *run.trainer;
    const engine::EnginesBefore engines = trainer.net().recurrentEngines();
    std::vector<engine::LayerEngine> layers =
        engine::layerEngines(trainer.model(), engine::placeOf(*run.device), run.settings.engine);
    for (engine::LayerEngine& layer : layers) {
        const auto found = engines.find(layer.layer);
        if (found != engines.end() && found->second != layer.engine) {
            layer = {.layer = layer.layer, .engine = found->second, .why = {}};
        }
    }
    return layers;
}

} // namespace

engine::StartEvent withPlan(engine::StartEvent event, const TrainPlan& plan, const engine::StartedRun& run)
{
    const std::string& name = run.trainer->model().name;
    event.modelName = name.empty() ? plan.modelName : name + " (" + plan.modelName + ")";
    event.solverWords = solverInWords(plan);
    event.data = plan.run.data.string();
    event.dataOrigin = plan.dataOrigin;
    event.precisionFrom = run.precisionFrom;
    event.layers = layersOf(run);
    event.memory = run.memory.sizes.memory.total();
    event.firstWeights = plan.run.first.file.string();
    tellData(event, *run.trainer);
    std::vector<engine::Sentence> notes = plan.notes;
    append(notes, run.notes);
    append(notes, event.notes);
    event.notes = std::move(notes);
    return event;
}

} // namespace cli
