// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/contenders.h"
#include "app/cli/engine_process.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/cli/table.h"
#include "app/cli/words.h"
#include "engine/data/places.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <set>

namespace cli {
namespace {

constexpr const char* examples = R"(  hamnet bench
  hamnet bench --engines onednn --threads 2 --markdown
  hamnet bench models/char_rnn_small.prototxt --json)";

/// A char-RNN of a size that others publish figures for.
struct StandardShape {
    std::int64_t steps, streams, layers, units;
};
constexpr StandardShape standardShapes[] = {{75, 25, 2, 512}, {50, 50, 2, 128}};

constexpr std::int64_t embedWidth = 15;

/// EMBED, a recurrent layer, INNERPRODUCT, without dropout: what tests/bench/peers measures too.
std::string standardModel(const StandardShape& shape, std::string_view cell)
{
    return fmt::format(R"(layer {{ name: "text" type: "TextData" top: "data" top: "clip" top: "label"
  text_data_param {{ time_steps: {} batch_size: {} }} }}
layer {{ name: "embed" type: "Embed" bottom: "data" top: "embed" embed_param {{ input_dim: 1 num_output: {} weight_filler {{ type: "xavier" }} }} }}
layer {{ name: "memory" type: "{}" bottom: "embed" bottom: "clip" top: "memory"
  recurrent_param {{ num_output: {} num_layers: {} {} weight_filler {{ type: "uniform" min: -0.05 max: 0.05 }} }} }}
layer {{ name: "scores" type: "InnerProduct" bottom: "memory" top: "scores"
  inner_product_param {{ num_output: 1 axis: 2 weight_filler {{ type: "xavier" }} }} }}
layer {{ name: "loss" type: "SoftmaxWithLoss" bottom: "scores" bottom: "label" top: "loss" softmax_param {{ axis: 2 }} }}
)",
                       shape.steps, shape.streams, embedWidth, cell, shape.units, shape.layers,
                       cell == "rnn" ? "activation: TANH" : "");
}

constexpr std::string_view standardSolver =
    R"(type: "Adam" momentum: 0.9 base_lr: 0.001 lr_policy: "fixed" clip_gradients: 5 max_iter: 1000000)";

struct BenchOptions {
    std::string model, solver, data;
    std::string cell = "lstm";
    std::string engines;
    MachineOptions machine;
    double seconds = 4;
    bool json = false, markdown = false;
};

/// A net that is measured.
struct Subject {
    std::string name, model, solver;
};

/// What one engine did with one net.
struct Row {
    std::string net, engine;
    EngineProcess::Loaded loaded;
    std::vector<double> stepSeconds, characterSeconds;
    EngineProcess::Memory memory;

    double step() const { return median(stepSeconds); }
    double character() const { return median(characterSeconds); }
    double trainedPerSecond() const { return static_cast<double>(loaded.batchCharacters) / step(); }
    double stepGflops() const { return static_cast<double>(loaded.flops) / step() / 1e9; }
    double writtenPerSecond() const { return 1 / character(); }
    double characterGflops() const { return static_cast<double>(loaded.flopsOfOne) / character() / 1e9; }
};

constexpr std::int64_t charactersARound = 100;
constexpr std::int64_t mostStepsAtOnce = 1000;
constexpr int rounds = 5; ///< in which the engines take turns

/// Trains and writes for about a fifth of the time each. A device that works ahead of the host is at its pace only in a
/// long row of steps, so steps are asked for in a few rows, and each row is one sample.
void measureRound(EngineProcess& process, double seconds, Row& row)
{
    constexpr double rows = 3;
    const auto train = [&](std::int64_t count) {
        const EngineProcess::Steps steps = process.train(count);
        return std::accumulate(steps.seconds.begin(), steps.seconds.end(), 0.0);
    };
    const double one = train(1);
    const std::int64_t count =
        std::clamp<std::int64_t>(std::llround(seconds / rows / std::max(one, 1e-9)), 1, mostStepsAtOnce);
    double used = one;
    while (used < seconds) {
        const double took = train(count);
        row.stepSeconds.push_back(took / static_cast<double>(count));
        used += took;
    }
    if (row.stepSeconds.empty()) {
        row.stepSeconds.push_back(one);
    }
    used = 0;
    while (used < seconds / 2) {
        const double took = process.generate(charactersARound);
        row.characterSeconds.push_back(took / static_cast<double>(charactersARound));
        used += took;
    }
}

void warmUp(EngineProcess& process)
{
    static_cast<void>(process.train(3));
    static_cast<void>(process.generate(charactersARound));
}

class BenchCommand : public Command {
public:
    explicit BenchCommand(CLI::App& app) : Command(app)
    {
        CLI::Option* const model =
            app.add_option(
                   "MODEL", m_options.model,
                   "The net, as prototxt; without it char-RNNs of two standard sizes (2 x 512 units, 25 streams of 75 "
                   "characters; 2 x 128 units, 50 of 50).")
                ->type_name(modelFile);
        app.add_option("--cell", m_options.cell, "The cell of the built-in nets; rnn is the one with tanh.")
            ->type_name("{lstm,gru,rnn}")
            ->capture_default_str()
            ->excludes(model)
            ->check(oneOf({"lstm", "gru", "rnn"}, Case::Ignored));
        app.add_option(
               "--engines", m_options.engines,
               "The engines to measure, separated by commas, also with their device, as cuda:0/cudnn; without it "
               "caffe,onednn on the processor and those of caffe,cudnn,fused that can on a GPU.")
            ->type_name("NAME,NAME");
        app.add_option("--data", m_options.data, "The text to train on; without it the bundled play.")
            ->type_name(textFile);
        app.add_option("--solver", m_options.solver,
                       "How MODEL learns; without it <model>_solver.prototxt, or the built-in one.")
            ->type_name("SOLVER.prototxt");
        app.add_option("--seconds", m_options.seconds,
                       "How long to train each net on each engine; writing takes half of it more.")
            ->type_name("S")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .lowerEnd = LowerEnd::Open}));
        m_options.machine.addDeviceTo(app);
        app.add_flag("--markdown", m_options.markdown, "Print the table for a README.");
        app.add_flag("--json", m_options.json, "Print one JSON object for each net and engine.")
            ->excludes("--markdown");
    }

    ExitCode run(Console& console) override
    {
        const Interrupt interrupt;
        std::vector<Row> rows;
        for (const Subject& subject : subjects(console)) {
            for (const Row& row : measure(subject, interrupt)) {
                rows.push_back(row);
            }
        }
        if (m_options.json) {
            for (const Row& row : rows) {
                printLine(console.out, toJson(row));
            }
            return ExitCode::Done;
        }
        const Table table = tableOf(rows);
        console.out.write(m_options.markdown ? table.markdown() : table.aligned());
        console.out.line("");
        std::set<std::string> devices;
        for (const Row& row : rows) {
            devices.insert(row.loaded.device + ": " + row.loaded.description);
        }
        for (const std::string& device : devices) {
            console.out.line(device);
        }
        return ExitCode::Done;
    }

private:
    /// "25 x 75, 2 x 512", and the cell where it is another than an LSTM.
    std::string nameOf(const StandardShape& shape) const
    {
        const std::string size = fmt::format("{} x {}, {} x {}", shape.streams, shape.steps, shape.layers, shape.units);
        return m_options.cell == "lstm" ? size : m_options.cell + " " + size;
    }

    std::vector<Subject> subjects(Console& console) const
    {
        std::vector<Subject> all;
        if (!m_options.model.empty()) {
            const SolverSource solver = solverFor(m_options.model, m_options.solver);
            console.remarks(solver.notes);
            all.push_back({.name = std::filesystem::path(m_options.model).stem().string(),
                           .model = engine::writeModel(modelIn(m_options.model)),
                           .solver = engine::writeSolver(solver.settings)});
            return all;
        }
        for (const StandardShape& shape : standardShapes) {
            all.push_back({.name = nameOf(shape),
                           .model = standardModel(shape, m_options.cell),
                           .solver = std::string(standardSolver)});
        }
        return all;
    }

    std::vector<Row> measure(const Subject& subject, const Interrupt& interrupt) const
    {
        std::vector<std::unique_ptr<EngineProcess>> processes;
        std::vector<Row> rows;
        for (const Contender& contender : contenders(m_options.engines, m_options.machine, Graphs::On)) {
            try {
                processes.push_back(std::make_unique<EngineProcess>(
                    Measurement{.model = subject.model,
                                .solver = subject.solver,
                                .text = m_options.data.empty() ? engine::bundledCorpus().string()
                                                               : textNamed(m_options.data).string(),
                                .engine = contender.engine.value_or(""),
                                .device = contender.device,
                                .goOn = interrupt.goOn()}));
            } catch (const engine::UnavailableError&) {
                if (contender.asked) {
                    throw;
                }
                continue;
            }
            warmUp(*processes.back());
            rows.push_back({subject.name, contender.name, processes.back()->loaded(), {}, {}, {}});
        }
        for (int round = 0; round < rounds; ++round) {
            for (std::size_t index = 0; index < processes.size(); ++index) {
                measureRound(*processes[index], m_options.seconds / rounds, rows[index]);
            }
        }
        for (std::size_t index = 0; index < processes.size(); ++index) {
            rows[index].memory = processes[index]->memory();
        }
        return rows;
    }

    static Table tableOf(const std::vector<Row>& rows)
    {
        Table table({{"net"},
                     {"engine"},
                     {"train step", Align::Right},
                     {"chars/s", Align::Right},
                     {"GFLOP/s", Align::Right},
                     {"write a character", Align::Right},
                     {"chars/s", Align::Right},
                     {"GFLOP/s", Align::Right},
                     {"peak memory", Align::Right}});
        for (const Row& row : rows) {
            table.add({row.net, row.engine, fmt::format("{:.2f} ms", 1e3 * row.step()),
                       grouped(std::llround(row.trainedPerSecond())), fmt::format("{:.1f}", row.stepGflops()),
                       fmt::format("{:.4f} ms", 1e3 * row.character()), grouped(std::llround(row.writtenPerSecond())),
                       fmt::format("{:.1f}", row.characterGflops()), bytesInWords(row.memory.whereItTrains())});
        }
        return table;
    }

    Json toJson(const Row& row) const
    {
        return {{"net", row.net},
                {"engine", row.engine},
                {"ran", row.loaded.engine},
                {"device", row.loaded.device},
                {"precision", row.loaded.precision},
                {"threads", row.loaded.threads},
                {"parameters", row.loaded.parameters},
                {"vocabulary", row.loaded.vocabulary},
                {"batch_characters", row.loaded.batchCharacters},
                {"load_seconds", row.loaded.seconds},
                {"train_step_ms", 1e3 * row.step()},
                {"train_steps", row.stepSeconds.size()},
                {"train_chars_per_second", row.trainedPerSecond()},
                {"train_gflops", row.stepGflops()},
                {"write_character_ms", 1e3 * row.character()},
                {"write_chars_per_second", row.writtenPerSecond()},
                {"write_gflops", row.characterGflops()},
                {"peak_memory", row.memory.whereItTrains()}};
    }

    BenchOptions m_options;
};

} // namespace

std::unique_ptr<Command> makeBenchCommand(CLI::App& program)
{
    return std::make_unique<BenchCommand>(
        addCommand(program, "bench", "Time training and writing on this machine's engines.", examples));
}

} // namespace cli
