// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/engine_support.h"

#include "engine/graph/catalog.h"
#include "tests/kernels/layer_run.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

namespace engine::test {
namespace {

using Row = std::vector<std::string>; ///< a cell for each column

constexpr const char* otherLayers = "any other layer"; ///< the row of layers that have none of their own

/// Without its first column, whose cell names the row.
struct Table {
    Row columns;
    std::map<std::string, Row> rows;

    std::string cell(const std::string& row, std::size_t column) const
    {
        const auto found = rows.find(row);
        return found != rows.end() && column < found->second.size() ? found->second[column] : "";
    }
};

Row cellsOf(const std::string& line)
{
    Row cells;
    std::istringstream rest(line.substr(1));
    for (std::string cell; std::getline(rest, cell, '|');) {
        const std::size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
        cells.push_back(first == std::string::npos ? "" : cell.substr(first, last + 1 - first));
    }
    return cells;
}

Table parsed(const std::string& text)
{
    Table table;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with('|')) {
            continue;
        }
        Row cells = cellsOf(line);
        const std::string name = cells.at(0);
        cells.erase(cells.begin());
        if (table.columns.empty()) {
            table.columns = cells;
        } else if (!name.starts_with("---")) {
            table.rows[name] = cells;
        }
    }
    return table;
}

std::string lineOf(const std::string& name, const Row& cells)
{
    std::string line = "| " + name + " |";
    for (const std::string& cell : cells) {
        line += " " + cell + " |";
    }
    return line + "\n";
}

std::string columnOf(const NamedEngine& one)
{
    return one.name + (one.kind == DeviceKind::Cpu ? " on the CPU" : " on CUDA");
}

/// The row that a case shares with those of the same typed cell, where all engines treat them alike; else its own.
std::string groupOf(const Case& sample)
{
    return sample.type == "CELL" ? "CELL " + textParam(sample.params, "cell") : sample.name;
}

std::string answerOf(const NamedEngine& one, const Case& sample)
{
    const std::optional<std::string> refusal = refusalOf(one, sample);
    return !refusal ? "runs" : *refusal == "has no kernel for " + sample.type ? "no kernel" : *refusal;
}

/// What the column says of the case: the engine itself, or the earlier table where it is not here.
std::string answerIn(const std::string& column, const Case& sample, const Table& known)
{
    for (const NamedEngine& one : allEngines()) {
        if (columnOf(one) == column) {
            return answerOf(one, sample);
        }
    }
    const auto place = static_cast<std::size_t>(std::ranges::find(known.columns, column) - known.columns.begin());
    for (const std::string& row : {sample.name, groupOf(sample), sample.type}) {
        if (const std::string cell = known.cell(row, place); !cell.empty()) {
            return cell;
        }
    }
    return known.cell(otherLayers, place);
}

} // namespace

std::optional<std::string> refusalOf(const NamedEngine& one, const Case& sample)
{
    const std::shared_ptr<Device> device = deviceOf(one);
    const LayerSetup setup = setupWithoutMemory(emptyProblemOf(sample), *device);
    if (const std::optional<std::string> refusal = one.engine->refusal(setup)) {
        return refusal;
    }
    const bool drops = setup.type->recurrent && !setup.type->recurrent(setup.params).rows &&
                       intParam(setup.params, "num_layers") > 1 && floatParam(setup.params, "dropout_ratio") > 0;
    if (one.name == "CUDNN" && drops) {
        return "draws masks of its own between stacked layers: tests/gpu/cudnn_test.cpp has these";
    }
    return std::nullopt;
}

std::string supportTable(const std::string& known)
{
    const Table before = parsed(known);
    Row columns = before.columns;
    for (const NamedEngine& one : allEngines()) {
        if (std::ranges::find(columns, columnOf(one)) == columns.end()) {
            columns.push_back(columnOf(one));
        }
    }
    std::string text = lineOf("layer", columns) + lineOf("---", Row(columns.size(), "---"));
    Row others; // what all engines but CAFFE have: no kernel
    for (const std::string& column : columns) {
        others.push_back(column.starts_with("CAFFE ") ? "runs" : "no kernel");
    }
    for (const LayerType& type : catalog()) {
        std::vector<std::pair<std::string, Row>> rows, groups;
        for (const Case& sample : cases()) {
            if (sample.type != type.name) {
                continue;
            }
            Row row;
            for (const std::string& column : columns) {
                row.push_back(answerIn(column, sample, before));
            }
            if (groups.empty() || groups.back().first != groupOf(sample)) {
                groups.emplace_back(groupOf(sample), row);
            }
            rows.emplace_back(groups.back().second == row ? groups.back().first : sample.name, row);
        }
        rows.erase(std::ranges::unique(rows).begin(), rows.end());
        if (rows.empty()) {
            continue;
        }
        const bool alike = std::ranges::all_of(rows, [&](const auto& row) { return row.second == rows[0].second; });
        if (alike) {
            rows.erase(rows.begin() + 1, rows.end());
            rows[0].first = std::string(type.name);
        }
        if (alike && rows[0].second == others) {
            continue;
        }
        for (const auto& [name, row] : rows) {
            text += lineOf(name, row);
        }
    }
    return text + lineOf(otherLayers, others);
}

} // namespace engine::test
