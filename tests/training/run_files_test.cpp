// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_files.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <barrier>
#include <set>
#include <thread>

namespace engine {
namespace {

using testing::HasSubstr;

class FilesOfARun : public testing::Test {
protected:
    TemporaryFolder folder;
    std::filesystem::path file = folder.path() / "net.hamnet", best = folder.path() / "net.best.hamnet";

    static std::string refusal(const RunFiles& files)
    {
        return sentenceOf([&] { files.requireUnused(); });
    }
    std::string refusalToResume(const std::filesystem::path& checkpoint) const
    {
        return sentenceOf([&] { RunFiles(checkpoint).requireUnusedBut(file, loadCheckpoint(file)); });
    }
};

TEST_F(FilesOfARun, HaveFourNamesWhereFourRunsStartAtOnce)
{
    constexpr int runs = 4;
    std::barrier together(runs);
    std::array<RunFiles, runs> files;
    {
        std::vector<std::jthread> threads;
        for (RunFiles& mine : files) {
            threads.emplace_back([&] {
                together.arrive_and_wait();
                mine = RunFiles::unused(file);
            });
        }
    }
    std::set<std::filesystem::path> names;
    for (const RunFiles& one : files) {
        names.insert(one.checkpoint());
    }
    EXPECT_EQ(names.size(), 4u);
}

TEST_F(FilesOfARun, AreRefusedToASecondRun)
{
    const RunFiles first(file);
    EXPECT_THAT(sentenceOf([&] { const RunFiles second(file); }), HasSubstr("net.hamnet is in use: process "));
    EXPECT_THAT(sentenceOf([&] { const RunFiles second(best); }), HasSubstr("net.best.hamnet is in use: process "))
        << "the first one saves there, too";
}

TEST_F(FilesOfARun, ThatAreThereAreRefusedToANewRun)
{
    EXPECT_EQ(refusal(RunFiles(file)), "");
    saveCheckpoint(best, sampleCheckpoint());
    EXPECT_EQ(refusal(RunFiles(file)), best.string() + " already exists");
    saveCheckpoint(file, sampleCheckpoint());
    EXPECT_EQ(refusal(RunFiles(file)), file.string() + " already exists");
    EXPECT_EQ(RunFiles::unused(file).checkpoint(), folder.path() / "net-2.hamnet");
}

TEST_F(FilesOfARun, MayBeALinkThatLeadsNowhereYet)
{
    std::filesystem::create_symlink("elsewhere.hamnet", file);
    EXPECT_EQ(refusal(RunFiles(file)), file.string() + " already exists");
}

TEST_F(FilesOfARun, MayBeThereWhereItGoesOn)
{
    saveCheckpoint(file, sampleCheckpoint());
    saveCheckpoint(best, sampleCheckpoint());
    EXPECT_EQ(refusalToResume(file), "");
    EXPECT_EQ(refusalToResume(folder.path() / "." / "net.hamnet"), "") << "the same file by another name";
    EXPECT_EQ(refusalToResume(folder.path() / "other.hamnet"), "");
}

TEST_F(FilesOfARun, ThatAreAnotherRunsAreRefusedWhereItGoesOn)
{
    saveCheckpoint(file, sampleCheckpoint());
    Checkpoint other = sampleCheckpoint();
    std::vector<CurvePoint> points = other.curve.points();
    points.front().seconds += 1e-9;
    other.curve = Curve(points);
    saveCheckpoint(best, other);
    EXPECT_THAT(refusalToResume(file), HasSubstr("net.best.hamnet already exists and belongs to another run than"));
    saveCheckpoint(folder.path() / "other.hamnet", sampleCheckpoint());
    EXPECT_THAT(refusalToResume(folder.path() / "other.hamnet"), HasSubstr("other.hamnet already exists"));
}

TEST_F(FilesOfARun, ThatDoNotReadAreRefusedWhereItGoesOn)
{
    saveCheckpoint(file, sampleCheckpoint());
    folder.write("net.best.hamnet", "no checkpoint");
    EXPECT_THAT(refusalToResume(file), HasSubstr("the run's best checkpoint cannot be read: "));
}

TEST_F(FilesOfARun, AreNeverABestCheckpointAndWhatIsBesideIt)
{
    saveCheckpoint(file, sampleCheckpoint());
    saveCheckpoint(best, sampleCheckpoint());
    EXPECT_EQ(RunFiles::after(best).checkpoint(), folder.path() / "net-2.hamnet");
    EXPECT_EQ(RunFiles::after(file).checkpoint(), file);
    EXPECT_THAT(sentenceOf([&] { RunFiles(best).requireUnusedBut(best, loadCheckpoint(best)); }),
                HasSubstr("net.best.hamnet already exists"));
}

TEST_F(FilesOfARun, AreOfOneRunBeforeItsFirstIterationToo)
{
    Checkpoint atStart = sampleCheckpoint();
    atStart.curve = {};
    EXPECT_TRUE(sameRun(sampleCheckpoint(), atStart));
    atStart.solver += "# another";
    EXPECT_FALSE(sameRun(sampleCheckpoint(), atStart));
    Checkpoint seeded = sampleCheckpoint();
    ++seeded.seed;
    EXPECT_FALSE(sameRun(sampleCheckpoint(), seeded));
}

} // namespace
} // namespace engine
