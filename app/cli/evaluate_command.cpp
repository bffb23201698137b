// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/ensemble_evaluation.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sequences.h"
#include "app/cli/sources.h"
#include "app/cli/table.h"
#include "app/cli/text_part.h"
#include "app/cli/words.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/dynamic_evaluation.h"
#include "engine/training/evaluation.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

namespace cli {
namespace {

constexpr const char* examples = R"(  hamnet evaluate my.hamnet --data my_text.txt
  hamnet evaluate my.best.hamnet --data my_text.txt --split test --json
  hamnet evaluate my.hamnet --data another_text.txt --split all
  hamnet evaluate --ensemble one.hamnet,two.hamnet,three.hamnet --data my_text.txt
  hamnet evaluate my.hamnet --data my_text.txt --dynamic)";

struct EvaluateOptions {
    std::string checkpoint, data, ensemble;
    std::string split; ///< empty: validation, or the test part where nothing is held out for validation
    std::optional<std::int64_t> characters;
    bool dynamic = false; ///< it learns while it reads
    engine::DynamicSettings dynamicSettings = {};
    MachineOptions machine;
    bool json = false;
};

class EvaluateCommand : public Command {
public:
    explicit EvaluateCommand(CLI::App& app) : Command(app)
    {
        CLI::Option* const checkpoint =
            app.add_option("CHECKPOINT", m_options.checkpoint, "The trained net, as hamnet train saved it.")
                ->type_name(checkpointFile);
        app.add_option(
               "--data", m_options.data,
               "The text to measure on, by its file or as hamnet corpus list names it; or the folder of images, "
               "the CSV file or the lines label<TAB>text, where the net learned sequences.")
            ->type_name(dataFile)
            ->required();
        app.add_option("--split", m_options.split,
                       "Which part of it: validation and test are the parts that training held out, all is the whole. "
                       "Without it validation, or test where nothing is held out for validation.")
            ->type_name("{validation,test,all}")
            ->check(oneOf({"validation", "test", "all"}));
        app.add_option("--characters", m_options.characters,
                       "Measure so many of its characters, in pieces that are spread evenly over it; without it all.")
            ->type_name("N")
            ->check(wholeFrom(1));
        CLI::Option* const ensemble =
            app.add_option("--ensemble", m_options.ensemble,
                           "Several trained nets, separated by commas, in CHECKPOINT's place: measure each, and all as "
                           "one that predicts the mean of their probabilities. They may differ in all but what they "
                           "predict and hold out.")
                ->type_name("FILES.hamnet")
                ->excludes(checkpoint);
        CLI::Option* const dynamic =
            app.add_flag("--dynamic", m_options.dynamic,
                         "Measure a second time while the net learns from what it reads: after the characters of each "
                         "segment are counted, one step of SGD on them, in memory only. Both times the text is read as "
                         "one stream in order.")
                ->excludes(ensemble);
        app.add_option("--dynamic-rate", m_options.dynamicSettings.rate, "The learning rate of these steps.")
            ->type_name("R")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .most = 1000, .lowerEnd = LowerEnd::Open}))
            ->needs(dynamic);
        app.add_flag("--json", m_options.json, "Print the result as one JSON object.");
        m_options.machine.addTo(app);
    }

    ExitCode run(Console& console) override
    {
        const std::vector<std::string> members =
            m_options.ensemble.empty() ? std::vector<std::string>() : separated(m_options.ensemble);
        if (m_options.checkpoint.empty() && members.size() < 2) {
            console.note(members.empty() ? "hamnet: CHECKPOINT or --ensemble is wanted; see hamnet evaluate --help"
                                         : "hamnet: --ensemble names one net, but two or more are wanted, separated by "
                                           "commas; see hamnet evaluate --help");
            return ExitCode::Usage;
        }
        const Interrupt interrupt;
        if (!members.empty()) {
            evaluateEnsemble(console,
                             {.checkpoints = members,
                              .data = m_options.data,
                              .split = m_options.split,
                              .characters = m_options.characters,
                              .machine = &m_options.machine,
                              .json = m_options.json},
                             interrupt);
            return ExitCode::Done;
        }
        const TrainedModel trained = loadTrained(m_options.checkpoint, m_options.machine);
        console.remarks(trained.notes);
        if (trained.checkpoint.sequences.kind.empty()) {
            evaluateText(console, trained, interrupt);
            return ExitCode::Done;
        }
        if (m_options.characters || m_options.dynamic) {
            throw engine::Error(m_options.checkpoint + ": its net learned sequences, but " +
                                (m_options.characters ? "--characters counts those of a text"
                                                      : "--dynamic learns while it reads a text"));
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
        const auto start = std::chrono::steady_clock::now();
        const auto measured = [&](const std::optional<engine::EvaluationReport>& report) {
            if (!report) {
                throw engine::CancelledError("the evaluation was stopped");
            }
            return *report;
        };
        const engine::EvaluationReport plain =
            measured(evaluator.evaluate(part.text, part.range, characters, interrupt.goOn()));
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (!dynamic) {
            print(console, plain, seconds);
            return;
        }
        const auto startOfDynamic = std::chrono::steady_clock::now();
        const engine::EvaluationReport learning =
            measured(dynamic->evaluate(part.text, part.range, characters, interrupt.goOn()));
        printDynamic(
            console, {plain, seconds},
            {learning, std::chrono::duration<double>(std::chrono::steady_clock::now() - startOfDynamic).count()});
    }

    void evaluateSequences(Console& console, const TrainedModel& trained, const Interrupt& interrupt)
    {
        const std::vector<std::string> wanted = m_options.split.empty() ? std::vector<std::string>{"validation", "test"}
                                                                        : std::vector<std::string>{m_options.split};
        const SequencePart part = readPart(trained, m_options.data, wanted, interrupt.goOn());
        console.remarks(part.samples().remarks);
        const auto start = std::chrono::steady_clock::now();
        const engine::SampleReport report = measure(trained, part, interrupt.goOn());
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        remarkOnSplit(console, m_options.split, part.split);
        m_options.split = part.split;
        const double speed = seconds > 0 ? static_cast<double>(report.samples) / seconds : 0;
        if (m_options.json) {
            printLine(console.out, toJson(report, part.samples().facts, speed));
            return;
        }
        console.out.line(fmt::format("loss        {:.4f}", report.loss));
        for (const engine::Metric& metric : report.metrics) {
            console.out.line(fmt::format("{:<11} {:.4f}", metric.name, metric.value));
        }
        if (report.confusion) {
            printConfusion(console, *report.confusion, part.samples().facts.classes);
        }
        console.out.line(fmt::format("sequences   {} of the split \"{}\", {} a second", grouped(report.samples),
                                     m_options.split, countInWords(speed)));
    }

    Json toJson(const engine::SampleReport& report, const engine::SampleFacts& facts, double speed) const
    {
        Json metrics = Json::object();
        for (const engine::Metric& metric : report.metrics) {
            metrics[metric.name] = metric.value;
        }
        Json json{{"loss", report.loss},      {"metrics", metrics},     {"sequences", report.samples},
                  {"split", m_options.split}, {"data", m_options.data}, {"sequences_per_second", speed}};
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
                                                               : std::string("  none came")));
        }
    }

    Json toJson(const engine::EvaluationReport& report, double seconds) const
    {
        return {{"loss", report.loss},
                {"bits_per_char", report.bitsPerChar()},
                {"accuracy", report.accuracy},
                {"characters", report.characters},
                {"of_characters", report.ofCharacters},
                {"split", m_options.split},
                {"data", m_options.data},
                {"chars_per_second", perSecond(report, seconds)}};
    }

    static double perSecond(const engine::EvaluationReport& report, double seconds)
    {
        return seconds > 0 ? static_cast<double>(report.characters) / seconds : 0;
    }

    struct Timed {
        engine::EvaluationReport report;
        double seconds;
    };

    /// Both ways of reading, each as a row.
    void printDynamic(Console& console, const Timed& plain, const Timed& dynamic) const
    {
        const engine::DynamicSettings& settings = m_options.dynamicSettings;
        if (m_options.json) {
            Json json = toJson(plain.report, plain.seconds);
            json["streams"] = 1;
            json["dynamic"] = {{"loss", dynamic.report.loss},
                               {"bits_per_char", dynamic.report.bitsPerChar()},
                               {"accuracy", dynamic.report.accuracy},
                               {"rate", settings.rate},
                               {"segment", settings.steps},
                               {"chars_per_second", perSecond(dynamic.report, dynamic.seconds)}};
            printLine(console.out, json);
            return;
        }
        Table table({{"reading"},
                     {"nats a character", Align::Right},
                     {"bits a character", Align::Right},
                     {"accuracy", Align::Right},
                     {"characters a second", Align::Right}});
        const auto add = [&](const std::string& name, const Timed& row) {
            table.add({name, fmt::format("{:.4f}", row.report.loss), fmt::format("{:.4f}", row.report.bitsPerChar()),
                       fmt::format("{:.2f} %", 100 * row.report.accuracy),
                       countInWords(perSecond(row.report, row.seconds))});
        };
        add("plain", plain);
        add("dynamic", dynamic);
        console.out.write(table.aligned());
        console.out.line(fmt::format("characters  {} of the {} of the split \"{}\", read as one stream in order",
                                     grouped(plain.report.characters), grouped(plain.report.ofCharacters),
                                     m_options.split));
        console.out.line(
            fmt::format("dynamic     one step of SGD at a rate of {} after each {} characters, in memory only",
                        settings.rate, settings.steps));
    }

    void print(Console& console, const engine::EvaluationReport& report, double seconds) const
    {
        if (m_options.json) {
            printLine(console.out, toJson(report, seconds));
            return;
        }
        console.out.line(fmt::format("loss        {:.4f} nats a character", report.loss));
        console.out.line(fmt::format("            {:.4f} bits a character", report.bitsPerChar()));
        console.out.line(fmt::format("accuracy    {:.2f} %: how often the likeliest character was the right one",
                                     100 * report.accuracy));
        console.out.line(fmt::format("characters  {} of the {} of the split \"{}\", {} a second",
                                     grouped(report.characters), grouped(report.ofCharacters), m_options.split,
                                     countInWords(perSecond(report, seconds))));
    }

    EvaluateOptions m_options;
};

} // namespace

std::unique_ptr<Command> makeEvaluateCommand(CLI::App& program)
{
    return std::make_unique<EvaluateCommand>(
        addCommand(program, "evaluate", "Measure how well a trained net does on a text or on sequences.", examples));
}

} // namespace cli
