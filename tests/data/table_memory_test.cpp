// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/read_samples.h"
#include "engine/data/table_memory.h"
#include "tests/support/allocations.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

namespace engine {
namespace {

/// A table of so many rows, each of which `row` writes without its line's end.
std::string textOf(const std::string& header, int rows, const std::function<std::string(int row)>& row)
{
    std::string text = header + "\n";
    for (int number = 0; number < rows; ++number) {
        text += row(number) + "\n";
    }
    return text;
}

/// Numbers of six digits, no two neighbours alike.
std::string numbersOf(int row, int columns)
{
    std::string text;
    for (int column = 0; column < columns; ++column) {
        text += fmt::format("{}{}", column == 0 ? "" : ",", 0.1 * ((row * 7919 + column * 104'729) % 999'983));
    }
    return text;
}

std::string namesOf(int columns)
{
    std::string text;
    for (int column = 0; column < columns; ++column) {
        text += fmt::format("{}c{}", column == 0 ? "" : ",", column);
    }
    return text;
}

/// What is told divided by what reading and cutting it takes.
double told(const std::string& text, const TableSettings& table)
{
    const TemporaryFolder folder;
    folder.write("table.csv", text);
    SampleSettings settings{.kind = &engine::kinds::table, .steps = 4, .table = table, .fractions = {}};
    settings.fractions.test = 0.2;
    const NamedColumns named{.names = {table.group}, .last = table.targetKind == TargetKind::Class};
    const std::int64_t foretold = bytesToRead(text, outlineOf(text, {}, named, "table.csv"));
    const std::int64_t before = test::allocatedBytes();
    test::forgetMostAllocated();
    readSamples(folder.path() / "table.csv", settings);
    return static_cast<double>(foretold) / static_cast<double>(test::maxAllocatedBytes() - before);
}

TEST(TableMemory, IsToldAboveWhatIsTakenButNotByMoreThanTwice)
{
    if (test::maxAllocatedBytes() == 0) {
        GTEST_SKIP() << "the sanitizers need the allocator for themselves";
    }
    struct Case {
        const char* name;
        std::string text;
        TableSettings settings = {};
    };
    const auto level = [](int row) { return row * 7919 % 9973; };
    const Case cases[] = {
        {"long", textOf("x,y", 300'000, [&](int row) { return fmt::format("{},{}", level(row), level(row + 3)); })},
        {"wide", textOf(namesOf(500), 1200, [](int row) { return numbersOf(row, 500); })},
        {"times",
         textOf("t,y", 150'000, [&](int row) { return fmt::format("{},{}", 20'000'101 + row, level(row)); }),
         {.time = "t"}},
        {"dates",
         textOf("t,y", 150'000,
                [&](int row) {
                    return fmt::format("2001-{:02}-{:02} {:02}:{:02}:{:02},{}", row / 86'400 / 28 + 1,
                                       row / 86'400 % 28 + 1, row / 3600 % 24, row / 60 % 60, row % 60, level(row));
                }),
         {.time = "t"}},
        {"groups",
         textOf("who,t,y", 150'000,
                [&](int row) { return fmt::format("p{},{},{}", row % 1009, row / 1009, level(row)); }),
         {.time = "t", .group = "who"}},
        {"classes",
         textOf("x,y", 200'000, [&](int row) { return fmt::format("{},kind {}", level(row), row % 7); }),
         {.targetKind = TargetKind::Class}},
        {"ids", textOf("id,x,y", 100'000,
                       [&](int row) { return fmt::format("item-{:07},{},{}", row, level(row), level(row + 3)); })},
        {"texts", textOf("said,x,y", 40'000,
                         [&](int row) {
                             return fmt::format("\"line {} of what they said, and more of it\",{},{}",
                                                row * 31 % 40'009, level(row), level(row + 3));
                         })},
        {"long numbers", textOf("id,x,y", 100'000,
                                [&](int row) {
                                    return fmt::format("{},{},{}", 9'007'199'254'740'993 + row * 3LL, level(row),
                                                       level(row + 3));
                                })},
    };
    for (const Case& one : cases) {
        const double share = told(one.text, one.settings);
        EXPECT_GE(share, 1) << one.name;
        EXPECT_LE(share, 2) << one.name;
    }
}

} // namespace
} // namespace engine
