// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_gaps.h"
#include "tests/data/sentence_of.h"

#include <gmock/gmock.h>

#include <cmath>

using engine::fillGaps;
using engine::Sentence;
using engine::Table;
using engine::TableSettings;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

Table withGaps()
{
    return engine::readTableText("day,wind,rain\n"
                                 "2020-01-01,,1\n"
                                 "2020-01-02,10,2\n"
                                 "2020-01-03,,3\n"
                                 "2020-01-06,NA,4\n"
                                 "2020-01-07,20,5\n"
                                 "2020-01-08,,6\n",
                                 "a.csv");
}

TableSettings settingsOf(const std::vector<std::string>& gaps)
{
    return {.target = "rain", .time = "day", .steps = 1, .gaps = gaps};
}

} // namespace

TEST(Gaps, AreCountedInAnErrorThatSaysWhatMendsThem)
{
    const Table table = withGaps();
    EXPECT_EQ(engine::gapsIn(table.columns[1]), 4);
    EXPECT_EQ(engine::gapsIn(table.columns[2]), 0);
    EXPECT_EQ(sentenceOf([&] { engine::cutWindows(table, settingsOf({})); }),
              "a.csv, row 2, column 'wind': found nothing, wanted a number; 4 rows have none: gaps: \"wind=SKIP\" of "
              "SEQUENCEDATA (or --gaps) leaves them out, CARRY keeps the last value, INTERPOLATE draws a line to the "
              "next one");
}

TEST(Gaps, StayAnErrorWhereNothingIsChosen)
{
    Table table = withGaps();
    EXPECT_THAT(fillGaps(table, settingsOf({})), IsEmpty());
    EXPECT_THAT(fillGaps(table, settingsOf({"rain=SKIP"})), IsEmpty());
    EXPECT_EQ(table.rows, 6);
    EXPECT_THAT(sentenceOf([&] { table.column("wind"); }), HasSubstr("found nothing, wanted a number"));
}

TEST(Gaps, AreSkippedWithTheirRows)
{
    Table table = withGaps();
    EXPECT_THAT(fillGaps(table, settingsOf({"SKIP"})),
                ElementsAre(Sentence("a.csv: the column 'wind' has 4 gaps, its rows are left out")));
    EXPECT_EQ(table.rows, 2);
    EXPECT_THAT(table.column("wind").numbers, ElementsAre(10, 20));
    EXPECT_THAT(table.column("rain").numbers, ElementsAre(2, 5));
    EXPECT_EQ(table.text(table.column("day"), 1), "2020-01-07");
    EXPECT_EQ(table.rowInFile(1), 6) << "its number in the file";
    EXPECT_EQ(table.rowInFile(2), 7) << "the next one behind it";
}

TEST(Gaps, KeepTheLastValueInTheOrderOfTime)
{
    Table table = engine::readTableText("day,wind\n2020-01-03,\n2020-01-02,7\n2020-01-01,\n", "a.csv");
    const std::vector<Sentence> told = fillGaps(table, {.time = "day", .gaps = {"wind=CARRY"}});
    EXPECT_THAT(told, ElementsAre(Sentence("a.csv: the column 'wind' has 2 gaps, filled with the last value; rows left "
                                           "out, as no value stands before them: 1")));
    EXPECT_THAT(table.column("wind").numbers, ElementsAre(7, 7));
    EXPECT_EQ(table.rowInFile(0), 2);
}

TEST(Gaps, AreInterpolatedByTime)
{
    Table table = withGaps();
    fillGaps(table, settingsOf({"wind=INTERPOLATE"}));
    EXPECT_THAT(table.column("wind").numbers, ElementsAre(10, 12, 18, 20, 20)) << "the last one stays behind the end";
    TableSettings byRows = settingsOf({"wind=INTERPOLATE"});
    byRows.time.clear();
    table = withGaps();
    fillGaps(table, byRows);
    EXPECT_THAT(table.column("wind").numbers, ElementsAre(10, testing::DoubleNear(10 + 10 / 3.0, 1e-9),
                                                          testing::DoubleNear(10 + 20 / 3.0, 1e-9), 20, 20));
}

TEST(Gaps, AreFilledWithinTheirGroup)
{
    Table table = engine::readTableText("g,x\na,1\nb,\na,\nb,5\nb,\n", "a.csv", {.named = {"g"}});
    fillGaps(table, {.group = "g", .gaps = {"CARRY"}});
    EXPECT_THAT(table.column("x").numbers, ElementsAre(1, 1, 5, 5)) << "b has nothing before its second row";
}

TEST(Gaps, OfNamesAreSkippedOrCarried)
{
    const auto classes = [] {
        return engine::readTableText("x,kind\n1,even\n2,\n3,odd\n", "a.csv", {.lastIsNamed = true});
    };
    Table table = classes();
    fillGaps(table, {.gaps = {"kind=SKIP"}});
    EXPECT_THAT(table.namedColumn("kind").names, ElementsAre("even", "odd"));
    EXPECT_EQ(table.text(table.column("kind"), 1), "odd");
    table = classes();
    fillGaps(table, {.gaps = {"kind=CARRY"}});
    EXPECT_EQ(table.text(table.column("kind"), 1), "even");
    table = classes();
    EXPECT_EQ(sentenceOf([&] { fillGaps(table, {.gaps = {"INTERPOLATE"}}); }),
              "a.csv, column 'kind': found INTERPOLATE in gaps of SEQUENCEDATA, wanted SKIP or CARRY for a column of "
              "names");
}

TEST(Gaps, OfColumnsThatAreNotReadTakeNoRowsAway)
{
    Table table = withGaps();
    TableSettings settings = settingsOf({"SKIP"});
    settings.inputs = {"rain"};
    fillGaps(table, settings);
    EXPECT_EQ(table.rows, 6);
    table = withGaps();
    fillGaps(table, settingsOf({"SKIP"}), {"rain"});
    EXPECT_EQ(table.rows, 6) << "a net that learned from rain alone";
}

TEST(Gaps, AreNoNumbersThatAreWrong)
{
    Table table = engine::readTableText("a,b\n1,2\n,4\nx,6\n3,8\n5,1\n", "a.csv");
    EXPECT_EQ(engine::gapsIn(table.columns[0]), 0);
    fillGaps(table, {.gaps = {"SKIP"}});
    EXPECT_THAT(sentenceOf([&] { table.column("a"); }), HasSubstr("found nothing"));
}

TEST(Gaps, WithoutAnyRowLeftAreRefused)
{
    Table table = engine::readTableText("a,b\n1,\n,4\n", "a.csv");
    EXPECT_EQ(sentenceOf([&] { fillGaps(table, {.gaps = {"SKIP"}}); }),
              "a.csv: found no row that its gaps leave, wanted at least one; CARRY or INTERPOLATE in gaps of "
              "SEQUENCEDATA keeps rows");
}

TEST(GapRules, AreForAllColumnsOrOne)
{
    const engine::GapRules rules = engine::gapRules({"INTERPOLATE", "a=b=SKIP"});
    EXPECT_EQ(rules.at(""), engine::GapRule::Interpolate);
    EXPECT_EQ(rules.at("a=b"), engine::GapRule::Skip);
    EXPECT_THAT(engine::gapEntries(rules), ElementsAre("INTERPOLATE", "a=b=SKIP"));
    EXPECT_EQ(sentenceOf([] { engine::gapRules({"wind=FILL"}); }),
              "gaps: found 'wind=FILL', wanted SKIP, CARRY or INTERPOLATE, alone for all columns or behind a column's "
              "name, as wind=SKIP");
    Table table = withGaps();
    EXPECT_THAT(sentenceOf([&] { fillGaps(table, settingsOf({"winds=SKIP"})); }), HasSubstr("no column named 'winds'"));
}
