// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
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
    std::string split = "validation";
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
        app.add_option("--data", m_options.data,
                       "The text to measure on, by its file or as hamnet corpus list names it.")
            ->type_name(textFile)
            ->required();
        app.add_option(
               "--split", m_options.split,
               "Which part of it: validation and test are the parts that training held out, all is the whole text.")
            ->type_name("{validation,test,all}")
            ->capture_default_str()
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
        const engine::Corpus text(textNamed(m_options.data), trained.checkpoint.vocabulary, interrupt.goOn());
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
        addCommand(program, "evaluate", "Measure how well a trained net knows a text.", examples));
}

} // namespace cli
