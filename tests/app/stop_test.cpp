// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"
#include "engine/data/file_descriptor.h"
#include "tests/app/workshop.h"
#include "tests/support/paths.h"
#include "tests/support/patience.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

using namespace std::chrono_literals;

namespace {

/// The signals that the process's first thread blocks, as the system writes them.
std::string blockedIn(pid_t process)
{
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    std::string word;
    while (status >> word && word != "SigBlk:") {}
    status >> word;
    return word;
}

bool blocks(int signal)
{
    sigset_t mask;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    return sigismember(&mask, signal) == 1;
}

class Stop : public Workshop {};

} // namespace

TEST_F(Stop, EndsGenerateWhileItReadsItsPrompt)
{
    train("net.hamnet", 1);
    const std::string pipe = folder() / "prompt";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const engine::FileDescriptor typist(::open(pipe.c_str(), O_RDWR | O_CLOEXEC)); // who does not come to an end
    for (const int signal : {SIGINT, SIGTERM}) {
        Process process(
            hamnetProgram(),
            {.arguments = {"generate", "net.hamnet", "--prompt", "-"}, .folder = folder(), .inputFile = pipe});
        ASSERT_EQ(::write(typist.number(), "The bell", 8), 8);
        const auto allIsRead = [&] {
            int left = 1;
            return ::ioctl(typist.number(), FIONREAD, &left) == 0 && left == 0;
        };
        ASSERT_TRUE(comesTrue(allIsRead));
        process.send(signal);
        const Outcome outcome = process.wait();
        EXPECT_EQ(outcome.exitCode, 130) << outcome.signal;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(outcome.err, "hamnet: reading the prompt was stopped\n");
    }
}

TEST_F(Stop, EndsCompareAndTheEnginesThatItStarted)
{
    Process process(hamnetProgram(), {.arguments = {"compare", "tiny.prototxt", "--engines", "caffe", "--data",
                                                    "text.txt", "--threads", "1", "--iterations", "1000000"},
                                      .folder = folder()});
    pid_t child = 0;
    ASSERT_TRUE(comesTrue([&] { return (child = process.child()) > 0; }));
    EXPECT_TRUE(comesTrue([&] { return blockedIn(child) == "0000000000000000"; })) << blockedIn(child);
    process.send(SIGTERM);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.exitCode, 130) << outcome.signal;
    EXPECT_EQ(outcome.err, "hamnet: the measurement was stopped\n");
    EXPECT_NE(::kill(child, 0), 0) << "an engine still works";
}

TEST(Interrupt, KeepsSignalsFromThreadsThatCompute)
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        ASSERT_FALSE(blocks(signal));
        {
            const cli::Interrupt interrupt;
            EXPECT_TRUE(blocks(signal));
            bool inThread = false;
            std::thread([&] { inThread = blocks(signal); }).join();
            EXPECT_TRUE(inThread);
        }
        EXPECT_FALSE(blocks(signal));
    }
}

TEST(InterruptDeathTest, DoesNotWaitForWorkThatNeverLooks)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const auto work = [] {
        const cli::Interrupt interrupt(0ms);
        ::kill(::getpid(), SIGTERM);
        while (true) {
            ::pause();
        }
    };
    EXPECT_EXIT(work(), testing::ExitedWithCode(130), "");
}

TEST(InterruptDeathTest, WaitsForWorkThatHasSomethingToSave)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const auto work = [] {
        cli::Interrupt interrupt(0ms);
        interrupt.hasSomethingToSave();
        ::kill(::getpid(), SIGTERM);
        while (!interrupt.requested()) {
            std::this_thread::yield();
        }
        std::this_thread::sleep_for(20ms); // an end without waiting would come now
        _exit(7);
    };
    EXPECT_EXIT(work(), testing::ExitedWithCode(7), "");
}
