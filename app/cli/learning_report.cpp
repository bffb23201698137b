// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/learning_report.h"

#include "app/cli/comparison_report.h"
#include "app/cli/words.h"
#include "app/contest/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace cli {
namespace {

using contest::Result;
using contest::Results;

template <typename Value, typename Words>
std::string orDash(const std::optional<Value>& value, const Words& words)
{
    return value ? std::string(words(*value)) : "-";
}

/// "0.9712 ± 0.0021", the second where there are several seeds; "-" of no values.
std::string inWords(const contest::Spread& spread)
{
    if (spread.values.empty()) {
        return "-";
    }
    const std::optional<double> deviation = spread.deviation();
    return scoreInWords(spread.mean()) + (deviation ? " ± " + scoreInWords(*deviation) : "");
}

bool differIn(const Results& results, const auto& what)
{
    return std::ranges::any_of(results, [&](const Result& one) { return what(one) != what(results.front()); });
}

/// A column of the table and what it says of a result.
struct ResultColumn {
    Table::Column column;
    std::function<std::string(const Result&)> cell;
};

std::vector<ResultColumn> timeColumns(const Results& results)
{
    std::vector<ResultColumn> columns;
    const auto add = [&](const std::string& heading, std::function<std::string(const Result&)> cell) {
        columns.push_back({{heading, Align::Right}, std::move(cell)});
    };
    add("step", [](const Result& one) { return timeInWords(one.stepSeconds()); });
    add("epoch", [](const Result& one) { return timeInWords(one.epochSeconds()); });
    add(results.front().loaded.isText ? "chars/s" : "sequences/s",
        [](const Result& one) { return grouped(std::llround(one.unitsPerSecond())); });
    add("evaluate", [](const Result& one) { return orDash(one.evaluateSeconds(), timeInWords); });
    if (!results.front().loaded.isText) {
        add("predict", [](const Result& one) { return orDash(one.predictSeconds(), timeInWords); });
    }
    add("peak memory", [](const Result& one) { return bytesInWords(one.memory.whereItTrains()); });
    return columns;
}

std::vector<ResultColumn> netColumns(const Results& results)
{
    std::vector<ResultColumn> columns;
    const auto add = [&](const std::string& heading, std::function<std::string(const Result&)> cell) {
        columns.push_back({{heading, Align::Right}, std::move(cell)});
    };
    if (differIn(results, [](const Result& one) { return one.loaded.parameters; })) {
        add("parameters", [](const Result& one) { return grouped(one.loaded.parameters); });
    }
    const auto sameNets = [&](const Result& one) { return contest::firstLossDistance(one, results).has_value(); };
    if (std::ranges::any_of(results, sameNets)) {
        add("first losses", [&results](const Result& one) {
            return orDash(contest::firstLossDistance(one, results),
                          [](double distance) { return fmt::format("{:.1e} apart", distance); });
        });
    }
    return columns;
}

std::vector<ResultColumn> scoreColumns(const Results& results)
{
    std::vector<ResultColumn> columns;
    const auto add = [&](const std::string& heading, std::function<std::string(const Result&)> cell) {
        columns.push_back({{heading, Align::Right}, std::move(cell)});
    };
    add("training loss", [](const Result& one) { return inWords(one.trainingLoss()); });
    const std::string metric = contest::mainMetric(results);
    if (metric.empty()) {
        return columns;
    }
    add("validation loss", [](const Result& one) { return inWords(one.validationLoss()); });
    for (const std::string& name : results.front().metrics()) {
        add(name, [name](const Result& one) { return inWords(one.metric(name)); });
    }
    if (results.size() > 1) {
        const double level = contest::commonLevel(results, metric), seconds = contest::commonTime(results);
        add("to " + metric + " " + scoreInWords(level), [metric, level](const Result& one) {
            return orDash(contest::secondsToLevel(one, metric, level), timeInWords);
        });
        add(metric + " after " + timeInWords(seconds), [metric, seconds](const Result& one) {
            return orDash(contest::metricAtTime(one, metric, seconds), scoreInWords);
        });
    }
    return columns;
}

template <typename Value>
Json orNull(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json();
}

Json toJson(const contest::Spread& spread)
{
    return {{"mean", spread.mean()}, {"deviation", orNull(spread.deviation())}, {"values", spread.values}};
}

Json courseOf(const Result& result)
{
    Json course = Json::array();
    for (const contest::SeedResult& seed : result.seeds) {
        for (std::size_t epoch = 0; epoch < seed.epochs.size(); ++epoch) {
            const contest::EpochResult& one = seed.epochs[epoch];
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

Json toJson(const Result& result, const Results& results)
{
    const std::string metric = contest::mainMetric(results);
    const double level = contest::commonLevel(results, metric);
    const contest::Loaded& loaded = result.loaded;
    Json row{{"name", result.entrant.name},
             {"engine", loaded.engine},
             {"device", loaded.device},
             {"device_description", loaded.description},
             {"precision", loaded.precision},
             {"threads", loaded.threads},
             {"graph", result.entrant.contender.onGpu() ? Json(result.entrant.contender.device.graphs) : Json()},
             {"cell", result.entrant.cell.empty() ? Json() : Json(result.entrant.cell)},
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
             {"first_loss_distance", orNull(contest::firstLossDistance(result, results))},
             {"train_loss", toJson(result.trainingLoss())},
             {"validation_loss", metric.empty() ? Json() : toJson(result.validationLoss())},
             {"metrics", Json::object()},
             {"seconds_to_level", metric.empty() ? Json() : orNull(contest::secondsToLevel(result, metric, level))},
             {"metric_at_equal_time",
              metric.empty() ? Json() : orNull(contest::metricAtTime(result, metric, contest::commonTime(results)))},
             {"epochs", courseOf(result)}};
    for (const std::string& name : result.metrics()) {
        row["metrics"][name] = toJson(result.metric(name));
    }
    return row;
}

} // namespace

Table learningTable(const contest::Comparison& comparison)
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
    for (const Result& result : results) {
        std::vector<std::string> cells = {result.entrant.name};
        for (const ResultColumn& column : all) {
            cells.push_back(column.cell(result));
        }
        cells.resize(headings.size());
        table.add(std::move(cells));
    }
    for (const contest::Refusal& refusal : comparison.refusals) {
        table.add(rowOf(refusal, headings.size()));
    }
    return table;
}

Json learningJson(const contest::Comparison& comparison)
{
    Json rows = Json::array();
    for (const Result& result : comparison.results) {
        rows.push_back(toJson(result, comparison.results));
    }
    Json json{{"rows", rows},
              {"refused", toJson(comparison.refusals)},
              {"verdict", contest::learningSentences(comparison.results)}};
    const std::string metric = contest::mainMetric(comparison.results);
    json["metric"] = metric.empty() ? Json() : Json(metric);
    json["level"] = metric.empty() ? Json() : Json(contest::commonLevel(comparison.results, metric));
    json["equal_time_seconds"] = contest::commonTime(comparison.results);
    return json;
}

} // namespace cli
