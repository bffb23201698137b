// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/ensemble_evaluation.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sequences.h"
#include "app/cli/sources.h"
#include "app/cli/text_part.h"
#include "app/cli/words.h"
#include "app/watch/seed_folders.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/training/measure/baseline.h"
#include "engine/training/measure/dynamic_evaluation.h"
#include "engine/training/measure/evaluation.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

namespace cli {
namespace {

constexpr const char* evaluateExamples = R"(  hamnet evaluate my.hamnet --data my_text.txt
  hamnet evaluate my.best.hamnet --data my_text.txt --split test --json
  hamnet evaluate my.hamnet --data another_text.txt --split all
  hamnet evaluate --ensemble one.hamnet,two.hamnet,three.hamnet --data my_text.txt
  hamnet evaluate my.hamnet --data my_text.txt --windows 256
  hamnet evaluate my.hamnet --data my_text.txt --dynamic)";

struct EvaluateOptions {
    std::string checkpoint, data, ensemble;
    std::string split; ///< empty: validation, or the test part where nothing is held out for validation
    std::optional<std::int64_t> characters;
    std::int64_t window = 0; ///< characters; 0: not measured in windows
    bool dynamic = false;    ///< it learns while it reads
    engine::DynamicSettings dynamicSettings = {};
    FormatOptions table;
    MachineOptions machine;
    bool json = false;
};

/// The nets of an ensemble: those that are named, or those in the folder of that name; tells of seeds without one.
std::vector<std::string> membersOf(Console& console, const std::string& ensemble)
{
    std::error_code error;
    if (!std::filesystem::is_directory(ensemble, error)) {
        return ensemble.empty() ? std::vector<std::string>() : separated(ensemble);
    }
    std::vector<std::string> members;
    for (const std::uint64_t seed : watch::seedsIn(ensemble)) {
        const watch::RunFolder folder = watch::seedFolder(ensemble, seed);
        if (const std::filesystem::path file = watch::bestIn(folder); !file.empty()) {
            members.push_back(file.string());
        } else {
            console.remark(engine::say("%1 has no checkpoint and is left out; hamnet train --resume %2 trains its net",
                                       folder.path().string(), engine::shellFile(ensemble)));
        }
    }
    if (members.size() < 2) {
        throw engine::Error(ensemble + " has fewer than two runs seed1, seed2, ... with a checkpoint in it, but an "
                                       "ensemble needs two; name its files, separated by commas");
    }
    return members;
}

class EvaluateCommand : public Command {
public:
    explicit EvaluateCommand(CLI::App& app) : Command(app)
    {
        CLI::Option* const checkpoint =
            app.add_option("CHECKPOINT", m_options.checkpoint, "The trained net, as hamnet train saved it.")
                ->type_name(checkpointFile);
        app.add_option("--data", m_options.data,
                       "The text to evaluate on: a file, or a name in hamnet corpus list; for a net on sequences a "
                       "folder of images, a CSV file or lines label<TAB>text.")
            ->type_name(dataFile)
            ->required();
        app.add_option("--split", m_options.split,
                       "Which part of it: validation and test are the parts that training held out, all is the whole. "
                       "Default: validation, or test if nothing is held out for validation.")
            ->type_name("{validation,test,all}")
            ->check(oneOf({"validation", "test", "all"}));
        app.add_option("--characters", m_options.characters,
                       "Evaluate this many of its characters, in pieces that are spread evenly over it. Default: all.")
            ->type_name("N")
            ->check(wholeFrom(1));
        app.add_option("--windows", m_options.window,
                       "Evaluate a second time in windows of N characters, each from a zero state: how nets that keep "
                       "no state from batch to batch are evaluated.")
            ->type_name("N")
            ->check(wholeFrom(1));
        CLI::Option* const ensemble =
            app.add_option(
                   "--ensemble", m_options.ensemble,
                   "Several trained nets, separated by commas, or the folder of a hamnet train --seeds, in place "
                   "of CHECKPOINT: evaluate each, and their ensemble, which predicts the mean of their "
                   "probabilities. They may differ in everything but what they predict and hold out. Of a "
                   "folder each seed's best checkpoint is taken, or its newest where there is no best.")
                ->type_name("FILES.hamnet")
                ->excludes(checkpoint);
        CLI::Option* const dynamic =
            app.add_flag(
                   "--dynamic", m_options.dynamic,
                   "Dynamic evaluation: evaluate a second time while the net learns from what it reads, by one step of "
                   "SGD after each segment, in memory only. Both times the text is read as one stream in order.")
                ->excludes(ensemble);
        app.add_option("--dynamic-rate", m_options.dynamicSettings.rate, "The learning rate of these steps.")
            ->type_name("R")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .most = 1000, .lowerEnd = LowerEnd::Open}))
            ->needs(dynamic);
        app.add_flag("--json", m_options.json, "Print the result as one JSON object.");
        m_options.table.addTo(app);
        m_options.machine.addTo(app);
    }

    ExitCode run(Console& console) override
    {
        const std::vector<std::string> members = membersOf(console, m_options.ensemble);
        if (m_options.checkpoint.empty() && members.size() < 2) {
            console.note(members.empty() ? "hamnet: CHECKPOINT or --ensemble is required; see hamnet evaluate --help"
                                         : "hamnet: --ensemble names one net, but two or more are required, separated "
                                           "by commas; see hamnet evaluate --help");
            return ExitCode::Usage;
        }
        const Interrupt interrupt;
        if (!members.empty()) {
            evaluateEnsemble(console,
                             {.checkpoints = members,
                              .data = m_options.data,
                              .split = m_options.split,
                              .characters = m_options.characters,
                              .window = m_options.window,
                              .table = &m_options.table,
                              .machine = &m_options.machine,
                              .json = m_options.json},
                             interrupt);
            return ExitCode::Done;
        }
        const TrainedModel trained = loadTrained(m_options.checkpoint, m_options.machine, m_options.table);
        console.remarks(trained.notes);
        if (engine::dataKindOf(trained.checkpoint).answersEachStep) {
            evaluateText(console, trained, interrupt);
            return ExitCode::Done;
        }
        if (m_options.characters || m_options.dynamic || m_options.window > 0) {
            throw engine::Error(m_options.checkpoint + ": its net learned sequences, but " +
                                (m_options.characters ? "--characters counts those of a text"
                                 : m_options.dynamic  ? "--dynamic learns while it reads a text"
                                                      : "--windows are parts of a text"));
        }
        evaluateSequences(console, trained, interrupt);
        return ExitCode::Done;
    }

private:
    void evaluateText(Console& console, const TrainedModel& trained, const Interrupt& interrupt)
    {
        const TextPart part = textPart(console, trained.checkpoint, m_options.data, m_options.split, interrupt.goOn());
        remarkOnOtherText(console, part, trained.checkpoint);
        m_options.split = part.split;
        const std::int64_t characters = m_options.characters.value_or(engine::Evaluator::all);
        const std::int64_t vocabulary = trained.checkpoint.vocabulary.size();
        engine::Evaluator::Batch batch = engine::Evaluator::batchFor(part.text, part.range, characters);
        std::optional<engine::DynamicEvaluator> dynamic;
        if (m_options.dynamic) {
            batch.streams = 1;
            dynamic.emplace(trained.model, *trained.weights, vocabulary, trained.wish, m_options.dynamicSettings);
        }
        engine::Evaluator evaluator(trained.model, *trained.weights, vocabulary, trained.wish, batch);
        const auto plain = [&] { return evaluator.evaluate(part.text, part.range, characters, interrupt.goOn()); };
        std::vector<TimedEvaluation> readings = {timed("plain", part, plain)};
        if (dynamic) {
            readings.push_back(timed("dynamic", part, [&] {
                return dynamic->evaluate(part.text, part.range, characters, interrupt.goOn());
            }));
        }
        if (m_options.window > 0) {
            engine::Evaluator windows(trained.model, *trained.weights, vocabulary, trained.wish,
                                      engine::Evaluator::batchForWindows(part.text, part.range, m_options.window));
            readings.push_back(timed("windows", part, [&] {
                return windows.evaluate(part.text, part.range, characters, interrupt.goOn());
            }));
        }
        if (m_options.json) {
            printLine(console.out, toJson(readings));
        } else if (readings.size() > 1) {
            printTable(console, readings);
        } else {
            print(console, readings.front());
        }
    }

    /// One way to read the text, and what came of it.
    struct TimedEvaluation {
        std::string name;
        engine::EvaluationReport report;
        double seconds;

        double perSecond() const { return seconds > 0 ? static_cast<double>(report.characters) / seconds : 0; }
    };

    template <typename Measure>
    static TimedEvaluation timed(const std::string& name, const TextPart& part, const Measure& measure)
    {
        const auto start = std::chrono::steady_clock::now();
        const std::optional<engine::EvaluationReport> report = measure();
        if (!report) {
            throw engine::CancelledError("the evaluation was stopped");
        }
        requireFinite(*report, part);
        return {name, *report, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()};
    }

    void evaluateSequences(Console& console, const TrainedModel& trained, const Interrupt& interrupt)
    {
        const std::vector<std::string> wanted = m_options.split.empty() ? std::vector<std::string>{"validation", "test"}
                                                                        : std::vector<std::string>{m_options.split};
        const SequencePart part = readPart(
            trained, {.data = m_options.data, .splits = wanted, .answers = engine::Answers::Read}, interrupt.goOn());
        console.remarks(part.samples().remarks);
        const auto start = std::chrono::steady_clock::now();
        const engine::SampleReport report = measure(trained, part, interrupt.goOn());
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        remarkOnSplit(console, m_options.split, part.split);
        m_options.split = part.split;
        const double speed = seconds > 0 ? static_cast<double>(report.samples) / seconds : 0;
        const std::vector<engine::Baseline> baselines = engine::baselinesOf(part.samples(), part.chosen);
        if (m_options.json) {
            printLine(console.out, toJson(report, baselines, part.samples().facts, speed));
            return;
        }
        console.out.line(fmt::format("loss        {:.4f}", report.loss));
        for (const engine::Metric& metric : report.metrics) {
            std::string naive;
            for (const engine::Baseline& baseline : baselines) {
                if (const engine::Metric* const found = engine::findMetric(baseline.metrics, metric.name)) {
                    naive +=
                        fmt::format("{}{}: {:.4f}", naive.empty() ? "" : "; ", oneLine(baseline.name), found->value);
                }
            }
            console.out.line(fmt::format("{:<11} {:.4f}", oneLine(metric.name), metric.value) +
                             (naive.empty() ? "" : " (" + naive + ")"));
        }
        if (report.confusion) {
            printConfusion(console, *report.confusion, part.samples().facts.classes);
        }
        const std::int64_t others = report.ofSamples - report.samples;
        console.out.line(fmt::format(
            "sequences   {} of the split \"{}\"{}, {} per second", grouped(report.samples), m_options.split,
            others > 0 ? fmt::format(", without {} whose answer does not count", grouped(others)) : std::string(),
            countInWords(speed)));
    }

    Json toJson(const engine::SampleReport& report, const std::vector<engine::Baseline>& baselines,
                const engine::SampleFacts& facts, double speed) const
    {
        Json metrics = Json::object();
        for (const engine::Metric& metric : report.metrics) {
            metrics[metric.name] = metric.value;
        }
        Json json{{"loss", report.loss},         {"metrics", metrics},
                  {"sequences", report.samples}, {"of_sequences", report.ofSamples},
                  {"split", m_options.split},    {"data", m_options.data},
                  {"per_second", speed}};
        for (const engine::Baseline& baseline : baselines) {
            Json& one = json["baselines"].emplace_back(Json{{"name", std::string(baseline.name)}});
            for (const engine::Metric& metric : baseline.metrics) {
                one["metrics"][metric.name] = metric.value;
            }
        }
        if (report.confusion) {
            json["classes"] = facts.classes;
            json["confusion"] = Json::array();
            json["recall"] = Json::array();
            for (std::int64_t truth = 0; truth < report.confusion->classes(); ++truth) {
                Json row = Json::array();
                for (std::int64_t said = 0; said < report.confusion->classes(); ++said) {
                    row.push_back(report.confusion->count(truth, said));
                }
                json["confusion"].push_back(std::move(row));
                json["recall"].push_back(report.confusion->recall(truth));
            }
        }
        return json;
    }

    /// How often each class was taken for each; of many classes only how often each was found.
    static void printConfusion(Console& console, const engine::ConfusionMatrix& matrix,
                               const std::vector<std::string>& classes)
    {
        constexpr std::int64_t widest = 16;
        const auto name = [&](std::int64_t index) {
            return shortened(oneLine(classes[static_cast<std::size_t>(index)]), 10);
        };
        std::string head = fmt::format("{:<11}", "class");
        for (std::int64_t said = 0; said < matrix.classes() && matrix.classes() <= widest; ++said) {
            head += fmt::format(" {:>6}", shortened(name(said), 6));
        }
        console.out.line(head + "  recall");
        for (std::int64_t truth = 0; truth < matrix.classes(); ++truth) {
            std::string line = fmt::format("{:<11}", name(truth));
            for (std::int64_t said = 0; said < matrix.classes() && matrix.classes() <= widest; ++said) {
                line += fmt::format(" {:>6}", matrix.count(truth, said));
            }
            console.out.line(line + (matrix.ofClass(truth) > 0 ? fmt::format("  {:.4f}", matrix.recall(truth))
                                                               : std::string("  not in the data")));
        }
    }

    /// The first reading's numbers, and those of each other one under its name.
    Json toJson(const std::vector<TimedEvaluation>& readings) const
    {
        const auto& [name, plain, seconds] = readings.front();
        Json json{{"loss", plain.loss},
                  {"bits_per_char", plain.bitsPerChar()},
                  {"accuracy", plain.accuracy},
                  {"characters", plain.characters},
                  {"of_characters", plain.ofCharacters},
                  {"split", m_options.split},
                  {"data", m_options.data},
                  {"per_second", readings.front().perSecond()}};
        for (const TimedEvaluation& reading : readings) {
            if (reading.name == "dynamic") {
                json["streams"] = 1;
                json["dynamic"] = {{"loss", reading.report.loss},
                                   {"bits_per_char", reading.report.bitsPerChar()},
                                   {"accuracy", reading.report.accuracy},
                                   {"rate", m_options.dynamicSettings.rate},
                                   {"segment", m_options.dynamicSettings.steps},
                                   {"per_second", reading.perSecond()}};
            } else if (reading.name == "windows") {
                json["windows"] = windowsToJson(reading.report, m_options.window);
                json["windows"]["per_second"] = reading.perSecond();
            }
        }
        return json;
    }

    /// Each reading as a row, and below what they are.
    void printTable(Console& console, const std::vector<TimedEvaluation>& readings) const
    {
        using Reading = const TimedEvaluation&;
        console.out.write(engine::aligned(engine::reportOf<TimedEvaluation>(
            {{{"reading"}, [](Reading one) { return one.name; }},
             {{"nats per character", "", lossInWords}, [](Reading one) { return one.report.loss; }},
             {{"bits per character", "", lossInWords}, [](Reading one) { return one.report.bitsPerChar(); }},
             {{"accuracy", "", shareInWords}, [](Reading one) { return one.report.accuracy; }},
             {{"characters per second", "", countInWords}, [](Reading one) { return one.perSecond(); }}},
            readings)));
        const engine::EvaluationReport& plain = readings.front().report;
        console.out.line(fmt::format("characters  {} of the {} of the split \"{}\"{}", grouped(plain.characters),
                                     grouped(plain.ofCharacters), m_options.split,
                                     m_options.dynamic ? ", read as one stream in order" : ""));
        if (m_options.dynamic) {
            console.out.line(
                fmt::format("dynamic     one step of SGD at a rate of {} after each {} characters, in memory only",
                            m_options.dynamicSettings.rate, m_options.dynamicSettings.steps));
        }
        if (m_options.window > 0) {
            console.out.line(fmt::format("windows     {} characters in windows of {}, each from a zero state",
                                         grouped(readings.back().report.characters), m_options.window));
        }
    }

    void print(Console& console, const TimedEvaluation& reading) const
    {
        const engine::EvaluationReport& report = reading.report;
        console.out.line(fmt::format("loss        {:.4f} nats per character", report.loss));
        console.out.line(fmt::format("            {:.4f} bits per character", report.bitsPerChar()));
        console.out.line(fmt::format("accuracy    {:.2f} %: how often the most likely character was correct",
                                     100 * report.accuracy));
        console.out.line(fmt::format("characters  {} of the {} of the split \"{}\", {} per second",
                                     grouped(report.characters), grouped(report.ofCharacters), m_options.split,
                                     countInWords(reading.perSecond())));
    }

    EvaluateOptions m_options;
};

} // namespace

extern const CommandSpec evaluateCommand = {"evaluate", "Evaluate a trained net on a text or on sequences.",
                                            evaluateExamples, make<EvaluateCommand>};

} // namespace cli
