// SPDX-License-Identifier: GPL-3.0-or-later
// CSV files: read as tables, written again, and cut into windows.
#include "engine/data/read_samples.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <cmath>

namespace fuzz {

namespace {

using namespace engine;

std::string quoted(const std::string& text)
{
    std::string out = "\"";
    for (const char letter : text) {
        out += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return out + "\"";
}

std::string printed(const Table& table)
{
    std::string out;
    for (std::int64_t row = -1; row < table.rows; ++row) {
        for (const Column& column : table.columns) {
            out += (&column == &table.columns.front() ? "" : ",") +
                   quoted(row < 0 ? column.name : table.text(column, row));
        }
        out += "\n";
    }
    return out;
}

/// A table without problems is the same when it was written and read.
void checkWritten(const Table& table)
{
    TableFormat format{.delimiter = ',', .header = HeaderRow::Yes, .decimal = DecimalMark::Point};
    for (const Column& column : table.columns) {
        const bool hasCommas = std::ranges::any_of( // names of numbers are as the file has them
            column.names, [](const std::string& name) { return name.find(',') != std::string::npos; });
        if (!table.obstacleOf(column).empty() || (column.kind == ColumnKind::Number && hasCommas)) {
            return;
        }
    }
    const Table again = readTableText(printed(table), "again", format, {""});
    require(again.rows == table.rows, "a table keeps its rows");
    for (std::size_t index = 0; index < table.columns.size(); ++index) {
        const Column &one = table.columns[index], &other = again.columns[index];
        const bool isSame = one.numbers == other.numbers && one.names == other.names && one.codes == other.codes &&
                            one.times == other.times;
        require(one.kind != other.kind || isSame, "a column keeps its values");
    }
}

void checkWindows(const Table& table, const SampleSettings& settings)
{
    const TableWindows windows = cutWindows(table, settings);
    for (const std::vector<std::int64_t>* part : {&windows.train, &windows.validation, &windows.test}) {
        for (const std::int64_t start : *part) {
            require(start >= 0 && windows.targetRow(start) < windows.rows(), "a window lies in the table");
        }
    }
    // Far from the training part they may be infinite: the net then says nothing, and who asks it tells that.
    require(std::none_of(windows.inputs.begin(), windows.inputs.end(), [](float value) { return std::isnan(value); }),
            "inputs are numbers");
}

void walk(const Table& table)
{
    checkWritten(table);
    constexpr std::size_t fewColumns = 20;
    if (table.columns.size() > fewColumns) {
        return;
    }
    for (const Column& column : table.columns) {
        reads([&] { checkWindows(table, {.target = column.name, .steps = 2}); });
    }
    reads([&] {
        checkWindows(table, {.target = table.columns.back().name,
                             .time = table.columns.front().name,
                             .group = table.columns.back().name,
                             .steps = 1,
                             .horizon = 0,
                             .targetKind = TargetKind::Class,
                             .split = SampleSplit::Shuffled});
    });
}

void eatTable(std::span<const std::byte> file)
{
    reads([&] { walk(readTableText(textOf(file), "a.csv", {}, {""})); });
}

std::vector<Bytes> tableSeeds()
{
    return {
        bytesOf("Date,Temp\n1981-01-01,20.7\n1981-01-02,17.9\n1981-01-03,18.8\n1981-01-04,14.6\n1981-01-05,15.8\n"),
        bytesOf("a;b\r\n1,5;2\r\n2,5;3\r\n3,5;5\r\n"),
        bytesOf("\xEF\xBB\xBFname\tvalue\n\"x \"\"y\"\"\nz\"\t1e3\nw\t-2\nw\t7\n"),
        bytesOf("1|2|x\n3|4|y\n5|7|x\n6|6|y\n"),
        bytesOf("t,c\n2001-01-01T00:00:00.5Z,a\n2001-01-01T00:00:01.5Z,b\n"),
    };
}

} // namespace

const Target table = {"table", eatTable, tableSeeds};

} // namespace fuzz
