// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/recorded_run.h"
#include "app/cli/run_view.h"
#include "app/cli/sources.h"
#include "app/cli/train_plan.h"
#include "app/cli/train_seeds.h"
#include "app/watch/run_folder.h"
#include "engine/backends/device_group.h"
#include "engine/backends/device_trial.h"
#include "engine/backends/launched_group.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/run/solver_run.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"

#include <memory>
#include <optional>

namespace cli {
namespace {

namespace fs = std::filesystem;

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
            return detach(console, *m_run.place, options.json ? Reporting::JsonLines : Reporting::Words);
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
        const bool isLive = console.out.isTerminal() && !m_run.options.json;
        std::optional<engine::EndEvent> end;
        {
            std::unique_ptr<RunView> view;
            Showing showing(interrupt);
            RunOutput output(m_run, started,
                             {.show = [&](const engine::Event& event) { showing([&] { view->show(event); }); },
                              .stop = [&] { interrupt.request(); },
                              .wantsAll = isLive});
            const std::int64_t lineEvery =
                m_run.options.has("every") ? output.every()
                                           : engine::intParam(engine::completeParams(m_run.plan.run.solver), "display");
            view = m_run.options.json ? makeJsonView(console)
                   : isLive           ? makeLiveView(console, lineEvery)
                                      : makePlainView(console);
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
