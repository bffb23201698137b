// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/recorded_run.h"
#include "app/cli/sources.h"
#include "app/cli/train_plan.h"
#include "app/cli/words.h"
#include "app/watch/run_folder.h"
#include "engine/backends/device_group.h"
#include "engine/backends/device_trial.h"
#include "engine/backends/launched_group.h"
#include "engine/backends/layer_engines.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shared_model.h"
#include "engine/graph/shell_words.h"
#include "engine/graph/solver_settings.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/solver_run.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>

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

void addTo(CLI::App& command, TrainOptions& options)
{
    addValue(command, "MODEL", options.model, modelFile,
             "The net: a file of prototxt, a picture that Hamnet saved, or the name of a sample, such as "
             "char_rnn_small; or a whole run, as run.json in a run's folder describes it. Not with --resume, "
             "and not needed with a --solver that names its net.")
        ->transform(fileOrSample);
    addValue(
        command, "--solver", options.solver, "SOLVER.prototxt",
        "The solver, as prototxt: optimizer, learning rate, number of iterations. Default: <model>_solver.prototxt "
        "beside the model, or a solver.prototxt there that names no other net, or else a built-in one. Options "
        "override the solver, and the solver overrides defaults.");
    addValue(command, "--data", options.run.data, dataFile,
             "The text to train on: a file, or a name in hamnet corpus list. Default: the one that the model "
             "names, or the bundled play. For a net with a SEQUENCEDATA layer: a folder of images (IDX files, "
             "or a folder of pictures for each class), a CSV file, or a file of lines label<TAB>text.");
    options.table.addTo(command);
    addRunOptions(command, options.run.settings);
    addValue(command, "--best-by", options.bestBy, "METRIC",
             "Metric that selects the best checkpoint and counts for early stopping: loss, accuracy, mae, rmse "
             "or r2. Default: the solver's best_by.");
    addValue(command, "--checkpoint", options.checkpoint, checkpointFile,
             "Where to save the checkpoint; the best so far goes to <name>.best.hamnet. Neither file may exist, "
             "unless it is the run's own that --resume continues. Default: an unused name made of the solver's "
             "snapshot_prefix or the model's name, or the file of --resume.");
    command.add_flag("--no-checkpoint", options.withoutCheckpoint, "Save no checkpoints.")->excludes("--checkpoint");
    addValue(command, "--run-folder", options.runFolder, folderName,
             "The folder to write the run to, which is made: checkpoint run.hamnet, run.json, which "
             "hamnet train trains once more, and events in log.jsonl as --json prints them, but at most ten "
             "iterations a second unless --every is given. hamnet watch follows it, also from another computer; "
             "--resume FOLDER continues it.")
        ->excludes("--checkpoint")
        ->excludes("--no-checkpoint");
    command
        .add_flag("--detach", options.detach,
                  "Train in the background and outlive this terminal: returns when the run has begun. Without "
                  "--run-folder its folder gets an unused name, made of the model's.")
        ->excludes("--checkpoint")
        ->excludes("--no-checkpoint");
    command.add_flag("--overwrite", options.overwrite,
                     "Replace existing checkpoints of another run. A run's own best is replaced only by a better one.");
    addValue(command, "--resume", options.run.resume, checkpointFile,
             "Resume from this checkpoint, with its model, solver, seed and text, as if the run had never "
             "stopped. A run's folder stands for its checkpoint, and is written on. A run that early_stop has "
             "ended ends again at once, unless --validate-every is 0.");
    addValue(command, "--init-weights", options.run.first.file, "FILE",
             "Start from the weights in this file instead of random ones: a checkpoint, or any file that hamnet "
             "convert reads. Rows of the embedding are matched by character. Default: the file that the "
             "solver's weights names in its own folder.");
    addValue(command, "--vocabulary", options.run.first.vocabulary, "FILE",
             "The vocabulary of --init-weights, if its file does not contain it: a file with each character "
             "once, in the order of their indices, or another file of Hamnet that contains it.");
    addValue(command, "--init-data", options.initData, textFile,
             "The text that --init-weights was trained on, if its file does not contain the vocabulary: it is "
             "that text's.")
        ->excludes("--vocabulary");
    addValue(command, "--batch-per-device", options.batchPerDevice, "RULE",
             "Several devices: each trains on a batch as large as the model's, and not on a share of it, so the "
             "run's batch grows with their number. RULE is how the learning rate follows: same, linear (as many "
             "times as there are devices) or sqrt (its root).")
        ->check(CLI::IsMember({"same", "linear", "sqrt"}));
    command.add_flag("--json", options.json, "Report as JSON, one object per line.");
    for (const char* const kept :
         {"MODEL", "--solver", "--seed", "--best-by", "--target", "--time", "--gaps", "--delimiter", "--decimal",
          "--date-order", "--header", "--init-weights", "--vocabulary", "--init-data", "--batch-per-device"}) {
        command.get_option("--resume")->excludes(kept); // the checkpoint has them
    }
}

fs::path modelOf(const TrainOptions& options)
{
    return options.model.empty() ? engine::modelNamedBy(solverFor({}, options.solver).settings,
                                                        {.solvers = fs::path(options.solver).parent_path()})
                                 : fs::path(options.model);
}

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

namespace {

constexpr std::int64_t maxSeeds = 1000;

class TrainCommand : public Command {
public:
    explicit TrainCommand(CLI::App& app) : Command(app)
    {
        addTo(app, m_run.options);
        addWhole(app, "--seeds", m_seeds.seeds,
                 "Train so many nets side by side that differ in their seed alone: --seed and the next ones. Each "
                 "is the run that it would be alone and has a folder of its own, seed1, seed2, ..., in "
                 "--run-folder, by default an unused name made of the model's. --resume FOLDER continues them "
                 "all.",
                 {2, maxSeeds})
            ->excludes("--resume")
            ->excludes("--batch-per-device")
            ->excludes("--checkpoint")
            ->excludes("--detach");
        addWhole(
            app, "--at-once", m_seeds.atOnce,
            "Of --seeds, at most so many nets at the same time, and no more than there is memory for. Default: on a "
            "GPU all, on the processor one for each core, which then has one thread.",
            {1, maxSeeds});
    }

    ExitCode run(Console& console) override
    {
        TrainOptions& options = m_run.options;
        if (options.model.empty() && options.run.resume.empty() && options.solver.empty()) {
            throw UsageError("MODEL, --resume or --solver is required");
        }
        if (m_seeds.atOnce > 0 && !isOfSeveral()) {
            throw UsageError("--at-once is for several nets: --seeds N, or --resume FOLDER");
        }
        std::shared_ptr<engine::ProcessGroup> group = engine::launchedGroup();
        if (group && group->rank() > 0) { // rank 0 reads the other arguments, prints and saves
            engine::followRun(*group);
            return ExitCode::Done;
        }
        takeDescription(options, givenOf(Command::options()));
        if (m_seeds.seeds > 0 && !options.run.resume.empty()) {
            throw engine::Error(engine::say("%1 goes on from a checkpoint, which has its seed, so --seeds cannot be "
                                            "given with it",
                                            options.model));
        }
        if (group && (isOfSeveral() || options.detach)) {
            throw engine::Error("mpirun or srun has started several processes, which train one net together and end "
                                "together, but several seeds and --detach are for one process; start it without them");
        }
        if (isOfSeveral()) {
            if (options.detach || !options.checkpoint.empty()) {
                throw UsageError("nets of several seeds are trained here and each in its own folder, so --detach and "
                                 "--checkpoint cannot be given with them");
            }
            Interrupt interrupt;
            return trainSeeds(console, interrupt, options, m_seeds);
        }
        m_run.place = takeRunFolder(options);
        if (options.detach) {
            return detach(console, m_run);
        }
        Interrupt interrupt;
        m_run.plan = planOf(options, group.get());
        const engine::StartedRun started = engine::startWhereItPays(
            m_run.plan.run, {.group = std::move(group), .howToTellCharacters = howToTellCharacters}, interrupt.goOn());
        return train(console, interrupt, started);
    }

private:
    bool isOfSeveral() const { return m_seeds.seeds > 0 || !watch::seedsIn(m_run.options.run.resume).empty(); }

    ExitCode train(Console& console, Interrupt& interrupt, const engine::StartedRun& started)
    {
        const bool json = m_run.options.json;
        std::optional<engine::EndEvent> end;
        {
            const std::int64_t lineEvery =
                m_run.options.has("every") ? started.settings.reportEvery
                                           : engine::intParam(engine::completeParams(m_run.plan.run.solver), "display");
            const std::unique_ptr<RunView> view = json ? nullptr : makeRunView(console, lineEvery);
            const auto show = [&](const engine::Event& event) {
                view ? view->show(event) : printEvent(console, event);
            };
            Showing showing(interrupt);
            RunOutput output(m_run, started,
                             {.show = [&](const engine::Event& event) { showing([&] { show(event); }); },
                              .stop = [&] { interrupt.request(); },
                              .wantsAll = console.out.isTerminal() && !json});
            writeDown(m_run);
            interrupt.hasSomethingToSave();
            const auto sink = [&](const engine::Event& event) {
                if (const auto* const ended = std::get_if<engine::EndEvent>(&event)) {
                    end = *ended;
                }
                output.show(event);
            };
            engine::Run(*started.trainer, started.gauge.get())
                .go(output.settings(), interrupt.token(), sink, output.control());
            showing.finish();
            output.finish();
        }
        return exitCodeOf(console, *end);
    }

    PlannedRun m_run;
    SeedsWish m_seeds;
};

} // namespace

extern const CommandSpec trainCommand = {"train", "Train a net on a text or on sequences.",
                                         R"(  hamnet train models/char_rnn_small.prototxt
  hamnet train my_net.prototxt --data my_text.txt --seconds 600 --checkpoint my.hamnet
  hamnet train --resume my.hamnet --iterations 20000
  hamnet train my_net.prototxt --seeds 8 --run-folder my_seeds
  hamnet train my_seeds/seed3/run.json --run-folder once_more
  hamnet train my_net.prototxt --json | jq 'select(.event == "validation")')",
                                         make<TrainCommand>};

} // namespace cli
