// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/comparison_report.h"
#include "app/cli/console.h"
#include "app/cli/contenders.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/words.h"
#include "app/contest/net_variants.h"
#include "app/contest/results.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shared_model.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cli {
namespace {

constexpr const char* compareExamples = R"(  hamnet compare models/char_rnn_equal_caffe.prototxt --engines caffe,onednn
  hamnet compare my_net.prototxt --device cuda --graph both --markdown
  hamnet compare my_net.prototxt --engines cuda:0/caffe,cuda:1/cudnn --at-once --precision bf16
  hamnet compare my_net.prototxt --engines cpu/onednn,cuda/cudnn --data my_text.txt --iterations 200
  hamnet compare models/rows_lstm.prototxt --engines caffe,onednn --data digits --epochs 10 --seeds 5
  hamnet compare models/rows_lstm.prototxt --data mnist-folder --cells lstm,gru,rnn_tanh --epochs 10
  hamnet compare models/series_lstm.prototxt --data days.csv --target temperature --batch 16,64,256)";

constexpr double defaultSecondsOnGpu = 5;
constexpr std::int64_t defaultTextLength = 300, defaultEpochs = 3, defaultSeeds = 3;

struct CompareOptions : ComparedOptions {
    std::vector<std::string> cells;
    std::vector<std::int64_t> batches;
    std::string graph = "on";
    std::int64_t iterations = 50, textLength = defaultTextLength;
    std::optional<double> seconds;
    std::optional<std::int64_t> epochs, seeds;
    std::uint64_t seed = 1;
    bool atOnce = false;

    Graphs graphs() const
    {
        return engine::folded(graph) == "both"  ? Graphs::Both
               : engine::folded(graph) == "off" ? Graphs::Off
                                                : Graphs::On;
    }
};

class CompareCommand : public Command {
public:
    explicit CompareCommand(CLI::App& app) : Command(app)
    {
        app.add_option("MODEL", m_options.model, "The net, as prototxt.")
            ->type_name(modelFile)
            ->transform(fileOrSample)
            ->required();
        m_options.addNet(app, nullptr);
        CLI::Option* const iterations =
            app.add_option("--iterations", m_options.iterations, "How many iterations each engine runs, in turns.")
                ->type_name("N")
                ->capture_default_str()
                ->check(wholeFrom(1, 1'000'000));
        addLearning(app, *iterations);
        app.add_option("--seconds", m_options.seconds,
                       "How long each then trains on, in turns, to measure utilisation and energy. Default: 5 if a GPU "
                       "is measured, else 0.")
            ->type_name("S")
            ->check(numberIn({.least = 0, .most = 3600}));
        app.add_option("--text", m_options.textLength, "How many characters each writes at the end; 0: none.")
            ->type_name("N")
            ->capture_default_str()
            ->check(wholeFrom(0, 100'000));
        app.add_option("--graph", m_options.graph,
                       "Whether a GPU runs its steps as a CUDA graph where possible; both measures each way.")
            ->type_name("{on,off,both}")
            ->capture_default_str()
            ->check(oneOf({"on", "off", "both"}, Case::Ignored));
        app.add_flag("--at-once", m_options.atOnce,
                     "Train them at the same time instead of in turns; each needs a GPU of its own.");
        app.add_option("--seed", m_options.seed, "Random seed of initial weights, dropout and texts, the same for all.")
            ->type_name("N")
            ->check(wholeFrom(0))
            ->capture_default_str();
        m_options.addOutput(app, "Print it as one JSON object.");
    }

    ExitCode run(Console& console) override
    {
        const Interrupt interrupt;
        const engine::RunDescription common = m_options.read(console);
        const bool learns =
            engine::dataKindOf(common.model).inEpochs || m_options.epochs || m_options.seeds || ofNets();
        const auto isGiven = [&](const char* name) { return options().get_option(name)->count() > 0; };
        for (const char* const name : {"--seconds", "--text", "--at-once"}) {
            if (learns && isGiven(name)) {
                console.note(engine::say("hamnet: %1 is for texts without --epochs, --seeds, --cells and --batch; see "
                                         "hamnet compare --help",
                                         name));
                return ExitCode::Usage;
            }
        }
        tellSchedule(console, common);
        const std::vector<contest::Entrant> entrants = entrantsOf(common);
        contest::Trial trial{.firstSeed = m_options.seed, .atOnce = m_options.atOnce};
        if (!learns || isGiven("--iterations")) {
            trial.iterations = m_options.iterations;
        }
        LiveLine live(console.err);
        if (learns) {
            trial.form = contest::Trial::Form::Learn;
            trial.epochs = m_options.epochs.value_or(defaultEpochs);
            trial.seeds = m_options.seeds.value_or(defaultSeeds);
            trial.tell = [&](const std::string& line) {
                live.draw(shortened(oneLine(line), console.err.columns() - 1));
            };
        } else {
            const bool onGpu = std::ranges::any_of(entrants, [](const auto& one) { return one.contender.onGpu(); });
            trial.seconds = m_options.seconds.value_or(onGpu ? defaultSecondsOnGpu : 0);
            trial.textLength = m_options.textLength;
        }
        if (!console.err.isTerminal()) {
            trial.tell = {};
        }
        const contest::Comparison comparison = contest::compare(entrants, trial, interrupt.goOn());
        if (trial.tell) {
            live.clear();
        }
        comparison.requireAny();
        console.remarks(comparison.results.front().loaded.remarks);
        if (m_options.json) {
            Json json{{"model", m_options.model},
                      {"data", common.data.string()},
                      {"epochs", trial.iterations ? Json() : Json(trial.epochs)},
                      {"iterations", orNull(trial.iterations)},
                      {"seed", trial.firstSeed},
                      {"seeds", trial.seeds},
                      {"at_once", trial.atOnce}};
            json.update(comparisonJson(comparison));
            printLine(console.out, json);
        } else {
            print(console, comparison, trial);
        }
        return ExitCode::Done;
    }

private:
    void addLearning(CLI::App& app, CLI::Option& iterations)
    {
        app.add_option("--epochs", m_options.epochs,
                       "Train each row for this many epochs, validate after each, and report the metrics. Default: 3 "
                       "for a net on sequences.")
            ->type_name("N")
            ->excludes(&iterations)
            ->check(wholeFrom(1, 1'000'000));
        app.add_option("--seeds", m_options.seeds,
                       "Train each row this many times, from --seed and the seeds after it, and report mean and "
                       "standard deviation of the metrics. Default: 3 for a net on sequences or with --epochs.")
            ->type_name("K")
            ->check(wholeFrom(1, 1000));
        app.add_option("--cells", m_options.cells,
                       "One row per cell in place of the net's own: " + braced(contest::cellNames()) +
                           ", or cell:NAME, a cell of the library or a file with equations.")
            ->type_name("NAME,NAME")
            ->delimiter(',')
            ->expected(1)
            ->take_all()
            ->allow_extra_args(false);
        app.add_option("--batch", m_options.batches,
                       "One row per batch size: sequences, or streams of a text. The solver's learning rates follow "
                       "the epochs.")
            ->type_name("N,N")
            ->delimiter(',')
            ->expected(1)
            ->take_all()
            ->allow_extra_args(false)
            ->check(wholeFrom(1, 1 << 20))
            ->excludes(&iterations);
    }

    bool ofNets() const { return !m_options.cells.empty() || !m_options.batches.empty(); }

    /// What each row trains: every cell with every batch on every engine.
    std::vector<contest::Entrant> entrantsOf(const engine::RunDescription& common) const
    {
        const engine::Model& model = common.model;
        const std::string engines = m_options.engines.empty() && ofNets() ? "default" : m_options.engines;
        const std::vector<Contender> all = contenders(engines, m_options.machine, m_options.graphs());
        const auto cells = m_options.cells.empty() ? std::vector<std::string>(1) : m_options.cells;
        const auto batches = m_options.batches.empty() ? std::vector<std::int64_t>(1, 0) : m_options.batches;
        std::vector<contest::Entrant> rows;
        for (const std::string& given : cells) {
            const std::string cell = given.empty() ? given : contest::cellName(given);
            const engine::Model withItsCell = cell.empty() ? model : contest::withCell(model, cell);
            for (const std::int64_t batch : batches) {
                const engine::Model net = batch == 0 ? withItsCell : engine::withStreams(withItsCell, batch);
                const double moreSteps =
                    batch == 0 ? 1
                               : static_cast<double>(engine::requiredWiring(model, engine::Phase::Train).streams) /
                                     static_cast<double>(batch);
                engine::RunDescription run = common;
                run.model = net;
                run.solver = contest::withSchedule(common.solver, moreSteps);
                for (const Contender& contender : all) {
                    std::string name = cell;
                    const auto add = [&](const std::string& part) { name += (name.empty() ? "" : ", ") + part; };
                    if (batch > 0) {
                        add(engine::say("batch %1", batch));
                    }
                    if (all.size() > 1 || !ofNets()) {
                        add(contender.name);
                    }
                    rows.push_back({.name = name, .contender = contender, .run = run, .cell = cell});
                }
            }
        }
        return rows;
    }

    /// Epochs are compared, but the solver counts iterations.
    void tellSchedule(Console& console, const engine::RunDescription& run) const
    {
        if (!m_options.batches.empty() && contest::hasSchedule(run.solver)) {
            console.remark(engine::say("the solver's learning rates are for a batch of %1; with another batch they "
                                       "are spread over as many epochs, not as many iterations",
                                       engine::requiredWiring(run.model, engine::Phase::Train).streams));
        }
    }

    void print(Console& console, const contest::Comparison& comparison, const contest::Trial& trial) const
    {
        const contest::Results& results = comparison.results;
        m_options.print(console, comparisonTable(comparison));
        console.out.line("");
        for (const std::string& sentence : contest::sentencesOf(results)) {
            console.out.line((m_options.markdown ? "- " : "") + oneLine(sentence));
        }
        console.out.line("");
        for (const std::string& device : contest::devicesOf(results)) {
            console.out.line(device);
        }
        if (trial.textLength > 0) {
            console.out.line("");
            m_options.print(console, textsOf(results, m_options.markdown ? 100 : console.out.columns()));
            console.out.line("");
            console.out.line(whereTextsPart(results));
        }
    }

    CompareOptions m_options;
};

} // namespace

extern const CommandSpec compareCommand = {
    "compare", "Run a net on several engines from the same weights: speed, memory, energy, losses.", compareExamples,
    make<CompareCommand>};

} // namespace cli
