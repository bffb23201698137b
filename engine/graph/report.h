// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace engine {

struct LayerSizes;
struct SizeReport;
struct TrainingMemory;

/// What stands in a cell of a report: nothing, yes or no, a count, a number or words. Numbers stay numbers until
/// someone reads them.
struct ReportCell {
    std::variant<std::monostate, bool, std::int64_t, double, std::string> value = {};

    ReportCell() = default;
    template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
    ReportCell(Number number)
    {
        if constexpr (std::is_same_v<Number, bool>) {
            value = number;
        } else if constexpr (std::is_integral_v<Number>) {
            value = static_cast<std::int64_t>(number);
        } else {
            value = static_cast<double>(number);
        }
    }
    ReportCell(std::string words) : value(std::move(words)) {}
    ReportCell(std::string_view words) : value(std::string(words)) {}
    ReportCell(const char* words) : value(std::string(words)) {}
    template <typename Value>
    ReportCell(const std::optional<Value>& known)
    {
        if (known) {
            *this = ReportCell(*known);
        }
    }

    std::optional<double> number() const; ///< nothing: words, or nothing
};

/// Rows under columns: printed as text or Markdown, written as CSV or JSON, and shown by the window's table.
struct Report {
    enum class Align { ByCells, Left, Right }; ///< ByCells: numbers at the right, words at the left

    struct Column {
        std::string title = {};                          ///< empty: for programs alone
        std::string key = {};                            ///< in JSON; empty: for people alone
        std::function<std::string(double)> inWords = {}; ///< of its numbers; none: their digits
        std::string none = "-";                          ///< where a cell has nothing
        std::string help = {};                           ///< what it is, for a heading's tip
        Align align = Align::ByCells;
    };

    std::vector<Column> columns;
    std::vector<std::vector<ReportCell>> rows = {};
    std::vector<ReportCell> total = {}; ///< below the rows; may be empty
};

/// A column, and what it tells of a row's object.
template <typename Row>
struct ColumnOf {
    Report::Column head;
    std::function<ReportCell(const Row&)> value;
};

template <typename Row>
Report reportOf(const std::vector<ColumnOf<Row>>& columns, const std::vector<Row>& rows)
{
    Report report;
    for (const ColumnOf<Row>& column : columns) {
        report.columns.push_back(column.head);
    }
    for (const Row& row : rows) {
        std::vector<ReportCell>& cells = report.rows.emplace_back();
        for (const ColumnOf<Row>& column : columns) {
            cells.push_back(column.value(row));
        }
    }
    return report;
}

std::string textOf(const ReportCell& cell, const Report::Column& column); ///< as a person reads it

std::string aligned(const Report& report);  ///< for a terminal: headings, numbers at the right, the total below a rule
std::string markdown(const Report& report); ///< for a README

/// With plain numbers; headed by the columns' titles or keys, without those that have none.
std::string csv(const Report& report, std::string Report::Column::*heading = &Report::Column::title);

/// As CSV has a field: in quotes where it holds a delimiter, a quote or a line's end.
std::string csvField(const std::string& text, char delimiter = ',');

/// What layers take, in the words of `hamnet info`; `typeOf` names a layer's type.
Report layersReport(const SizeReport& sizes, const std::function<std::string(const LayerSizes&)>& typeOf);
Report memoryReport(const TrainingMemory& memory); ///< a row for each part

std::string grouped(std::int64_t number); ///< "3,214,879"
std::string countInWords(double count);   ///< "61.2 k", "3.21 M", "1.50 G"

} // namespace engine
