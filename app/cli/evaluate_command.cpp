// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace cli {
namespace {

constexpr const char* examples = R"(  hamnet evaluate my.hamnet --data my_text.txt
  hamnet evaluate my.best.hamnet --data my_text.txt --split test --json
  hamnet evaluate my.hamnet --data another_text.txt --split all)";

struct EvaluateOptions {
    std::string checkpoint, data;
    std::string split = "validation";
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
        app.add_flag("--json", m_options.json, "Print the result as one JSON object.");
        m_options.machine.addTo(app);
    }

    ExitCode run(Console& console) override
    {
        const TrainedModel trained = loadTrained(m_options.checkpoint, m_options.machine);
        console.remarks(trained.notes);
        const engine::Corpus text(textNamed(m_options.data), trained.checkpoint.vocabulary);
        const engine::TextRange range = rangeOf(text, trained.checkpoint);
        if (m_options.split != "all" && text.digest() != trained.checkpoint.corpus.digest) {
            console.note(
                "note: this is not the text that the net learned from, so no part of it was held out; --split all "
                "measures the whole");
        }
        // As training measures: as many streams as the text fills for a while, so that few characters lack their past.
        const std::int64_t streams = std::clamp<std::int64_t>(range.bytes() / 4096, 1, 32);
        engine::Evaluator evaluator(trained.model, *trained.weights, trained.checkpoint.vocabulary.size(), trained.wish,
                                    {.steps = 64, .streams = streams});
        const auto start = std::chrono::steady_clock::now();
        const engine::EvaluationReport report = evaluator.evaluate(text, range);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        print(console, report, seconds);
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
                                    {"split", m_options.split},
                                    {"data", m_options.data},
                                    {"chars_per_second", speed}});
            return;
        }
        console.out.line(fmt::format("loss        {:.4f} nats a character", report.loss));
        console.out.line(fmt::format("            {:.4f} bits a character", report.bitsPerChar()));
        console.out.line(fmt::format("accuracy    {:.2f} %: how often the likeliest character was the right one",
                                     100 * report.accuracy));
        console.out.line(fmt::format("characters  {} of the split \"{}\", {} a second", grouped(report.characters),
                                     m_options.split, countInWords(speed)));
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
