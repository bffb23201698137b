// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that is full, a limit that is reached, a folder that may not be written: the sentence, the exit code, and the
// checkpoint from before.
#include "tests/crash/crash_workshop.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace {

using testing::HasSubstr;

constexpr std::int64_t longRun = 5000; ///< each iteration makes the checkpoint a point of the curves longer

class FailingSave : public CrashWorkshop {
protected:
    /// Runs the words by a shell, in the folder.
    Outcome shell(const std::string& commands) const
    {
        return run("/bin/sh", {.arguments = {"-c", commands}, .folder = folder()});
    }

    std::string trainingInWords(const std::string& checkpoint) const
    {
        std::string line = hamnetProgram();
        for (const std::string& word : training(longRun, checkpoint)) {
            line += " " + word;
        }
        return line;
    }

    void expectSentence(const Outcome& outcome, const std::string& words) const
    {
        EXPECT_EQ(outcome.exitCode, 3) << "signal " << outcome.signal << ": " << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(words));
        EXPECT_THAT(outcome.err, HasSubstr("any earlier file of that name is as it was"));
    }

    /// The checkpoint is the last one that the run told of, and a run with room enough goes on from it.
    void expectStands(const Outcome& outcome)
    {
        const std::int64_t saved = load("run.hamnet").iteration;
        EXPECT_GT(saved, 1);
        EXPECT_EQ(saved, lastAnnounced(outcome.out));
        EXPECT_TRUE(temporaries().empty());
        ASSERT_EQ(hamnet(training(saved + 5)).exitCode, 0);
        ASSERT_EQ(hamnet(training(saved + 5, "calm.hamnet")).exitCode, 0);
        EXPECT_TRUE(sameRunToTheBit(load("run.hamnet"), load("calm.hamnet")));
    }

    /// What the first checkpoint takes.
    std::uintmax_t bytesOfACheckpoint() const
    {
        EXPECT_EQ(hamnet(training(1, "first.hamnet")).exitCode, 0);
        return std::filesystem::file_size(folder() / "first.hamnet");
    }
};

TEST_F(FailingSave, AtALimitOfTheFilesSizeIsASentence)
{
    // The limit lies a little above the first checkpoint, so that a later one fails in the middle of a write.
    const Outcome outcome =
        hamnetProcess({.arguments = training(longRun), .maxFileBytes = bytesOfACheckpoint() + 1000});
    expectSentence(outcome, "File too large");
    expectStands(outcome);
}

TEST_F(FailingSave, AtALimitIsNotEndedByItsSignal)
{
    const std::uintmax_t blocks = bytesOfACheckpoint() / 512 + 2;
    const Outcome outcome = shell("ulimit -f " + std::to_string(blocks) + "; exec " + trainingInWords("run.hamnet"));
    EXPECT_EQ(outcome.signal, 0) << "SIGXFSZ ended it";
    expectSentence(outcome, "File too large");
    expectStands(outcome);
}

TEST_F(FailingSave, OnAFullDiskIsASentence)
{
    std::filesystem::create_directory(folder() / "disk");
    const std::uintmax_t pages = bytesOfACheckpoint() / 4096 * 3 + 12; // old and new, the best one, and a little
    const std::string mount = "mount -t tmpfs -o size=" + std::to_string(pages * 4096) + " none disk";
    const std::string inOwnMounts = "unshare -m sh -c '";
    if (shell(inOwnMounts + mount + "'").exitCode != 0) {
        GTEST_SKIP() << "mounting a small file system is not permitted here";
    }
    // What is on the small disk is gone with its mount, so it is copied out afterwards.
    const Outcome outcome = shell(inOwnMounts + mount + " && " + trainingInWords("disk/run.hamnet") +
                                  "; code=$?; cp disk/* .; cp disk/.hamnet-* . 2>/dev/null; exit $code'");
    expectSentence(outcome, "No space left on device");
    EXPECT_THAT(outcome.err, HasSubstr("the run is saved in " + (folder() / rescued()).string()));
    EXPECT_EQ(load(rescued()).iteration, events(outcome.out, "train").back().at("iteration"));
    expectStands(outcome);
}

TEST_F(FailingSave, InAFolderThatBecameReadOnlyIsASentence)
{
    std::filesystem::create_directory(folder() / "disk");
    const std::string inOwnMounts = "unshare -m sh -c 'mount --bind disk disk && ";
    const std::string readOnly = "mount -o remount,bind,ro disk";
    if (shell(inOwnMounts + readOnly + "'").exitCode != 0) {
        GTEST_SKIP() << "mounting a folder read-only is not permitted here";
    }
    ASSERT_EQ(hamnet(training(4, "disk/run.hamnet")).exitCode, 0);
    const Outcome outcome = shell(inOwnMounts + readOnly + " && " + trainingInWords("disk/run.hamnet") + "'");
    EXPECT_EQ(outcome.exitCode, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("disk/run.hamnet cannot be written: Read-only file system"));
    EXPECT_TRUE(outcome.out.empty()) << "it is refused before the training, not after";
    EXPECT_EQ(load("disk/run.hamnet").iteration, 4);
}

TEST_F(FailingSave, InAFolderThatIsTakenAwayUnderWayIsASentence)
{
    std::filesystem::create_directory(folder() / "disk");
    Process process(hamnetProgram(), {.arguments = training(1'000'000, "disk/run.hamnet"), .folder = folder()});
    ASSERT_TRUE(process.waitFor("\"event\":\"checkpoint\""));
    std::filesystem::rename(folder() / "disk", folder() / "elsewhere");
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exitCode, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("disk/run.hamnet"));
    EXPECT_GE(load("elsewhere/run.hamnet").iteration, lastAnnounced(outcome.out));
    EXPECT_GT(load(rescued()).iteration, load("elsewhere/run.hamnet").iteration);
}

} // namespace
