// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/read_samples.h"
#include "engine/graph/characters.h"
#include "tests/support/sentence_of.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <set>

using engine::cutWindows;
using engine::readTableText;
using engine::SampleSettings;
using engine::SampleSplit;
using engine::Table;
using engine::TableWindows;
using engine::TargetKind;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

/// Rows 0 ... rows - 1 with x = row, y = row * row and a class.
Table squares(int rows)
{
    std::string text = "x,y,kind\n";
    for (int row = 0; row < rows; ++row) {
        text += std::to_string(row) + "," + std::to_string(row * row) + "," + (row % 2 == 0 ? "even" : "odd") + "\n";
    }
    return readTableText(text, "a.csv");
}

/// The last column, and "g", may be names.
Table ofText(const std::string& text)
{
    return readTableText(text, "a.csv", {}, {"g", ""});
}

std::string sentenceFor(const Table& table, const SampleSettings& settings)
{
    return sentenceOf([&] { cutWindows(table, settings); });
}

/// Nothing is held out.
SampleSettings allTrained(SampleSettings settings)
{
    settings.fractions = {.validation = 0, .test = 0};
    return settings;
}

} // namespace

TEST(Windows, ReadTheirRowsAndAskForTheOneThatIsFarEnoughBehind)
{
    const TableWindows windows =
        cutWindows(squares(8), allTrained({.inputs = {"x"}, .target = "y", .steps = 3, .horizon = 2}));
    EXPECT_THAT(windows.train, ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(windows.targetRow(3), 7);
    EXPECT_EQ(windows.rows(), 8);
    EXPECT_EQ(windows.facts.width, 1);
    EXPECT_THAT(windows.inputs, SizeIs(8));
    EXPECT_THAT(windows.answers, SizeIs(8));
}

TEST(Windows, StartSoManyRowsApart)
{
    const SampleSettings settings = allTrained({.inputs = {"x"}, .target = "y", .steps = 2, .stride = 3});
    EXPECT_THAT(cutWindows(squares(10), settings).train, ElementsAre(0, 3, 6));
}

TEST(Windows, TakeAllNumbersWhereNoInputsAreNamed)
{
    const SampleSettings forecast{.target = "y", .steps = 2, .horizon = 1};
    EXPECT_EQ(cutWindows(squares(40), forecast).facts.width, 2); // the target's past is known when the forecast is made
    const SampleSettings now{.target = "y", .steps = 2, .horizon = 0};
    EXPECT_EQ(cutWindows(squares(40), now).facts.width, 1);
}

TEST(Windows, RefuseATargetThatIsAnInputOfTheSameRow)
{
    const SampleSettings leak{.inputs = {"x", "y"}, .target = "y", .steps = 2, .horizon = 0};
    EXPECT_EQ(sentenceFor(squares(40), leak), "a.csv: the target 'y' is an input of the same row, which leaks the "
                                              "answer; wanted it left out of the inputs, or a "
                                              "horizon of at least 1");
    SampleSettings forecast = leak;
    forecast.horizon = 1;
    EXPECT_EQ(sentenceFor(squares(40), forecast), "");
}

TEST(Windows, AreScaledByTheTrainingPartAlone)
{
    std::string text = "x\n";
    for (const char* value : {"1", "2", "3", "4", "5", "6", "1000", "2000", "3000", "4000"}) {
        text += std::string(value) + "\n";
    }
    const TableWindows windows = cutWindows(ofText(text), {.steps = 1, .fractions = {.validation = 0.2, .test = 0.2}});
    const double mean = 3.5, deviation = std::sqrt(17.5 / 6);
    EXPECT_DOUBLE_EQ(windows.facts.inputScales[0].mean, mean);
    EXPECT_DOUBLE_EQ(windows.facts.inputScales[0].deviation, deviation);
    EXPECT_EQ(windows.facts.targetScale, windows.facts.inputScales[0]);
    EXPECT_FLOAT_EQ(windows.inputs[0], static_cast<float>((1 - mean) / deviation));
    EXPECT_FLOAT_EQ(windows.answers[9], static_cast<float>((4000 - mean) / deviation));
}

TEST(SplitByTime, LetsNoPartReadOfALaterOne)
{
    const TableWindows windows = cutWindows(
        squares(100), {.inputs = {"x"}, .target = "y", .steps = 5, .fractions = {.validation = 0.2, .test = 0.1}});
    for (const std::int64_t start : windows.train) {
        ASSERT_LT(windows.targetRow(start), 70);
    }
    for (const std::int64_t start : windows.validation) {
        ASSERT_GE(windows.targetRow(start), 70);
        ASSERT_LT(windows.targetRow(start), 90);
    }
    for (const std::int64_t start : windows.test) {
        ASSERT_GE(windows.targetRow(start), 90);
    }
    EXPECT_EQ(windows.train.size() + windows.validation.size() + windows.test.size(), 95u); // none is lost
    EXPECT_EQ(windows.targetRow(windows.validation.front()), 70); // reads the training part's last rows
}

TEST(SplitByTime, PutsRowsInTheOrderOfTheirTimes)
{
    const Table table = ofText("t,x\n2001-01-03,3\n2001-01-01,1\n2001-01-02,2\n");
    const TableWindows windows = cutWindows(table, allTrained({.time = "t", .steps = 1}));
    EXPECT_THAT(windows.rowOf, ElementsAre(1, 2, 0));
    EXPECT_LT(windows.inputs[0], windows.inputs[1]);
}

namespace {

/// Sentences on a table of the columns t and x, with the time column "t" or without.
std::vector<engine::Sentence> remarksOn(const std::string& rows, const std::string& time = "t",
                                        const std::string& group = {})
{
    return cutWindows(ofText(rows), allTrained({.target = "x", .time = time, .group = group, .steps = 1})).remarks;
}

} // namespace

TEST(ChosenTime, TurnsRowsRoundThatLieNewestFirst)
{
    const std::string text = "t,x\n2001-01-03,4\n2001-01-02,3\n2001-01-02,2\n2001-01-01,1\n";
    const TableWindows windows = cutWindows(ofText(text), allTrained({.target = "x", .time = "t", .steps = 1}));
    EXPECT_THAT(windows.rowOf, ElementsAre(3, 2, 1, 0)) << "of two rows of one time the lower one is the older";
}

TEST(ChosenTime, TellsGaps)
{
    EXPECT_THAT(remarksOn("t,x\n2001-01-01,1\n2001-01-02,3\n2001-01-03,2\n2001-02-03,4\n2001-02-04,1\n"),
                ElementsAre(HasSubstr("'t' do not follow each other evenly, and windows read across: gaps: 1;")));
    EXPECT_THAT(remarksOn("t,x\n2001-01-31,1\n2001-02-28,3\n2001-03-31,2\n2001-04-30,4\n"), IsEmpty())
        << "months differ";
    EXPECT_THAT(remarksOn("t,x\n20010130,1\n20010131,3\n20010201,2\n20010202,4\n"), IsEmpty())
        << "the first of a month follows the last of another";
}

TEST(ChosenTime, TellsRowsOfOneTime)
{
    const std::string text = "t,g,x\n1,a,1\n1,b,3\n2,a,2\n2,b,4\n";
    EXPECT_THAT(remarksOn(text),
                ElementsAre("a.csv: columns of text are not read: 'g'",
                            HasSubstr("rows with the time of the one before: 2; group of SEQUENCEDATA tells")));
    EXPECT_THAT(remarksOn(text, "t", "g"), IsEmpty());
}

TEST(ChosenTime, OfTextsSaysWhichTimesAreRead)
{
    EXPECT_EQ(
        sentenceFor(ofText("t,x\nDec 1,1\nDec 2,3\n"), {.time = "t", .steps = 1}),
        "a.csv, row 2, column 't': found 'Dec 1', wanted a time such as 1981-01-31 18:30, 31.01.1981, 31/01/1981 or "
        "01/31/1981, or a number that grows with it");
}

TEST(TimeThatWasNotChosen, IsNamed)
{
    EXPECT_THAT(remarksOn("t,x\n2001-01-01,1\n2001-01-02,3\n2001-01-03,2\n", ""),
                ElementsAre("a.csv: the column 't' holds times, but the rows are read in the order of the file; "
                            "time: \"t\" of SEQUENCEDATA (or --time) sorts them by it"));
    EXPECT_THAT(remarksOn("n,x\n1,1\n2,3\n3,2\n", ""), IsEmpty());
}

TEST(SplitByTime, BeginsAtTheSameMomentInAllGroups)
{
    std::string text = "t,g,x\n";
    for (int day = 1; day <= 20; ++day) {
        for (const char* group : {"a", "b"}) {
            if (group[0] == 'a' || day > 10) { // b begins later
                text += fmt::format("2001-01-{:02},{},{}\n", day, group, day * day);
            }
        }
    }
    const Table table = ofText(text);
    const TableWindows windows = cutWindows(
        table, {.target = "x", .time = "t", .group = "g", .steps = 2, .fractions = {.validation = 0, .test = 0.2}});
    const auto dayOf = [&](std::int64_t start) {
        return table.text(table.columns[0], windows.rowOf[static_cast<std::size_t>(windows.targetRow(start))]);
    };
    std::string lastTrained, firstTested = "9";
    for (const std::int64_t start : windows.train) {
        lastTrained = std::max(lastTrained, dayOf(start));
    }
    for (const std::int64_t start : windows.test) {
        firstTested = std::min(firstTested, dayOf(start));
    }
    EXPECT_LT(lastTrained, firstTested);
}

TEST(Windows, HaveRowsOfOneGroupOnly)
{
    std::string text = "g,x\n";
    for (int row = 0; row < 12; ++row) { // the groups take turns in the file
        text += std::string(row % 2 == 0 ? "b" : "a") + "," + std::to_string(row * row) + "\n";
    }
    const TableWindows windows = cutWindows(ofText(text), allTrained({.target = "x", .group = "g", .steps = 3}));
    EXPECT_THAT(windows.rowOf, ElementsAre(0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11));
    EXPECT_THAT(windows.train, ElementsAre(0, 1, 2, 6, 7, 8));
}

TEST(Windows, TellWhenTheirTargetsAreAndWhatWasKnownBefore)
{
    const Table table =
        ofText("day,x,y\n2020-01-01,1,5\n2020-01-02,3,6\n2020-01-03,2,8\n2020-01-04,5,7\n2020-01-05,1,9\n");
    SampleSettings settings = allTrained({.inputs = {"x"}, .target = "y", .time = "day", .steps = 2});
    const TableWindows windows = cutWindows(table, settings);
    constexpr std::int64_t day = 86'400'000'000, first = 18'262 * day; // microseconds; 2020-01-01
    ASSERT_THAT(windows.train, ElementsAre(0, 1, 2));
    EXPECT_EQ(windows.timeOfTarget(0), first + 2 * day);
    ASSERT_THAT(windows.next, ElementsAre(3));
    EXPECT_EQ(windows.timeOfTarget(3), first + 5 * day) << "a day behind the last row";
    EXPECT_EQ(windows.lastTarget(0), 6) << "of the window's last row";
    EXPECT_EQ(windows.lastTarget(3), 9);
    settings.horizon = 0;
    EXPECT_EQ(cutWindows(table, settings).lastTarget(0), 5) << "of the row before the one that has the answer";
    settings.steps = 1;
    EXPECT_TRUE(std::isnan(cutWindows(table, settings).lastTarget(0))) << "nothing stands before";
    settings.time.clear();
    EXPECT_THAT(cutWindows(table, settings).times, IsEmpty());
}

TEST(Windows, TellTimesByTheOffsetOfEachRow)
{
    const std::string rows = "day,x\n2020-03-28T00:00+01:00,1\n2020-03-29T00:00+01:00,3\n2020-03-30T00:00+02:00,2\n"
                             "2020-10-25T02:30+02:00,4\n2020-10-25T02:00+01:00,5\n2020-10-25T03:00+01:00,6\n";
    const TableWindows windows = cutWindows(ofText(rows), allTrained({.time = "day", .steps = 1}));
    constexpr std::int64_t hour = 3'600'000'000, day = 24 * hour;
    EXPECT_EQ(windows.times[2], windows.times[1] + day) << "midnight, not 23:00 of the same day";
    EXPECT_EQ(windows.times[3] % day, 2 * hour + hour / 2);
    EXPECT_EQ(windows.times[4], windows.times[3]) << "in the hour that comes twice times never fall";
    EXPECT_EQ(windows.times[5] % day, 3 * hour);
}

TEST(ShuffledSplit, HasWindowsThatShareNoRowWithAnotherPart)
{
    SampleSettings settings{.inputs = {"x"}, .target = "y", .steps = 5, .fractions = {.validation = 0.2, .test = 0.2}};
    settings.split = SampleSplit::Shuffled;
    const TableWindows windows = cutWindows(squares(2000), settings);
    const auto rowsOf = [&](const std::vector<std::int64_t>& starts) {
        std::set<std::int64_t> rows;
        for (const std::int64_t start : starts) {
            for (std::int64_t row = start; row <= windows.targetRow(start); ++row) {
                rows.insert(row);
            }
        }
        return rows;
    };
    const auto train = rowsOf(windows.train), validation = rowsOf(windows.validation), test = rowsOf(windows.test);
    for (const auto& [one, other] : {std::pair(&train, &validation), {&train, &test}, {&validation, &test}}) {
        std::vector<std::int64_t> both;
        std::set_intersection(one->begin(), one->end(), other->begin(), other->end(), std::back_inserter(both));
        EXPECT_THAT(both, IsEmpty());
    }
    EXPECT_GT(windows.train.size(), 900u);
    EXPECT_GT(windows.validation.size(), 200u);
    EXPECT_EQ(cutWindows(squares(2000), settings).train, windows.train);
}

TEST(ShuffledSplit, OfSingleRowsHasTheExactShares)
{
    SampleSettings settings{
        .inputs = {"x"}, .target = "y", .steps = 1, .horizon = 0, .fractions = {.validation = 0.2, .test = 0.1}};
    settings.split = SampleSplit::Shuffled;
    const TableWindows windows = cutWindows(squares(1000), settings);
    EXPECT_THAT(windows.train, SizeIs(700));
    EXPECT_THAT(windows.validation, SizeIs(200));
    EXPECT_THAT(windows.test, SizeIs(100));
}

TEST(GroupedSplit, HoldsOutWholeGroups)
{
    std::string text = "g,x\n";
    for (int row = 0; row < 400; ++row) {
        text += std::to_string(row / 40) + "," + std::to_string(row * row) + "\n";
    }
    const SampleSettings settings{.target = "x",
                                  .group = "g",
                                  .steps = 4,
                                  .split = SampleSplit::Groups,
                                  .fractions = {.validation = 0.2, .test = 0.1}};
    const TableWindows windows = cutWindows(ofText(text), settings);
    EXPECT_THAT(windows.train, SizeIs(7 * 36));
    EXPECT_THAT(windows.validation, SizeIs(2 * 36));
    EXPECT_THAT(windows.test, SizeIs(36));
    std::set<std::int64_t> groups;
    for (const std::int64_t start : windows.test) {
        groups.insert(start / 40);
    }
    EXPECT_THAT(groups, SizeIs(1));
}

TEST(GroupedSplit, WithTooFewGroupsIsRefused)
{
    SampleSettings settings{.target = "x", .group = "kind", .steps = 2, .split = SampleSplit::Groups};
    EXPECT_THAT(sentenceFor(squares(40), settings), HasSubstr("the validation part has no window of 3 rows"));
    settings.group.clear();
    EXPECT_EQ(sentenceFor(squares(40), settings), "a.csv: found no group column for a split by groups, wanted one");
}

TEST(ClassTarget, OfNumbersIsSortedByThem)
{
    const Table table = ofText("x,c\n1,10\n2,9\n3,10\n4,2\n");
    const TableWindows windows = cutWindows(
        table, allTrained({.inputs = {"x"}, .target = "c", .steps = 1, .horizon = 0, .targetKind = TargetKind::Class}));
    EXPECT_THAT(windows.facts.classes, ElementsAre("2", "9", "10"));
    EXPECT_THAT(windows.answers, ElementsAre(2, 1, 2, 0));
}

TEST(ClassTarget, OfNamesThatLookLikeNumbersHasEachOfThem)
{
    const engine::NamedColumns named{"c"};
    const SampleSettings settings =
        allTrained({.inputs = {"x"}, .target = "c", .steps = 1, .horizon = 0, .targetKind = TargetKind::Class});
    const Table table = readTableText("x,c\n1,10\n2,007\n3,7\n4,10\n", "a.csv", {}, named);
    const TableWindows windows = cutWindows(table, settings);
    EXPECT_THAT(windows.facts.classes, ElementsAre("007", "7", "10"));
    EXPECT_THAT(windows.answers, ElementsAre(2, 0, 1, 2));
    const Table zeros = readTableText("x,c\n1,010\n2,10\n", "b.csv", {}, named);
    EXPECT_THAT(sentenceOf([&] { engine::requireAnswers(cutWindows(zeros, settings, windows.facts), zeros); }),
                HasSubstr("has the class '010'"));
    const Table months = readTableText("x,c\n1,2020-02\n2,2020-01\n3,2020-02\n", "a.csv", {}, named);
    EXPECT_THAT(cutWindows(months, settings).facts.classes, ElementsAre("2020-01", "2020-02"));
    const Table mixed = readTableText("x,c\n1,7\n2,7\n3,A\n4,7\n", "a.csv", {}, named);
    EXPECT_THAT(cutWindows(mixed, settings).facts.classes, ElementsAre("7", "A"));
}

TEST(Windows, OfGroupsWithAGapAmongNumbersAreRefusedWithTheRow)
{
    const Table table = readTableText("g,x\n1,1\n,2\n1,3\n", "a.csv", {}, {"g"});
    EXPECT_EQ(sentenceFor(table, {.inputs = {"x"}, .target = "x", .group = "g", .steps = 1}),
              "a.csv, row 3, column 'g': found no value, wanted one in each row; rows without: 1; gaps: \"g=SKIP\" of "
              "SEQUENCEDATA (or --gaps) leaves them out");
}

TEST(ClassTarget, ThatTheTrainingPartLacksIsRefusedWithTheRow)
{
    std::string text = "x,c\n";
    for (int row = 0; row < 20; ++row) {
        text += std::to_string(row) + "," + (row == 19 ? "new" : row % 2 == 0 ? "a" : "b") + "\n";
    }
    EXPECT_EQ(
        sentenceFor(ofText(text), {.inputs = {"x"}, .target = "c", .steps = 1, .targetKind = TargetKind::Class}),
        "a.csv, row 21, column 'c': the test part has the class 'new', wanted only classes that the training part has");
}

TEST(ClassTarget, OfOneClassIsRefused)
{
    EXPECT_EQ(sentenceFor(ofText("x,c\n1,a\n2,a\n3,a\n"),
                          allTrained({.inputs = {"x"}, .target = "c", .steps = 1, .targetKind = TargetKind::Class})),
              "a.csv: the target 'c' has one class only in the training part, 'a', wanted at least 2");
}

TEST(ColumnOfATable, ThatIsConstantIsRefused)
{
    EXPECT_EQ(sentenceFor(ofText("x,y\n5,1\n5,2\n5,3\n5,4\n"), allTrained({.target = "y", .steps = 1})),
              "a.csv: the column 'x' is 5 in all training rows, wanted values that differ; inputs: \"y\" of "
              "SEQUENCEDATA leaves it out");
    EXPECT_THAT(sentenceFor(ofText("x,y\n1,0.1\n2,0.1\n3,0.1\n5,0.1\n"),
                            allTrained({.inputs = {"x"}, .target = "y", .steps = 1})),
                HasSubstr("the column 'y' is 0.1 in all training rows, wanted values that differ; target names "
                          "another column"));
}

TEST(ColumnOfATable, ThatCannotBeUsedIsToldWithAllOthers)
{
    const Table table = ofText("a,b,c,d,y\n,1,5,1,1\n,2,5,?,2\n,4,5,3,4\n,3,5,4,3\n");
    SampleSettings settings = allTrained({.target = "y", .steps = 1});
    const std::string said = sentenceFor(table, settings);
    EXPECT_THAT(said, AllOf(HasSubstr("the column 'a' is empty"), HasSubstr("nor can be used: 'd', 'c'"),
                            EndsWith("inputs: \"b, y\" of SEQUENCEDATA leaves them out")));
    settings.inputs = {"b", "y"};
    EXPECT_EQ(sentenceFor(table, settings), "") << "the list works";
}

TEST(ColumnOfATable, WithAProblemIsRefusedWhereItIsChosen)
{
    const Table table = ofText("x,y,z\n1,1,1\n2,?,2\n4,3,3\n5,2,5\n");
    const SampleSettings settings = allTrained({.inputs = {"x"}, .target = "z", .steps = 1});
    EXPECT_EQ(sentenceFor(table, settings), "");
    SampleSettings withGap = settings;
    withGap.inputs.push_back("y");
    EXPECT_THAT(sentenceFor(table, withGap), HasSubstr("a.csv, row 3, column 'y': found '?', wanted a number"));
    SampleSettings all = settings;
    all.inputs.clear();
    EXPECT_THAT(sentenceFor(table, all), AllOf(HasSubstr("a.csv, row 3, column 'y': found '?', wanted a number"),
                                               EndsWith("; inputs: \"x, z\" of SEQUENCEDATA leaves it out")));
}

TEST(ColumnOfATable, OfTextsAsTargetNamesTheLossForClasses)
{
    EXPECT_EQ(
        sentenceFor(ofText("x,kind\n1,warm\n2,cold\n3,warm\n"), allTrained({.steps = 1})),
        "a.csv, row 2, column 'kind': found 'warm', wanted a column of numbers; a net with SOFTMAXWITHLOSS predicts "
        "texts, as classes");
}

TEST(ColumnOfATable, OfFractionsAsClassesNamesTheLossForNumbers)
{
    EXPECT_THAT(sentenceFor(ofText("x,y\n1,1.5\n2,2.5\n3,1.5\n4,2.5\n5,3.5\n"),
                            {.steps = 1, .targetKind = TargetKind::Class, .fractions = {.validation = 0, .test = 0.2}}),
                EndsWith("wanted only classes that the training part has; EUCLIDEANLOSS predicts numbers"));
}

TEST(ColumnOfATable, OfHugeNumbersKeepsItsScale)
{
    const TableWindows windows = cutWindows(ofText("x\n1e300\n2e300\n3e300\n"), allTrained({.steps = 1}));
    EXPECT_NEAR(windows.facts.targetScale.mean / 2e300, 1, 1e-12);
    EXPECT_FLOAT_EQ(windows.answers[2], std::sqrt(1.5F));
}

TEST(Windows, LongerThanTheTableAreRefused)
{
    EXPECT_EQ(sentenceFor(squares(10), {.inputs = {"x"}, .target = "y", .steps = 11}),
              "a.csv: found 10 rows, wanted at least the 12 of one window");
    EXPECT_EQ(sentenceFor(squares(10), {.inputs = {"x"}, .target = "y", .steps = 8, .horizon = 3}),
              "a.csv: found 10 rows, wanted at least the 11 of one window");
    EXPECT_EQ(sentenceFor(squares(10), {.inputs = {"x"}, .target = "y", .group = "kind", .steps = 5}),
              "a.csv: found 5 rows in the longest group, wanted at least the 6 of one window");
}

TEST(Windows, OfAPartThatIsTooShortAreRefused)
{
    EXPECT_THAT(sentenceFor(squares(20), {.inputs = {"x"}, .target = "y", .steps = 17}),
                HasSubstr("the training part has no window of 18 rows"));
}

TEST(Windows, WithSettingsOutOfRangeAreRefused)
{
    EXPECT_THAT(sentenceFor(squares(9), {.target = "y", .steps = 1, .fractions = {.validation = 0.6, .test = 0.4}}),
                HasSubstr("the shares of validation and test are 0.6 and 0.4, wanted"));
    EXPECT_THAT(sentenceFor(squares(9), {.target = "y", .steps = 1, .fractions = {.validation = NAN}}),
                HasSubstr("the shares"));
    EXPECT_THAT(sentenceFor(ofText("a,b\nx,y\nz,w\n"), {.target = "b", .steps = 1}),
                HasSubstr("found no column of numbers"));
    EXPECT_THAT(sentenceFor(squares(9), {.target = "y", .time = "kind", .steps = 1}),
                HasSubstr("row 2, column 'kind': found 'even', wanted a time"));
}

TEST(LearnedScaling, IsKeptForAnotherTable)
{
    const SampleSettings settings{.inputs = {"x"}, .target = "y", .steps = 3};
    const engine::SampleFacts learned = cutWindows(squares(100), settings).facts;
    const TableWindows windows = cutWindows(squares(6), settings, learned);
    EXPECT_EQ(windows.facts, learned);
    EXPECT_THAT(windows.test, ElementsAre(0, 1, 2));
    EXPECT_THAT(windows.train, IsEmpty());
    EXPECT_FLOAT_EQ(windows.inputs[5],
                    static_cast<float>((5 - learned.inputScales[0].mean) / learned.inputScales[0].deviation));
    EXPECT_FLOAT_EQ(windows.answers[5],
                    static_cast<float>((25 - learned.targetScale.mean) / learned.targetScale.deviation));
}

TEST(LearnedScaling, MayMeetATableOfOneWindow)
{
    const SampleSettings settings{.inputs = {"x"}, .target = "y", .steps = 3, .horizon = 2, .stride = 9};
    const engine::SampleFacts learned = cutWindows(squares(100), settings).facts;
    const TableWindows windows = cutWindows(squares(3), settings, learned);
    EXPECT_THAT(windows.test, IsEmpty());
    EXPECT_THAT(windows.next, ElementsAre(0));
    EXPECT_EQ(windows.rowsAhead(0), 2);
    EXPECT_EQ(sentenceOf([&] { cutWindows(squares(1), settings, learned); }),
              "a.csv: found 1 row, wanted at least the 3 of one window");
}

TEST(Windows, OfTheEndAreForecastsOfEachGroup)
{
    const TableWindows windows = cutWindows(
        squares(60), {.inputs = {"x"}, .target = "y", .group = "kind", .steps = 4, .horizon = 2, .stride = 3});
    EXPECT_EQ(windows.groupEnd(29), 30);
    EXPECT_EQ(windows.groupEnd(30), 60);
    EXPECT_THAT(windows.next, ElementsAre(25, 26, 55, 56));
    EXPECT_EQ(windows.rowsAhead(24), 0);
    EXPECT_EQ(windows.rowsAhead(25), 1);
    EXPECT_EQ(windows.rowsAhead(26), 2);
}

TEST(LearnedScaling, KnowsItsClasses)
{
    const SampleSettings settings{.inputs = {"x"}, .target = "kind", .steps = 2, .targetKind = TargetKind::Class};
    const engine::SampleFacts learned = cutWindows(squares(100), settings).facts;
    EXPECT_THAT(cutWindows(ofText("x,kind\n1,odd\n2,even\n3,odd\n"), settings, learned).answers, ElementsAre(1, 0, 1));
    const Table unknown = ofText("x,kind\n1,odd\n2,even\n3,prime\n");
    const TableWindows windows = cutWindows(unknown, settings, learned);
    EXPECT_THAT(windows.answers, ElementsAre(1, 0, -1)) << "the answer may not be asked for";
    EXPECT_THAT(sentenceOf([&] { engine::requireAnswers(windows, unknown); }),
                HasSubstr("row 4, column 'kind': the test part has the class 'prime'"));
}

TEST(LearnedScaling, RefusesATargetThatIsWrittenWrongOnlyWhereItIsRead)
{
    const SampleSettings settings{.inputs = {"x"}, .target = "y", .steps = 2};
    const engine::SampleFacts learned = cutWindows(squares(100), settings).facts;
    const auto refusal = [&](const Table& table) {
        const TableWindows windows = cutWindows(table, settings, learned);
        return sentenceOf([&] { engine::requireAnswers(windows, table); });
    };
    EXPECT_THAT(refusal(ofText("x,y\n1,1\n2,2\n3,high\n4,4\n")),
                HasSubstr("row 4, column 'y': found 'high', wanted a number"));
    EXPECT_THAT(refusal(ofText("x,y\n1,high\n2,low\n3,high\n")), HasSubstr("row 2, column 'y': found 'high'"));
    EXPECT_EQ(refusal(ofText("x,y\n1,1\n2,2\n3,\n4,4\n")), "") << "a gap is a missing answer";
    EXPECT_EQ(refusal(ofText("x,y\n1,\n2,\n3,\n")), "");
    EXPECT_EQ(refusal(ofText("x\n1\n2\n3\n")), "");
}

TEST(LearnedScaling, ReadsNoInputThatMayMeanTwoThings)
{
    const SampleSettings settings{.inputs = {"x"}, .target = "y", .steps = 1};
    const engine::SampleFacts learned = cutWindows(squares(100), settings).facts;
    EXPECT_THAT(sentenceOf([&] { cutWindows(ofText("x;y\n1.234;1\n1.250;2\n"), settings, learned); }),
                HasSubstr("decimal: POINT of SEQUENCEDATA"));
}

TEST(Windows, NameSeriesThatAreTooShort)
{
    const Table table = readTableText("g,x\na,1\na,2\na,4\na,3\nb,1\nb,5\n", "a.csv", {}, {"g"});
    const SampleSettings settings = allTrained({.target = "x", .group = "g", .steps = 2});
    const TableWindows learned = cutWindows(table, settings);
    EXPECT_THAT(learned.remarks, ElementsAre(HasSubstr("'b' (2)")));
    const Table other = readTableText("g,x\na,1\na,2\nc,7\n", "b.csv", {}, {"g"});
    EXPECT_THAT(cutWindows(other, settings, learned.facts).remarks, ElementsAre(HasSubstr("'c' (1)")));
}

TEST(Windows, NameManySeriesWithoutHalfALetter)
{
    std::string text = "g,x\nlong,1\nlong,2\nlong,4\nlong,3\n";
    for (int group = 0; group < 300; ++group) {
        text += "\u00E4\u00F6\u00FC" + std::to_string(group) + ",1\n";
    }
    for (const std::string pad : {"", "a"}) { // the end of one is within a letter
        const Table table = readTableText(pad + text, "a.csv", {}, {pad + "g"});
        const SampleSettings settings = allTrained({.target = "x", .group = pad + "g", .steps = 2});
        const std::vector<engine::Sentence> remarks = cutWindows(table, settings).remarks;
        ASSERT_THAT(remarks, SizeIs(1));
        EXPECT_TRUE(engine::isUtf8(remarks.front())) << remarks.front();
    }
}

TEST(ColumnOfATable, WithAValueFarOutsideThatRepeatsSaysSo)
{
    const SampleSettings settings = allTrained({.target = "x", .steps = 1});
    EXPECT_THAT(cutWindows(ofText("x\n1.5\n-999\n2\n3\n-999\n2.5\n"), settings).remarks,
                ElementsAre(AllOf(HasSubstr("is -999 in 2 rows"), HasSubstr("from 1.5 to 3"))));
    EXPECT_THAT(cutWindows(ofText("x\n0\n1\n0\n1\n1\n1\n"), settings).remarks, IsEmpty()) << "two values";
    EXPECT_THAT(cutWindows(ofText("x\n1.5\n-999\n2\n3\n2.5\n"), settings).remarks, IsEmpty()) << "once";
}
