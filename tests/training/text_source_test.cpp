// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/training/run/open_source.h"
#include "tests/training/small_run.h"

#include <gtest/gtest.h>

namespace engine {

namespace fs = std::filesystem;

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

TEST_F(TextOfCheckpoint, IsTheOneWithItsDigestAmongSeveral)
{
    const fs::path text = m_there.write("rhyme.txt", rhyme(1000));
    const Checkpoint checkpoint = checkpointOf(text);
    const fs::path copy = m_here.write("rhyme.txt", rhyme(1000));
    EXPECT_EQ(dataOfCheckpoint(checkpoint, m_here.path() / "net.hamnet"), text);
    m_there.write("rhyme.txt", rhyme(900)); // it was rewritten
    EXPECT_EQ(dataOfCheckpoint(checkpoint, m_here.path() / "net.hamnet"), copy);
    m_here.write("rhyme.txt", "something else");
    EXPECT_EQ(dataOfCheckpoint(checkpoint, m_here.path() / "net.hamnet"), text) << "for the sentence about its digest";
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
