// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sequences.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/evaluation.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

namespace cli {
namespace {

constexpr const char* examples = R"(  hamnet evaluate my.hamnet --data my_text.txt
  hamnet evaluate my.best.hamnet --data my_text.txt --split test --json
  hamnet evaluate my.hamnet --data another_text.txt --split all)";

struct EvaluateOptions {
    std::string checkpoint, data;
    std::string split; ///< empty: validation, or the test part where nothing is held out for validation
    std::optional<std::int64_t> characters;
    MachineOptions machine;
    bool json = false;
};

class EvaluateCommand : public Command {
public:
    explicit EvaluateCommand(CLI::App& app) : Command(app)
    {
        app.add_option("CHECKPOINT", m_options.checkpoint, "The trained net, as hamnet train saved it.")
            ->type_name(checkpointFile)
            ->required();
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
        app.add_flag("--json", m_options.json, "Print the result as one JSON object.");
        m_options.machine.addTo(app);
    }

    ExitCode run(Console& console) override
    {
        const Interrupt interrupt;
        const TrainedModel trained = loadTrained(m_options.checkpoint, m_options.machine);
        console.remarks(trained.notes);
        if (!trained.checkpoint.sequences.kind.empty()) {
            if (m_options.characters) {
                throw engine::Error(m_options.checkpoint +
                                    ": its net learned sequences, but --characters counts those of a text");
            }
            evaluateSequences(console, trained, interrupt);
            return ExitCode::Done;
        }
        const engine::Corpus text(textNamed(m_options.data), trained.checkpoint.vocabulary, interrupt.goOn());
        chooseSplit(console, text.range(engine::Split::Validation, trained.checkpoint.corpus.fractions).bytes() > 0 ||
                                     text.range(engine::Split::Test, trained.checkpoint.corpus.fractions).bytes() == 0
                                 ? "validation"
                                 : "test");
        const engine::TextRange range = rangeOf(text, trained.checkpoint);
        if (m_options.split != "all" && text.digest() != trained.checkpoint.corpus.digest) {
            console.note(
                "note: this is not the text that the net learned from, so no part of it was held out; --split all "
                "measures the whole");
        }
        const std::int64_t characters = m_options.characters.value_or(engine::Evaluator::all);
        engine::Evaluator evaluator(trained.model, *trained.weights, trained.checkpoint.vocabulary.size(), trained.wish,
                                    engine::Evaluator::batchFor(text, range, characters));
        const auto start = std::chrono::steady_clock::now();
        const std::optional<engine::EvaluationReport> report =
            evaluator.evaluate(text, range, characters, interrupt.goOn());
        if (!report) {
            throw engine::CancelledError("the evaluation was stopped");
        }
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        print(console, *report, seconds);
        return ExitCode::Done;
    }

private:
    /// Takes the split where none is named, and says so where it is not the usual one.
    void chooseSplit(Console& console, const std::string& split)
    {
        if (!m_options.split.empty()) {
            return;
        }
        m_options.split = split;
        if (split != "validation") {
            console.remarks({"nothing is held out for validation, so the split \"" + split + "\" is measured"});
        }
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
        chooseSplit(console, part.split);
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

    engine::TextRange rangeOf(const engine::Corpus& text, const engine::Checkpoint& checkpoint) const
    {
        const engine::SplitFractions& fractions = checkpoint.corpus.fractions;
        const engine::TextRange range = text.range(splitNamed(m_options.split), fractions);
        if (range.bytes() == 0) {
            throw engine::Error(engine::sentence("the split \"", m_options.split, "\" is empty: the model holds out ",
                                                 fractions.validation, " of the text for validation and ",
                                                 fractions.test, " for the test"));
        }
        return range;
    }

    void print(Console& console, const engine::EvaluationReport& report, double seconds) const
    {
        const double speed = seconds > 0 ? static_cast<double>(report.characters) / seconds : 0;
        if (m_options.json) {
            printLine(console.out, {{"loss", report.loss},
                                    {"bits_per_char", report.bitsPerChar()},
                                    {"accuracy", report.accuracy},
                                    {"characters", report.characters},
                                    {"of_characters", report.ofCharacters},
                                    {"split", m_options.split},
                                    {"data", m_options.data},
                                    {"chars_per_second", speed}});
            return;
        }
        console.out.line(fmt::format("loss        {:.4f} nats a character", report.loss));
        console.out.line(fmt::format("            {:.4f} bits a character", report.bitsPerChar()));
        console.out.line(fmt::format("accuracy    {:.2f} %: how often the likeliest character was the right one",
                                     100 * report.accuracy));
        console.out.line(fmt::format("characters  {} of the {} of the split \"{}\", {} a second",
                                     grouped(report.characters), grouped(report.ofCharacters), m_options.split,
                                     countInWords(speed)));
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
