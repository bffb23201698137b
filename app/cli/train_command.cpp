// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/detach.h"
#include "app/cli/interrupt.h"
#include "app/cli/recorded_run.h"
#include "app/cli/run_options.h"
#include "app/cli/run_view.h"
#include "app/cli/sources.h"
#include "app/cli/train_options.h"
#include "app/cli/words.h"
#include "engine/backends/device_group.h"
#include "engine/backends/launched_group.h"
#include "engine/backends/start_run.h"
#include "engine/formats/exchange/input_files.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/net_states.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/graph/text_wiring.h"
#include "engine/training/run/best.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run_files.h"
#include "engine/training/run/run_plan.h"
#include "engine/training/run/run_verdict.h"
#include "engine/training/run/solver_run.h"
#include "engine/training/run/text_source.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"
#include "engine/training/write/text_generator.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <exception>
#include <optional>

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* trainExamples = R"(  hamnet train models/char_rnn_small.prototxt
  hamnet train my_net.prototxt --data my_text.txt --seconds 600 --checkpoint my.hamnet
  hamnet train --resume my.hamnet --iterations 20000
  hamnet train my_net.prototxt --json | jq 'select(.event == "validation")')";

} // namespace

void addTo(CLI::App& command, TrainOptions& options)
{
    command
        .add_option("MODEL", options.model,
                    "The net, as prototxt or in a picture that Hamnet saved. Not needed with --resume, or with a "
                    "--solver that names its net.")
        ->type_name(modelFile);
    command
        .add_option(
            "--solver", options.solver,
            "The solver, as prototxt: optimizer, learning rate, number of iterations. Default: <model>_solver.prototxt "
            "beside the model, or a solver.prototxt there that names no other net, or else a built-in one. Options "
            "override the solver, and the solver overrides defaults.")
        ->type_name("SOLVER.prototxt");
    command
        .add_option("--data", options.data,
                    "The text to train on: a file, or a name in hamnet corpus list. Default: the one that the model "
                    "names, or the bundled play. For a net with a SEQUENCEDATA layer: a folder of images (IDX files, "
                    "or a folder of pictures for each class), a CSV file, or a file of lines label<TAB>text.")
        ->type_name(dataFile);
    options.columns.addTo(command);
    options.run.addTo(command);
    command
        .add_option("--best-by", options.bestBy,
                    "Metric that selects the best checkpoint and counts for early stopping: loss, accuracy, mae, rmse "
                    "or r2. Default: the solver's best_by.")
        ->type_name("METRIC");
    command
        .add_option("--checkpoint", options.checkpoint,
                    "Where to save the checkpoint; the best so far goes to <name>.best.hamnet. Neither file may exist, "
                    "unless it is the run's own that --resume continues. Default: an unused name made of the solver's "
                    "snapshot_prefix or the model's name, or the file of --resume.")
        ->type_name(checkpointFile);
    command.add_flag("--no-checkpoint", options.withoutCheckpoint, "Save no checkpoints.")->excludes("--checkpoint");
    command
        .add_option("--run-folder", options.runFolder,
                    "The folder to write the run to, which is made: checkpoint run.hamnet, and events in log.jsonl as "
                    "--json prints them, but at most ten iterations a second unless --every is given. hamnet watch "
                    "follows it, also from another computer; --resume FOLDER continues it.")
        ->type_name(folderName)
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
    command
        .add_option("--resume", options.resume,
                    "Resume from this checkpoint, with its model, solver, seed and text, as if the run had never "
                    "stopped. A run's folder stands for its checkpoint, and is written on. A run that early_stop has "
                    "ended ends again at once, unless --validate-every is 0.")
        ->type_name(checkpointFile);
    command
        .add_option("--init-weights", options.initWeights,
                    "Start from the weights in this file instead of random ones: a checkpoint, or any file that hamnet "
                    "convert reads. Rows of the embedding are matched by character. Default: the file that the "
                    "solver's weights names in its own folder.")
        ->type_name("FILE")
        ->excludes("--resume");
    command
        .add_option("--vocabulary", options.vocabulary,
                    "The vocabulary of --init-weights, if its file does not contain it: a file with each character "
                    "once, in the order of their indices, or another file of Hamnet that contains it.")
        ->type_name("FILE");
    command
        .add_option("--init-data", options.initData,
                    "The text that --init-weights was trained on, if its file does not contain the vocabulary: it is "
                    "that text's.")
        ->type_name(textFile)
        ->excludes("--vocabulary");
    command
        .add_option("--batch-per-device", options.batchPerDevice,
                    "Several devices: each trains on a batch as large as the model's, and not on a share of it, so the "
                    "run's batch grows with their number. RULE is how the learning rate follows: same, linear (as many "
                    "times as there are devices) or sqrt (its root).")
        ->type_name("RULE")
        ->check(CLI::IsMember({"same", "linear", "sqrt"}))
        ->excludes("--resume");
    command.add_flag("--json", options.json, "Report as JSON, one object per line.");
}

fs::path modelOf(const TrainOptions& options)
{
    return options.model.empty() ? engine::modelNamedBy(solverFor({}, options.solver).settings,
                                                        {.solvers = fs::path(options.solver).parent_path()})
                                 : fs::path(options.model);
}

namespace {

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

/// A metric that --best-by names, also as lines of progress print it: "acc", "val_acc" and "val_mae". The name of an
/// output of the model stands as it is.
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
    if (time.empty()) {
        return;
    }
    const std::string kept = engine::sampleSettings(engine::readModel(checkpoint.model, options.resume)).table.time;
    if (time != kept) {
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

/// What is run, and what is told of it.
struct Plan {
    engine::RunStart start = {};
    std::string modelName; ///< its file, or the checkpoint that it is in
    std::string solverOrigin;
    TextSource text; ///< or the sequences
    engine::RunFiles files;
    std::vector<engine::Sentence> notes = {}; ///< of reading the model and the solver
};

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

/// What the solver says beside its numbers, where the command line does not say it.
void takeFromSolver(Plan& plan, const TrainOptions& options, const SolverSource& solver, const fs::path& model)
{
    const engine::FromSolver taken =
        engine::takenFrom(solver.settings, {.folders = {.solvers = solver.file.parent_path()},
                                            .model = model,
                                            .settled = engine::solverKeysOf(options.run.given()),
                                            .firstWeights = options.initWeights});
    append(plan.notes, solver.notes);
    append(plan.notes, taken.notes);
    plan.start.first.file = taken.firstWeights;
    plan.files = filesFor(options, [&] {
        const fs::path named = engine::checkpointNamedBy(solver.settings, {}, model.stem().string(), plan.notes);
        return engine::RunFiles::unused(named.empty() ? model.filename().replace_extension(".hamnet") : named);
    });
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
void growBatch(Plan& plan, const std::string& rule, std::int64_t devices)
{
    const engine::TextWiring wiring = engine::textWiring(plan.start.model, engine::Phase::Train);
    plan.start.model = engine::withBatch(plan.start.model, wiring.steps, wiring.streams * devices);
    const double rate = engine::floatParam(engine::completeParams(plan.start.solver), "base_lr");
    const auto times = static_cast<double>(devices);
    const double grown = rate * (rule == "linear" ? times : rule == "sqrt" ? std::sqrt(times) : 1);
    plan.start.solver.params.insert_or_assign("base_lr", grown);
    plan.notes.push_back(engine::say("a batch of %1 streams on each of %2 devices makes %3 in all; the learning rate "
                                     "%4 becomes %5 (--batch-per-device %6)",
                                     wiring.streams, devices, wiring.streams * devices, engine::toText(rate),
                                     engine::toText(grown), rule));
}

Plan planAnew(const TrainOptions& options, const engine::ProcessGroup* group)
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
    requireWriter(options, model);
    if (!options.bestBy.empty()) {
        solver.settings.params.insert_or_assign("best_by", metricNamed(options.bestBy, model));
    }
    TextSource text = dataFor(model, file, options.data);
    Plan plan{.start = {.model = model,
                        .solver = solver.settings,
                        .plan = engine::planRun(options.run.given(), solver.settings),
                        .data = text.file,
                        .first = {.file = options.initWeights,
                                  .vocabulary = options.vocabulary,
                                  .text = options.initData.empty() ? fs::path() : textNamed(options.initData)},
                        .howToTellCharacters = "; give --vocabulary FILE or --init-data TEXT"},
              .modelName = file.string(),
              .solverOrigin = solver.origin,
              .text = std::move(text),
              .files = {},
              .notes = notes};
    takeFromSolver(plan, options, solver, file);
    if (!options.batchPerDevice.empty() && !engine::learnsSequences(model)) {
        const std::int64_t devices =
            group != nullptr ? group->size() : std::ssize(engine::devicesIn(plan.start.plan.device.name));
        growBatch(plan, options.batchPerDevice, devices);
    }
    const engine::FirstWeightsFile& first = plan.start.first;
    if (first.file.empty() && !(first.vocabulary.empty() && first.text.empty())) {
        throw engine::Error(
            "--vocabulary and --init-data give the vocabulary of initial weights, but --init-weights is missing");
    }
    mayReplace(options, plan.files,
               {{file, "the model"},
                {solver.file, "the solver"},
                {plan.start.data, "the data"},
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

Plan planResumed(const TrainOptions& options)
{
    if (!isCheckpoint(options.resume)) {
        throw engine::Error(options.resume + " is not a checkpoint of Hamnet, but --resume needs one");
    }
    // Reserved before the checkpoint is read, so that what the run goes on from is the newest.
    engine::RunFiles files = filesFor(options, [&] { return engine::RunFiles::after(options.resume); });
    engine::Checkpoint checkpoint = engine::loadCheckpoint(options.resume);
    requireSame(checkpoint, options);
    requireWriter(options, engine::readModel(checkpoint.model, options.resume));
    const fs::path data = options.data.empty() ? engine::dataOfCheckpoint(checkpoint, options.resume)
                                               : dataNamed(checkpoint, options.data);
    mayReplace(options, files, {{options.model, "the model"}, {options.solver, "the solver"}, {data, "the data"}},
               [&] { files.requireUnusedBut(options.resume, checkpoint); });
    Plan plan{.modelName = options.model.empty() ? options.resume : options.model,
              .solverOrigin = options.resume,
              .text = {data, options.data.empty() ? "named by " + options.resume : ""},
              .files = std::move(files)};
    plan.start.data = plan.text.file;
    append(plan.notes, engine::resume(plan.start, options.run.given(), std::move(checkpoint), options.resume));
    return plan;
}

std::string solverInWords(const Plan& plan)
{
    const engine::Params params = engine::completeParams(plan.start.solver);
    return fmt::format("{}, learning rate {} ({}), from {}", engine::textParam(params, "type"),
                       engine::toText(engine::floatParam(params, "base_lr")), engine::textParam(params, "lr_policy"),
                       plan.solverOrigin);
}

void tellData(RunFacts& facts, const engine::Trainer& trainer)
{
    if (const engine::Samples* const samples = trainer.source().samples()) {
        facts.isText = false;
        facts.characters = samples->count();
        facts.learned = std::ssize(samples->part(engine::Split::Train));
        facts.heldOut = facts.characters - facts.learned;
        facts.sequences = sequencesInWords(samples->facts);
        return;
    }
    facts.canWrite = !engine::whyItCannotWrite(trainer.model());
    const engine::Corpus& text = *trainer.source().text();
    const engine::SplitFractions fractions = engine::dataSettings(trainer.model()).fractions;
    facts.characters = text.characters();
    facts.learned = text.charactersIn(text.range(engine::Split::Train, fractions));
    facts.heldOut = facts.characters - facts.learned;
}

/// The engine of each recurrent layer, and why no quicker one, unless the run had it before.
std::vector<engine::LayerEngine> layersOf(const engine::StartedRun& run)
{
    const engine::Trainer& trainer = *run.trainer;
    const engine::EnginesBefore engines = trainer.net().recurrentEngines();
    std::vector<engine::LayerEngine> layers =
        engine::layerEngines(trainer.model(), engine::placeOf(*run.device), run.engine);
    for (engine::LayerEngine& layer : layers) {
        const auto found = engines.find(layer.layer);
        if (found != engines.end() && found->second != layer.engine) {
            layer = {.layer = layer.layer, .engine = found->second, .why = {}};
        }
    }
    return layers;
}

RunFacts factsOf(const Plan& plan, const engine::StartedRun& run)
{
    const engine::Trainer& trainer = *run.trainer;
    const std::string& name = plan.modelName;
    RunFacts facts{.model = trainer.model().name.empty() ? name : trainer.model().name + " (" + name + ")",
                   .text = plan.text.file.string(),
                   .textOrigin = plan.text.origin,
                   .solver = solverInWords(plan),
                   .deviceDescription = run.device->description(),
                   .precision = run.device->precision(),
                   .precisionFrom = run.precisionFrom,
                   .layers = layersOf(run),
                   .memory = run.memory.sizes.memory.total(),
                   .checkpoint = plan.files.checkpoint().string(),
                   .seconds = run.settings.limits.seconds,
                   .notes = plan.notes};
    append(facts.notes, run.notes);
    facts.verdict = [&trainer](engine::EndReason reason) {
        const engine::Curve& curve = trainer.curve();
        return curve.size() < 2
                   ? std::string()
                   : engine::inWords(engine::verdictOf(curve, reason, trainer.solver().bestBy(), trainer.metrics()));
    };
    tellData(facts, trainer);
    return facts;
}

/// Shows events as long as its output is read. When that fails the run is asked to stop, so that it still saves, and
/// the failure waits until then.
class Showing {
public:
    Showing(RunView& view, Interrupt& interrupt) : m_view(&view), m_interrupt(&interrupt) {}

    void operator()(const engine::Event& event)
    {
        guarded([&] { m_view->show(event); });
    }
    void pause(std::int64_t iteration, watch::Pause pause)
    {
        guarded([&] { m_view->showPause(iteration, pause); });
    }

    /// Throws what kept the output from being written, but not that it was no longer read.
    void finish() const
    {
        try {
            if (m_failure) {
                std::rethrow_exception(m_failure);
            }
        } catch (const ReaderGone&) {}
    }

private:
    template <typename Show>
    void guarded(const Show& show)
    {
        if (m_failure) {
            return;
        }
        try {
            show();
        } catch (...) {
            m_failure = std::current_exception();
            m_interrupt->request();
        }
    }

    RunView* m_view;
    Interrupt* m_interrupt;
    std::exception_ptr m_failure;
};

class TrainCommand : public Command {
public:
    explicit TrainCommand(CLI::App& app) : Command(app) { addTo(app, m_options); }

    ExitCode run(Console& console) override
    {
        if (m_options.model.empty() && m_options.resume.empty() && m_options.solver.empty()) {
            console.note("hamnet: MODEL, --resume or --solver is required; see hamnet train --help");
            return ExitCode::Usage;
        }
        std::shared_ptr<engine::ProcessGroup> group = engine::launchedGroup();
        if (group && group->rank() > 0) { // rank 0 reads the other arguments, prints and saves
            engine::followRun(*group);
            return ExitCode::Done;
        }
        m_place = takeRunFolder(m_options);
        if (m_options.detach) {
            return detach(console, *m_place, group ? InGroup::Yes : InGroup::No,
                          m_options.json ? Reporting::JsonLines : Reporting::Words);
        }
        Interrupt interrupt;
        Plan plan = m_options.resume.empty() ? planAnew(m_options, group.get()) : planResumed(m_options);
        plan.start.group = std::move(group);
        const engine::StartedRun run = engine::startRun(plan.start, interrupt.goOn());
        return train(console, interrupt, plan, run);
    }

private:
    std::unique_ptr<RunView> makeView(Console& console, const RunFacts& facts, std::int64_t lineEvery) const
    {
        if (m_options.json) {
            return makeJsonView(console, facts);
        }
        if (isLive(console)) {
            return makeLiveView(console, facts, lineEvery);
        }
        return makePlainView(console, facts);
    }

    bool isLive(const Console& console) const { return console.out.isTerminal() && !m_options.json; }

    /// What the terminal adds: where to save, and every loss for readers of JSON.
    engine::RunSettings settingsOf(const Plan& plan, const engine::StartedRun& run) const
    {
        engine::RunSettings settings = run.settings;
        settings.checkpoint = plan.files.checkpoint();
        settings.checkpointAtEnd = settings.checkpointAtEnd || !m_options.checkpoint.empty();
        if (m_options.json && !m_options.run.has("every")) {
            settings.reportEvery = 1;
        }
        return settings;
    }

    ExitCode train(Console& console, Interrupt& interrupt, const Plan& plan, const engine::StartedRun& run)
    {
        const RunFacts facts = factsOf(plan, run);
        engine::RunSettings settings = settingsOf(plan, run);
        const std::int64_t lineEvery = m_options.run.has("every")
                                           ? settings.reportEvery
                                           : engine::intParam(engine::completeParams(plan.start.solver), "display");
        const bool hasEvery = m_options.run.has("every");
        const Thinning given(settings.reportEvery);
        Thinning shown = isLive(console) ? Thinning(1) : given;
        if (isLive(console) || (m_place && !hasEvery)) {
            settings.reportEvery = 1; // for the progress line and the log, which take ten a second at most
        }
        std::string detail;
        engine::EndReason reason = engine::EndReason::Stopped;
        {
            const std::unique_ptr<RunView> view = makeView(console, facts, lineEvery);
            Showing showing(*view, interrupt);
            std::unique_ptr<RecordedRun> record;
            if (m_place) {
                record = std::make_unique<RecordedRun>(
                    *m_place, *run.trainer, facts, hasEvery ? given : Thinning(), interrupt,
                    [&](std::int64_t iteration, watch::Pause pause) { showing.pause(iteration, pause); });
            }
            const auto sink = [&](const engine::Event& event) {
                if (const auto* end = std::get_if<engine::EndEvent>(&event)) {
                    detail = end->detail;
                }
                if (record) {
                    record->show(event);
                }
                if (shown.takes(event)) {
                    showing(event);
                }
            };
            interrupt.hasSomethingToSave();
            reason = engine::Run(*run.trainer, run.gauge.get())
                         .go(settings, interrupt.token(), sink, record ? &record->control() : nullptr);
            showing.finish();
            if (record) {
                record->finish();
            }
        }
        if (reason == engine::EndReason::Diverged) {
            console.note("hamnet: the training diverged: " + detail);
            return ExitCode::Diverged;
        }
        return reason == engine::EndReason::Stopped ? ExitCode::Interrupted : ExitCode::Done;
    }

    TrainOptions m_options;
    std::optional<RunPlace> m_place; ///< the run's folder, if it has one
};

} // namespace

std::unique_ptr<Command> makeTrainCommand(CLI::App& program)
{
    return std::make_unique<TrainCommand>(
        addCommand(program, "train", "Train a net on a text or on sequences.", trainExamples));
}

} // namespace cli
