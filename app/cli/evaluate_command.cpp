// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/json.h"
#include "app/cli/sources.h"
#include "app/cli/words.h"
#include "app/watch/run_folder.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shell_words.h"
#include "engine/training/measure/baseline.h"
#include "engine/training/measure/dynamic_evaluation.h"
#include "engine/training/measure/ensemble.h"
#include "engine/training/measure/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

namespace cli {
namespace {

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

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double perSecond(std::int64_t count, double seconds)
{
    return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

Json toJson(const engine::EvaluationReport& report)
{
    return {{"loss", report.loss},
            {"bits_per_char", report.bitsPerChar()},
            {"accuracy", report.accuracy},
            {"characters", report.characters}};
}

Json toJson(const std::vector<engine::Metric>& metrics)
{
    Json json = Json::object();
    for (const engine::Metric& metric : metrics) {
        json[metric.name] = metric.value;
    }
    return json;
}

bool learnedText(const TrainedModel& net)
{
    return engine::dataKindOf(net.checkpoint).answersEachStep;
}

/// Throws Error where the net at `file` knows other characters than the first.
void requireSameCharacters(const std::string& file, const engine::Vocabulary& mine, const std::string& firstFile,
                           const engine::Vocabulary& first)
{
    if (mine == first) {
        return;
    }
    std::string difference =
        engine::say("%1 predicts %2 characters and %3 %4", file, mine.size(), firstFile, first.size());
    if (mine.size() == first.size() && mine.encoding() == first.encoding()) {
        const auto [one, other] = std::ranges::mismatch(mine.characters(), first.characters());
        difference = engine::say("%1 predicts %2 where %3 predicts %4", file, engine::nameOf(*one, mine.encoding()),
                                 firstFile, engine::nameOf(*other, first.encoding()));
    } else if (mine.encoding() != first.encoding()) {
        difference =
            file + (mine.encoding() == engine::Encoding::Bytes ? " predicts bytes and " + firstFile + " UTF-8"
                                                               : " predicts UTF-8 and " + firstFile + " bytes");
    }
    throw engine::Error("an ensemble: " + difference + ", but all nets must have the same vocabulary");
}

/// One way to read the text, and what came of it for each net and for all as one, which predict the mean of their
/// probabilities.
struct Reading {
    std::string name;
    engine::TextEnsembleReport report;
    double seconds = 0;

    double speed() const { return perSecond(report.ensemble.characters, seconds); }
};

/// Measures one net, or several and all of them as one. Throws Error where those do not predict the same thing, or did
/// not hold out the same part.
class EvaluateCommand : public Command {
public:
    explicit EvaluateCommand(CLI::App& app) : Command(app)
    {
        CLI::Option* const checkpoint =
            addValue(app, "CHECKPOINT", m_checkpoint, checkpointFile, "The trained net, as hamnet train saved it.");
        addValue(app, "--data", m_data, dataFile,
                 "The text to evaluate on: a file, or a name in hamnet corpus list; for a net on sequences a "
                 "folder of images, a CSV file or lines label<TAB>text.")
            ->required();
        addChoice(app, "--split", m_split,
                  "Which part of it: validation and test are the parts that training held out, all is the whole. "
                  "Default: validation, or test if nothing is held out for validation.",
                  {"validation", "test", "all"});
        addWhole(app, "--characters", m_characters,
                 "Evaluate this many of its characters, in pieces that are spread evenly over it. Default: all.", {1});
        addWhole(app, "--windows", m_window,
                 "Evaluate a second time in windows of N characters, each from a zero state: how nets that keep "
                 "no state from batch to batch are evaluated.",
                 {1});
        CLI::Option* const ensemble =
            addValue(app, "--ensemble", m_ensemble, "FILES.hamnet",
                     "Several trained nets, separated by commas, or the folder of a hamnet train --seeds, in place "
                     "of CHECKPOINT: evaluate each, and their ensemble, which predicts the mean of their "
                     "probabilities. They may differ in everything but what they predict and hold out. Of a "
                     "folder each seed's best checkpoint is taken, or its newest where there is no best.")
                ->excludes(checkpoint);
        CLI::Option* const dynamic =
            app.add_flag(
                   "--dynamic", m_dynamic,
                   "Dynamic evaluation: evaluate a second time while the net learns from what it reads, by one step of "
                   "SGD after each segment, in memory only. Both times the text is read as one stream in order.")
                ->excludes(ensemble);
        addValue(app, "--dynamic-rate", m_dynamicSettings.rate, "R", "The learning rate of these steps.")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .most = 1000, .lowerEnd = LowerEnd::Open}))
            ->needs(dynamic);
        app.add_flag("--json", m_json, "Print the result as one JSON object.");
        m_table.addFormatTo(app);
        m_machine.addTo(app);
    }

    ExitCode run(Console& console) override
    {
        m_console = &console;
        m_files = membersOf(console, m_ensemble);
        if (m_checkpoint.empty() && m_files.size() < 2) {
            throw UsageError(m_files.empty()
                                 ? "CHECKPOINT or --ensemble is required"
                                 : "--ensemble names one net, but two or more are required, separated by commas");
        }
        if (!areSeveral()) {
            m_files = {m_checkpoint};
        }
        const Interrupt interrupt;
        m_goOn = interrupt.goOn();
        TrainedModel first = load(m_files.front());
        learnedText(first) ? evaluateText(std::move(first)) : evaluateSequences(std::move(first));
        return ExitCode::Done;
    }

private:
    bool areSeveral() const { return !m_ensemble.empty(); }

    TrainedModel load(const std::string& file)
    {
        TrainedModel net = loadTrained(file, m_machine, m_table);
        for (const engine::Sentence& note : net.notes) {
            if (std::ranges::find(m_notes, note) == m_notes.end()) { // they are of the machine
                m_notes.push_back(note);
                m_console->remark(note);
            }
        }
        return net;
    }

    TrainedModel loadNext(std::size_t index, bool text)
    {
        const std::string& file = m_files[index];
        TrainedModel net = load(file);
        if (learnedText(net) != text) {
            throw engine::Error("an ensemble: " + file + " learned " + (text ? "sequences" : "a text") + " and " +
                                m_files.front() + (text ? " a text" : " sequences") +
                                ", but all nets must predict the same");
        }
        return net;
    }

    // Of a text
    // ------------------------------------------------------------------------------------------------------------

    /// Throws Error where what one net held out is what another learned from.
    void requireSameRange(const TextPart& part, const engine::Checkpoint& checkpoint, const std::string& file) const
    {
        if (part.text.range(splitNamed(part.split), checkpoint.corpus.fractions) != part.range) {
            throw engine::Error(engine::say(
                "an ensemble: %1 holds out %2 of the text for validation and %3 for the test, which is "
                "not what %4 holds out, but all nets must hold out the same part",
                file, checkpoint.corpus.fractions.validation, checkpoint.corpus.fractions.test, m_files.front()));
        }
    }

    void evaluateText(TrainedModel first)
    {
        std::vector<TrainedModel> nets;
        nets.push_back(std::move(first));
        for (std::size_t index = 1; index < m_files.size(); ++index) {
            nets.push_back(loadNext(index, true));
            requireSameCharacters(m_files[index], nets.back().checkpoint.vocabulary, m_files.front(),
                                  nets.front().checkpoint.vocabulary);
        }
        const TextPart part = textPart(*m_console, nets.front().checkpoint, m_data, m_split, m_goOn);
        const auto otherText = std::ranges::find_if(
            nets, [&](const TrainedModel& net) { return net.checkpoint.corpus.digest != part.text.digest(); });
        if (otherText != nets.end()) {
            remarkOnOtherText(*m_console, part, otherText->checkpoint);
        }
        engine::Evaluator::Batch batch = engine::Evaluator::batchFor(part.text, part.range, m_characters);
        batch.streams = m_dynamic ? 1 : batch.streams;
        std::vector<Reading> readings = {measured("plain", nets, part, batch)};
        if (m_dynamic) {
            const TrainedModel& net = nets.front();
            engine::DynamicEvaluator dynamic(net.model, *net.weights, net.checkpoint.vocabulary.size(), net.wish,
                                             m_dynamicSettings);
            const Clock::time_point start = Clock::now();
            const engine::EvaluationReport report =
                orStopped(dynamic.evaluate(part.text, part.range, m_characters, m_goOn));
            requireFinite(report, part);
            readings.push_back({"dynamic", {.members = {report}, .ensemble = report}, secondsSince(start)});
        }
        if (m_window > 0) {
            readings.push_back(
                measured("windows", nets, part, engine::Evaluator::batchForWindows(part.text, part.range, m_window)));
        }
        m_json ? printJson(readings, part) : print(readings, part);
    }

    /// All nets side by side.
    Reading measured(const std::string& name, const std::vector<TrainedModel>& nets, const TextPart& part,
                     const engine::Evaluator::Batch& batch) const
    {
        std::vector<std::unique_ptr<engine::Evaluator>> evaluators;
        std::vector<engine::Evaluator*> members;
        for (std::size_t index = 0; index < nets.size(); ++index) {
            const TrainedModel& net = nets[index];
            requireSameRange(part, net.checkpoint, m_files[index]);
            evaluators.push_back(std::make_unique<engine::Evaluator>(
                net.model, *net.weights, net.checkpoint.vocabulary.size(), net.wish, batch));
            members.push_back(evaluators.back().get());
            if (members.back()->target() != members.front()->target()) {
                throw engine::Error("an ensemble: among " + m_files.front() + " and " + m_files[index] +
                                    " one predicts the next character and one repeats it, but all of its nets must "
                                    "predict the same");
            }
        }
        const Clock::time_point start = Clock::now();
        Reading reading{.name = name, .report = {}};
        if (areSeveral()) {
            reading.report = orStopped(engine::evaluateTogether(members, part.text, part.range, m_characters, m_goOn));
        } else {
            reading.report.ensemble = orStopped(members.front()->evaluate(part.text, part.range, m_characters, m_goOn));
        }
        reading.seconds = secondsSince(start);
        for (std::size_t index = 0; index < reading.report.members.size(); ++index) {
            requireFinite(reading.report.members[index], part, m_files[index]);
        }
        requireFinite(reading.report.ensemble, part);
        return reading;
    }

    /// A row for each net, or for each reading of one.
    engine::Report table(const std::vector<Reading>& readings) const
    {
        engine::Report table{
            .columns = {
                {areSeveral() ? "net" : "reading", "checkpoint"},
                {"nats per character", "loss", lossInWords},
                {"bits per character", "bits_per_char", lossInWords},
                {"accuracy", "accuracy", shareInWords},
                {areSeveral() && m_window > 0 ? fmt::format("nats in windows of {}", m_window) : "", "", lossInWords},
                {areSeveral() ? "" : "characters per second", "", countInWords}}};
        const auto row = [](const std::string& name, const engine::EvaluationReport& one, engine::ReportCell inWindows,
                            double speed) -> std::vector<engine::ReportCell> {
            return {name, one.loss, one.bitsPerChar(), one.accuracy, std::move(inWindows), speed};
        };
        if (!areSeveral()) {
            for (const Reading& reading : readings) {
                table.rows.push_back(row(reading.name, reading.report.ensemble, {}, reading.speed()));
            }
            return table;
        }
        const engine::TextEnsembleReport &plain = readings.front().report, &last = readings.back().report;
        for (std::size_t index = 0; index < m_files.size(); ++index) {
            table.rows.push_back(row(m_files[index], plain.members[index], last.members[index].loss, 0));
        }
        table.total = row("ensemble", plain.ensemble, last.ensemble.loss, 0);
        return table;
    }

    /// The first reading's numbers, and those of each other one under its name.
    void printJson(const std::vector<Reading>& readings, const TextPart& part) const
    {
        const Reading& plain = readings.front();
        Json json = toJson(plain.report.ensemble);
        json.update({{"of_characters", plain.report.ensemble.ofCharacters},
                     {"split", part.split},
                     {"data", m_data},
                     {"per_second", plain.speed()}});
        if (areSeveral()) {
            json["members"] = jsonRows(table(readings));
        }
        for (const Reading& reading : readings) {
            Json more = {{"per_second", reading.speed()}};
            if (reading.name == "dynamic") {
                json["streams"] = 1;
                more.update({{"rate", m_dynamicSettings.rate}, {"segment", m_dynamicSettings.steps}});
            } else if (reading.name == "windows") {
                more["length"] = m_window;
                for (std::size_t index = 0; index < reading.report.members.size(); ++index) {
                    json["members"][index]["windows"] = toJson(reading.report.members[index]);
                    json["members"][index]["windows"]["length"] = m_window;
                }
            } else {
                continue;
            }
            json[reading.name] = toJson(reading.report.ensemble);
            json[reading.name].update(more);
        }
        printLine(m_console->out, json);
    }

    void print(const std::vector<Reading>& readings, const TextPart& part) const
    {
        Output& out = m_console->out;
        const Reading& plain = readings.front();
        const engine::EvaluationReport& report = plain.report.ensemble;
        const bool isTable = areSeveral() || readings.size() > 1;
        if (isTable) {
            out.write(engine::aligned(table(readings)));
        } else {
            out.line(fmt::format("loss        {:.4f} nats per character", report.loss));
            out.line(fmt::format("            {:.4f} bits per character", report.bitsPerChar()));
            out.line(fmt::format("accuracy    {:.2f} %: how often the most likely character was correct",
                                 100 * report.accuracy));
        }
        out.line(fmt::format("characters  {} of the {} of the split \"{}\", {}", grouped(report.characters),
                             grouped(report.ofCharacters), part.split,
                             m_dynamic ? "read as one stream in order" : countInWords(plain.speed()) + " per second"));
        if (m_dynamic) {
            out.line(fmt::format("dynamic     one step of SGD at a rate of {} after each {} characters, in memory only",
                                 m_dynamicSettings.rate, m_dynamicSettings.steps));
        }
        if (m_window > 0 && !areSeveral()) {
            out.line(fmt::format("windows     {} characters in windows of {}, each from a zero state",
                                 grouped(readings.back().report.ensemble.characters), m_window));
        }
    }

    // Of sequences
    // ------------------------------------------------------------------------------------------------------------

    /// One net after the other: each reads the data as its own run did.
    void evaluateSequences(TrainedModel first)
    {
        if (m_characters < engine::Evaluator::all || m_dynamic || m_window > 0) {
            throw engine::Error(m_files.front() + ": its net learned sequences, but " +
                                (m_dynamic      ? "--dynamic learns while it reads a text"
                                 : m_window > 0 ? "--windows are parts of a text"
                                                : "--characters counts those of a text"));
        }
        std::vector<std::string> splits = heldOutSplits(m_split);
        engine::ClassEnsemble ensemble;
        std::vector<engine::ClassesReport> members;
        double seconds = 0;
        std::optional<TrainedModel> held(std::move(first)); // one at a time: weights go before their device
        for (std::size_t index = 0; index < m_files.size(); ++index) {
            if (index > 0) {
                held.reset();
                held.emplace(loadNext(index, false));
            }
            const TrainedModel& net = *held;
            const SequencePart part =
                readPart(net, {.data = m_data, .splits = splits, .answers = engine::Answers::Read}, m_goOn);
            if (index == 0) {
                m_console->remarks(part.samples().remarks);
                remarkOnSplit(*m_console, m_split, part.split);
                m_split = part.split;
                splits = {m_split};
            }
            const Clock::time_point start = Clock::now();
            if (!areSeveral()) {
                const engine::SampleReport report = measure(net, part, m_goOn);
                print(report, part, perSecond(report.samples, secondsSince(start)));
                return;
            }
            engine::SampleEvaluator evaluator(net.model, *net.weights, part.samples().facts, net.wish);
            members.push_back(orStopped(ensemble.add(m_files[index], evaluator, part.samples(), part.chosen, m_goOn)));
            seconds += secondsSince(start);
        }
        print(members, ensemble.report(), seconds);
    }

    void print(const std::vector<engine::ClassesReport>& members, const engine::ClassesReport& all,
               double seconds) const
    {
        engine::Report table{.columns = {{"net", "checkpoint"},
                                         {"nats per sequence", "loss", lossInWords},
                                         {"accuracy", "", shareInWords}},
                             .total = {"ensemble", all.loss, all.accuracy}};
        for (std::size_t index = 0; index < members.size(); ++index) {
            table.rows.push_back({m_files[index], members[index].loss, members[index].accuracy});
        }
        const double speed = perSecond(all.samples, seconds);
        if (!m_json) {
            m_console->out.write(engine::aligned(table));
            printCount(all.samples, all.samples, speed);
            return;
        }
        Json json{{"loss", all.loss},
                  {"metrics", {{"accuracy", all.accuracy}}},
                  {"sequences", all.samples},
                  {"split", m_split},
                  {"data", m_data},
                  {"per_second", speed},
                  {"members", jsonRows(table)}};
        for (std::size_t index = 0; index < members.size(); ++index) {
            json["members"][index]["metrics"]["accuracy"] = members[index].accuracy;
        }
        printLine(m_console->out, json);
    }

    void printCount(std::int64_t measured, std::int64_t all, double speed) const
    {
        m_console->out.line(fmt::format(
            "sequences   {} of the split \"{}\"{}, {} per second", grouped(measured), m_split,
            all > measured ? fmt::format(", without {} whose answer does not count", grouped(all - measured)) : "",
            countInWords(speed)));
    }

    void print(const engine::SampleReport& report, const SequencePart& part, double speed) const
    {
        const std::vector<engine::Baseline> baselines = engine::baselinesOf(part.samples(), part.chosen);
        if (m_json) {
            Json json{{"loss", report.loss},
                      {"metrics", toJson(report.metrics)},
                      {"sequences", report.samples},
                      {"of_sequences", report.ofSamples},
                      {"split", m_split},
                      {"data", m_data},
                      {"per_second", speed}};
            for (const engine::Baseline& one : baselines) {
                json["baselines"].push_back({{"name", std::string(one.name)}, {"metrics", toJson(one.metrics)}});
            }
            for (std::int64_t truth = 0; report.confusion && truth < report.confusion->classes(); ++truth) {
                json["classes"] = part.samples().facts.classes;
                Json& row = json["confusion"].emplace_back(Json::array());
                for (std::int64_t said = 0; said < report.confusion->classes(); ++said) {
                    row.push_back(report.confusion->count(truth, said));
                }
                json["recall"].push_back(report.confusion->recall(truth));
            }
            printLine(m_console->out, json);
            return;
        }
        Output& out = m_console->out;
        out.line(fmt::format("loss        {:.4f}", report.loss));
        for (const engine::Metric& metric : report.metrics) {
            std::vector<std::string> naive;
            for (const engine::Baseline& baseline : baselines) {
                if (const engine::Metric* const found = engine::findMetric(baseline.metrics, metric.name)) {
                    naive.push_back(fmt::format("{}: {:.4f}", oneLine(baseline.name), found->value));
                }
            }
            out.line(fmt::format("{:<11} {:.4f}", oneLine(metric.name), metric.value) +
                     (naive.empty() ? "" : " (" + joined(naive, "; ") + ")"));
        }
        if (report.confusion) {
            out.write(engine::aligned(confusionOf(*report.confusion, part.samples().facts.classes)));
        }
        printCount(report.samples, report.ofSamples, speed);
    }

    /// How often each class was taken for each; of many classes only how often each was found.
    static engine::Report confusionOf(const engine::ConfusionMatrix& matrix, const std::vector<std::string>& classes)
    {
        constexpr std::int64_t widest = 16;
        const std::int64_t shown = matrix.classes() <= widest ? matrix.classes() : 0;
        engine::Report report{.columns = {{"class"}}};
        for (std::int64_t said = 0; said < shown; ++said) {
            report.columns.push_back({shortened(oneLine(classes[static_cast<std::size_t>(said)]), 6)});
        }
        report.columns.push_back({"recall", "", lossInWords, "not in the data"});
        for (std::int64_t truth = 0; truth < matrix.classes(); ++truth) {
            std::vector<engine::ReportCell>& row =
                report.rows.emplace_back(1, shortened(oneLine(classes[static_cast<std::size_t>(truth)]), 10));
            for (std::int64_t said = 0; said < shown; ++said) {
                row.emplace_back(matrix.count(truth, said));
            }
            row.push_back(matrix.ofClass(truth) > 0 ? engine::ReportCell(matrix.recall(truth)) : engine::ReportCell());
        }
        return report;
    }

    std::string m_checkpoint, m_data, m_ensemble;
    std::string m_split; ///< empty: validation, or the test part where nothing is held out for validation
    std::int64_t m_characters = engine::Evaluator::all;
    std::int64_t m_window = 0; ///< characters; 0: not measured in windows
    bool m_dynamic = false;    ///< it learns while it reads
    engine::DynamicSettings m_dynamicSettings = {};
    TableOptions m_table;
    MachineOptions m_machine;
    bool m_json = false;

    Console* m_console = nullptr; ///< and the rest: of a run
    engine::GoOn m_goOn;
    std::vector<std::string> m_files;      ///< of the nets
    std::vector<engine::Sentence> m_notes; ///< that were said
};

} // namespace

extern const CommandSpec evaluateCommand = {"evaluate", "Evaluate a trained net on a text or on sequences.",
                                            R"(  hamnet evaluate my.hamnet --data my_text.txt
  hamnet evaluate my.best.hamnet --data my_text.txt --split test --json
  hamnet evaluate my.hamnet --data another_text.txt --split all
  hamnet evaluate --ensemble one.hamnet,two.hamnet,three.hamnet --data my_text.txt
  hamnet evaluate my.hamnet --data my_text.txt --windows 256
  hamnet evaluate my.hamnet --data my_text.txt --dynamic)",
                                            make<EvaluateCommand>};

} // namespace cli
