// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/read_samples.h"
#include "engine/formats/prototxt.h"
#include "engine/training/open_source.h"
#include "tests/support/temporary_folder.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

namespace engine {
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
    const auto source = openSource(folder.write("rhyme.txt", rhyme(1000)), SmallRun().job().model);
    ASSERT_NE(source->text(), nullptr);
    EXPECT_EQ(source->text()->characters(), 1000);
}

TEST(OpenSource, KeepsTheVocabularyThatARunKnows)
{
    const TemporaryFolder folder;
    const Corpus first(folder.write("first.txt", "abcd"), Encoding::Bytes);
    const auto source = openSource(folder.write("second.txt", "abab"), SmallRun().job().model, &first.vocabulary());
    EXPECT_EQ(source->text()->vocabulary().size(), 4);
}

TEST(OpenSource, ReadsSequencesForANetOfSequences)
{
    const auto source = openSource(madeWeatherName, sequences("TABLE"));
    ASSERT_NE(source->samples(), nullptr);
    EXPECT_EQ(source->samples()->facts.kind, "table");
    EXPECT_EQ(source->samples()->facts.steps, 5);
}

TEST(MadeSequences, GoByWhatTheNetReads)
{
    EXPECT_STREQ(madeSequencesFor(sequences("TABLE")), madeWeatherName);
    EXPECT_STREQ(madeSequencesFor(sequences("ROWS")), madeDigitsName);
    EXPECT_STREQ(madeSequencesFor(sequences("LINES")), madeLinesName);
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

} // namespace engine
