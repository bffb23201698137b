// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparison_report.h"

#include "app/cli/words.h"
#include "app/contest/verdict.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace cli {

std::vector<std::string> rowOf(const contest::Refusal& refusal, std::size_t columns)
{
    std::vector<std::string> cells(columns, "-");
    cells.front() = refusal.name;
    cells.back() = refusal.reason;
    return cells;
}

namespace {

using contest::Result;
using contest::Results;

/// A column of a table and what it says of a result.
struct ResultColumn {
    std::string heading;
    std::function<std::string(const Result&)> cell;
};

/// A row for each result, and one for each refusal with the reason at its end. The first column stands at the left.
Table tableOf(const contest::Comparison& comparison, const std::vector<ResultColumn>& columns)
{
    std::vector<Table::Column> headings;
    for (const ResultColumn& column : columns) {
        headings.push_back({column.heading, headings.empty() ? Align::Left : Align::Right});
    }
    if (!comparison.refusals.empty()) {
        headings.push_back({"why not"});
    }
    Table table(headings);
    for (const Result& result : comparison.results) {
        std::vector<std::string> cells(headings.size());
        std::ranges::transform(columns, cells.begin(), [&](const ResultColumn& column) { return column.cell(result); });
        table.add(std::move(cells));
    }
    for (const contest::Refusal& refusal : comparison.refusals) {
        table.add(rowOf(refusal, headings.size()));
    }
    return table;
}

template <typename Words>
std::string orElse(const char* unknown, const auto& value, const Words& words)
{
    return value ? std::string(words(*value)) : unknown;
}

/// What both kinds of comparison say of a result.
Json factsOf(const Result& result)
{
    const contest::Loaded& loaded = result.loaded;
    return {{"name", result.entrant.name},
            {"engine", loaded.engine},
            {"device", loaded.device},
            {"device_description", loaded.description},
            {"precision", loaded.precision},
            {"graph", result.entrant.contender.onGpu() ? Json(result.entrant.contender.device.graphs) : Json()},
            {"load_seconds", loaded.seconds},
            {"step_seconds", result.stepSeconds()},
            {"unit", loaded.dataKind().unit},
            {"per_second", result.unitsPerSecond()},
            {"peak_memory", result.memory.whereItTrains()},
            {"process_memory", result.memory.process}};
}

Json toJson(const std::vector<contest::Refusal>& refusals)
{
    Json json = Json::array();
    for (const contest::Refusal& refusal : refusals) {
        json.push_back({{"name", refusal.name}, {"reason", refusal.reason}});
    }
    return json;
}

// Engines

/// Its name, and the engine that ran where that is another.
std::string labelOf(const Result& result)
{
    const bool asAsked =
        engine::folded(result.entrant.contender.engine.value_or("")) == engine::folded(result.loaded.engine);
    return asAsked ? result.entrant.name : result.entrant.name + " (" + result.loaded.engine + ")";
}

std::vector<double> lossesOf(const Result& result)
{
    const engine::Curve& curve = result.seeds.front().curve;
    std::vector<double> losses;
    for (std::size_t index = 0; index < curve.size(); ++index) {
        losses.push_back(curve.loss(index));
    }
    return losses;
}

} // namespace

Table enginesTable(const contest::Comparison& comparison)
{
    const auto milliseconds = [](double seconds, int places) {
        return fmt::format("{:.{}f} ms", 1e3 * seconds, places);
    };
    const auto percent = [](double value) { return fmt::format("{:.0f} %", value); };
    return tableOf(
        comparison,
        {{"engine", labelOf},
         {"load", [&](const Result& one) { return milliseconds(one.loaded.seconds, 0); }},
         {"of it the net", [&](const Result& one) { return milliseconds(one.loaded.netSeconds, 0); }},
         {"first step", [&](const Result& one) { return milliseconds(one.firstStep(), 1); }},
         {"median step", [&](const Result& one) { return milliseconds(one.stepSeconds(), 3); }},
         {"chars/s", [](const Result& one) { return grouped(std::llround(one.unitsPerSecond())); }},
         {"peak memory", [](const Result& one) { return bytesInWords(one.memory.whereItTrains()); }},
         {"as the driver reports", [](const Result& one) { return orElse("n/a", one.memory.byDriver, bytesInWords); }},
         {"utilisation", [&](const Result& one) { return orElse("n/a", one.utilisation(), percent); }},
         {"J/1,000 chars",
          [](const Result& one) { return orElse("n/a", one.joulesPerThousandUnits(), amountInWords); }},
         {"last loss", [](const Result& one) { return fmt::format("{:.6f}", lossesOf(one).back()); }}});
}

Json enginesJson(const contest::Comparison& comparison)
{
    const Results& results = comparison.results;
    Json engines = Json::array();
    for (const Result& result : results) {
        Json row = factsOf(result);
        row.update({{"device_seconds", result.loaded.deviceSeconds},
                    {"net_seconds", result.loaded.netSeconds},
                    {"first_step_seconds", result.firstStep()},
                    {"driver_memory", orNull(result.memory.byDriver)},
                    {"utilisation_percent", orNull(result.utilisation())},
                    {"joules_per_1000", orNull(result.joulesPerThousandUnits())},
                    {"losses", lossesOf(result)},
                    {"text", result.text}});
        engines.push_back(std::move(row));
    }
    return {{"parameters", results.front().loaded.parameters},
            {"engines", engines},
            {"refused", toJson(comparison.refusals)},
            {"loss_difference", contest::agreementOf(results).difference},
            {"verdict", contest::sentenceOf(results)}};
}

namespace {

/// The text's lines, each cut into pieces of at most so many characters.
std::vector<std::string> wrapped(const std::string& text, int width)
{
    std::vector<std::string> lines(1);
    int taken = 0;
    for (const char byte : text) {
        const bool startsCharacter = (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
        if (byte == '\n' || (startsCharacter && taken == width)) {
            lines.emplace_back();
            taken = 0;
        }
        if (byte != '\n') {
            lines.back() += byte;
            taken += startsCharacter ? 1 : 0;
        }
    }
    return lines;
}

} // namespace

Table textsOf(const Results& results, int columns)
{
    constexpr int narrowest = 16, between = 2;
    const int width = std::max(narrowest, columns / static_cast<int>(results.size()) - between);
    std::vector<Table::Column> headings;
    std::vector<std::vector<std::string>> texts;
    std::size_t rows = 0;
    for (const Result& result : results) {
        headings.push_back({result.entrant.name});
        texts.push_back(wrapped(result.text, width));
        rows = std::max(rows, texts.back().size());
    }
    Table table(headings);
    for (std::size_t row = 0; row < rows; ++row) {
        std::vector<std::string> cells;
        for (const std::vector<std::string>& lines : texts) {
            cells.push_back(row < lines.size() ? lines[row] : "");
        }
        table.add(cells);
    }
    return table;
}

std::string whereTextsPart(const Results& results)
{
    const std::string& first = results.front().text;
    std::size_t same = first.size();
    for (const Result& result : results) {
        const auto [here, there] = std::ranges::mismatch(first, result.text);
        same = std::min(same, static_cast<std::size_t>(here - first.begin()));
        static_cast<void>(there);
    }
    const bool alike = std::ranges::all_of(results, [&](const Result& result) { return result.text == first; });
    return alike ? "their texts are the same"
                 : fmt::format("their texts are the same for {} characters", grouped(columnsOf(first.substr(0, same))));
}

// Nets that learned for epochs

namespace {

/// "0.9712 ± 0.0021", the second where there are several seeds; "-" of no values.
std::string inWords(const contest::Spread& spread)
{
    if (spread.values.empty()) {
        return "-";
    }
    const std::optional<double> deviation = spread.deviation();
    return scoreInWords(spread.mean()) + (deviation ? " ± " + scoreInWords(*deviation) : "");
}

std::vector<ResultColumn> timeColumns(const Results& results)
{
    const engine::DataKind& kind = results.front().loaded.dataKind();
    std::vector<ResultColumn> columns = {
        {"net", [](const Result& one) { return one.entrant.name; }},
        {"step", [](const Result& one) { return timeInWords(one.stepSeconds()); }},
        {"epoch", [](const Result& one) { return timeInWords(one.epochSeconds()); }},
        {std::string(kind.shortUnit) + "/s",
         [](const Result& one) { return grouped(std::llround(one.unitsPerSecond())); }},
        {"evaluate", [](const Result& one) { return orElse("-", one.evaluateSeconds(), timeInWords); }}};
    if (!kind.writes) {
        columns.push_back(
            {"predict", [](const Result& one) { return orElse("-", one.predictSeconds(), timeInWords); }});
    }
    columns.push_back({"peak memory", [](const Result& one) { return bytesInWords(one.memory.whereItTrains()); }});
    return columns;
}

void addNetColumns(std::vector<ResultColumn>& columns, const Results& results)
{
    const auto parameters = [](const Result& one) { return one.loaded.parameters; };
    if (std::ranges::adjacent_find(results, std::ranges::not_equal_to(), parameters) != results.end()) {
        columns.push_back({"parameters", [](const Result& one) { return grouped(one.loaded.parameters); }});
    }
    const auto distance = [&results](const Result& one) { return contest::firstLossDistance(one, results); };
    if (std::ranges::any_of(results, [&](const Result& one) { return distance(one).has_value(); })) {
        columns.push_back({"first losses", [distance](const Result& one) {
                               return orElse("-", distance(one),
                                             [](double apart) { return fmt::format("{:.1e} apart", apart); });
                           }});
    }
}

void addScoreColumns(std::vector<ResultColumn>& columns, const Results& results)
{
    columns.push_back({"training loss", [](const Result& one) { return inWords(one.trainingLoss()); }});
    const std::string metric = contest::mainMetric(results);
    if (metric.empty()) {
        return;
    }
    columns.push_back({"validation loss", [](const Result& one) { return inWords(one.validationLoss()); }});
    for (const std::string& name : results.front().metrics()) {
        columns.push_back({name, [name](const Result& one) { return inWords(one.metric(name)); }});
    }
    if (results.size() > 1) {
        const double level = contest::commonLevel(results, metric), seconds = contest::commonTime(results);
        columns.push_back({"to " + metric + " " + scoreInWords(level), [metric, level](const Result& one) {
                               return orElse("-", contest::secondsToLevel(one, metric, level), timeInWords);
                           }});
        columns.push_back({metric + " after " + timeInWords(seconds), [metric, seconds](const Result& one) {
                               return orElse("-", contest::metricAtTime(one, metric, seconds), scoreInWords);
                           }});
    }
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

Json learned(const Result& result, const Results& results)
{
    const std::string metric = contest::mainMetric(results);
    Json row = factsOf(result);
    row.update({{"threads", result.loaded.threads},
                {"cell", result.entrant.cell.empty() ? Json() : Json(result.entrant.cell)},
                {"batch", result.loaded.streams},
                {"parameters", result.loaded.parameters},
                {"epoch_seconds", result.epochSeconds()},
                {"steps_per_epoch", result.loaded.stepsPerEpoch},
                {"validation_seconds", orNull(result.validationSeconds())},
                {"evaluate_seconds", orNull(result.evaluateSeconds())},
                {"predict_seconds", orNull(result.predictSeconds())},
                {"first_loss_distance", orNull(contest::firstLossDistance(result, results))},
                {"train_loss", toJson(result.trainingLoss())},
                {"validation_loss", nullptr},
                {"metrics", Json::object()},
                {"seconds_to_level", nullptr},
                {"metric_at_equal_time", nullptr},
                {"epochs", courseOf(result)}});
    if (!metric.empty()) {
        row["validation_loss"] = toJson(result.validationLoss());
        row["seconds_to_level"] =
            orNull(contest::secondsToLevel(result, metric, contest::commonLevel(results, metric)));
        row["metric_at_equal_time"] = orNull(contest::metricAtTime(result, metric, contest::commonTime(results)));
    }
    for (const std::string& name : result.metrics()) {
        row["metrics"][name] = toJson(result.metric(name));
    }
    return row;
}

} // namespace

Table learningTable(const contest::Comparison& comparison)
{
    std::vector<ResultColumn> columns = timeColumns(comparison.results);
    addNetColumns(columns, comparison.results);
    addScoreColumns(columns, comparison.results);
    return tableOf(comparison, columns);
}

Json learningJson(const contest::Comparison& comparison)
{
    const Results& results = comparison.results;
    const std::string metric = contest::mainMetric(results);
    Json rows = Json::array();
    for (const Result& result : results) {
        rows.push_back(learned(result, results));
    }
    return {{"rows", rows},
            {"refused", toJson(comparison.refusals)},
            {"verdict", contest::learningSentences(results)},
            {"metric", metric.empty() ? Json() : Json(metric)},
            {"level", metric.empty() ? Json() : Json(contest::commonLevel(results, metric))},
            {"equal_time_seconds", contest::commonTime(results)}};
}

} // namespace cli
