// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparison_report.h"

#include "app/cli/words.h"
#include "app/contest/results.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace cli {

void addRefusal(engine::Report& report, std::vector<engine::ReportCell> names, const std::string& reason)
{
    if (report.columns.back().title != "why not") {
        report.columns.push_back({"why not", "", {}, ""});
        for (std::vector<engine::ReportCell>& row : report.rows) {
            row.emplace_back();
        }
    }
    names.resize(report.columns.size() - 1);
    names.emplace_back(reason);
    report.rows.push_back(std::move(names));
}

namespace {

using contest::Result;
using contest::Results;
using ResultColumn = engine::ColumnOf<Result>;

engine::Report withRefusals(engine::Report report, const contest::Comparison& comparison)
{
    for (const contest::Refusal& refusal : comparison.refusals) {
        addRefusal(report, {refusal.name}, refusal.reason);
    }
    return report;
}

/// What both kinds of comparison say of a result, for programs.
std::vector<ResultColumn> factColumns()
{
    return {{{"", "name"}, [](const Result& one) { return one.entrant.name; }},
            {{"", "engine"}, [](const Result& one) { return one.loaded.engine; }},
            {{"", "device"}, [](const Result& one) { return one.loaded.device; }},
            {{"", "device_description"}, [](const Result& one) { return one.loaded.deviceDescription; }},
            {{"", "precision"}, [](const Result& one) { return engine::nameOf(one.loaded.precision); }},
            {{"", "graph"},
             [](const Result& one) {
                 const contest::Contender& contender = one.entrant.contender;
                 return contender.onGpu() ? engine::ReportCell(contender.device.graphs) : engine::ReportCell();
             }},
            {{"", "unit"}, [](const Result& one) { return one.loaded.kind->unit; }},
            {{"", "process_memory"}, [](const Result& one) { return one.memory().process; }}};
}

std::vector<ResultColumn> operator+(std::vector<ResultColumn> columns, const std::vector<ResultColumn>& more)
{
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
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
    const bool asAsked = engine::folded(result.entrant.contender.device.engine) == engine::folded(result.loaded.engine);
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

std::string perSecondInWords(double units)
{
    return grouped(std::llround(units));
}

/// Of each engine.
engine::Report enginesReport(const Results& results)
{
    const auto milliseconds = [](int places) {
        return [places](double seconds) { return fmt::format("{:.{}f} ms", 1e3 * seconds, places); };
    };
    const auto percent = [](double value) { return fmt::format("{:.0f} %", value); };
    const auto sixDigits = [](double loss) { return fmt::format("{:.6f}", loss); };
    const std::vector<ResultColumn> columns = {
        {{"engine"}, labelOf},
        {{"load", "load_seconds", milliseconds(0)}, [](const Result& one) { return one.loaded.startSeconds; }},
        {{"", "device_seconds"}, [](const Result& one) { return one.loaded.deviceSeconds; }},
        {{"of it the net", "net_seconds", milliseconds(0)}, [](const Result& one) { return one.loaded.netSeconds; }},
        {{"first step", "first_step_seconds", milliseconds(1)},
         [](const Result& one) { return one.seeds.front().curve.seconds(0); }},
        {{"median step", "step_seconds", milliseconds(3)}, [](const Result& one) { return one.stepSeconds(); }},
        {{"chars/s", "per_second", perSecondInWords}, [](const Result& one) { return one.unitsPerSecond(); }},
        {{"peak memory", "peak_memory", bytesInWords}, [](const Result& one) { return one.memory().whereItTrains(); }},
        {{"as the driver reports", "driver_memory", bytesInWords, "n/a"},
         [](const Result& one) { return one.memory().byDriver; }},
        {{"utilisation", "utilisation_percent", percent, "n/a"}, [](const Result& one) { return one.utilisation(); }},
        {{"J/1,000 chars", "joules_per_1000", amountInWords, "n/a"},
         [](const Result& one) { return one.joulesPerThousandUnits(); }},
        {{"last loss", "", sixDigits}, [](const Result& one) { return lossesOf(one).back(); }}};
    return engine::reportOf(columns + factColumns(), results);
}

} // namespace

engine::Report enginesTable(const contest::Comparison& comparison)
{
    return withRefusals(enginesReport(comparison.results), comparison);
}

Json enginesJson(const contest::Comparison& comparison)
{
    const Results& results = comparison.results;
    Json engines = jsonRows(enginesReport(results));
    for (std::size_t index = 0; index < results.size(); ++index) {
        engines[index]["losses"] = lossesOf(results[index]);
        engines[index]["text"] = results[index].seeds.front().text;
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

engine::Report textsOf(const Results& results, int columns)
{
    constexpr int narrowest = 16, between = 2;
    const int width = std::max(narrowest, columns / static_cast<int>(results.size()) - between);
    engine::Report report;
    for (const Result& result : results) {
        const std::vector<std::string> lines = wrapped(result.seeds.front().text, width);
        report.rows.resize(std::max(report.rows.size(), lines.size()));
        for (std::size_t row = 0; row < report.rows.size(); ++row) {
            report.rows[row].resize(report.columns.size(), "");
            report.rows[row].emplace_back(row < lines.size() ? lines[row] : "");
        }
        report.columns.push_back({result.entrant.name});
    }
    return report;
}

std::string whereTextsPart(const Results& results)
{
    const std::string& first = results.front().seeds.front().text;
    std::size_t same = first.size();
    for (const Result& result : results) {
        const auto [here, there] = std::ranges::mismatch(first, result.seeds.front().text);
        same = std::min(same, static_cast<std::size_t>(here - first.begin()));
        static_cast<void>(there);
    }
    const bool alike =
        std::ranges::all_of(results, [&](const Result& result) { return result.seeds.front().text == first; });
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

/// Some are for programs alone where they tell a reader nothing.
std::vector<ResultColumn> timeColumns(const Results& results)
{
    const engine::DataKind& kind = *results.front().loaded.kind;
    const auto parameters = [](const Result& one) { return one.loaded.parameters; };
    const bool differ = std::ranges::adjacent_find(results, std::ranges::not_equal_to(), parameters) != results.end();
    const auto distance = [&results](const Result& one) { return contest::firstLossDistance(one, results); };
    const bool areApart = std::ranges::any_of(results, [&](const Result& one) { return distance(one).has_value(); });
    const auto apart = [](double value) { return fmt::format("{:.1e} apart", value); };
    return {
        {{"net"}, [](const Result& one) { return one.entrant.name; }},
        {{"step", "step_seconds", timeInWords}, [](const Result& one) { return one.stepSeconds(); }},
        {{"epoch", "epoch_seconds", timeInWords},
         [](const Result& one) { return one.stepSeconds() * one.loaded.stepsPerEpoch; }},
        {{std::string(kind.shortUnit) + "/s", "per_second", perSecondInWords},
         [](const Result& one) { return one.unitsPerSecond(); }},
        {{"evaluate", "evaluate_seconds", timeInWords},
         [](const Result& one) { return one.typical(&contest::SeedResult::evaluating); }},
        {{kind.writes ? "" : "predict", "predict_seconds", timeInWords},
         [](const Result& one) { return one.typical(&contest::SeedResult::predicting); }},
        {{"peak memory", "peak_memory", bytesInWords}, [](const Result& one) { return one.memory().whereItTrains(); }},
        {{differ ? "parameters" : "", "parameters", grouped}, parameters},
        {{areApart ? "first losses" : "", "first_loss_distance", apart}, distance},
        {{"", "load_seconds"}, [](const Result& one) { return one.loaded.startSeconds; }},
        {{"", "threads"}, [](const Result& one) { return one.loaded.threads; }},
        {{"", "cell"},
         [](const Result& one) {
             return one.entrant.cell.empty() ? engine::ReportCell() : engine::ReportCell(one.entrant.cell);
         }},
        {{"", "batch"}, [](const Result& one) { return one.loaded.streams; }},
        {{"", "steps_per_epoch"}, [](const Result& one) { return one.loaded.stepsPerEpoch; }},
        {{"", "validation_seconds"}, [](const Result& one) { return one.typical(&contest::SeedResult::validating); }}};
}

std::vector<ResultColumn> scoreColumns(const Results& results)
{
    std::vector<ResultColumn> columns;
    for (const std::string& name : results.front().figures()) {
        columns.push_back({{.title = name, .align = engine::Report::Align::Right},
                           [name](const Result& one) { return inWords(one.figure(name)); }});
    }
    const std::string metric = contest::mainMetric(results);
    if (metric.empty()) {
        return columns;
    }
    const double level = contest::commonLevel(results, metric), seconds = contest::commonTime(results);
    const bool areSeveral = results.size() > 1;
    columns.push_back({{areSeveral ? "to " + metric + " " + scoreInWords(level) : "", "seconds_to_level", timeInWords},
                       [=](const Result& one) { return contest::secondsToLevel(one, metric, level); }});
    columns.push_back(
        {{areSeveral ? metric + " after " + timeInWords(seconds) : "", "metric_at_equal_time", scoreInWords},
         [=](const Result& one) { return contest::metricAtTime(one, metric, seconds); }});
    return columns;
}

engine::Report learningReport(const Results& results)
{
    return engine::reportOf(timeColumns(results) + scoreColumns(results) + factColumns(), results);
}

Json toJson(const contest::Spread& spread)
{
    return {{"mean", spread.mean()}, {"deviation", orNull(spread.deviation())}, {"values", spread.values}};
}

/// Where a figure stands in a row or in an epoch of it.
Json& placeOf(const std::string& figure, Json& json)
{
    return figure == "training loss"     ? json["train_loss"]
           : figure == "validation loss" ? json["validation_loss"]
                                         : json["metrics"][figure];
}

Json courseOf(const Result& result)
{
    Json course = Json::array();
    for (const contest::SeedResult& seed : result.seeds) {
        for (std::size_t epoch = 0; epoch < seed.epochs.size(); ++epoch) {
            const contest::EpochResult& one = seed.epochs[epoch];
            Json point{{"seed", seed.seed}, {"epoch", epoch + 1}, {"train_seconds", one.seconds}};
            for (const engine::Metric& figure : one.figures) {
                placeOf(figure.name, point) = figure.value;
            }
            course.push_back(std::move(point));
        }
    }
    return course;
}

} // namespace

engine::Report learningTable(const contest::Comparison& comparison)
{
    return withRefusals(learningReport(comparison.results), comparison);
}

Json learningJson(const contest::Comparison& comparison)
{
    const Results& results = comparison.results;
    const std::string metric = contest::mainMetric(results);
    Json rows = jsonRows(learningReport(results));
    for (std::size_t index = 0; index < results.size(); ++index) {
        const Result& result = results[index];
        Json& row = rows[index];
        for (const std::string& figure : result.figures()) {
            placeOf(figure, row) = toJson(result.figure(figure));
        }
        row.emplace("metrics", Json::object());
        for (const char* const key : {"validation_loss", "seconds_to_level", "metric_at_equal_time"}) {
            row.emplace(key, nullptr); // where nothing was validated
        }
        row["epochs"] = courseOf(result);
    }
    return {{"rows", rows},
            {"refused", toJson(comparison.refusals)},
            {"verdict", contest::learningSentences(results)},
            {"metric", metric.empty() ? Json() : Json(metric)},
            {"level", metric.empty() ? Json() : Json(contest::commonLevel(results, metric))},
            {"equal_time_seconds", contest::commonTime(results)}};
}

} // namespace cli
