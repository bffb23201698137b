// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/picture.h"
#include "engine/data/read_samples.h"
#include "tests/data/idx_bytes.h"
#include "tests/data/pictures.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <set>

using engine::NamedSamples;
using engine::SampleFacts;
using engine::Samples;
using engine::SampleSettings;
using engine::Split;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class NamedSamplesTest : public testing::Test {
protected:
    const std::filesystem::path& folder() const { return m_folder.path(); }
    void write(const std::string& name, const std::string& text) const { m_folder.write(name, text); }

    void writeImage(const std::string& name, std::uint8_t grey) const
    {
        const std::filesystem::path file = folder() / name;
        std::filesystem::create_directories(file.parent_path());
        writePng(file, {.height = 2, .width = 2, .pixels = std::vector<std::uint8_t>(4, grey)});
    }

    /// What a run on `name` learns, and the same or another file for its net.
    NamedSamples readFor(const std::string& learned, const std::string& name, const SampleSettings& settings) const
    {
        const Samples samples = readSamples(folder() / learned, settings);
        return readNamedSamples(folder() / name, settings, {.facts = samples.facts, .vocabulary = {}});
    }

    std::string sentenceFor(const std::string& learned, const std::string& name, const SampleSettings& settings) const
    {
        return sentenceOf([&] { readFor(learned, name, settings); });
    }

    static std::vector<std::string> named(const NamedSamples& data, std::int32_t sample)
    {
        std::vector<std::string> words;
        for (const engine::OriginColumn& origin : data.origins) {
            words.push_back(origin.name + " " + origin.text(sample));
        }
        return words;
    }

private:
    const TemporaryFolder m_folder;
};

std::string days(int first, int count)
{
    std::string text = "day,level\n";
    for (int day = first; day < first + count; ++day) {
        text += "2001-01-" + std::string(day < 10 ? "0" : "") + std::to_string(day) + "," +
                std::to_string(day * day % 7) + "\n";
    }
    return text;
}

const SampleSettings daily{.kind = &engine::kinds::table,
                           .target = "level",
                           .time = "day",
                           .steps = 3,
                           .fractions = {.validation = 0.1, .test = 0.2}};

const SampleSettings pictures{.kind = &engine::kinds::rows, .steps = 2, .width = 2, .fractions = {}};

} // namespace

TEST_F(NamedSamplesTest, ForecastTheRowAfterTheLast)
{
    write("days.csv", days(1, 30));
    const NamedSamples data = readFor("days.csv", "days.csv", daily);
    ASSERT_EQ(data.next.size(), 1u);
    const std::int32_t next = data.next.front();
    EXPECT_TRUE(std::isnan(data.samples.answers[static_cast<std::size_t>(next)]));
    EXPECT_THAT(data.samples.parts, Each(testing::Not(testing::Contains(next))));
    EXPECT_THAT(named(data, next), ElementsAre("row 32", "day ", "ahead 1"));
    const std::int32_t last = data.samples.part(engine::Split::Test).back();
    EXPECT_THAT(named(data, last), ElementsAre("row 31", "day 2001-01-30", "ahead 0"));
    for (std::int64_t step = 0; step < 2; ++step) { // the window lies one row behind that of the last known target
        EXPECT_EQ(data.samples.valueOf(next, step, 0), data.samples.valueOf(last, step + 1, 0));
    }
}

TEST_F(NamedSamplesTest, HaveOneRowThoughTheTimeIsCalledSo)
{
    write("days.csv", "row" + days(1, 30).substr(3));
    SampleSettings settings = daily;
    settings.time = "row";
    EXPECT_THAT(named(readFor("days.csv", "days.csv", settings), 0), ElementsAre("row 5", "ahead 0"));
}

TEST_F(NamedSamplesTest, KnowTheTargetAPeriodAgo)
{
    std::string text = "day,level\n";
    for (int row = 0; row < 60; ++row) {
        text += std::to_string(row) + "," + std::to_string(row * row % 7 + row) + "\n"; // repeats itself, and rises
    }
    write("rising.csv", text);
    SampleSettings settings = daily;
    settings.inputs = {"level"};
    settings.time.clear();
    for (const auto& [horizon, ago] : {std::pair(1, 7), {7, 7}, {9, 14}}) {
        settings.horizon = horizon;
        const NamedSamples data = readFor("rising.csv", "rising.csv", settings);
        EXPECT_EQ(data.samples.period, 7);
        for (const std::int32_t sample : data.samples.part(engine::Split::Test)) {
            EXPECT_NEAR(data.samples.periodTargets.at(static_cast<std::size_t>(sample)),
                        data.samples.targetOf(sample) - ago, 1e-9)
                << horizon;
        }
        EXPECT_EQ(data.samples.periodTargets.at(0), data.samples.lastTargets.at(0)) << "the series is not that old";
    }
}

TEST_F(NamedSamplesTest, ForecastAsManyRowsAsTheHorizonWhateverTheStride)
{
    write("days.csv", days(1, 30));
    write("few.csv", days(3, 3));
    SampleSettings settings = daily;
    settings.horizon = 2;
    settings.stride = 5;
    settings.fractions = {.validation = 0, .test = 0.3};
    const NamedSamples same = readFor("days.csv", "days.csv", settings);
    ASSERT_EQ(same.next.size(), 2u);
    EXPECT_THAT(named(same, same.next[0]), ElementsAre("row 32", "day ", "ahead 1"));
    EXPECT_THAT(named(same, same.next[1]), ElementsAre("row 33", "day ", "ahead 2"));
    const NamedSamples few = readFor("days.csv", "few.csv", settings);
    EXPECT_THAT(few.samples.parts, Each(IsEmpty()));
    ASSERT_EQ(few.next.size(), 1u) << "three rows are one window, whose target is two rows on";
    EXPECT_THAT(named(few, few.next[0]), ElementsAre("row 6", "day ", "ahead 2"));
}

TEST_F(NamedSamplesTest, ForecastTheNextRowOfEachGroup)
{
    std::string text = "place,level\n";
    for (int row = 0; row < 40; ++row) {
        text += std::string(row % 2 == 0 ? "north," : "south,") + std::to_string(row * row % 11) + "\n";
    }
    write("places.csv", text);
    SampleSettings settings = daily;
    settings.time.clear();
    settings.group = "place";
    const NamedSamples data = readFor("places.csv", "places.csv", settings);
    ASSERT_EQ(data.next.size(), 2u);
    EXPECT_THAT(named(data, data.next[0]), ElementsAre("row ", "place north", "ahead 1"));
    EXPECT_THAT(named(data, data.next[1]), ElementsAre("row ", "place south", "ahead 1"));
    for (const std::int32_t next : data.next) {
        EXPECT_TRUE(std::isnan(data.samples.answers[static_cast<std::size_t>(next)])) << "not the next group's row";
    }
}

TEST_F(NamedSamplesTest, GiveNoRowToAForecastBehindRowsInAnotherOrder)
{
    write("days.csv", days(1, 30));
    write("back.csv", "day,level\n2001-03-04,1\n2001-03-03,2\n2001-03-02,3\n2001-03-01,1\n");
    const NamedSamples data = readFor("days.csv", "back.csv", daily);
    ASSERT_EQ(data.next.size(), 1u);
    EXPECT_THAT(named(data, data.next[0]), ElementsAre("row ", "day ", "ahead 1"));
    EXPECT_THAT(named(data, data.samples.part(engine::Split::Test).front()),
                ElementsAre("row 2", "day 2001-03-04", "ahead 0"));
}

TEST_F(NamedSamplesTest, OfATableWithoutItsTargetAreForecastsAtTheEndOnce)
{
    write("days.csv", "x,y\n1,2\n3,1\n2,5\n4,4\n5,1\n2,2\n7,1\n3,3\n1,2\n4,1\n3,5\n5,2\n");
    write("x.csv", "x\n1\n2\n3\n4\n");
    SampleSettings settings = daily;
    settings.steps = 2;
    settings.inputs = {"x"};
    settings.target = "y";
    settings.time.clear();
    const NamedSamples data = readFor("days.csv", "x.csv", settings);
    EXPECT_THAT(data.samples.part(engine::Split::Test), ElementsAre(0, 1, 2));
    EXPECT_THAT(data.next, ElementsAre(2));
    EXPECT_EQ(data.samples.count(), 3);
}

TEST_F(NamedSamplesTest, HaveNoForecastWhereTheTargetIsInTheLastRowRead)
{
    write("days.csv", days(1, 30));
    SampleSettings settings = daily;
    settings.inputs = {"level"};
    settings.target = "other";
    settings.horizon = 0;
    write("two.csv", "level,other\n1,2\n3,1\n2,5\n4,4\n5,1\n2,2\n7,1\n3,3\n1,2\n4,1\n3,5\n5,2\n");
    settings.time.clear();
    const NamedSamples data = readFor("two.csv", "two.csv", settings);
    EXPECT_THAT(data.next, IsEmpty());
    EXPECT_THAT(named(data, 0), ElementsAre("row 4"));
}

TEST_F(NamedSamplesTest, OfATableInAnotherUnitAreNotThoseThatWereLearned)
{
    std::string text = "day,level\n", doubled = text;
    for (int day = 10; day < 30; ++day) {
        const std::string row = "2001-01-" + std::to_string(day) + ",";
        text += row + std::to_string(day * day % 7) + "\n";
        doubled += row + std::to_string(2 * (day * day % 7)) + "\n";
    }
    write("days.csv", text);
    write("doubled.csv", doubled);
    const NamedSamples other = readFor("days.csv", "doubled.csv", daily);
    EXPECT_THAT(other.samples.part(Split::Train), IsEmpty());
    EXPECT_THAT(other.samples.part(Split::Test), testing::SizeIs(17));
    EXPECT_EQ(other.samples.facts.targetScale, readSamples(folder() / "days.csv", daily).facts.targetScale);
}

TEST_F(NamedSamplesTest, OfATableWithRenamedClassesAreNotThoseThatWereLearned)
{
    std::string text = "x,kind\n", renamed = text;
    for (int row = 0; row < 20; ++row) {
        text += std::to_string(row * row % 7) + (row % 2 == 0 ? ",a\n" : ",b\n");
        renamed += std::to_string(row * row % 7) + (row % 2 == 0 ? ",c\n" : ",d\n");
    }
    write("kinds.csv", text);
    write("renamed.csv", renamed);
    const SampleSettings settings{.kind = &engine::kinds::table,
                                  .target = "kind",
                                  .steps = 2,
                                  .targetKind = engine::TargetKind::Class,
                                  .fractions = {}};
    const Samples samples = readSamples(folder() / "kinds.csv", settings);
    const auto refusal = [&](const char* file) {
        return sentenceOf([&] {
            readNamedSamples(folder() / file, settings,
                             {.facts = samples.facts, .vocabulary = {}, .answers = engine::Answers::Read});
        });
    };
    EXPECT_EQ(refusal("kinds.csv"), "");
    EXPECT_THAT(refusal("renamed.csv"), HasSubstr("the test part has the class"));
}

TEST_F(NamedSamplesTest, OfATableWithGapsAreThoseThatWereLearned)
{
    std::string text = "level,wind\n";
    for (int row = 0; row < 40; ++row) {
        text += (row % 5 == 2 ? "" : std::to_string(row * row % 13)) + "," +
                (row % 6 == 4 ? "" : std::to_string(row * row % 7)) + "\n";
    }
    write("gaps.csv", text);
    SampleSettings settings{
        .kind = &engine::kinds::table, .target = "level", .steps = 3, .fractions = {.validation = 0.2, .test = 0.2}};
    settings.gaps = engine::gapRules({"CARRY"});
    const Samples learned = readSamples(folder() / "gaps.csv", settings);
    const NamedSamples again = readFor("gaps.csv", "gaps.csv", settings);
    EXPECT_EQ(again.samples.facts.digest, learned.facts.digest);
    EXPECT_EQ(again.samples.parts, learned.parts);
    for (const std::int32_t sample : learned.part(Split::Train)) {
        EXPECT_TRUE(engine::isKnown(learned.answers[static_cast<std::size_t>(sample)], learned.facts));
    }
    write("later.csv", text + "1,1\n");
    const NamedSamples later = readFor("gaps.csv", "later.csv", settings);
    EXPECT_THAT(later.samples.remarks,
                testing::Contains(engine::Sentence((folder() / "later.csv").string() +
                                                   ": the column 'wind' has 6 gaps, filled with the last value")));
    EXPECT_THAT(later.samples.part(Split::Test), testing::SizeIs(38)) << "a prediction of each row, also of a gap";
}

TEST_F(NamedSamplesTest, OfATableWithBlankTargetsAreAllPredicted)
{
    write("days.csv", "x,y\n1,2\n3,6\n2,5\n4,4\n5,1\n2,2\n7,1\n3,3\n1,2\n4,1\n3,5\n5,2\n");
    write("blank.csv", "x,y\n1,\n2,\n4,\n5,\n");
    write("some.csv", "x,y\n1,\n2,\n4,3\n5,\n");
    SampleSettings settings{
        .kind = &engine::kinds::table, .inputs = {"x"}, .target = "y", .steps = 2, .horizon = 0, .fractions = {}};
    for (const char* const rule : {"SKIP", "CARRY"}) {
        settings.gaps = engine::gapRules({rule});
        const NamedSamples blank = readFor("days.csv", "blank.csv", settings);
        EXPECT_THAT(blank.samples.part(Split::Test), testing::SizeIs(3)) << rule;
        const NamedSamples some = readFor("days.csv", "some.csv", settings);
        EXPECT_THAT(some.samples.part(Split::Test), testing::SizeIs(3)) << rule;
        EXPECT_TRUE(std::isnan(some.samples.answers[0])) << rule;
        EXPECT_EQ(some.samples.targets[1], 3) << rule;
    }
}

TEST_F(NamedSamplesTest, OfRowsWithoutANumberAreLeftOutWithTheReason)
{
    write("days.csv", "x,y\n1,2\n3,6\n2,5\n4,4\n5,1\n2,2\n7,1\n3,3\n1,2\n4,1\n3,5\n5,2\n");
    write("gap.csv", "x,y\n1,2\n2,?\n,3\n4,2\n5,4\n6,1\n");
    write("none.csv", "x,y\n1,2\n,?\n2,3\n");
    const SampleSettings settings{
        .kind = &engine::kinds::table, .inputs = {"x"}, .target = "y", .steps = 2, .horizon = 0, .fractions = {}};
    const NamedSamples gap = readFor("days.csv", "gap.csv", settings);
    EXPECT_THAT(gap.samples.part(Split::Test), testing::SizeIs(3));
    EXPECT_TRUE(std::isnan(gap.samples.targets[0])) << "a target that is none is not known";
    EXPECT_EQ(gap.samples.targets[1], 4);
    ASSERT_THAT(gap.samples.unread, testing::SizeIs(2));
    EXPECT_THAT(std::string(gap.samples.unread[0].reason), HasSubstr("gap.csv, row 4, column 'x'"));
    EXPECT_EQ(named(gap, gap.samples.unread[1].sample).front(), "row 5");
    EXPECT_THAT(sentenceFor("days.csv", "none.csv", settings), HasSubstr("row 3, column 'x': found no value"));
}

TEST_F(NamedSamplesTest, OfAnotherTableAreReadAsTheOneThatWasLearned)
{
    std::string learned = "day,x\n", other = "day,x\n";
    for (int day = 1; day <= 28; ++day) {
        learned += "1/" + std::to_string(day) + "/2020," + std::to_string(day * day % 11) + "\n";
        other += day <= 9 ? "2/" + std::to_string(day) + "/2020," + std::to_string(day % 5) + "\n" : "";
    }
    write("learned.csv", learned);
    write("other.csv", other);
    SampleSettings settings{.kind = &engine::kinds::table, .time = "day", .steps = 2, .fractions = {}};
    EXPECT_THAT(readFor("learned.csv", "other.csv", settings).samples.remarks, testing::IsEmpty())
        << "days follow each other, not months";
    settings.format.dates = engine::DateOrder::DayFirst;
    EXPECT_THAT(sentenceFor("other.csv", "other.csv", settings), "");
}

TEST_F(NamedSamplesTest, OfALearnedTableKeepTheirPartsHoweverItIsCut)
{
    write("days.csv", days(1, 28));
    std::string groups = "day,level,place\n";
    for (int row = 0; row < 60; ++row) {
        groups += std::to_string(row) + "," + std::to_string(row * row % 7) + "," + "abcde"[row % 5] + "\n";
    }
    write("groups.csv", groups);
    SampleSettings shuffled = daily, plain = daily, grouped = daily;
    shuffled.split = engine::SampleSplit::Shuffled;
    shuffled.steps = 1;
    plain.standardize = false;
    grouped.split = engine::SampleSplit::Groups;
    grouped.group = "place";
    grouped.fractions = {.validation = 0.2, .test = 0.2};
    for (const auto& [file, settings] :
         {std::pair("groups.csv", shuffled), std::pair("days.csv", plain), std::pair("groups.csv", grouped)}) {
        const Samples learned = readSamples(folder() / file, settings);
        const NamedSamples same = readFor(file, file, settings);
        EXPECT_EQ(same.samples.facts.digest, learned.facts.digest);
        EXPECT_EQ(same.samples.parts, learned.parts);
        EXPECT_EQ(same.samples.answers.front(), learned.answers.front());
        EXPECT_THAT(same.samples.remarks, IsEmpty());
    }
}

TEST_F(NamedSamplesTest, OfLinesHaveTheirNumbersInTheFile)
{
    const SampleSettings lines{.kind = &engine::kinds::lines, .fractions = {}};
    write("lines.tsv", "a\tx y\nb\ty x\n\na\txx\n");
    write("new.tsv", "\n\nx\n\n\ny\n");
    const Samples learned = readSamples(folder() / "lines.tsv", lines);
    const auto read = [&](const char* name) {
        return readNamedSamples(folder() / name, lines, {.facts = learned.facts, .vocabulary = learned.vocabulary});
    };
    EXPECT_THAT(named(read("lines.tsv"), 2), ElementsAre("line 4"));
    EXPECT_THAT(named(read("new.tsv"), 0), ElementsAre("line 3"));
    EXPECT_THAT(named(read("new.tsv"), 1), ElementsAre("line 6"));
}

TEST_F(NamedSamplesTest, OfATableThatHasGrownAreAllTestAndSaidToBe)
{
    write("days.csv", days(1, 20));
    const SampleFacts facts = readSamples(folder() / "days.csv", daily).facts;
    write("days.csv", days(1, 28));
    const NamedSamples grown = readNamedSamples(folder() / "days.csv", daily, {.facts = facts, .vocabulary = {}});
    EXPECT_TRUE(grown.samples.part(engine::Split::Train).empty());
    EXPECT_THAT(grown.samples.remarks, testing::Contains(HasSubstr("has changed since the net learned from it")));
}

TEST_F(NamedSamplesTest, OfPicturesWithoutClassesHaveTheirFilesAndNoAnswer)
{
    for (const char* const file : {"all/cat/1.png", "all/cat/2.png", "all/dog/1.png", "all/dog/2.png"}) {
        writeImage(file, 9);
    }
    writeImage("new/b.png", 200);
    writeImage("new/a.png", 100);
    const NamedSamples data = readFor("all", "new", pictures);
    EXPECT_THAT(data.samples.answers, ElementsAre(-1, -1));
    EXPECT_THAT(data.samples.part(engine::Split::Test), ElementsAre(0, 1));
    EXPECT_THAT(named(data, 0), ElementsAre("file a.png"));
    EXPECT_THAT(named(data, 1), ElementsAre("file b.png"));
    EXPECT_THAT(data.samples.facts.classes, ElementsAre("cat", "dog"));
    const NamedSamples one = readFor("all", "new/b.png", pictures);
    EXPECT_THAT(one.samples.answers, ElementsAre(-1));
    EXPECT_THAT(named(one, 0), ElementsAre("file b.png"));
    EXPECT_THAT(sentenceOf([&] { readSamples(folder() / "new", pictures); }), HasSubstr("found no images, wanted IDX"))
        << "nothing can be learned from them";
}

TEST_F(NamedSamplesTest, OfPicturesHaveTheClassesOfTheNetByTheirNames)
{
    for (const char* const file : {"all/cat/1.png", "all/cat/2.png", "all/dog/1.png", "all/dog/2.png"}) {
        writeImage(file, 9);
    }
    writeImage("dogs/dog/7.png", 9);
    writeImage("birds/bird/7.png", 9);
    const NamedSamples dogs = readFor("all", "dogs", pictures);
    EXPECT_THAT(dogs.samples.answers, ElementsAre(1)) << "dog is the net's second class";
    EXPECT_THAT(dogs.samples.part(engine::Split::Test), ElementsAre(0));
    EXPECT_THAT(named(dogs, 0), ElementsAre("file dog/7.png"));
    EXPECT_THAT(sentenceFor("all", "birds", pictures),
                EndsWith("bird/7.png: its class is 'bird', but the net learned 'cat' and 'dog'"));
}

TEST_F(NamedSamplesTest, OfImagesThatWereLearnedKeepTheirParts)
{
    for (int index = 0; index < 20; ++index) {
        writeImage("all/cat/" + std::to_string(index) + ".png", static_cast<std::uint8_t>(index));
        writeImage("all/dog/" + std::to_string(index) + ".png", static_cast<std::uint8_t>(100 + index));
    }
    SampleSettings settings = pictures;
    settings.fractions = {.validation = 0.2, .test = 0.1};
    EXPECT_EQ(readFor("all", "all", settings).samples.parts, readSamples(folder() / "all", settings).parts);
}

class ChangedPictures : public NamedSamplesTest {
protected:
    /// Forty pictures, no two alike, and what a run learns from them.
    void learn(const std::string& where, const SampleSettings& settings)
    {
        m_settings = settings;
        for (int index = 0; index < 20; ++index) {
            writeImage(where + "/cat/" + std::to_string(100 + index) + ".png", static_cast<std::uint8_t>(index));
            writeImage(where + "/dog/" + std::to_string(100 + index) + ".png", static_cast<std::uint8_t>(100 + index));
        }
        m_facts = readSamples(folder() / "all", m_settings).facts;
    }

    NamedSamples now() const
    {
        return readNamedSamples(folder() / "all", m_settings, {.facts = m_facts, .vocabulary = {}});
    }

    static std::set<std::string> filesOf(const NamedSamples& data, Split split)
    {
        std::set<std::string> files;
        for (const std::int32_t sample : data.samples.part(split)) {
            files.insert(data.origins.front().text(sample));
        }
        return files;
    }

    SampleSettings m_settings;
    SampleFacts m_facts;
};

TEST_F(ChangedPictures, ThatAreDamagedLeaveAllOthersInTheirParts)
{
    SampleSettings settings = pictures;
    settings.fractions = {.validation = 0.2, .test = 0.1};
    for (const char* const other : {"all/test/cat/1.png", "all/test/dog/1.png"}) {
        writeImage(other, 200);
    }
    learn("all/train", settings);
    std::map<Split, std::set<std::string>> files;
    for (const Split split : {Split::Train, Split::Validation, Split::Test}) {
        files[split] = filesOf(now(), split);
    }
    for (const Split split : {Split::Train, Split::Validation}) {
        const std::string first = *files[split].begin();
        write("all/" + first, "no picture");
        files[split].erase(first);
    }
    const NamedSamples data = now();
    for (const auto& [split, names] : files) {
        EXPECT_EQ(filesOf(data, split), names);
    }
    EXPECT_THAT(data.samples.remarks, ElementsAre(HasSubstr("files and folders that are not read: 2"),
                                                  HasSubstr("may have learned from some of what counts as held out")));
}

TEST_F(ChangedPictures, WithoutPartsOfTheirOwnAreAllTestAndSaidToBe)
{
    SampleSettings settings = pictures;
    settings.fractions.validation = 0.2;
    learn("all", settings);
    std::filesystem::remove(folder() / "all/cat/100.png");
    const NamedSamples data = now();
    EXPECT_EQ(data.samples.part(Split::Test).size(), 39U);
    EXPECT_THAT(data.samples.remarks, ElementsAre(HasSubstr("has changed since the net learned from it")));
}

TEST_F(NamedSamplesTest, OfIdxImagesNeedNoLabels)
{
    std::filesystem::create_directories(folder() / "mnist");
    std::filesystem::create_directories(folder() / "bare");
    std::filesystem::create_directories(folder() / "later");
    write("mnist/train-images-idx3-ubyte", idxBytes(8, {2, 2, 2}, "abcdefgh"));
    write("mnist/train-labels-idx1-ubyte", idxBytes(8, {2}, std::string("\0\1", 2)));
    write("bare/some-images-idx3-ubyte", idxBytes(8, {3, 2, 2}, "abcdefghijkl"));
    write("later/t10k-images-idx3-ubyte", idxBytes(8, {1, 2, 2}, "abcd"));
    write("later/t10k-labels-idx1-ubyte", idxBytes(8, {1}, "\1"));
    for (const char* const name : {"bare", "bare/some-images-idx3-ubyte"}) {
        const NamedSamples data = readFor("mnist", name, pictures);
        EXPECT_THAT(data.samples.answers, ElementsAre(-1, -1, -1)) << name;
        EXPECT_THAT(data.samples.part(engine::Split::Test), ElementsAre(0, 1, 2)) << name;
        EXPECT_THAT(data.origins, IsEmpty()) << name;
    }
    EXPECT_THAT(readFor("mnist", "later", pictures).samples.answers, ElementsAre(1)) << "of a test part alone";
    EXPECT_THAT(sentenceFor("mnist", "mnist/train-labels-idx1-ubyte", pictures),
                EndsWith("found the magic number 00 00 08 01, wanted 00 00 08 03, that of images"));
}
