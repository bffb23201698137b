// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/write_lock.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <thread>

namespace engine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class WriteLockOnAName : public testing::Test {
protected:
    TemporaryFolder folder;
    std::filesystem::path file = folder.path() / "run.hamnet";

    std::string refusal() const
    {
        return sentenceOf([&] { const WriteLock second(file); });
    }

    /// Another process that has the lock and would keep it for ever.
    pid_t holder() const
    {
        std::array<int, 2> ready{};
        EXPECT_EQ(::pipe(ready.data()), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const WriteLock lock(file);
            [[maybe_unused]] const ssize_t told = ::write(ready[1], "!", 1);
            while (true) {
                ::pause();
            }
        }
        char word = 0;
        EXPECT_EQ(::read(ready[0], &word, 1), 1);
        ::close(ready[0]);
        ::close(ready[1]);
        return child;
    }

    static void kill(pid_t child)
    {
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
    }
};

TEST_F(WriteLockOnAName, IsHadOnceAndLeavesNothingBehind)
{
    {
        const WriteLock lock(file);
        EXPECT_THAT(refusal(), HasSubstr("run.hamnet is in use: process " + std::to_string(::getpid()) + " on "));
        EXPECT_EQ(namesIn(folder.path()).size(), 1u);
    }
    EXPECT_THAT(namesIn(folder.path()), IsEmpty());
    EXPECT_EQ(refusal(), "");
}

TEST_F(WriteLockOnAName, IsToldToAnotherProcess)
{
    const pid_t child = holder();
    try {
        const WriteLock second(file);
        ADD_FAILURE() << "two processes have one name";
    } catch (const WriteLock::Taken& taken) {
        EXPECT_EQ(taken.writer().process, child);
        EXPECT_FALSE(taken.writer().host.empty());
    }
    kill(child);
}

TEST_F(WriteLockOnAName, IsFreeOnceItsProcessWasKilled)
{
    kill(holder());
    EXPECT_EQ(namesIn(folder.path()).size(), 1u) << "what it left";
    EXPECT_EQ(refusal(), "");
    EXPECT_THAT(namesIn(folder.path()), IsEmpty());
}

TEST_F(WriteLockOnAName, MovesWithItsOwner)
{
    std::optional<WriteLock> kept;
    {
        WriteLock lock(file);
        kept.emplace(std::move(lock));
    }
    EXPECT_THAT(refusal(), HasSubstr("is in use"));
    *kept = WriteLock(folder.path() / "other.hamnet");
    EXPECT_EQ(refusal(), "");
    EXPECT_EQ(kept->file(), folder.path() / "other.hamnet");
}

TEST_F(WriteLockOnAName, GoesAwayWithAFolderThatWasRenamed)
{
    const std::filesystem::path before = folder.path() / "before", after = folder.path() / "after";
    std::filesystem::create_directory(before);
    {
        const WriteLock lock(before / "run.hamnet");
        std::filesystem::rename(before, after);
    }
    EXPECT_THAT(namesIn(after), IsEmpty());
}

TEST_F(WriteLockOnAName, MayBeOnTheLongestName)
{
    const WriteLock lock(folder.path() / std::string(255, 'n'));
    EXPECT_EQ(namesIn(folder.path()).size(), 1u);
}

TEST_F(WriteLockOnAName, InAFolderThatIsNotThereIsASentence)
{
    EXPECT_THAT(sentenceOf([&] { const WriteLock lock(folder.path() / "nowhere" / "run.hamnet"); }),
                HasSubstr("nowhere/run.hamnet cannot be written: No such file or directory"));
}

TEST_F(WriteLockOnAName, IsHadByOneOfManyAtATime)
{
    constexpr int takers = 6, wanted = 60;
    std::atomic<int> holders{0}, had{0};
    std::atomic<bool> together{false};
    const auto take = [&] {
        while (had < wanted) {
            try {
                const WriteLock lock(file);
                if (++holders > 1) {
                    together = true;
                }
                ++had;
                std::this_thread::yield();
                --holders;
            } catch (const WriteLock::Taken&) {
                std::this_thread::yield();
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        for (int taker = 0; taker < takers; ++taker) {
            threads.emplace_back(take);
        }
    }
    EXPECT_FALSE(together);
    EXPECT_THAT(namesIn(folder.path()), IsEmpty());
}

} // namespace
} // namespace engine
