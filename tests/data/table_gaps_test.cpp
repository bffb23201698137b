// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/read_samples.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

#include <cmath>

using engine::cutWindows;
using engine::gapRules;
using engine::SampleSettings;
using engine::Sentence;
using engine::Table;
using engine::TableWindows;
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

SampleSettings settingsOf(const std::vector<std::string>& gaps)
{
    return {.target = "rain", .time = "day", .steps = 1, .gaps = gapRules(gaps)};
}

} // namespace

TEST(Gaps, AreCountedInAnErrorThatSaysWhatMendsThem)
{
    const Table table = withGaps();
    EXPECT_EQ(table.columns[1].gaps, 4);
    EXPECT_EQ(table.columns[2].gaps, 0);
    EXPECT_EQ(
        sentenceOf([&] { engine::cutWindows(table, settingsOf({})); }),
        "a.csv, row 2, column 'wind': found no value, wanted one in each row; rows without: 4; gaps: \"wind=SKIP\" "
        "of SEQUENCEDATA (or --gaps) leaves them out, CARRY keeps the last value");
}

TEST(Gaps, StayAnErrorWhereNothingIsChosen)
{
    EXPECT_THAT(sentenceOf([] { engine::cutWindows(withGaps(), settingsOf({"rain=SKIP"})); }),
                HasSubstr("found no value, wanted one"));
}

/// Windows of a row each, all in the training part.
TableWindows rowsOf(const Table& table, SampleSettings settings)
{
    settings.steps = 1;
    settings.fractions = {.validation = 0, .test = 0};
    settings.standardize = false;
    return cutWindows(table, settings);
}

TEST(Gaps, AreSkippedWithTheirRows)
{
    const TableWindows windows = rowsOf(withGaps(), settingsOf({"SKIP"}));
    EXPECT_THAT(windows.remarks, testing::Contains("a.csv: the column 'wind' has 4 gaps, its rows are left out"));
    EXPECT_THAT(windows.rowOf, ElementsAre(1, 4));
    EXPECT_THAT(windows.inputs, ElementsAre(10, 2, 20, 5));
}

TEST(Gaps, KeepTheLastValueInTheOrderOfTime)
{
    const Table table =
        engine::readTableText("day,wind,x\n2020-01-04,9,1\n2020-01-03,,4\n2020-01-02,7,2\n2020-01-01,,3\n", "a.csv");
    const TableWindows windows = rowsOf(table, {.time = "day", .gaps = gapRules({"wind=CARRY"})});
    EXPECT_THAT(windows.remarks, testing::Contains("a.csv: the column 'wind' has 2 gaps, filled with the last value; "
                                                   "rows left out, as no value stands before them: 1"));
    EXPECT_THAT(windows.inputs, ElementsAre(7, 2, 7, 4, 9, 1));
    EXPECT_THAT(windows.rowOf, ElementsAre(2, 1, 0));
}

/// The numbers of a window as the net reads them.
std::vector<float> inputsOf(const TableWindows& windows, std::int64_t start)
{
    const auto first = windows.inputs.begin() + start * windows.facts.width;
    return {first, first + windows.facts.steps * windows.facts.width};
}

constexpr int rows = 160;

/// Two columns with gaps of 1 to 3 rows; row `changed` has other values, if it has any.
Table swinging(int changed)
{
    std::string text = "x,y\n";
    for (int row = 0; row < rows; ++row) {
        const int value = row * row % 17 + (row == changed ? 100 : 0);
        const bool lacksX = row % 7 == 3 || row % 11 == 4 || row % 11 == 5, lacksY = row % 9 == 5;
        text += (lacksX ? std::string() : std::to_string(value)) + "," +
                (lacksY ? std::string() : std::to_string(value + row)) + "\n";
    }
    return engine::readTableText(text, "a.csv");
}

TEST(Gaps, AreNeverFilledByWhatAWindowCannotKnow)
{
    for (const engine::SampleSplit split : {engine::SampleSplit::Time, engine::SampleSplit::Shuffled}) {
        for (const std::int64_t horizon : {1, 3}) {
            const SampleSettings settings{.steps = 3,
                                          .horizon = horizon,
                                          .split = split,
                                          .fractions = {.validation = 0.25, .test = 0.25},
                                          .gaps = gapRules({"CARRY"}),
                                          .standardize = false};
            const auto windowsOf = [&](int changed) { return cutWindows(swinging(changed), settings); };
            const TableWindows before = windowsOf(-1);
            std::vector<bool> isHeldOut(rows);
            for (const auto& part : {before.validation, before.test}) {
                for (const std::int64_t start : part) {
                    const std::int64_t target = before.rowOf[static_cast<std::size_t>(before.targetRow(start))];
                    isHeldOut[static_cast<std::size_t>(target)] = true;
                }
            }
            for (int row = 0; row < rows; ++row) {
                const TableWindows after = windowsOf(row);
                for (const auto part : {&TableWindows::train, &TableWindows::validation, &TableWindows::test}) {
                    EXPECT_EQ(before.*part, after.*part);
                    for (const std::int64_t start : before.*part) {
                        if (before.rowOf[static_cast<std::size_t>(start + settings.steps - 1)] < row) {
                            EXPECT_EQ(inputsOf(before, start), inputsOf(after, start))
                                << "window " << start << " knows row " << row << ", horizon " << horizon;
                        }
                    }
                }
                for (const std::int64_t start :
                     isHeldOut[static_cast<std::size_t>(row)] ? before.train : std::vector<std::int64_t>()) {
                    EXPECT_EQ(inputsOf(before, start), inputsOf(after, start))
                        << "training window " << start << " knows row " << row << ", which is held out";
                }
            }
        }
    }
}

TEST(Gaps, OfTheTargetAreNoAnswers)
{
    const SampleSettings settings{.target = "y",
                                  .steps = 1,
                                  .fractions = {.validation = 0.2, .test = 0.3},
                                  .gaps = gapRules({"y=CARRY"}),
                                  .standardize = true};
    const Table table = engine::readTableText("x,y\n1,1\n2,2\n3,\n4,4\n5,6\n6,\n7,8\n8,9\n9,\n0,11\n", "a.csv");
    const TableWindows windows = cutWindows(table, settings);
    EXPECT_THAT(windows.train, ElementsAre(0, 2, 3)) << "not row 1, whose answer would be row 2";
    EXPECT_THAT(windows.validation, ElementsAre(4, 5));
    EXPECT_THAT(windows.test, ElementsAre(6, 7, 8));
    for (const std::int64_t row : {2, 5, 8}) {
        EXPECT_TRUE(std::isnan(windows.answers[static_cast<std::size_t>(row)]));
        EXPECT_TRUE(std::isnan(windows.targets[static_cast<std::size_t>(row)]));
    }
    EXPECT_DOUBLE_EQ(windows.facts.targetScale.mean, (1 + 2 + 4 + 6) / 4.0) << "of the values that are there";
    EXPECT_DOUBLE_EQ(windows.lastTarget(8), 9) << "the last one that is known";
    EXPECT_THAT(windows.remarks,
                testing::Contains(Sentence("a.csv: 3 windows whose target 'y' is a gap in the file; no figure counts "
                                           "them, and the net does not learn from them")));
    const TableWindows again = cutWindows(table, settings, windows.facts);
    EXPECT_EQ(again.test.size(), 9u) << "a prediction each";
    EXPECT_TRUE(std::isnan(again.answers[2]));
}

TEST(Gaps, OfATargetThatIsNoInputTakeNoRowsAway)
{
    for (const char* const rule : {"SKIP", "CARRY"}) {
        SampleSettings settings{
            .inputs = {"x"}, .target = "y", .steps = 1, .horizon = 0, .fractions = {.validation = 0, .test = 0.5}};
        settings.gaps = gapRules({rule});
        const Table table = engine::readTableText("x,y\n1,\n2,2\n3,\n4,4\n5,6\n6,\n7,8\n8,9\n", "a.csv");
        const TableWindows windows = cutWindows(table, settings);
        EXPECT_THAT(windows.train, ElementsAre(1, 3)) << rule;
        EXPECT_THAT(windows.test, ElementsAre(4, 5, 6, 7)) << rule;
        EXPECT_TRUE(std::isnan(windows.answerOf(5))) << rule;
        EXPECT_DOUBLE_EQ(windows.facts.targetScale.mean, 3) << rule << ", of the values that are there";
    }
}

TEST(Gaps, OfTheTargetLeaveTheLastKnownValueOfTheGroup)
{
    const Table table =
        engine::readTableText("g,x,y\na,1,1\na,2,2\na,3,\na,4,\nb,5,\nb,6,8\nb,7,\nb,9,9\n", "a.csv", {}, {"g"});
    const SampleSettings settings{.inputs = {"x"},
                                  .target = "y",
                                  .group = "g",
                                  .steps = 1,
                                  .horizon = 0,
                                  .fractions = {.validation = 0, .test = 0},
                                  .gaps = gapRules({"CARRY"})};
    const TableWindows windows = cutWindows(table, settings);
    EXPECT_TRUE(std::isnan(windows.lastTarget(0)));
    EXPECT_EQ(windows.lastTarget(3), 2);
    EXPECT_TRUE(std::isnan(windows.lastTarget(4))) << "the row before is of another group";
    EXPECT_TRUE(std::isnan(windows.lastTarget(5)));
    EXPECT_EQ(windows.lastTarget(7), 8);
}

TEST(Gaps, OfClassesAreNoAnswers)
{
    const SampleSettings settings{.target = "kind",
                                  .steps = 1,
                                  .horizon = 0,
                                  .targetKind = engine::TargetKind::Class,
                                  .fractions = {.validation = 0, .test = 0.5},
                                  .gaps = gapRules({"kind=CARRY"})};
    const Table table =
        engine::readTableText("x,kind\n1,even\n2,odd\n3,\n4,even\n5,odd\n6,\n7,even\n8,odd\n", "a.csv", {}, {""});
    const TableWindows windows = cutWindows(table, settings);
    EXPECT_THAT(windows.train, ElementsAre(0, 1, 3));
    EXPECT_THAT(windows.answers, ElementsAre(0, 1, -1, 0, 1, -1, 0, 1));
}

TEST(Gaps, OfLabelsAreLeftOutAndCountedUnderAnyRule)
{
    const SampleSettings settings{.target = "kind",
                                  .steps = 1,
                                  .horizon = 0,
                                  .targetKind = engine::TargetKind::Class,
                                  .fractions = {.validation = 0, .test = 0}};
    for (const char* const text : {"x,kind\n1,even\n2,odd\n3,NA\n4,\n5,n\n6,null\n7,odd\n8,NaN\n",
                                   "x,kind\n1,10\n2,2\n3,NA\n4,\n5,3\n6,NA\n7,2\n8,NA\n9,NA\n"}) {
        const Table table = engine::readTableText(text, "a.csv", {}, {""});
        const TableWindows windows = cutWindows(table, settings);
        EXPECT_THAT(windows.facts.classes, testing::AnyOf(ElementsAre("even", "n", "odd"), ElementsAre("2", "3", "10")))
            << text;
        EXPECT_THAT(windows.train, ElementsAre(0, 1, 4, 6));
    }
}

TEST(Gaps, AreNoLabelsThatSayNone)
{
    const Table table = engine::readTableText("x,kind\n1,+\n2,-\n3,None\n", "a.csv", {}, {""});
    EXPECT_THAT(rowsOf(table, {.horizon = 0, .targetKind = engine::TargetKind::Class}).facts.classes,
                ElementsAre("+", "-", "None"));
}

TEST(Gaps, MayBeMoreThanHalfOfAColumn)
{
    const Table table = engine::readTableText("x,y\nNA,1\n2.5,2\nNA,3\nNA,4\n", "a.csv");
    EXPECT_EQ(table.columns[0].kind, engine::ColumnKind::Number);
    EXPECT_EQ(table.columns[0].gaps, 3);
}

TEST(Gaps, OfAllAnswersOfAPartAreRefused)
{
    const SampleSettings settings{
        .target = "y", .steps = 1, .fractions = {.validation = 0, .test = 0.2}, .gaps = gapRules({"y=CARRY"})};
    const Table table = engine::readTableText("x,y\n1,1\n2,2\n3,5\n4,4\n5,\n", "a.csv");
    EXPECT_EQ(sentenceOf([&] { cutWindows(table, settings); }),
              "a.csv: the test part has no window of 2 rows whose target 'y' is known, wanted at least one: more rows, "
              "a larger share, shorter windows or another split");
}

TEST(Gaps, OfTimesAreSkippedWithTheirRows)
{
    const std::string text = "day,x\n2020-01-02,2\n,7\n2020-01-01,1\nNA,8\n2020-01-03,3\n";
    const Table table = engine::readTableText(text, "a.csv");
    SampleSettings settings{.time = "day", .steps = 1, .fractions = {.validation = 0, .test = 0}};
    EXPECT_EQ(table.columns[0].gaps, 2);
    EXPECT_EQ(sentenceOf([&] { cutWindows(table, settings); }),
              "a.csv, row 3, column 'day': found no value, wanted one in each row; rows without: 2; gaps: "
              "\"day=SKIP\" of SEQUENCEDATA (or --gaps) leaves them out");
    settings.gaps = gapRules({"CARRY"});
    EXPECT_EQ(sentenceOf([&] { cutWindows(table, settings); }),
              "a.csv, column 'day': found the rule CARRY for a column of times, wanted SKIP; gaps: \"CARRY, day=SKIP\" "
              "of SEQUENCEDATA (or --gaps)");
    settings.gaps = gapRules({"day=CARRY"});
    EXPECT_THAT(sentenceOf([&] { cutWindows(table, settings); }), HasSubstr("wanted SKIP; gaps: \"day=SKIP\" of"));
    settings.gaps = gapRules({"CARRY", "day=SKIP"});
    EXPECT_THAT(cutWindows(table, settings).rowOf, ElementsAre(2, 0, 4));
}

TEST(Gaps, OfTimesDoNotHideThatDaysAndMonthsMayBeMixedUp)
{
    const Table table = engine::readTableText("day,x\n01/02/2020,2\n,7\n03/02/2020,1\n", "a.csv");
    EXPECT_THAT(sentenceOf([&] { cutWindows(table, {.time = "day", .steps = 1, .gaps = gapRules({"SKIP"})}); }),
                HasSubstr("whether the day or the month is first"));
    const Table told = engine::readTableText("day,x\n01/02/2020,2\n,7\n13/02/2020,1\n", "a.csv");
    EXPECT_EQ(told.columns[0].gaps, 1);
    EXPECT_EQ(told.text(told.columns[0], 2), "2020-02-13");
}

TEST(Gaps, AreFilledWithinTheirGroup)
{
    const Table table = engine::readTableText("g,x\na,1\nb,\na,\nb,5\nb,\na,2\n", "a.csv", {}, {"g"});
    EXPECT_THAT(rowsOf(table, {.group = "g", .gaps = gapRules({"CARRY"})}).inputs, ElementsAre(1, 1, 2, 5, 5))
        << "b has nothing before its second row";
}

TEST(Gaps, OfNamesAreSkipped)
{
    const Table table = engine::readTableText("x,kind\n1,even\n2,\n3,odd\n5,odd\n7,even\n", "a.csv", {}, {"kind"});
    EXPECT_THAT(rowsOf(table, {.target = "x", .group = "kind", .gaps = gapRules({"kind=SKIP"})}).rowOf,
                ElementsAre(0, 4, 2, 3));
}

TEST(Gaps, OfColumnsThatAreNotReadTakeNoRowsAway)
{
    SampleSettings settings = settingsOf({"SKIP"});
    settings.inputs = {"rain"};
    EXPECT_EQ(rowsOf(withGaps(), settings).rows(), 6);
    const TableWindows learned = rowsOf(withGaps(), settings);
    settings.inputs.clear();
    EXPECT_EQ(cutWindows(withGaps(), settings, learned.facts).rows(), 6) << "a net that learned from rain alone";
}

TEST(Gaps, AreNoNumbersThatAreWrong)
{
    const Table table = engine::readTableText("a,b\n1,2\n,4\nx,6\n3,8\n5,1\n", "a.csv");
    EXPECT_EQ(table.columns[0].gaps, 0);
    EXPECT_THAT(sentenceOf([&] { cutWindows(table, {.steps = 1, .gaps = gapRules({"SKIP"})}); }),
                HasSubstr("found 'x'"));
}

TEST(Gaps, WithoutAnyRowLeftAreRefused)
{
    const Table table = engine::readTableText("a,b\n1,\n,4\n", "a.csv");
    EXPECT_EQ(sentenceOf([&] { cutWindows(table, {.gaps = gapRules({"SKIP"})}); }),
              "a.csv: found no row that its gaps leave, wanted at least one; CARRY in gaps of SEQUENCEDATA "
              "keeps rows");
}

TEST(GapRules, AreForAllColumnsOrOne)
{
    const engine::GapRules rules = gapRules({"CARRY", "a=b=SKIP"});
    EXPECT_EQ(rules.at(""), engine::GapRule::Carry);
    EXPECT_EQ(rules.at("a=b"), engine::GapRule::Skip);
    EXPECT_THAT(engine::gapEntries(rules), ElementsAre("CARRY", "a=b=SKIP"));
    EXPECT_EQ(sentenceOf([] { gapRules({"wind=FILL"}); }),
              "gaps: found 'wind=FILL', wanted SKIP or CARRY, alone for all columns or behind a column's "
              "name, as wind=SKIP");
    const Table table = withGaps();
    EXPECT_THAT(sentenceOf([&] { cutWindows(table, settingsOf({"winds=SKIP"})); }),
                HasSubstr("no column named 'winds'"));
    engine::SampleFacts learned{.target = "y", .inputs = {"rain", "wind"}, .inputScales = {{}, {}}};
    EXPECT_THAT(sentenceOf([&] { cutWindows(table, settingsOf({"winds=SKIP"}), learned); }),
                HasSubstr("no column named 'winds'"));
    EXPECT_EQ(sentenceOf([&] {
                  cutWindows(table, settingsOf({"wind=SKIP", "y=SKIP"}), learned);
              }),
              "")
        << "what a net learned from may be missing elsewhere";
}
