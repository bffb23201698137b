// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ensemble_evaluation.h"

#include "app/cli/json.h"
#include "app/cli/sequences.h"
#include "app/cli/sources.h"
#include "app/cli/text_part.h"
#include "app/cli/words.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/training/measure/ensemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace cli {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double perSecond(std::int64_t count, double seconds)
{
    return seconds > 0 ? static_cast<double>(count) / seconds : 0;
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

class EnsembleEvaluation {
public:
    EnsembleEvaluation(Console& console, const EnsembleWish& wish, const Interrupt& interrupt)
        : m_console(console), m_wish(wish), m_interrupt(interrupt)
    {}

    void run()
    {
        TrainedModel first = load(m_wish.checkpoints.front());
        if (learnedText(first)) {
            evaluateText(std::move(first));
        } else {
            evaluateSequences(std::move(first));
        }
    }

private:
    TrainedModel load(const std::string& file)
    {
        TrainedModel net = loadTrained(file, *m_wish.machine, *m_wish.table);
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
        const std::string& file = m_wish.checkpoints[index];
        TrainedModel net = load(file);
        if (learnedText(net) != text) {
            throw engine::Error("an ensemble: " + file + " learned " + (text ? "sequences" : "a text") + " and " +
                                m_wish.checkpoints.front() + (text ? " a text" : " sequences") +
                                ", but all nets must predict the same");
        }
        return net;
    }

    std::vector<TrainedModel> textNets(TrainedModel first)
    {
        std::vector<TrainedModel> nets;
        nets.push_back(std::move(first));
        for (std::size_t index = 1; index < m_wish.checkpoints.size(); ++index) {
            nets.push_back(loadNext(index, true));
            requireSameCharacters(m_wish.checkpoints[index], nets.back().checkpoint.vocabulary,
                                  m_wish.checkpoints.front(), nets.front().checkpoint.vocabulary);
        }
        return nets;
    }

    /// Throws Error where what one net held out is what another learned from.
    void requireSameRange(const TextPart& part, const engine::Checkpoint& checkpoint, const std::string& file) const
    {
        if (part.text.range(splitNamed(part.split), checkpoint.corpus.fractions) != part.range) {
            throw engine::Error(
                engine::say("an ensemble: %1 holds out %2 of the text for validation and %3 for the test, which is "
                            "not what %4 holds out, but all nets must hold out the same part",
                            file, checkpoint.corpus.fractions.validation, checkpoint.corpus.fractions.test,
                            m_wish.checkpoints.front()));
        }
    }

    void evaluateText(TrainedModel first)
    {
        const std::vector<TrainedModel> nets = textNets(std::move(first));
        const TextPart part =
            textPart(m_console, nets.front().checkpoint, m_wish.data, m_wish.split, m_interrupt.goOn());
        const auto otherText = std::ranges::find_if(
            nets, [&](const TrainedModel& net) { return net.checkpoint.corpus.digest != part.text.digest(); });
        if (otherText != nets.end()) {
            remarkOnOtherText(m_console, part, otherText->checkpoint);
        }
        const std::int64_t characters = m_wish.characters.value_or(engine::Evaluator::all);
        const Clock::time_point start = Clock::now();
        const engine::TextEnsembleReport report =
            measure(nets, part, engine::Evaluator::batchFor(part.text, part.range, characters));
        const double speed = perSecond(report.ensemble.characters, secondsSince(start));
        std::optional<engine::TextEnsembleReport> windows;
        if (m_wish.window > 0) {
            windows = measure(nets, part, engine::Evaluator::batchForWindows(part.text, part.range, m_wish.window));
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
            requireSameRange(part, net.checkpoint, m_wish.checkpoints[index]);
            evaluators.push_back(std::make_unique<engine::Evaluator>(
                net.model, *net.weights, net.checkpoint.vocabulary.size(), net.wish, batch));
            members.push_back(evaluators.back().get());
            if (members.back()->target() != members.front()->target()) {
                throw engine::Error("an ensemble: among " + m_wish.checkpoints.front() + " and " +
                                    m_wish.checkpoints[index] +
                                    " one predicts the next character and one repeats it, but all of its nets must "
                                    "predict the same");
            }
        }
        const std::optional<engine::TextEnsembleReport> report = engine::evaluateTogether(
            members, part.text, part.range, m_wish.characters.value_or(engine::Evaluator::all), m_interrupt.goOn());
        if (!report) {
            throw engine::CancelledError("the evaluation was stopped");
        }
        for (const engine::EvaluationReport& member : report->members) {
            requireFinite(member, part, m_wish.checkpoints[static_cast<std::size_t>(&member - report->members.data())]);
        }
        requireFinite(report->ensemble, part);
        return *report;
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
                        {windows ? fmt::format("nats in windows of {}", m_wish.window) : "", "", lossInWords}}};
        const auto rowOf = [](const std::string& name, const engine::EvaluationReport& one,
                              const engine::EvaluationReport* inWindows) -> std::vector<engine::ReportCell> {
            return {name, one.loss, one.bitsPerChar(), one.accuracy,
                    inWindows != nullptr ? engine::ReportCell(inWindows->loss) : engine::ReportCell()};
        };
        for (std::size_t index = 0; index < report.members.size(); ++index) {
            table.rows.push_back(
                rowOf(m_wish.checkpoints[index], report.members[index], windows ? &windows->members[index] : nullptr));
        }
        if (m_wish.json) {
            Json json{{"loss", all.loss},
                      {"bits_per_char", all.bitsPerChar()},
                      {"accuracy", all.accuracy},
                      {"characters", all.characters},
                      {"of_characters", all.ofCharacters},
                      {"split", part.split},
                      {"data", m_wish.data},
                      {"per_second", speed},
                      {"members", jsonRows(table)}};
            for (std::size_t index = 0; windows && index < report.members.size(); ++index) {
                json["members"][index]["windows"] = windowsToJson(windows->members[index], m_wish.window);
            }
            if (windows) {
                json["windows"] = windowsToJson(windows->ensemble, m_wish.window);
            }
            printLine(m_console.out, json);
            return;
        }
        table.total = rowOf("ensemble", all, windows ? &windows->ensemble : nullptr);
        m_console.out.write(engine::aligned(table));
        m_console.out.line(fmt::format("characters  {} of the {} of the split \"{}\", {} per second",
                                       grouped(all.characters), grouped(all.ofCharacters), part.split,
                                       countInWords(speed)));
    }

    /// One net after the other: each reads the data as its own run did.
    void evaluateSequences(TrainedModel first)
    {
        if (m_wish.characters) {
            throw engine::Error(m_wish.checkpoints.front() +
                                ": its net learned sequences, but --characters counts those of a text");
        }
        std::vector<std::string> splits = {"validation", "test"};
        if (!m_wish.split.empty()) {
            splits = {m_wish.split};
        }
        engine::ClassEnsemble ensemble;
        std::vector<engine::ClassesReport> members;
        double seconds = 0;
        std::optional<TrainedModel> held(std::move(first)); // one at a time: weights go before their device
        for (std::size_t index = 0; index < m_wish.checkpoints.size(); ++index) {
            if (index > 0) {
                held.reset();
                held.emplace(loadNext(index, false));
            }
            const TrainedModel& net = *held;
            const SequencePart part = readPart(
                net, {.data = m_wish.data, .splits = splits, .answers = engine::Answers::Read}, m_interrupt.goOn());
            if (index == 0) {
                m_console.remarks(part.samples().remarks);
                remarkOnSplit(m_console, m_wish.split, part.split);
                splits = {part.split};
            }
            engine::SampleEvaluator evaluator(net.model, *net.weights, part.samples().facts, net.wish);
            const Clock::time_point start = Clock::now();
            const std::optional<engine::ClassesReport> report =
                ensemble.add(m_wish.checkpoints[index], evaluator, part.samples(), part.chosen, m_interrupt.goOn());
            if (!report) {
                throw engine::CancelledError("the evaluation was stopped");
            }
            members.push_back(*report);
            seconds += secondsSince(start);
        }
        print(members, ensemble.report(), splits.front(), seconds);
    }

    void print(const std::vector<engine::ClassesReport>& members, const engine::ClassesReport& all,
               const std::string& split, double seconds)
    {
        const double speed = perSecond(all.samples, seconds);
        if (m_wish.json) {
            Json json{{"loss", all.loss},         {"metrics", {{"accuracy", all.accuracy}}},
                      {"sequences", all.samples}, {"split", split},
                      {"data", m_wish.data},      {"per_second", speed},
                      {"members", Json::array()}};
            for (std::size_t index = 0; index < members.size(); ++index) {
                json["members"].push_back({{"checkpoint", m_wish.checkpoints[index]},
                                           {"loss", members[index].loss},
                                           {"metrics", {{"accuracy", members[index].accuracy}}}});
            }
            printLine(m_console.out, json);
            return;
        }
        engine::Report table{
            .columns = {{"net"}, {"nats per sequence", "", lossInWords}, {"accuracy", "", shareInWords}},
            .total = {"ensemble", all.loss, all.accuracy}};
        for (std::size_t index = 0; index < members.size(); ++index) {
            table.rows.push_back({m_wish.checkpoints[index], members[index].loss, members[index].accuracy});
        }
        m_console.out.write(engine::aligned(table));
        m_console.out.line(fmt::format("sequences   {} of the split \"{}\", {} per second", grouped(all.samples), split,
                                       countInWords(speed)));
    }

    Console& m_console;
    const EnsembleWish& m_wish;
    const Interrupt& m_interrupt;
    std::vector<engine::Sentence> m_notes; ///< that were said
};

} // namespace

void evaluateEnsemble(Console& console, const EnsembleWish& wish, const Interrupt& interrupt)
{
    EnsembleEvaluation(console, wish, interrupt).run();
}

} // namespace cli
