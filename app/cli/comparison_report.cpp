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

engine::Report withRefusals(engine::Report report, const std::vector<contest::Refusal>& refusals)
{
    report.columns.push_back({refusals.empty() ? "" : "why not", "refusal", {}, ""});
    for (std::vector<engine::ReportCell>& row : report.rows) {
        row.emplace_back();
    }
    for (const contest::Refusal& refusal : refusals) {
        std::vector<engine::ReportCell>& row = report.rows.emplace_back();
        if (!refusal.net.empty()) {
            row.emplace_back(refusal.net);
        }
        row.emplace_back(refusal.name);
        row.resize(report.columns.size() - 1);
        row.emplace_back(refusal.reason);
    }
    return report;
}

namespace {

using contest::Result;
using contest::Results;
using ResultColumn = engine::ColumnOf<Result>;

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

/// "0.9712 ± 0.0021", the second where there are several seeds; "-" of no values.
std::string inWords(const contest::Spread& spread)
{
    if (spread.values.empty()) {
        return "-";
    }
    const std::optional<double> deviation = spread.deviation();
    return scoreInWords(spread.mean()) + (deviation ? " ± " + scoreInWords(*deviation) : "");
}

/// Of nets that learned, what they came to.
void addScores(std::vector<ResultColumn>& columns, const Results& results)
{
    for (const std::string& name : results.front().figures()) {
        columns.push_back({{.title = name, .align = engine::Report::Align::Right},
                           [name](const Result& one) { return inWords(one.figure(name)); }});
    }
    const std::string metric = contest::mainMetric(results);
    if (metric.empty()) {
        return;
    }
    const double level = contest::commonLevel(results, metric), seconds = contest::commonTime(results);
    const bool areSeveral = results.size() > 1;
    columns.push_back({{areSeveral ? "to " + metric + " " + scoreInWords(level) : "", "seconds_to_level", timeInWords},
                       [=](const Result& one) { return contest::secondsToLevel(one, metric, level); }});
    columns.push_back(
        {{areSeveral ? metric + " after " + timeInWords(seconds) : "", "metric_at_equal_time", scoreInWords},
         [=](const Result& one) { return contest::metricAtTime(one, metric, seconds); }});
}

/// Some are for programs alone where they tell a reader nothing.
engine::Report reportOf(const Results& results)
{
    const engine::DataKind& kind = *results.front().loaded.kind;
    const std::string unit(kind.shortUnit);
    const bool learned = contest::haveLearned(results);
    const auto ofEngines = [learned](const std::string& title) { return learned ? "" : title; };
    const auto ofNets = [learned](const std::string& title) { return learned ? title : ""; };
    const auto parameters = [](const Result& one) { return one.loaded.parameters; };
    const bool differ = std::ranges::adjacent_find(results, std::ranges::not_equal_to(), parameters) != results.end();
    const auto distance = [&results](const Result& one) { return contest::firstLossDistance(one, results); };
    const bool areApart = std::ranges::any_of(results, [&](const Result& one) { return distance(one).has_value(); });
    const auto apart = [](double value) { return fmt::format("{:.1e} apart", value); };
    const auto percent = [](double value) { return fmt::format("{:.0f} %", value); };
    const auto sixDigits = [](double loss) { return fmt::format("{:.6f}", loss); };
    const auto perSecond = [](double units) { return grouped(std::llround(units)); };
    std::vector<ResultColumn> columns = {
        {{learned ? "net" : "engine"},
         [learned](const Result& one) { return learned ? one.entrant.name : labelOf(one); }},
        {{ofEngines("load"), "load_seconds", timeInWords}, [](const Result& one) { return one.loaded.startSeconds; }},
        {{"", "device_seconds"}, [](const Result& one) { return one.loaded.deviceSeconds; }},
        {{ofEngines("of it the net"), "net_seconds", timeInWords},
         [](const Result& one) { return one.loaded.netSeconds; }},
        {{ofEngines("first step"), "first_step_seconds", timeInWords},
         [](const Result& one) { return one.seeds.front().curve.seconds(0); }},
        {{learned ? "step" : "median step", "step_seconds", timeInWords},
         [](const Result& one) { return one.stepSeconds(); }},
        {{ofNets("epoch"), "epoch_seconds", timeInWords},
         [](const Result& one) { return one.stepSeconds() * one.loaded.stepsPerEpoch; }},
        {{unit + "/s", "per_second", perSecond}, [](const Result& one) { return one.unitsPerSecond(); }},
        {{ofNets("evaluate"), "evaluate_seconds", timeInWords},
         [](const Result& one) { return one.typical(&contest::SeedResult::evaluating); }},
        {{ofNets(kind.writes ? "" : "predict"), "predict_seconds", timeInWords},
         [](const Result& one) { return one.typical(&contest::SeedResult::predicting); }},
        {{"peak memory", "peak_memory", bytesInWords}, [](const Result& one) { return one.memory().whereItTrains(); }},
        {{ofEngines("as the driver reports"), "driver_memory", bytesInWords, "n/a"},
         [](const Result& one) { return one.memory().byDriver; }},
        {{ofEngines("utilisation"), "utilisation_percent", percent, "n/a"},
         [](const Result& one) { return one.seeds.front().effort.percent; }},
        {{ofEngines("J/1,000 " + unit), "joules_per_1000", amountInWords, "n/a"},
         [](const Result& one) { return one.seeds.front().effort.joulesPerThousand; }},
        {{ofEngines("last loss"), "", sixDigits}, [](const Result& one) { return lossesOf(one).back(); }},
        {{ofNets(differ ? "parameters" : ""), "parameters", grouped}, parameters},
        {{ofNets(areApart ? "first losses" : ""), "first_loss_distance", apart}, distance},
        {{"", "threads"}, [](const Result& one) { return one.loaded.threads; }},
        {{"", "cell"},
         [](const Result& one) {
             return one.entrant.cell.empty() ? engine::ReportCell() : engine::ReportCell(one.entrant.cell);
         }},
        {{"", "batch"}, [](const Result& one) { return one.loaded.streams; }},
        {{"", "steps_per_epoch"}, [](const Result& one) { return one.loaded.stepsPerEpoch; }},
        {{"", "validation_seconds"}, [](const Result& one) { return one.typical(&contest::SeedResult::validating); }},
        {{"", "name"}, [](const Result& one) { return one.entrant.name; }},
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
    if (learned) {
        addScores(columns, results);
    }
    return engine::reportOf(columns, results);
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

/// What a net that learned came to, after the last epoch over the seeds and after each of each.
void addCourse(Json& row, const Result& result)
{
    for (const std::string& figure : result.figures()) {
        placeOf(figure, row) = toJson(result.figure(figure));
    }
    row.emplace("metrics", Json::object());
    for (const char* const key : {"validation_loss", "seconds_to_level", "metric_at_equal_time"}) {
        row.emplace(key, nullptr); // where nothing was validated
    }
    Json& course = row["epochs"] = Json::array();
    for (const contest::SeedResult& seed : result.seeds) {
        for (std::size_t epoch = 0; epoch < seed.epochs.size(); ++epoch) {
            const contest::EpochResult& one = seed.epochs[epoch];
            Json& point =
                course.emplace_back(Json{{"seed", seed.seed}, {"epoch", epoch + 1}, {"train_seconds", one.seconds}});
            for (const engine::Metric& figure : one.figures) {
                placeOf(figure.name, point) = figure.value;
            }
        }
    }
}

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

engine::Report comparisonTable(const contest::Comparison& comparison)
{
    return withRefusals(reportOf(comparison.results), comparison.refusals);
}

Json comparisonJson(const contest::Comparison& comparison)
{
    const Results& results = comparison.results;
    const bool learned = contest::haveLearned(results);
    Json rows = jsonRows(reportOf(results));
    for (std::size_t index = 0; index < results.size(); ++index) {
        if (learned) {
            addCourse(rows[index], results[index]);
        } else {
            rows[index]["losses"] = lossesOf(results[index]);
            rows[index]["text"] = results[index].seeds.front().text;
        }
    }
    Json json{{learned ? "rows" : "engines", rows}, {"refused", jsonList(comparison.refusals, [](const auto& one) {
                                                         return Json{{"name", one.name}, {"reason", one.reason}};
                                                     })}};
    if (learned) {
        const std::string metric = contest::mainMetric(results);
        json["verdict"] = contest::sentencesOf(results);
        json["metric"] = metric.empty() ? Json() : Json(metric);
        json["level"] = metric.empty() ? Json() : Json(contest::commonLevel(results, metric));
        json["equal_time_seconds"] = contest::commonTime(results);
    } else {
        json["parameters"] = results.front().loaded.parameters;
        json["loss_difference"] = contest::agreementOf(results).difference;
        json["verdict"] = contest::sentencesOf(results).front();
    }
    return json;
}

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
    bool alike = true;
    for (const Result& result : results) {
        const std::string& text = result.seeds.front().text;
        same = std::min(same, static_cast<std::size_t>(std::ranges::mismatch(first, text).in1 - first.begin()));
        alike = alike && text == first;
    }
    return alike ? "their texts are the same"
                 : fmt::format("their texts are the same for {} characters", grouped(columnsOf(first.substr(0, same))));
}

} // namespace cli
