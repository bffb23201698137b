// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/data/read_samples.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/run.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

namespace engine {

namespace fs = std::filesystem;

namespace {

Model sequences(const std::string& kind)
{
    return readModel("layer { name: \"data\" type: \"SequenceData\" top: \"x\" top: \"clip\" top: \"label\" "
                     "sequence_data_param { kind: " +
                         kind + " batch_size: 4 time_steps: 5 width: 1 validation: 0.1 test: 0.2 } }",
                     "net.prototxt");
}

} // namespace

TEST(OpenSource, ReadsATextForANetOfTexts)
{
    const TemporaryFolder folder;
    const auto source = openSource(folder.write("rhyme.txt", rhyme(1000)), SmallRun().description().model);
    ASSERT_NE(source->text(), nullptr);
    EXPECT_EQ(source->text()->characters(), 1000);
}

TEST(OpenSource, KeepsTheVocabularyThatARunKnows)
{
    const TemporaryFolder folder;
    const Corpus first(folder.write("first.txt", "abcd"), Encoding::Bytes);
    const auto source =
        openSource(folder.write("second.txt", "abab"), SmallRun().description().model, &first.vocabulary());
    EXPECT_EQ(source->text()->vocabulary().size(), 4);
}

TEST(OpenSource, ReadsSequencesForANetOfSequences)
{
    const auto source = openSource(madeWeatherName, sequences("TABLE"));
    ASSERT_NE(source->samples(), nullptr);
    EXPECT_EQ(source->samples()->facts.kind, "table");
    EXPECT_EQ(source->samples()->facts.steps, 5);
}

TEST(SampleSettings, TakeNamesOfColumnsWithCommas)
{
    const std::vector<std::string> names = {"heat, in °C", "wind", " a \"quoted\" name", "5 ft", "two\nlines"};
    const std::string list = columnList(names);
    EXPECT_EQ(columnList({"heat", "wind"}), "heat, wind");
    Model model = sequences("TABLE");
    model.layers.front().params["inputs"] = list;
    EXPECT_EQ(sampleSettings(model).inputs, names) << list;
    model.layers.front().params["inputs"] = std::string(" heat,wind , ");
    EXPECT_EQ(sampleSettings(model).inputs, (std::vector<std::string>{"heat", "wind"}));
    model.layers.front().params["inputs"] = std::string("two\nlines, wind"); // as they were once saved
    EXPECT_EQ(sampleSettings(model).inputs, (std::vector<std::string>{"two\nlines", "wind"}));
    model.layers.front().params["inputs"] = std::string("5\" pipe, flow");
    EXPECT_NE(sentenceOf([&] { sampleSettings(model); }).find("inputs, row 1: found a quote"), std::string::npos);
}

TEST(SampleSettings, TakeTheRuleThatTheGapOfAColumnWithACommaAsksFor)
{
    const Table table = readTableText("\"heat, in C\",y\n1,1\n,2\n3,3\n", "a.csv");
    const std::string remedy = table.obstacleOf(table.columns.front());
    const std::size_t begin = remedy.find("gaps: ") + 6;
    const std::string rule = remedy.substr(begin, remedy.find(" of SEQUENCEDATA") - begin);
    EXPECT_EQ(sampleSettings(sequences("TABLE gaps: " + rule)).gaps, gapRules({"heat, in C=SKIP"}));
    EXPECT_EQ(sampleSettings(withGaps(sequences("TABLE"), rule.substr(1, rule.size() - 2))).gaps,
              gapRules({"heat, in C=SKIP"}));
}

TEST(SampleSettings, TakeTheFormatOfATable)
{
    const TableFormat format = sampleSettings(sequences("TABLE delimiter: BAR decimal: COMMA header: VALUES")).format;
    EXPECT_EQ(format.delimiter, '|');
    EXPECT_EQ(format.decimal, DecimalMark::Comma);
    EXPECT_EQ(format.header, HeaderRow::No);
    EXPECT_EQ(sampleSettings(sequences("TABLE")).format, TableFormat());
}

TEST(ReadSamples, ReadATableAsTheFormatSays)
{
    const TemporaryFolder folder;
    std::string text = "2001|2002\n"; // names, though they are numbers
    for (int row = 0; row < 40; ++row) {
        text += std::to_string(row % 7) + ",5|" + std::to_string(row % 5) + ",25\n";
    }
    const std::filesystem::path file = folder.write("marks.csv", text);
    const SampleSettings settings = sampleSettings(sequences("TABLE delimiter: BAR decimal: COMMA header: NAMES"));
    const Samples samples = readSamples(file, settings);
    EXPECT_EQ(samples.facts.inputs, (std::vector<std::string>{"2001", "2002"}));
    EXPECT_EQ(samples.facts.target, "2002");
}

TEST(OutlineOfTable, TellsTheColumnsOfATableThatCannotBeUsed)
{
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.write("sky.csv", "heat;sky\n1,5;rain\n2,5\n");
    EXPECT_THROW(readTable(file), Error);
    const Table outline = outlineOfTable(file, {});
    ASSERT_EQ(outline.columns.size(), 2U);
    EXPECT_EQ(outline.columns[0].name + " " + outline.columns[1].name, "heat sky");
    EXPECT_EQ(outline.columns[0].kind, ColumnKind::Number);
    EXPECT_EQ(outline.columns[1].kind, ColumnKind::Text);
    EXPECT_EQ(outline.format.delimiter, ';');
    EXPECT_EQ(outline.format.decimal, DecimalMark::Comma);
    EXPECT_EQ(outline.firstRows, (std::vector<std::vector<std::string>>{{"1,5", "rain"}, {"2,5"}}));
    EXPECT_EQ(outlineOfTable(madeWeatherName, {}).firstRows.size(), 4U);
}

TEST(MadeSequences, GoByWhatTheNetReads)
{
    EXPECT_EQ(ownDataFor(sequences("TABLE")), madeWeatherName);
    EXPECT_EQ(ownDataFor(sequences("ROWS")), madeDigitsName);
    EXPECT_EQ(ownDataFor(sequences("LINES")), madeLinesName);
}

TEST(MadeSequences, AreToldFromAFileOfTheirName)
{
    EXPECT_TRUE(isMadeData(madeDigitsName));
    EXPECT_TRUE(isMadeData(madeLinesName));
    const TemporaryFolder folder;
    EXPECT_FALSE(isMadeData(folder.write(madeDigitsName, "1,2")));
}

TEST(DataOfCheckpoint, AreFoundBesideACheckpointThatWasCarriedAway)
{
    const TemporaryFolder there, here;
    Checkpoint checkpoint;
    checkpoint.sequences = {.kind = "table", .file = (there.path() / "series.csv").string()};
    EXPECT_EQ(dataOfCheckpoint(checkpoint, here.path() / "net.hamnet"), there.path() / "series.csv")
        << "what it says, where none is there";
    const auto carried = here.write("series.csv", "a\n1\n");
    EXPECT_EQ(dataOfCheckpoint(checkpoint, here.path() / "net.hamnet"), carried);
}

/// A run's text and checkpoint, which somebody may carry elsewhere.
class TextOfCheckpoint : public ::testing::Test {
protected:
    /// As a run on this text leaves it.
    Checkpoint checkpointOf(const fs::path& text)
    {
        return Trainer(SmallRun().description(), Corpus(text, Encoding::Bytes), m_device).checkpoint();
    }

    TemporaryFolder m_there, m_here;
    CpuDevice m_device{cpuBackend(), 1};
};

TEST_F(TextOfCheckpoint, IsFoundFromAnyFolder)
{
    const fs::path text = m_there.write("rhyme.txt", rhyme(1000));
    const fs::path before = fs::current_path();
    fs::current_path(m_there.path());
    const Checkpoint checkpoint = checkpointOf("rhyme.txt"); // as a terminal's user names it
    fs::current_path(before);
    EXPECT_EQ(checkpoint.corpus.file, fs::canonical(text));
    EXPECT_EQ(dataOfCheckpoint(checkpoint, m_here.path() / "net.hamnet"), checkpoint.corpus.file);
}

TEST_F(TextOfCheckpoint, IsFoundBesideACheckpointThatWasCarriedAway)
{
    const fs::path text = m_there.write("rhyme.txt", rhyme(1000));
    const Checkpoint checkpoint = checkpointOf(text);
    fs::rename(text, m_here.path() / "rhyme.txt");
    EXPECT_EQ(dataOfCheckpoint(checkpoint, m_here.path() / "net.hamnet"), m_here.path() / "rhyme.txt");
    EXPECT_EQ(dataOfCheckpoint(checkpoint, m_there.path() / "net.hamnet"), text) << "what it says, where none is there";
}

TEST_F(TextOfCheckpoint, IsFoundFromTheCheckpointsFolderWhereItIsNamedFromThere)
{
    fs::create_directories(m_here.path() / "texts");
    const fs::path text = m_here.write("texts/rhyme.txt", rhyme(1000));
    Checkpoint checkpoint = checkpointOf(text);
    checkpoint.corpus.file = "texts/rhyme.txt"; // as releases before wrote it
    EXPECT_EQ(dataOfCheckpoint(checkpoint, m_here.path() / "net.hamnet"), text);
}

TEST_F(TextOfCheckpoint, IsNoneWhereTheCheckpointKnowsNone)
{
    const fs::path text = m_there.write("rhyme.txt", rhyme(1000));
    Checkpoint checkpoint = checkpointOf(text);
    checkpoint.corpus.file.clear();
    EXPECT_EQ(dataOfCheckpoint(checkpoint, m_there.path() / "net.hamnet"), fs::path());
}

TEST(TextOfAModel, IsRefusedOutsideItsFolderInWordsThatCanBeSaidInAnotherLanguage)
{
    Model model{.name = "net"};
    model.layers = {{.name = "text", .type = "TEXTDATA", .params = {{"source", std::string("/etc/passwd")}}}};
    try {
        dataNamedBy(model, "/nets");
        FAIL() << "it names a file that is none of its own";
    } catch (const Error& error) {
        EXPECT_EQ(error.sentence().parts().at(0), "/etc/passwd");
    }
}

} // namespace engine
