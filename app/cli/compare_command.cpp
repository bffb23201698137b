// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/engine_process.h"
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
#include <memory>

namespace cli {
namespace {

constexpr const char* examples = R"(  hamnet compare models/char_rnn_equal_caffe.prototxt --engines caffe,onednn
  hamnet compare my_net.prototxt --engines caffe,onednn --data my_text.txt --iterations 200 --markdown)";

constexpr std::int64_t turns = 5; ///< how often each engine comes up

struct CompareOptions {
    std::string model, solver, data;
    std::string engines = "caffe,onednn";
    MachineOptions machine;
    std::int64_t iterations = 50;
    std::uint64_t seed = 1;
    bool json = false, markdown = false;
};

/// What was seen of one engine.
struct Result {
    std::string asked;
    EngineProcess::Loaded loaded = {};
    std::vector<double> seconds = {}, losses = {}; ///< of each iteration
    std::int64_t peakMemory = 0;

    double firstStep() const { return seconds.front(); }
    double medianStep() const
    {
        // The first step builds what the others use.
        return seconds.size() > 1 ? median({seconds.begin() + 1, seconds.end()}) : seconds.front();
    }
    double charactersPerSecond() const { return static_cast<double>(loaded.batchCharacters) / medianStep(); }
};

std::vector<Result> measure(const CompareOptions& options, const Measurement& common)
{
    std::vector<std::unique_ptr<EngineProcess>> processes;
    std::vector<Result> results;
    for (const std::string& name : separated(options.engines)) {
        Measurement measurement = common;
        measurement.engine = MachineOptions{.engine = name}.wish().value_or("");
        processes.push_back(std::make_unique<EngineProcess>(measurement));
        results.push_back({.asked = name, .loaded = processes.back()->loaded()});
    }
    for (std::int64_t turn = 0; turn < turns; ++turn) {
        const std::int64_t count = options.iterations * (turn + 1) / turns - options.iterations * turn / turns;
        for (std::size_t index = 0; count > 0 && index < processes.size(); ++index) {
            const EngineProcess::Steps steps = processes[index]->train(count);
            Result& result = results[index];
            result.seconds.insert(result.seconds.end(), steps.seconds.begin(), steps.seconds.end());
            result.losses.insert(result.losses.end(), steps.losses.begin(), steps.losses.end());
        }
    }
    for (std::size_t index = 0; index < processes.size(); ++index) {
        results[index].peakMemory = processes[index]->peakMemory();
    }
    return results;
}

/// The largest distance of a loss from the first engine's at the same iteration; NaN where one is none.
double largestDifference(const std::vector<Result>& results)
{
    double largest = 0;
    for (const Result& result : results) {
        for (std::size_t index = 0; index < result.losses.size(); ++index) {
            const double difference = std::abs(result.losses[index] - results.front().losses[index]);
            largest = std::isnan(difference) || difference > largest ? difference : largest;
        }
    }
    return largest;
}

bool sameWeights(const std::vector<Result>& results)
{
    return std::ranges::all_of(
        results, [&](const Result& result) { return result.loaded.weights == results.front().loaded.weights; });
}

std::string verdict(const std::vector<Result>& results, std::int64_t iterations)
{
    const auto& fastest = *std::ranges::min_element(results, {}, [](const Result& some) { return some.medianStep(); });
    const auto& slowest = *std::ranges::max_element(results, {}, [](const Result& some) { return some.medianStep(); });
    if (&fastest == &slowest) {
        return fmt::format("only {} was measured", fastest.asked);
    }
    return fmt::format(
        "{} trains {:.2f} times as fast as {} and takes {:.2f} times its memory; from the same weights their "
        "losses differ by {:.2g} at most over {} iterations",
        fastest.asked, slowest.medianStep() / fastest.medianStep(), slowest.asked,
        static_cast<double>(fastest.peakMemory) / static_cast<double>(slowest.peakMemory), largestDifference(results),
        iterations);
}

class CompareCommand : public Command {
public:
    explicit CompareCommand(CLI::App& app) : Command(app)
    {
        app.add_option("MODEL", m_options.model, "The net, as prototxt.")->type_name(modelFile)->required();
        app.add_option("--engines", m_options.engines, "The engines to compare, separated by commas.")
            ->type_name("NAME,NAME")
            ->capture_default_str();
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
        app.add_option("--seed", m_options.seed, "What the first weights and dropout are drawn from, the same for all.")
            ->type_name("N")
            ->check(wholeFrom(0))
            ->capture_default_str();
        m_options.machine.addThreadsTo(app);
        app.add_flag("--markdown", m_options.markdown, "Print the table for a README.");
        app.add_flag("--json", m_options.json, "Print it as one JSON object.")->excludes("--markdown");
    }

    ExitCode run(Console& console) override
    {
        const engine::Model model = engine::readModelFile(m_options.model);
        const Measurement common{.model = engine::writeModel(model),
                                 .solver = engine::writeSolver(solverFor(m_options.model, m_options.solver).settings),
                                 .text = textFor(model, m_options.model, m_options.data).file.string(),
                                 .engine = {},
                                 .seed = m_options.seed,
                                 .threads = m_options.machine.threads};
        const std::vector<Result> results = measure(m_options, common);
        if (!sameWeights(results)) {
            throw engine::Error("the engines did not start from the same weights, so they cannot be compared");
        }
        print(console, results, common);
        return ExitCode::Done;
    }

private:
    void print(Console& console, const std::vector<Result>& results, const Measurement& common) const
    {
        if (m_options.json) {
            printLine(console.out, toJson(results, common));
            return;
        }
        Table table({{"engine"},
                     {"load", Align::Right},
                     {"first step", Align::Right},
                     {"median step", Align::Right},
                     {"chars/s", Align::Right},
                     {"peak memory", Align::Right},
                     {"last loss", Align::Right}});
        for (const Result& result : results) {
            table.add({result.asked + (folded(result) ? "" : " (" + result.loaded.engine + ")"),
                       fmt::format("{:.0f} ms", 1e3 * result.loaded.seconds),
                       fmt::format("{:.1f} ms", 1e3 * result.firstStep()),
                       fmt::format("{:.2f} ms", 1e3 * result.medianStep()),
                       grouped(std::llround(result.charactersPerSecond())), bytesInWords(result.peakMemory),
                       fmt::format("{:.6f}", result.losses.back())});
        }
        console.out.write(m_options.markdown ? table.markdown() : table.aligned());
        console.out.line("");
        console.out.line(verdict(results, m_options.iterations));
    }

    /// Whether the engine that ran is called as it was asked for.
    static bool folded(const Result& result)
    {
        return engine::folded(result.asked) == engine::folded(result.loaded.engine);
    }

    Json toJson(const std::vector<Result>& results, const Measurement& common) const
    {
        Json engines = Json::array();
        for (const Result& result : results) {
            engines.push_back({{"name", result.asked},
                               {"engine", result.loaded.engine},
                               {"load_seconds", result.loaded.seconds},
                               {"first_step_seconds", result.firstStep()},
                               {"step_seconds", result.medianStep()},
                               {"chars_per_second", result.charactersPerSecond()},
                               {"peak_memory", result.peakMemory},
                               {"losses", result.losses}});
        }
        return {{"model", m_options.model},
                {"data", common.text},
                {"iterations", m_options.iterations},
                {"seed", m_options.seed},
                {"parameters", results.front().loaded.parameters},
                {"engines", engines},
                {"loss_difference", largestDifference(results)},
                {"verdict", verdict(results, m_options.iterations)}};
    }

    CompareOptions m_options;
};

} // namespace

std::unique_ptr<Command> makeCompareCommand(CLI::App& program)
{
    return std::make_unique<CompareCommand>(addCommand(
        program, "compare", "Run a net on several engines from the same weights: speed, memory, losses.", examples));
}

} // namespace cli
