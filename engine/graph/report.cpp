// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/report.h"

#include "engine/graph/characters.h"
#include "engine/graph/sentence.h"
#include "engine/graph/size_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace engine {
namespace {

using Lines = std::vector<std::vector<std::string>>;

/// In one line and without what a terminal would obey: a name out of a file may hold that.
std::vector<std::string> textsOf(const std::vector<ReportCell>& cells, const std::vector<Report::Column>& columns)
{
    std::vector<std::string> texts;
    for (std::size_t column = 0; column < cells.size(); ++column) {
        if (!columns[column].title.empty()) {
            texts.push_back(visible(textOf(cells[column], columns[column])));
        }
    }
    return texts;
}

/// Headings, the rows, the total.
Lines linesOf(const Report& report)
{
    Lines lines(1);
    for (const Report::Column& column : report.columns) {
        if (!column.title.empty()) {
            lines.front().push_back(visible(column.title)); // it may name a metric, which a model names
        }
    }
    for (const std::vector<ReportCell>& row : report.rows) {
        lines.push_back(textsOf(row, report.columns));
    }
    if (!report.total.empty()) {
        lines.push_back(textsOf(report.total, report.columns));
    }
    return lines;
}

/// Of the columns that have titles, whether their cells stand at the left.
std::vector<bool> haveWords(const Report& report)
{
    std::vector<bool> words;
    for (std::size_t column = 0; column < report.columns.size(); ++column) {
        if (!report.columns[column].title.empty()) {
            words.push_back(
                report.columns[column].align != Report::Align::Right &&
                (report.columns[column].align == Report::Align::Left ||
                 std::any_of(report.rows.begin(), report.rows.end(), [&](const std::vector<ReportCell>& row) {
                     return std::holds_alternative<std::string>(row[column].value);
                 })));
        }
    }
    return words;
}

std::size_t widthOf(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

std::string plain(double number, int places)
{
    std::array<char, 512> text{};
    const char* const end =
        std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, places).ptr;
    return {text.data(), static_cast<std::size_t>(end - text.data())};
}

std::string digitsOf(const ReportCell& cell)
{
    if (const auto* const truth = std::get_if<bool>(&cell.value)) {
        return *truth ? "yes" : "no";
    }
    if (const auto* const count = std::get_if<std::int64_t>(&cell.value)) {
        return std::to_string(*count);
    }
    if (const auto* const number = std::get_if<double>(&cell.value)) {
        std::array<char, 512> text{}; // digits and no power of ten
        const char* const end =
            std::to_chars(text.data(), text.data() + text.size(), *number, std::chars_format::fixed).ptr;
        return {text.data(), static_cast<std::size_t>(end - text.data())};
    }
    const auto* const words = std::get_if<std::string>(&cell.value);
    return words != nullptr ? *words : std::string();
}

} // namespace

std::optional<double> ReportCell::number() const
{
    if (const auto* const count = std::get_if<std::int64_t>(&value)) {
        return static_cast<double>(*count);
    }
    const auto* const some = std::get_if<double>(&value);
    return some != nullptr ? std::optional(*some) : std::nullopt;
}

std::string textOf(const ReportCell& cell, const Report::Column& column)
{
    const std::optional<double> number = cell.number();
    return std::holds_alternative<std::monostate>(cell.value) ? column.none
           : number && column.inWords                         ? column.inWords(*number)
                                                              : digitsOf(cell);
}

std::string aligned(const Report& report)
{
    constexpr std::size_t maxWidth = 120; // one long cell must not make every row as long
    Lines lines = linesOf(report);
    const std::vector<bool> words = haveWords(report);
    std::vector<std::size_t> widths(words.size());
    for (const std::vector<std::string>& line : lines) {
        for (std::size_t column = 0; column < widths.size(); ++column) {
            widths[column] = std::min(std::max(widths[column], widthOf(line[column])), maxWidth);
        }
    }
    if (!report.total.empty()) {
        std::vector<std::string> rule;
        for (const std::size_t width : widths) {
            rule.emplace_back(width, '-');
        }
        lines.insert(lines.end() - 1, rule);
    }
    std::string text;
    for (const std::vector<std::string>& line : lines) {
        std::string row;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            const std::size_t width = widthOf(line[column]);
            const std::string space(widths[column] - std::min(width, widths[column]), ' ');
            row += (column > 0 ? "  " : "") + (words[column] ? line[column] + space : space + line[column]);
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    }
    return text;
}

std::string markdown(const Report& report)
{
    const std::vector<bool> words = haveWords(report);
    std::string text, rule = "|";
    for (const bool isWord : words) {
        rule += isWord ? " --- |" : " ---: |";
    }
    rule += "\n";
    for (const std::vector<std::string>& line : linesOf(report)) {
        text += "|";
        for (const std::string& cell : line) {
            text += " ";
            for (const char letter : cell) {
                text += letter == '|' ? "\\|" : std::string(1, letter); // a bar would end the cell
            }
            text += " |";
        }
        text += "\n" + rule;
        rule = ""; // below the headings
    }
    return text;
}

std::string csv(const Report& report, std::string Report::Column::*heading)
{
    std::string text;
    const auto line = [&](const auto& fieldOf) {
        std::string row;
        for (std::size_t column = 0; column < report.columns.size(); ++column) {
            if (!(report.columns[column].*heading).empty()) {
                row += "," + csvField(fieldOf(column));
            }
        }
        text += row.substr(std::min<std::size_t>(row.size(), 1)) + "\n";
    };
    line([&](std::size_t column) { return report.columns[column].*heading; });
    for (const std::vector<ReportCell>& row : report.rows) {
        line([&](std::size_t column) { return digitsOf(row[column]); });
    }
    if (!report.total.empty()) {
        line([&](std::size_t column) { return digitsOf(report.total[column]); });
    }
    return text;
}

std::string csvField(const std::string& text, char delimiter)
{
    if (text.find_first_of(std::string("\"\r\n") + delimiter) == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return quoted + "\"";
}

Report layersReport(const SizeReport& sizes, const std::function<std::string(const LayerSizes&)>& typeOf)
{
    const auto outputs = [](const LayerSizes& layer) {
        std::string text;
        for (const Shape& shape : layer.sizes.outputs) {
            text += (text.empty() ? "" : ", ") + toString(shape);
        }
        return text;
    };
    const auto work = [](const auto& of) {
        return static_cast<double>(of.flopsForward) + static_cast<double>(of.flopsBackward);
    };
    Report report{.columns = {{"layer", "layer"},
                              {"type", "type"},
                              {"output", "output"},
                              {"parameters", "parameters", grouped, ""},
                              {"activations", "activation_bytes", bytesInWords, ""},
                              {"gradients", "gradient_bytes", bytesInWords, ""},
                              {"FLOPs forward", "flops_forward", countInWords, ""},
                              {"backward", "flops_backward", countInWords, ""},
                              {"share %", "", [](double share) { return plain(share, 1); }, ""}}};
    std::int64_t activations = 0, gradients = 0;
    for (const LayerSizes& layer : sizes.layers) {
        std::vector<ReportCell>& row = report.rows.emplace_back();
        if (!layer.problem.empty()) {
            row = {layer.name, layer.type, "does not fit"};
            row.resize(report.columns.size());
            continue;
        }
        activations += layer.activationBytes;
        gradients += layer.gradientBytes;
        row = {layer.name,
               typeOf(layer),
               outputs(layer),
               layer.parameters,
               layer.activationBytes,
               layer.gradientBytes,
               layer.sizes.flopsForward,
               layer.sizes.flopsBackward,
               work(sizes) > 0 ? 100 * work(layer.sizes) / work(sizes) : 0};
    }
    report.total = {
        "all", "", "", sizes.parameters, activations, gradients, sizes.flopsForward, sizes.flopsBackward, ReportCell()};
    return report;
}

Report memoryReport(const TrainingMemory& memory)
{
    return {.columns = {{"training memory"}, {"size", "", bytesInWords}},
            .rows = {{"weights", memory.weights},
                     {"gradients of the weights", memory.gradients},
                     {"solver history", memory.history},
                     {"activations", memory.activations},
                     {"gradients of the activations", memory.activationGradients},
                     {"workspace", memory.workspace},
                     {"program and checkpoint", memory.program}},
            .total = {"all", memory.total()}};
}

std::string grouped(std::int64_t number)
{
    std::string text = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t end = text.size(); end > first + 3; end -= 3) {
        text.insert(end - 3, 1, ',');
    }
    return text;
}

std::string countInWords(double count)
{
    if (std::abs(count) < 1000) {
        return plain(count, 0);
    }
    constexpr std::array<const char*, 5> units = {"k", "M", "G", "T", "P"};
    std::size_t unit = 0;
    for (count /= 1000; std::abs(count) >= 1000 && unit + 1 < units.size(); ++unit) {
        count /= 1000;
    }
    const int places = std::abs(count) < 10 ? 2 : std::abs(count) < 100 ? 1 : 0; // as wide for 74.0 as for 74.1
    return plain(count, places) + " " + units[unit];
}

} // namespace engine
