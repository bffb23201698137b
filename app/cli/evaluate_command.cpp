// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/data_parts.h"
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

struct EvaluateOptions {
    std::string checkpoint, data, ensemble;
    std::string split; ///< empty: validation, or the test part where nothing is held out for validation
    std::optional<std::int64_t> characters;
    std::int64_t window = 0; ///< characters; 0: not measured in windows
    bool dynamic = false;    ///< it learns while it reads
    engine::DynamicSettings dynamicSettings = {};
    TableOptions table;
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

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double perSecond(std::int64_t count, double seconds)
{
    return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

Json textToJson(const engine::EvaluationReport& report, const TextPart& part, const std::string& data, double speed)
{
    return {{"loss", report.loss},
            {"bits_per_char", report.bitsPerChar()},
            {"accuracy", report.accuracy},
            {"characters", report.characters},
            {"of_characters", report.ofCharacters},
            {"split", part.split},
            {"data", data},
            {"per_second", speed}};
}

/// What was measured in windows of so many characters.
Json windowsToJson(const engine::EvaluationReport& report, std::int64_t window)
{
    return {{"length", window},
            {"loss", report.loss},
            {"bits_per_char", report.bitsPerChar()},
            {"accuracy", report.accuracy},
            {"characters", report.characters}};
}

std::string charactersInWords(const engine::EvaluationReport& report, const TextPart& part)
{
    return fmt::format("characters  {} of the {} of the split \"{}\"", grouped(report.characters),
                       grouped(report.ofCharacters), part.split);
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

/// Measures each of several nets and all of them as one, which predicts the mean of their probabilities. Throws Error
/// where they do not predict the same thing, or did not hold out the same part.
class EnsembleEvaluation {
public:
    EnsembleEvaluation(Console& console, const EvaluateOptions& options, const std::vector<std::string>& files,
                       const Interrupt& interrupt)
        : m_console(console), m_options(options), m_files(files), m_interrupt(interrupt)
    {}

    void run()
    {
        TrainedModel first = load(m_files.front());
        if (learnedText(first)) {
            evaluateText(std::move(first));
        } else {
            evaluateSequences(std::move(first));
        }
    }

private:
    TrainedModel load(const std::string& file)
    {
        TrainedModel net = loadTrained(file, m_options.machine, m_options.table);
        for (const engine::Sentence& note : net.notes) {
            if (std::ranges::find(m_notes, note) == m_notes.end()) { // they are of the machine
                m_notes.push_back(note);
                m_console.remark(note);
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

    std::vector<TrainedModel> textNets(TrainedModel first)
    {
        std::vector<TrainedModel> nets;
        nets.push_back(std::move(first));
        for (std::size_t index = 1; index < m_files.size(); ++index) {
            nets.push_back(loadNext(index, true));
            requireSameCharacters(m_files[index], nets.back().checkpoint.vocabulary, m_files.front(),
                                  nets.front().checkpoint.vocabulary);
        }
        return nets;
    }

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
        const std::vector<TrainedModel> nets = textNets(std::move(first));
        const TextPart part =
            textPart(m_console, nets.front().checkpoint, m_options.data, m_options.split, m_interrupt.goOn());
        const auto otherText = std::ranges::find_if(
            nets, [&](const TrainedModel& net) { return net.checkpoint.corpus.digest != part.text.digest(); });
        if (otherText != nets.end()) {
            remarkOnOtherText(m_console, part, otherText->checkpoint);
        }
        const std::int64_t characters = m_options.characters.value_or(engine::Evaluator::all);
        const Clock::time_point start = Clock::now();
        const engine::TextEnsembleReport report =
            measure(nets, part, engine::Evaluator::batchFor(part.text, part.range, characters));
        const double speed = perSecond(report.ensemble.characters, secondsSince(start));
        std::optional<engine::TextEnsembleReport> windows;
        if (m_options.window > 0) {
            windows = measure(nets, part, engine::Evaluator::batchForWindows(part.text, part.range, m_options.window));
        }
        print(report, windows, part, speed);
    }

    /// All nets side by side.
    engine::TextEnsembleReport measure(const std::vector<TrainedModel>& nets, const TextPart& part,
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
        engine::TextEnsembleReport report = orStopped(engine::evaluateTogether(
            members, part.text, part.range, m_options.characters.value_or(engine::Evaluator::all), m_interrupt.goOn()));
        for (std::size_t index = 0; index < nets.size(); ++index) {
            requireFinite(report.members[index], part, m_files[index]);
        }
        requireFinite(report.ensemble, part);
        return report;
    }

    void print(const engine::TextEnsembleReport& report, const std::optional<engine::TextEnsembleReport>& windows,
               const TextPart& part, double speed)
    {
        const engine::EvaluationReport& all = report.ensemble;
        engine::Report table{
            .columns = {{"net", "checkpoint"},
                        {"nats per character", "loss", lossInWords},
                        {"bits per character", "bits_per_char", lossInWords},
                        {"accuracy", "accuracy", shareInWords},
                        {windows ? fmt::format("nats in windows of {}", m_options.window) : "", "", lossInWords}}};
        const auto rowOf = [](const std::string& name, const engine::EvaluationReport& one,
                              const engine::EvaluationReport* inWindows) -> std::vector<engine::ReportCell> {
            return {name, one.loss, one.bitsPerChar(), one.accuracy,
                    inWindows != nullptr ? engine::ReportCell(inWindows->loss) : engine::ReportCell()};
        };
        for (std::size_t index = 0; index < report.members.size(); ++index) {
            table.rows.push_back(
                rowOf(m_files[index], report.members[index], windows ? &windows->members[index] : nullptr));
        }
        if (m_options.json) {
            Json json = textToJson(all, part, m_options.data, speed);
            json["members"] = jsonRows(table);
            for (std::size_t index = 0; windows && index < report.members.size(); ++index) {
                json["members"][index]["windows"] = windowsToJson(windows->members[index], m_options.window);
            }
            if (windows) {
                json["windows"] = windowsToJson(windows->ensemble, m_options.window);
            }
            printLine(m_console.out, json);
            return;
        }
        table.total = rowOf("ensemble", all, windows ? &windows->ensemble : nullptr);
        m_console.out.write(engine::aligned(table));
        m_console.out.line(charactersInWords(all, part) + fmt::format(", {} per second", countInWords(speed)));
    }

    /// One net after the other: each reads the data as its own run did.
    void evaluateSequences(TrainedModel first)
    {
        if (m_options.characters) {
            throw engine::Error(m_files.front() +
                                ": its net learned sequences, but --characters counts those of a text");
        }
        std::vector<std::string> splits = heldOutSplits(m_options.split);
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
            const SequencePart part = readPart(
                net, {.data = m_options.data, .splits = splits, .answers = engine::Answers::Read}, m_interrupt.goOn());
            if (index == 0) {
                m_console.remarks(part.samples().remarks);
                remarkOnSplit(m_console, m_options.split, part.split);
                splits = {part.split};
            }
            engine::SampleEvaluator evaluator(net.model, *net.weights, part.samples().facts, net.wish);
            const Clock::time_point start = Clock::now();
            members.push_back(
                orStopped(ensemble.add(m_files[index], evaluator, part.samples(), part.chosen, m_interrupt.goOn())));
            seconds += secondsSince(start);
        }
        print(members, ensemble.report(), splits.front(), seconds);
    }

    void print(const std::vector<engine::ClassesReport>& members, const engine::ClassesReport& all,
               const std::string& split, double seconds)
    {
        const double speed = perSecond(all.samples, seconds);
        engine::Report table{.columns = {{"net", "checkpoint"},
                                         {"nats per sequence", "loss", lossInWords},
                                         {"accuracy", "", shareInWords}},
                             .total = {"ensemble", all.loss, all.accuracy}};
        for (std::size_t index = 0; index < members.size(); ++index) {
            table.rows.push_back({m_files[index], members[index].loss, members[index].accuracy});
        }
        if (m_options.json) {
            Json json{{"loss", all.loss},          {"metrics", {{"accuracy", all.accuracy}}},
                      {"sequences", all.samples},  {"split", split},
                      {"data", m_options.data},    {"per_second", speed},
                      {"members", jsonRows(table)}};
            for (std::size_t index = 0; index < members.size(); ++index) {
                json["members"][index]["metrics"]["accuracy"] = members[index].accuracy;
            }
            printLine(m_console.out, json);
            return;
        }
        m_console.out.write(engine::aligned(table));
        m_console.out.line(fmt::format("sequences   {} of the split \"{}\", {} per second", grouped(all.samples), split,
                                       countInWords(speed)));
    }

    Console& m_console;
    const EvaluateOptions& m_options;
    const std::vector<std::string>& m_files;
    const Interrupt& m_interrupt;
    std::vector<engine::Sentence> m_notes; ///< that were said
};

class EvaluateCommand : public Command {
public:
    explicit EvaluateCommand(CLI::App& app) : Command(app)
    {
        CLI::Option* const checkpoint = addValue(app, "CHECKPOINT", m_options.checkpoint, checkpointFile,
                                                 "The trained net, as hamnet train saved it.");
        addValue(app, "--data", m_options.data, dataFile,
                 "The text to evaluate on: a file, or a name in hamnet corpus list; for a net on sequences a "
                 "folder of images, a CSV file or lines label<TAB>text.")
            ->required();
        addChoice(app, "--split", m_options.split,
                  "Which part of it: validation and test are the parts that training held out, all is the whole. "
                  "Default: validation, or test if nothing is held out for validation.",
                  {"validation", "test", "all"});
        addWhole(app, "--characters", m_options.characters,
                 "Evaluate this many of its characters, in pieces that are spread evenly over it. Default: all.", {1});
        addWhole(app, "--windows", m_options.window,
                 "Evaluate a second time in windows of N characters, each from a zero state: how nets that keep "
                 "no state from batch to batch are evaluated.",
                 {1});
        CLI::Option* const ensemble =
            addValue(app, "--ensemble", m_options.ensemble, "FILES.hamnet",
                     "Several trained nets, separated by commas, or the folder of a hamnet train --seeds, in place "
                     "of CHECKPOINT: evaluate each, and their ensemble, which predicts the mean of their "
                     "probabilities. They may differ in everything but what they predict and hold out. Of a "
                     "folder each seed's best checkpoint is taken, or its newest where there is no best.")
                ->excludes(checkpoint);
        CLI::Option* const dynamic =
            app.add_flag(
                   "--dynamic", m_options.dynamic,
                   "Dynamic evaluation: evaluate a second time while the net learns from what it reads, by one step of "
                   "SGD after each segment, in memory only. Both times the text is read as one stream in order.")
                ->excludes(ensemble);
        addValue(app, "--dynamic-rate", m_options.dynamicSettings.rate, "R", "The learning rate of these steps.")
            ->capture_default_str()
            ->check(numberIn({.least = 0, .most = 1000, .lowerEnd = LowerEnd::Open}))
            ->needs(dynamic);
        app.add_flag("--json", m_options.json, "Print the result as one JSON object.");
        m_options.table.addFormatTo(app);
        m_options.machine.addTo(app);
    }

    ExitCode run(Console& console) override
    {
        const std::vector<std::string> members = membersOf(console, m_options.ensemble);
        if (m_options.checkpoint.empty() && members.size() < 2) {
            throw UsageError(members.empty()
                                 ? "CHECKPOINT or --ensemble is required"
                                 : "--ensemble names one net, but two or more are required, separated by commas");
        }
        const Interrupt interrupt;
        if (!members.empty()) {
            EnsembleEvaluation(console, m_options, members, interrupt).run();
            return ExitCode::Done;
        }
        const TrainedModel trained = loadTrained(m_options.checkpoint, m_options.machine, m_options.table);
        console.remarks(trained.notes);
        if (learnedText(trained)) {
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
            printLine(console.out, toJson(readings, part));
        } else if (readings.size() > 1) {
            printTable(console, readings, part);
        } else {
            print(console, readings.front(), part);
        }
    }

    /// One way to read the text, and what came of it.
    struct TimedEvaluation {
        std::string name;
        engine::EvaluationReport report;
        double seconds;

        double speed() const { return perSecond(report.characters, seconds); }
    };

    template <typename Measure>
    static TimedEvaluation timed(const std::string& name, const TextPart& part, const Measure& measure)
    {
        const Clock::time_point start = Clock::now();
        const engine::EvaluationReport report = orStopped(measure());
        requireFinite(report, part);
        return {name, report, secondsSince(start)};
    }

    void evaluateSequences(Console& console, const TrainedModel& trained, const Interrupt& interrupt)
    {
        const SequencePart part = readPart(
            trained,
            {.data = m_options.data, .splits = heldOutSplits(m_options.split), .answers = engine::Answers::Read},
            interrupt.goOn());
        console.remarks(part.samples().remarks);
        const Clock::time_point start = Clock::now();
        const engine::SampleReport report = measure(trained, part, interrupt.goOn());
        const double speed = perSecond(report.samples, secondsSince(start));
        remarkOnSplit(console, m_options.split, part.split);
        m_options.split = part.split;
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
    Json toJson(const std::vector<TimedEvaluation>& readings, const TextPart& part) const
    {
        Json json = textToJson(readings.front().report, part, m_options.data, readings.front().speed());
        for (const TimedEvaluation& reading : readings) {
            if (reading.name == "dynamic") {
                json["streams"] = 1;
                json["dynamic"] = {{"loss", reading.report.loss},
                                   {"bits_per_char", reading.report.bitsPerChar()},
                                   {"accuracy", reading.report.accuracy},
                                   {"rate", m_options.dynamicSettings.rate},
                                   {"segment", m_options.dynamicSettings.steps},
                                   {"per_second", reading.speed()}};
            } else if (reading.name == "windows") {
                json["windows"] = windowsToJson(reading.report, m_options.window);
                json["windows"]["per_second"] = reading.speed();
            }
        }
        return json;
    }

    /// Each reading as a row, and below what they are.
    void printTable(Console& console, const std::vector<TimedEvaluation>& readings, const TextPart& part) const
    {
        using Reading = const TimedEvaluation&;
        console.out.write(engine::aligned(engine::reportOf<TimedEvaluation>(
            {{{"reading"}, [](Reading one) { return one.name; }},
             {{"nats per character", "", lossInWords}, [](Reading one) { return one.report.loss; }},
             {{"bits per character", "", lossInWords}, [](Reading one) { return one.report.bitsPerChar(); }},
             {{"accuracy", "", shareInWords}, [](Reading one) { return one.report.accuracy; }},
             {{"characters per second", "", countInWords}, [](Reading one) { return one.speed(); }}},
            readings)));
        console.out.line(charactersInWords(readings.front().report, part) +
                         (m_options.dynamic ? ", read as one stream in order" : ""));
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

    static void print(Console& console, const TimedEvaluation& reading, const TextPart& part)
    {
        const engine::EvaluationReport& report = reading.report;
        console.out.line(fmt::format("loss        {:.4f} nats per character", report.loss));
        console.out.line(fmt::format("            {:.4f} bits per character", report.bitsPerChar()));
        console.out.line(fmt::format("accuracy    {:.2f} %: how often the most likely character was correct",
                                     100 * report.accuracy));
        console.out.line(charactersInWords(report, part) +
                         fmt::format(", {} per second", countInWords(reading.speed())));
    }

    EvaluateOptions m_options;
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
