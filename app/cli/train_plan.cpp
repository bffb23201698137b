// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_plan.h"

#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/backends/device_group.h"
#include "engine/backends/layer_engines.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/input_files.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/net_states.h"
#include "engine/graph/shared_model.h"
#include "engine/graph/shell_words.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/solver_run.h"
#include "engine/training/run/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace cli {
namespace {

namespace fs = std::filesystem;

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
void requireWriter(const engine::RunDescription& run)
{
    if (engine::dataKindOf(run.model).writes) {
        return;
    }
    for (const auto& [key, value] : run.settings) {
        const engine::RunSpec& spec = engine::runSpec(key);
        if (spec.group == engine::RunGroup::Samples && value != engine::ParamValue(std::int64_t{0})) {
            throw engine::Error(engine::say("%1 is for a net that learns a text and writes samples of it, but this "
                                            "one learns sequences and writes none; leave it out",
                                            engine::optionOf(spec)));
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

/// A metric as lines of progress print it, too: "acc", "val_acc" and "val_mae". The name of an output of the model
/// stands as it is.
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

/// With the files that the options name.
TrainPlan readRun(const TrainOptions& options)
{
    const fs::path file = modelOf(options);
    if (isCheckpoint(file)) {
        throw engine::Error(engine::say("%1 is a checkpoint, not a model; hamnet train --resume %2 continues it, and "
                                        "--init-weights %2 beside a model starts from its weights",
                                        file.string(), engine::shellFile(file)));
    }
    const SolverSource solver = solverFor(file, options.solver);
    TrainPlan plan{.run = options.run, .modelName = file.string(), .solverOrigin = solver.origin};
    engine::RunDescription& run = plan.run;
    run.solver = solver.settings;
    run.model = engine::withStates(withColumns(modelIn(file, &plan.notes), file, run.data, options.table), run.solver);
    if (!options.bestBy.empty()) {
        run.solver.params.insert_or_assign("best_by", metricNamed(options.bestBy, run.model));
    }
    const engine::FromSolver taken = engine::takenFrom(run.solver, {.folders = {.solvers = solver.file.parent_path()},
                                                                    .model = file,
                                                                    .settled = engine::solverKeysOf(run.settings),
                                                                    .firstWeights = run.first.file});
    append(plan.notes, solver.notes);
    append(plan.notes, taken.notes);
    run.first.file = taken.firstWeights;
    run.first.text = options.initData.empty() ? fs::path() : dataNamed(options.initData, engine::dataKindOf(run.model));
    return plan;
}

TrainPlan describedRun(const TrainOptions& options)
{
    TrainPlan plan{.run = options.run, .modelName = options.model, .solverOrigin = options.model};
    if (plan.run.model.layers.empty()) {
        throw engine::Error(options.model + ": has no layers, but a net with layer { ... } is wanted");
    }
    plan.run.model = engine::withStates(plan.run.model, plan.run.solver);
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

TrainPlan planResumed(const TrainOptions& options)
{
    const fs::path& file = options.run.resume;
    if (!isCheckpoint(file)) {
        throw engine::Error(file.string() + " is not a checkpoint of Hamnet, but --resume needs one");
    }
    TrainPlan plan{.run = options.run,
                   .modelName = options.model.empty() ? file.string() : options.model,
                   .solverOrigin = file.string()};
    // Reserved before the checkpoint is read, so that what the run goes on from is the newest.
    plan.files = filesFor(options, [&] { return engine::RunFiles::after(file); });
    plan.resumed = engine::loadStructure(file);
    plan.run.model = engine::readModel(plan.resumed->model, file);
    plan.run.solver = engine::readSolver(plan.resumed->solver, file);
    requireWriter(plan.run);
    fs::path& data = plan.run.data;
    if (data.empty()) {
        data = engine::dataOfCheckpoint(*plan.resumed, file);
        plan.dataOrigin = "named by " + file.string();
    } else {
        data = dataNamed(data, engine::dataKindOf(*plan.resumed));
    }
    mayReplace(options, plan.files, {{data, "the data"}}, [&] { plan.files.requireUnusedBut(file, *plan.resumed); });
    return plan;
}

} // namespace

std::vector<const CLI::Option*> givenOf(const CLI::App& command)
{
    constexpr std::array<std::string_view, 15> others = {"--checkpoint", "--no-checkpoint", "--run-folder", "--detach",
                                                         "--overwrite",  "--json",          "--seeds",      "--at-once",
                                                         "--queue",      "--vary",          "--trials",     "--again",
                                                         "--yes",        "--slurm",         "--stop-early"};
    std::vector<const CLI::Option*> given = command.get_options();
    std::erase_if(given, [&](const CLI::Option* option) {
        return option->count() == 0 || std::ranges::find(others, optionName(*option)) != others.end();
    });
    return given;
}

void takeDescription(TrainOptions& options, const std::vector<const CLI::Option*>& given)
{
    constexpr std::uint64_t maxBytes = std::uint64_t{1} << 26; // of which a model may have 16 MiB
    const fs::path file = options.model;
    if (file.extension() != ".json") {
        return;
    }
    for (const CLI::Option* const option : given) {
        const std::string name = optionName(*option);
        if (name != "MODEL") {
            throw engine::Error(engine::say("%1 describes the whole run, so that %2 cannot be given with it; change it "
                                            "in the file",
                                            options.model, name));
        }
    }
    options.run = engine::runIn(engine::readText(file, maxBytes), options.model);
    options.isDescribed = true;
}

TrainPlan newRun(const TrainOptions& options, const engine::ProcessGroup* group)
{
    TrainPlan plan = options.isDescribed ? describedRun(options) : readRun(options);
    const DataSource data = dataFor(plan.run.model, plan.modelName, plan.run.data);
    plan.run.data = data.file;
    plan.dataOrigin = data.origin;
    requireWriter(plan.run);
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

TrainPlan planOf(const TrainOptions& options, const engine::ProcessGroup* group)
{
    return options.run.resume.empty() ? planNew(options, group) : planResumed(options);
}

namespace {

std::string solverInWords(const TrainPlan& plan)
{
    const engine::Params params = engine::completeParams(plan.run.solver);
    return fmt::format("{}, learning rate {} ({}), from {}", engine::textParam(params, "type"),
                       engine::toText(engine::floatParam(params, "base_lr")), engine::textParam(params, "lr_policy"),
                       plan.solverOrigin);
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
    std::vector<engine::Sentence> notes = plan.notes;
    append(notes, run.notes);
    append(notes, event.notes);
    event.notes = std::move(notes);
    return event;
}

} // namespace cli
