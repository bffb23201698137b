// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/learning_report.h"

#include "app/cli/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

namespace cli {
namespace {

using Results = std::vector<LearningResult>;

template <typename Value, typename Words>
std::string orDash(const std::optional<Value>& value, const Words& words)
{
    return value ? std::string(words(*value)) : "-";
}

bool differIn(const Results& results, const auto& what)
{
    return std::ranges::any_of(results, [&](const LearningResult& one) { return what(one) != what(results.front()); });
}

/// A column of the table and what it says of a result.
struct ResultColumn {
    Table::Column column;
    std::function<std::string(const LearningResult&)> cell;
};

std::vector<ResultColumn> timeColumns(const Results& results)
{
    std::vector<ResultColumn> columns;
    const auto add = [&](const std::string& heading, std::function<std::string(const LearningResult&)> cell) {
        columns.push_back({{heading, Align::Right}, std::move(cell)});
    };
    add("step", [](const LearningResult& one) { return timeInWords(one.stepSeconds()); });
    add("epoch", [](const LearningResult& one) { return timeInWords(one.epochSeconds()); });
    add(results.front().loaded.isText ? "chars/s" : "sequences/s",
        [](const LearningResult& one) { return grouped(std::llround(one.unitsPerSecond())); });
    add("evaluate", [](const LearningResult& one) { return orDash(one.evaluateSeconds(), timeInWords); });
    if (!results.front().loaded.isText) {
        add("predict", [](const LearningResult& one) { return orDash(one.predictSeconds(), timeInWords); });
    }
    add("peak memory", [](const LearningResult& one) { return bytesInWords(one.memory.whereItTrains()); });
    return columns;
}

std::vector<ResultColumn> netColumns(const Results& results)
{
    std::vector<ResultColumn> columns;
    const auto add = [&](const std::string& heading, std::function<std::string(const LearningResult&)> cell) {
        columns.push_back({{heading, Align::Right}, std::move(cell)});
    };
    if (differIn(results, [](const LearningResult& one) { return one.loaded.parameters; })) {
        add("parameters", [](const LearningResult& one) { return grouped(one.loaded.parameters); });
    }
    const auto sameNets = [&](const LearningResult& one) { return firstLossDistance(one, results).has_value(); };
    if (std::ranges::any_of(results, sameNets)) {
        add("first losses", [&results](const LearningResult& one) {
            return orDash(firstLossDistance(one, results),
                          [](double distance) { return fmt::format("{:.1e} apart", distance); });
        });
    }
    return columns;
}

std::vector<ResultColumn> scoreColumns(const Results& results)
{
    std::vector<ResultColumn> columns;
    const auto add = [&](const std::string& heading, std::function<std::string(const LearningResult&)> cell) {
        columns.push_back({{heading, Align::Right}, std::move(cell)});
    };
    add("training loss", [](const LearningResult& one) { return inWords(one.trainingLoss()); });
    const std::string metric = mainMetric(results);
    if (metric.empty()) {
        return columns;
    }
    add("validation loss", [](const LearningResult& one) { return inWords(one.validationLoss()); });
    for (const std::string& name : results.front().metrics()) {
        add(name, [name](const LearningResult& one) { return inWords(one.metric(name)); });
    }
    if (results.size() > 1) {
        const double level = commonLevel(results, metric), seconds = commonTime(results);
        add("to " + metric + " " + scoreInWords(level), [metric, level](const LearningResult& one) {
            return orDash(secondsToLevel(one, metric, level), timeInWords);
        });
        add(metric + " after " + timeInWords(seconds), [metric, seconds](const LearningResult& one) {
            return orDash(metricAtTime(one, metric, seconds), scoreInWords);
        });
    }
    return columns;
}

/// What was recorded of a GPU's step; "-" where it was not.
std::vector<ResultColumn> launchColumns(const Results& results)
{
    using Recorded = engine::RecordedWork;
    std::vector<ResultColumn> columns;
    const auto add = [&](const std::string& heading, std::function<std::string(const LearningResult&)> cell) {
        columns.push_back({{heading, Align::Right}, std::move(cell)});
    };
    const auto addRecorded = [&](const std::string& heading, const auto& words) {
        add(heading, [words](const LearningResult& one) {
            return one.work.recorded ? words(*one.work.recorded, one) : std::string("-");
        });
    };
    const auto isRecorded = [](const LearningResult& one) { return one.work.recorded.has_value(); };
    if (std::ranges::any_of(results, isRecorded)) {
        const auto percent = [](const Recorded& work, double share) {
            return work.sized > 0 ? fmt::format("{:.1f} %", 100 * share) : std::string("-");
        };
        addRecorded("kernels", [](const Recorded& work, const LearningResult&) { return grouped(work.kernels); });
        addRecorded("one every", [](const Recorded& work, const LearningResult& one) {
            return work.kernels > 0 ? timeInWords(one.stepSeconds() / static_cast<double>(work.kernels)) : "-";
        });
        addRecorded("copies", [](const Recorded& work, const LearningResult&) { return grouped(work.copies); });
        addRecorded("of known size", [](const Recorded& work, const LearningResult&) { return grouped(work.sized); });
        addRecorded("multiprocessors", [percent](const Recorded& work, const LearningResult&) {
            return percent(work, work.processorShare);
        });
        addRecorded("threads",
                    [percent](const Recorded& work, const LearningResult&) { return percent(work, work.threadShare); });
    }
    add("bytes", [](const LearningResult& one) { return bytesInWords(one.work.bytes); });
    if (std::ranges::any_of(results, [](const LearningResult& one) { return one.work.memoryRate.has_value(); })) {
        add("at the memory's speed", [](const LearningResult& one) {
            return orDash(one.work.memoryRate,
                          [&](double rate) { return timeInWords(static_cast<double>(one.work.bytes) / rate); });
        });
    }
    return columns;
}

/// What a step is made of, for each row; of the row that was measured with two batches also what neither changes.
Table stepTable(const Results& results, const std::optional<BatchProbe>& probe)
{
    std::vector<ResultColumn> columns = {
        {{"step", Align::Right}, [](const LearningResult& one) { return timeInWords(one.stepSeconds()); }}};
    const auto launches = launchColumns(results);
    columns.insert(columns.end(), launches.begin(), launches.end());
    if (probe) {
        const auto ofProbe = [&probe](const auto& words) {
            return [&probe, words](const LearningResult& one) {
                return one.learner.name == probe->name ? std::string(words(one)) : std::string("-");
            };
        };
        const auto batch = [](std::int64_t streams, double seconds) {
            return fmt::format("{} with {}", timeInWords(seconds), grouped(streams));
        };
        columns.push_back({{"with another batch", Align::Right}, ofProbe([&probe, batch](const LearningResult&) {
                               return batch(probe->otherStreams, probe->otherSeconds);
                           })});
        columns.push_back({{"not by the batch", Align::Right}, ofProbe([&probe](const LearningResult&) {
                               return fmt::format("{:.0f} %", 100 * probe->fixedShare());
                           })});
        columns.push_back({{"a dependent step", Align::Right}, ofProbe([&probe](const LearningResult& one) {
                               const std::int64_t steps = 2 * one.loaded.dependentSteps; // forward and backward
                               return steps == 0 ? std::string("-")
                                                 : timeInWords(probe->fixedShare() * probe->seconds /
                                                               static_cast<double>(steps));
                           })});
    }
    std::vector<Table::Column> headings = {{"net"}};
    for (const ResultColumn& column : columns) {
        headings.push_back(column.column);
    }
    Table table(headings);
    for (const LearningResult& result : results) {
        std::vector<std::string> cells = {result.learner.name};
        for (const ResultColumn& column : columns) {
            cells.push_back(column.cell(result));
        }
        table.add(std::move(cells));
    }
    return table;
}

template <typename Value>
Json orNull(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json();
}

Json toJson(const Spread& spread)
{
    return {{"mean", spread.mean()}, {"deviation", orNull(spread.deviation())}, {"values", spread.values}};
}

/// Without keys for what is unknown.
Json toJson(const EngineProcess::StepWork& work)
{
    Json json{{"bytes", work.bytes}};
    if (work.memoryRate) {
        json["memory_bytes_per_second"] = *work.memoryRate;
    }
    if (work.recorded) {
        json["kernels"] = work.recorded->kernels;
        json["copies"] = work.recorded->copies;
        json["kernels_of_known_size"] = work.recorded->sized;
        if (work.recorded->sized > 0) {
            json["multiprocessors_used"] = work.recorded->processorShare;
            json["occupancy"] = work.recorded->threadShare;
        }
    }
    return json;
}

Json courseOf(const LearningResult& result)
{
    Json course = Json::array();
    for (const SeedResult& seed : result.seeds) {
        for (std::size_t epoch = 0; epoch < seed.epochs.size(); ++epoch) {
            const EpochResult& one = seed.epochs[epoch];
            Json point{{"seed", seed.seed},
                       {"epoch", epoch + 1},
                       {"train_seconds", one.seconds},
                       {"train_loss", one.trainingLoss}};
            if (one.validated) {
                point["validation_loss"] = one.validated->loss;
                for (const engine::Metric& metric : one.validated->metrics) {
                    point["metrics"][metric.name] = metric.value;
                }
            }
            course.push_back(std::move(point));
        }
    }
    return course;
}

Json toJson(const LearningResult& result, const Results& results)
{
    const std::string metric = mainMetric(results);
    const double level = commonLevel(results, metric);
    const EngineProcess::Loaded& loaded = result.loaded;
    Json row{
        {"name", result.learner.name},
        {"engine", loaded.engine},
        {"device", loaded.device},
        {"device_description", loaded.description},
        {"precision", loaded.precision},
        {"threads", loaded.threads},
        {"graph", result.learner.contender.onGpu() ? Json(result.learner.contender.device.graphs) : Json()},
        {"cell", result.learner.cell.empty() ? Json() : Json(result.learner.cell)},
        {"batch", loaded.streams},
        {"parameters", loaded.parameters},
        {"load_seconds", loaded.seconds},
        {"step_seconds", result.stepSeconds()},
        {"epoch_seconds", result.epochSeconds()},
        {"steps_per_epoch", loaded.stepsPerEpoch},
        {loaded.isText ? "chars_per_second" : "sequences_per_second", result.unitsPerSecond()},
        {"validation_seconds", orNull(result.validationSeconds())},
        {"evaluate_seconds", orNull(result.evaluateSeconds())},
        {"predict_seconds", orNull(result.predictSeconds())},
        {"peak_memory", result.memory.whereItTrains()},
        {"process_memory", result.memory.process},
        {"first_loss_distance", orNull(firstLossDistance(result, results))},
        {"train_loss", toJson(result.trainingLoss())},
        {"validation_loss", metric.empty() ? Json() : toJson(result.validationLoss())},
        {"metrics", Json::object()},
        {"seconds_to_level", metric.empty() ? Json() : orNull(secondsToLevel(result, metric, level))},
        {"metric_at_equal_time", metric.empty() ? Json() : orNull(metricAtTime(result, metric, commonTime(results)))},
        {"epochs", courseOf(result)}};
    row["step"] = toJson(result.work);
    for (const std::string& name : result.metrics()) {
        row["metrics"][name] = toJson(result.metric(name));
    }
    return row;
}

} // namespace

Table tableOf(const LearningComparison& comparison)
{
    const Results& results = comparison.results;
    std::vector<ResultColumn> all;
    for (const auto& some : {timeColumns(results), netColumns(results), scoreColumns(results)}) {
        all.insert(all.end(), some.begin(), some.end());
    }
    std::vector<Table::Column> headings = {{"net"}};
    for (const ResultColumn& column : all) {
        headings.push_back(column.column);
    }
    const bool refuses = !comparison.refusals.empty();
    if (refuses) {
        headings.push_back({"why not"});
    }
    Table table(headings);
    for (const LearningResult& result : results) {
        std::vector<std::string> cells = {result.learner.name};
        for (const ResultColumn& column : all) {
            cells.push_back(column.cell(result));
        }
        cells.resize(headings.size());
        table.add(std::move(cells));
    }
    for (const Refusal& refusal : comparison.refusals) {
        table.add(rowOf(refusal, headings.size()));
    }
    return table;
}

std::vector<Answer> answersOf(const LearningComparison& comparison, const std::optional<BatchProbe>& probe)
{
    const Results& results = comparison.results;
    std::vector<Answer> all = {{"How fast?", {}},
                               {"Does it cost accuracy?", accuracyVerdicts(results)},
                               {"Which is best?", bestVerdicts(results)},
                               {"Why is my GPU slower?", gpuVerdicts(results, probe), stepTable(results, probe)}};
    if (const std::optional<std::string> speed = speedVerdict(results)) {
        all.front().sentences = {*speed};
    }
    std::erase_if(all, [](const Answer& answer) { return answer.sentences.empty(); });
    return all;
}

Json toJson(const LearningComparison& comparison, const std::optional<BatchProbe>& probe)
{
    Json rows = Json::array(), answers = Json::object();
    for (const LearningResult& result : comparison.results) {
        rows.push_back(toJson(result, comparison.results));
    }
    for (const Answer& answer : answersOf(comparison, probe)) {
        answers[answer.question] = answer.sentences;
    }
    Json json{{"rows", rows}, {"refused", toJson(comparison.refusals)}, {"answers", answers}};
    const std::string metric = mainMetric(comparison.results);
    json["metric"] = metric.empty() ? Json() : Json(metric);
    json["level"] = metric.empty() ? Json() : Json(commonLevel(comparison.results, metric));
    json["equal_time_seconds"] = commonTime(comparison.results);
    json["batch_probe"] = !probe ? Json()
                                 : Json{{"name", probe->name},
                                        {"batch", probe->streams},
                                        {"step_seconds", probe->seconds},
                                        {"other_batch", probe->otherStreams},
                                        {"other_step_seconds", probe->otherSeconds},
                                        {"fixed_share", probe->fixedShare()}};
    return json;
}

std::vector<std::string> devicesOf(const LearningComparison& comparison)
{
    std::set<std::string> devices;
    for (const LearningResult& result : comparison.results) {
        devices.insert(result.loaded.device + ": " + result.loaded.description);
    }
    return {devices.begin(), devices.end()};
}

} // namespace cli
