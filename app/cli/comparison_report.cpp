// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/comparison_report.h"

#include "app/cli/words.h"
#include "app/contest/verdict.h"
#include "engine/graph/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cli {

std::vector<std::string> rowOf(const contest::Refusal& refusal, std::size_t columns)
{
    std::vector<std::string> cells(columns, "-");
    cells.front() = refusal.name;
    cells.back() = refusal.reason;
    return cells;
}

Json toJson(const std::vector<contest::Refusal>& refusals)
{
    Json json = Json::array();
    for (const contest::Refusal& refusal : refusals) {
        json.push_back({{"name", refusal.name}, {"reason", refusal.reason}});
    }
    return json;
}

namespace {

/// Its name, and the engine that ran where that is another.
std::string labelOf(const contest::Result& result)
{
    const bool asAsked =
        engine::folded(result.entrant.contender.engine.value_or("")) == engine::folded(result.loaded.engine);
    return asAsked ? result.entrant.name : result.entrant.name + " (" + result.loaded.engine + ")";
}

std::vector<double> lossesOf(const engine::Curve& curve)
{
    std::vector<double> losses;
    for (std::size_t index = 0; index < curve.size(); ++index) {
        losses.push_back(curve.loss(index));
    }
    return losses;
}

} // namespace

Table tableOf(const contest::Comparison& comparison)
{
    std::vector<Table::Column> headings = {{"engine"},
                                           {"load", Align::Right},
                                           {"of it the net", Align::Right},
                                           {"first step", Align::Right},
                                           {"median step", Align::Right},
                                           {"chars/s", Align::Right},
                                           {"peak memory", Align::Right},
                                           {"as the driver reports", Align::Right},
                                           {"utilisation", Align::Right},
                                           {"J/1,000 chars", Align::Right},
                                           {"last loss", Align::Right}};
    if (!comparison.refusals.empty()) {
        headings.push_back({"why not"});
    }
    Table table(headings);
    for (const contest::Result& result : comparison.results) {
        const auto orNotTold = [](const auto& value, const auto& words) {
            return value ? words(*value) : std::string("n/a");
        };
        std::vector<std::string> cells = {
            labelOf(result),
            fmt::format("{:.0f} ms", 1e3 * result.loaded.seconds),
            fmt::format("{:.0f} ms", 1e3 * result.loaded.netSeconds),
            fmt::format("{:.1f} ms", 1e3 * result.firstStep()),
            fmt::format("{:.3f} ms", 1e3 * result.stepSeconds()),
            grouped(std::llround(result.unitsPerSecond())),
            bytesInWords(result.memory.whereItTrains()),
            orNotTold(result.memory.byDriver, bytesInWords),
            orNotTold(result.utilisation(), [](double percent) { return fmt::format("{:.0f} %", percent); }),
            orNotTold(result.joulesPerThousandUnits(), amountInWords),
            fmt::format("{:.6f}", result.seeds.front().curve.loss(result.seeds.front().curve.size() - 1))};
        cells.resize(headings.size());
        table.add(std::move(cells));
    }
    for (const contest::Refusal& refusal : comparison.refusals) {
        table.add(rowOf(refusal, headings.size()));
    }
    return table;
}

Json toJson(const contest::Comparison& comparison)
{
    const contest::Results& results = comparison.results;
    const auto orNull = [](const auto& value) { return value ? Json(*value) : Json(); };
    Json engines = Json::array();
    for (const contest::Result& result : results) {
        engines.push_back(
            {{"name", result.entrant.name},
             {"engine", result.loaded.engine},
             {"device", result.loaded.device},
             {"device_description", result.loaded.description},
             {"precision", result.loaded.precision},
             {"graph", result.entrant.contender.onGpu() ? Json(result.entrant.contender.device.graphs) : Json()},
             {"load_seconds", result.loaded.seconds},
             {"device_seconds", result.loaded.deviceSeconds},
             {"net_seconds", result.loaded.netSeconds},
             {"first_step_seconds", result.firstStep()},
             {"step_seconds", result.stepSeconds()},
             {result.loaded.isText ? "chars_per_second" : "sequences_per_second", result.unitsPerSecond()},
             {"peak_memory", result.memory.whereItTrains()},
             {"process_memory", result.memory.process},
             {"driver_memory", orNull(result.memory.byDriver)},
             {"utilisation_percent", orNull(result.utilisation())},
             {result.loaded.isText ? "joules_per_1000_characters" : "joules_per_1000_sequences",
              orNull(result.joulesPerThousandUnits())},
             {"losses", lossesOf(result.seeds.front().curve)},
             {"text", result.text}});
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

Table textsOf(const contest::Results& results, int columns)
{
    constexpr int narrowest = 16, between = 2;
    const int width = std::max(narrowest, columns / static_cast<int>(results.size()) - between);
    std::vector<Table::Column> headings;
    std::vector<std::vector<std::string>> texts;
    std::size_t rows = 0;
    for (const contest::Result& result : results) {
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

std::string whereTextsPart(const contest::Results& results)
{
    const std::string& first = results.front().text;
    std::size_t same = first.size();
    for (const contest::Result& result : results) {
        const auto [here, there] = std::ranges::mismatch(first, result.text);
        same = std::min(same, static_cast<std::size_t>(here - first.begin()));
        static_cast<void>(there);
    }
    const bool alike =
        std::ranges::all_of(results, [&](const contest::Result& result) { return result.text == first; });
    return alike ? "their texts are the same"
                 : fmt::format("their texts are the same for {} characters", grouped(columnsOf(first.substr(0, same))));
}

} // namespace cli
