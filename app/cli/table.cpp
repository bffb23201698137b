// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"

#include "app/cli/words.h"

#include <algorithm>
#include <cassert>

namespace cli {
namespace {

std::string padded(const std::string& text, int width, Align align)
{
    const std::string space(static_cast<std::size_t>(std::max(0, width - columnsOf(text))), ' ');
    return align == Align::Left ? text + space : space + text;
}

/// A bar would end the cell.
std::string inMarkdown(const std::string& text)
{
    std::string safe;
    for (const char letter : text) {
        safe += letter == '|' ? "\\|" : std::string(1, letter);
    }
    return safe;
}

void trimEnd(std::string& line)
{
    line.erase(line.find_last_not_of(' ') + 1);
}

} // namespace

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char letter : text) {
        quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return quoted + "\"";
}

Table::Table(std::vector<Column> columns) : m_columns(std::move(columns))
{
    for (Column& column : m_columns) {
        column.heading = oneLine(column.heading); // it may name a metric, which a model names
    }
}

void Table::add(std::vector<std::string> cells)
{
    assert(cells.size() == m_columns.size());
    for (std::string& cell : cells) {
        cell = oneLine(cell); // a name out of a file may hold what a terminal would obey
    }
    m_rows.push_back(std::move(cells));
}

void Table::rule()
{
    m_rows.emplace_back();
}

std::vector<int> Table::widths() const
{
    constexpr int most = 120; // one long cell must not make every row as long
    std::vector<int> widths;
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        int width = columnsOf(m_columns[column].heading);
        for (const std::vector<std::string>& row : m_rows) {
            width = row.empty() ? width : std::max(width, columnsOf(row[column]));
        }
        widths.push_back(std::min(width, most));
    }
    return widths;
}

std::string Table::aligned() const
{
    const std::vector<int> width = widths();
    std::string text;
    const auto line = [&](const auto& cell) {
        std::string row;
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            row += (column > 0 ? "  " : "") + padded(cell(column), width[column], m_columns[column].align);
        }
        trimEnd(row);
        text += row + "\n";
    };
    line([&](std::size_t column) { return m_columns[column].heading; });
    for (const std::vector<std::string>& row : m_rows) {
        if (row.empty()) {
            line([&](std::size_t column) { return std::string(static_cast<std::size_t>(width[column]), '-'); });
        } else {
            line([&](std::size_t column) { return row[column]; });
        }
    }
    return text;
}

std::string Table::markdown() const
{
    std::string text = "|";
    for (const Column& column : m_columns) {
        text += " " + column.heading + " |";
    }
    text += "\n|";
    for (const Column& column : m_columns) {
        text += column.align == Align::Left ? " --- |" : " ---: |";
    }
    text += "\n";
    for (const std::vector<std::string>& row : m_rows) {
        if (row.empty()) {
            continue;
        }
        text += "|";
        for (const std::string& cell : row) {
            text += " " + inMarkdown(cell) + " |";
        }
        text += "\n";
    }
    return text;
}

} // namespace cli
