// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/comparison.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/cli/table.h"
#include "app/cli/words.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace cli {
namespace {

constexpr const char* examples = R"(  hamnet compare models/char_rnn_equal_caffe.prototxt --engines caffe,onednn
  hamnet compare my_net.prototxt --device cuda --graph both --markdown
  hamnet compare my_net.prototxt --engines cuda:0/caffe,cuda:1/cudnn --at-once --precision bf16
  hamnet compare my_net.prototxt --engines cpu/onednn,cuda/cudnn --data my_text.txt --iterations 200)";

constexpr double usualSecondsOnGpu = 5;
constexpr std::int64_t usualTextLength = 300;

struct CompareOptions {
    std::string model, solver, data, engines;
    MachineOptions machine;
    std::string graph = "on";
    std::int64_t iterations = 50, textLength = usualTextLength;
    std::optional<double> seconds;
    std::uint64_t seed = 1;
    bool atOnce = false, json = false, markdown = false;

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
        app.add_option("MODEL", m_options.model, "The net, as prototxt.")->type_name(modelFile)->required();
        app.add_option(
               "--engines", m_options.engines,
               "The engines to compare, separated by commas, also with their device, as cuda:0/cudnn; without it "
               "caffe,onednn on the processor and those of caffe,cudnn,fused that can on a GPU.")
            ->type_name("NAME,NAME");
        app.add_option("--data", m_options.data,
                       "The text to train on; without it the one that the model names, or the bundled play.")
            ->type_name(textFile);
        app.add_option("--solver", m_options.solver,
                       "How to learn, as prototxt; without it <model>_solver.prototxt, or the built-in one.")
            ->type_name("SOLVER.prototxt");
        app.add_option("--iterations", m_options.iterations, "How many each engine makes, in turns.")
            ->type_name("N")
            ->capture_default_str()
            ->check(wholeFrom(1, 1'000'000));
        app.add_option(
               "--seconds", m_options.seconds,
               "How long each then trains on to show its utilisation and energy, in turns; without it 5 where a GPU "
               "is measured, else 0.")
            ->type_name("S")
            ->check(numberIn({.least = 0, .most = 3600}));
        app.add_option("--text", m_options.textLength, "How many characters each writes in the end; 0 none.")
            ->type_name("N")
            ->capture_default_str()
            ->check(wholeFrom(0, 100'000));
        app.add_option("--graph", m_options.graph,
                       "Whether a GPU's steps are recorded as a CUDA graph where they can be; both measures each way.")
            ->type_name("{on,off,both}")
            ->capture_default_str()
            ->check(oneOf({"on", "off", "both"}, Case::Ignored));
        app.add_flag("--at-once", m_options.atOnce,
                     "Let them train at the same time instead of in turns; each wants a GPU of its own.");
        app.add_option("--seed", m_options.seed,
                       "What the first weights, dropout and the texts are drawn from, the same for all.")
            ->type_name("N")
            ->check(wholeFrom(0))
            ->capture_default_str();
        m_options.machine.addDeviceTo(app);
        app.add_flag("--markdown", m_options.markdown, "Print the table for a README.");
        app.add_flag("--json", m_options.json, "Print it as one JSON object.")->excludes("--markdown");
    }

    ExitCode run(Console& console) override
    {
        const Interrupt interrupt;
        const engine::Model model = modelIn(m_options.model);
        const SolverSource solver = solverFor(m_options.model, m_options.solver);
        console.remarks(solver.notes);
        const std::vector<Contender> all = contenders(m_options.engines, m_options.machine, m_options.graphs());
        const bool onGpu = std::ranges::any_of(all, &Contender::onGpu);
        const Trial trial{.common = {.model = engine::writeModel(model),
                                     .solver = engine::writeSolver(solver.settings),
                                     .text = textFor(model, m_options.model, m_options.data).file.string(),
                                     .engine = {},
                                     .device = {},
                                     .seed = m_options.seed,
                                     .goOn = interrupt.goOn()},
                          .iterations = m_options.iterations,
                          .seconds = m_options.seconds.value_or(onGpu ? usualSecondsOnGpu : 0),
                          .textLength = m_options.textLength,
                          .order = m_options.atOnce ? Order::AtOnce : Order::InTurns};
        const std::vector<Result> results = compare(all, trial);
        if (m_options.json) {
            printLine(console.out, toJson(results, trial));
        } else {
            print(console, results, trial);
        }
        return ExitCode::Done;
    }

private:
    void print(Console& console, const std::vector<Result>& results, const Trial& trial) const
    {
        const auto write = [&](const Table& table) {
            console.out.write(m_options.markdown ? table.markdown() : table.aligned());
            console.out.line("");
        };
        write(tableOf(results));
        console.out.line(verdict(results, trial.iterations));
        for (const std::string& sentence : seedVerdicts(results)) {
            console.out.line((m_options.markdown ? "\n" : "") + sentence);
        }
        console.out.line("");
        for (const std::string& device : devicesOf(results)) {
            console.out.line(device);
        }
        if (trial.textLength > 0) {
            console.out.line("");
            write(textsOf(results, m_options.markdown ? 100 : console.out.columns()));
            console.out.line(whereTextsPart(results));
        }
    }

    static Table tableOf(const std::vector<Result>& results)
    {
        Table table({{"engine"},
                     {"load", Align::Right},
                     {"of it the net", Align::Right},
                     {"first step", Align::Right},
                     {"median step", Align::Right},
                     {"chars/s", Align::Right},
                     {"peak memory", Align::Right},
                     {"as the driver tells", Align::Right},
                     {"utilisation", Align::Right},
                     {"J/1,000 chars", Align::Right},
                     {"last loss", Align::Right}});
        for (const Result& result : results) {
            const auto orNotTold = [](const auto& value, const auto& words) {
                return value ? words(*value) : std::string("not told");
            };
            table.add({result.label(), fmt::format("{:.0f} ms", 1e3 * result.loaded.seconds),
                       fmt::format("{:.0f} ms", 1e3 * result.loaded.netSeconds),
                       fmt::format("{:.1f} ms", 1e3 * result.firstStep()),
                       fmt::format("{:.3f} ms", 1e3 * result.medianStep()),
                       grouped(std::llround(result.charactersPerSecond())), bytesInWords(result.memory.whereItTrains()),
                       orNotTold(result.memory.byDriver, bytesInWords),
                       orNotTold(result.utilisation(), [](double percent) { return fmt::format("{:.0f} %", percent); }),
                       orNotTold(result.joulesPerThousandCharacters(), amountInWords),
                       fmt::format("{:.6f}", result.losses.back())});
        }
        return table;
    }

    Json toJson(const std::vector<Result>& results, const Trial& trial) const
    {
        const auto orNull = [](const auto& value) { return value ? Json(*value) : Json(); };
        Json engines = Json::array();
        for (const Result& result : results) {
            engines.push_back({{"name", result.contender.name},
                               {"engine", result.loaded.engine},
                               {"device", result.loaded.device},
                               {"device_description", result.loaded.description},
                               {"precision", result.loaded.precision},
                               {"graph", result.contender.onGpu() ? Json(result.contender.device.graphs) : Json()},
                               {"load_seconds", result.loaded.seconds},
                               {"device_seconds", result.loaded.deviceSeconds},
                               {"net_seconds", result.loaded.netSeconds},
                               {"first_step_seconds", result.firstStep()},
                               {"step_seconds", result.medianStep()},
                               {"chars_per_second", result.charactersPerSecond()},
                               {"peak_memory", result.memory.whereItTrains()},
                               {"process_memory", result.memory.process},
                               {"driver_memory", orNull(result.memory.byDriver)},
                               {"utilisation_percent", orNull(result.utilisation())},
                               {"joules_per_1000_characters", orNull(result.joulesPerThousandCharacters())},
                               {"losses", result.losses},
                               {"text", result.text}});
        }
        return {{"model", m_options.model},
                {"data", trial.common.text},
                {"iterations", trial.iterations},
                {"seed", m_options.seed},
                {"at_once", m_options.atOnce},
                {"parameters", results.front().loaded.parameters},
                {"engines", engines},
                {"loss_difference", largestDifference(results)},
                {"verdict", verdict(results, trial.iterations)},
                {"seed_verdicts", seedVerdicts(results)}};
    }

    CompareOptions m_options;
};

} // namespace

std::unique_ptr<Command> makeCompareCommand(CLI::App& program)
{
    return std::make_unique<CompareCommand>(
        addCommand(program, "compare",
                   "Run a net on several engines from the same weights: speed, memory, energy, losses.", examples));
}

} // namespace cli
