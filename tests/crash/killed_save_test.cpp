// SPDX-License-Identifier: GPL-3.0-or-later
// The harness kills at random moments; here a tracer ends the program, or lets a call fail, at each step of a save in
// turn.
#include "tests/crash/crash_workshop.h"
#include "tests/support/paths.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <iostream>

namespace {

using testing::HasSubstr;

constexpr auto tracer = "/usr/bin/strace";
constexpr std::int64_t savedIterations = 3;

class SaveStep : public CrashWorkshop {
protected:
    /// Runs a training of three iterations under the tracer. `injection` is in the tracer's words:
    /// "fsync:signal=SIGKILL:when=2".
    Outcome trainWith(const std::string& injection) const { return traced(injection, training(savedIterations)); }

    Outcome traced(const std::string& injection, const std::vector<std::string>& what) const
    {
        const std::string call = injection.substr(0, injection.find(':'));
        std::vector<std::string> words{"-f", "-qq", "-o", "/dev/null"};
        words.insert(words.end(), {"-e", "trace=" + call, "-e", "inject=" + injection});
#ifdef HAMNET_SANITIZED
        // The search for leaks traces the program too, and only one can.
        words.insert(words.end(), {"-E", "ASAN_OPTIONS=detect_leaks=0"});
#endif
        words.emplace_back(hamnetProgram());
        words.insert(words.end(), what.begin(), what.end());
        return run(tracer, {.arguments = words, .folder = folder()});
    }

    /// Empty where programs can be traced here, or else why not.
    static std::string refusal()
    {
        if (!std::filesystem::exists(tracer)) {
            return std::string(tracer) + " is not installed here";
        }
        const Outcome outcome = run(tracer, {.arguments = {"-qq", "-o", "/dev/null", "/bin/true"}});
        return outcome.exitCode == 0 ? "" : "programs cannot be traced here: " + outcome.err;
    }

    /// The run so far opens and goes on to the end that an undisturbed one reaches.
    void expectGoesOn(const std::string& after)
    {
        if (has("run.hamnet")) {
            EXPECT_NO_THROW(load("run.hamnet")) << after;
        }
        const Outcome outcome = hamnet(training(savedIterations));
        ASSERT_EQ(outcome.exitCode, 0) << after << ": " << outcome.err;
        EXPECT_TRUE(sameRunToTheBit(load("run.hamnet"), load("calm.hamnet"))) << after;
    }

    void trainUndisturbed()
    {
        ASSERT_EQ(hamnet(training(savedIterations, "calm.hamnet")).exitCode, 0);
    }

    void forget() const
    {
        std::filesystem::remove(folder() / "run.hamnet");
        std::filesystem::remove(folder() / "run.best.hamnet");
    }
};

// A run of three iterations saves six times: to see that it can, after each, the best, and at the end. Each save writes
// its temporary, syncs it, reads it back, renames it and syncs the folder.

TEST_F(SaveStep, EachMayBeTheLastOfTheProgram)
{
    if (const std::string reason = refusal(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    trainUndisturbed();
    int kills = 0;
    for (const std::string call : {"flock", "pread64", "rename", "fsync", "unlink"}) {
        for (int when = 1; when <= 4; ++when) {
            const std::string injection = call + ":signal=SIGKILL:when=" + std::to_string(when);
            const Outcome outcome = trainWith(injection);
            kills += outcome.signal == SIGKILL ? 1 : 0;
            expectGoesOn(injection);
            forget();
        }
    }
    std::cout << kills << " programs were ended in a call of a save\n";
    EXPECT_GE(kills, 16) << "the calls that a save makes have changed";
}

struct FailingCall {
    const char* name;
    const char* injection;
    const char* sentence;
};

class FailingSaveStep : public SaveStep, public testing::WithParamInterface<FailingCall> {};

TEST_P(FailingSaveStep, IsOneSentenceAndIsTriedOnceMore)
{
    if (const std::string reason = refusal(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    trainUndisturbed();
    const Outcome outcome = trainWith(GetParam().injection);
    EXPECT_EQ(outcome.exitCode, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(GetParam().sentence));
    EXPECT_TRUE(temporaries().empty()) << "the temporary goes with the save that failed";
    EXPECT_THAT(outcome.err, HasSubstr("; the run is saved in run.hamnet at iteration 2"));
    EXPECT_EQ(load("run.hamnet").iteration, 2);
    expectGoesOn(GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(
    Calls, FailingSaveStep,
    testing::Values(
        // fsync is called for the file and then for its folder: the third call is the second save's.
        FailingCall{"Sync", "fsync:error=EIO:when=3", "run.hamnet: cannot be brought to the disk: Input/output error"},
        FailingCall{"Rename", "rename:error=EDQUOT:when=2", "run.hamnet: cannot be replaced: Disk quota exceeded"}),
    [](const auto& call) { return std::string(call.param.name); });

/// The disk takes the bytes and gives others back.
TEST_F(SaveStep, ThatDoesNotReadBackKeepsTheEarlierCheckpoint)
{
    if (const std::string reason = refusal(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    std::vector<std::string> newRun = training(savedIterations);
    ASSERT_EQ(hamnet(newRun).exitCode, 0);
    newRun.emplace_back("--overwrite");
    const std::string before = read("run.hamnet");
    // The first calls are those that load the program's libraries; a save reads back in more calls than are left out
    // here.
    const Outcome outcome = traced("pread64:retval=0:when=30+", newRun);
    EXPECT_EQ(outcome.exitCode, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("run.hamnet: what was written does not read back"));
    EXPECT_TRUE(read("run.hamnet") == before);
    EXPECT_TRUE(temporaries().empty());
}

} // namespace
