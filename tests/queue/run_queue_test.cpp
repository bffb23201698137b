// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/halving.h"
#include "app/queue/run_queue.h"
#include "engine/graph/error.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <mutex>
#include <set>
#include <thread>

namespace {

using queue::Database;
using queue::RunState;
using testing::HasSubstr;

class RunQueue : public testing::Test {
protected:
    queue::RunQueue open(Database::Open how = Database::Open::OrMake) const { return {path, how}; }

    /// What SQLite itself does to the file.
    void change(const std::string& sql) const
    {
        sqlite3* handle = nullptr;
        ASSERT_EQ(sqlite3_open((path / "queue.sqlite").c_str(), &handle), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(handle);
        sqlite3_close(handle);
    }

    std::string refusal(Database::Open how = Database::Open::Existing) const
    {
        return ::sentenceOf([&] { open(how); });
    }

    static queue::Job job(const std::string& value)
    {
        queue::Job one;
        one.settings = {{"lstm.num_output", value}};
        return one;
    }

    /// So many runs that are compared on their way.
    static std::vector<queue::Job> comparedJobs(std::size_t count, std::int64_t iterations, std::int64_t rungs)
    {
        std::vector<queue::Job> jobs(count);
        for (queue::Job& one : jobs) {
            one.iterations = iterations;
            one.rungs = rungs;
        }
        return jobs;
    }

    TemporaryFolder folder;
    std::filesystem::path path = folder.path() / "night";
    queue::Runner self{.process = watch::thisProcess()};
};

TEST_F(RunQueue, KeepsRunsInTheOrderInWhichTheyCame)
{
    open().add(std::vector{job("64"), job("128")});
    open().add(std::vector{job("32")});
    std::vector<std::string> values;
    for (const queue::QueuedRun& run : open().runs()) {
        values.push_back(run.job.settings.at(0).second);
    }
    EXPECT_EQ(values, (std::vector<std::string>{"64", "128", "32"}));
}

TEST_F(RunQueue, IsOfRegularFilesAlone)
{
    open();
    ASSERT_EQ(::mkfifo((path / "queue.sqlite-journal").c_str(), 0600), 0);
    EXPECT_THAT(refusal(), HasSubstr("queue.sqlite-journal is no regular file")) << "SQLite would wait for it";
    std::filesystem::remove(path / "queue.sqlite-journal");
    EXPECT_EQ(refusal(), "");
    std::filesystem::rename(path / "queue.sqlite", folder.path() / "elsewhere.sqlite");
    std::filesystem::create_symlink("../elsewhere.sqlite", path / "queue.sqlite");
    EXPECT_THAT(refusal(), HasSubstr("queue.sqlite is no regular file"));
}

TEST_F(RunQueue, GivesEachRunToOneRunner)
{
    open().add(std::vector<queue::Job>(40));
    std::mutex mutex;
    std::multiset<std::int64_t> claimed;
    const auto claimAll = [&] {
        queue::RunQueue queue = open();
        while (const auto run = queue.claim(self)) {
            const std::lock_guard lock(mutex);
            claimed.insert(run->id);
        }
    };
    {
        std::jthread first(claimAll), second(claimAll);
    }
    EXPECT_EQ(claimed.size(), 40U);
    EXPECT_EQ(std::set<std::int64_t>(claimed.begin(), claimed.end()).size(), 40U);
}

TEST_F(RunQueue, TakesBackWhatADeadRunnerHad)
{
    queue::RunQueue queue = open();
    queue.add(std::vector<queue::Job>(1));
    const queue::Runner dead{.process = {.id = self.process.id, .start = "another start of the same number"}};
    ASSERT_TRUE(queue.claim(dead));
    const auto again = queue.claim(self);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->runner, self.process);
    EXPECT_FALSE(queue.claim(self)) << "it lives";
}

TEST_F(RunQueue, TakesNoResultFromARunnerThatLostItsRun)
{
    queue::RunQueue queue = open();
    queue.add(std::vector<queue::Job>(1));
    const queue::Runner dead{.process = {.id = 1, .start = "gone"}};
    const auto lost = queue.claim(dead);
    ASSERT_TRUE(queue.claim(self));
    queue.finish(*lost, RunState::Failed, {.error = "late"});
    EXPECT_EQ(queue.run(1).state, RunState::Running);
    EXPECT_EQ(queue.run(1).result.error, "");
}

TEST_F(RunQueue, StopsRunnersThatLiveAndForgetsOthers)
{
    queue::RunQueue queue = open();
    const queue::Runner dead{.process = {.id = 1, .start = "gone"}};
    queue.join(dead);
    queue.join(self);
    EXPECT_FALSE(queue.isToStop(self));
    EXPECT_EQ(queue.stopRunners(), 1);
    EXPECT_TRUE(queue.isToStop(self));
    queue.leave(self);
    queue.join(self);
    EXPECT_FALSE(queue.isToStop(self)) << "the request was to the one before";
}

TEST_F(RunQueue, LetsTheBestThirdOfARungGoOn)
{
    queue::RunQueue queue = open();
    queue.add(comparedJobs(9, 900, queue::rungsFor(9, 900)));
    for (std::int64_t id = 1; id <= 9; ++id) {
        const auto run = queue.claim(self);
        ASSERT_TRUE(run);
        EXPECT_EQ(run->rung, 0) << "nothing goes on before all are compared";
        const bool hasLoss = run->id != 9; // it diverged, say, before its first validation
        queue.finish(*run, hasLoss ? RunState::Done : RunState::Diverged,
                     hasLoss ? queue::Result{.judged = 10.0 - static_cast<double>(run->id)} : queue::Result{});
    }
    std::vector<std::int64_t> goOn;
    while (const auto run = queue.claim(self)) {
        EXPECT_EQ(run->rung, 1);
        goOn.push_back(run->id);
    }
    EXPECT_EQ(goOn, (std::vector<std::int64_t>{6, 7, 8}));
    EXPECT_EQ(queue.run(1).state, RunState::Dropped);
    EXPECT_EQ(queue.run(9).state, RunState::Diverged);
    for (const std::int64_t id : goOn) {
        queue.finish(queue.run(id), RunState::Done, {.judged = static_cast<double>(id)});
    }
    const auto best = queue.claim(self);
    ASSERT_TRUE(best);
    EXPECT_EQ(best->id, 6);
    queue.finish(*best, RunState::Done, {.bestLoss = 1});
    EXPECT_EQ(queue.run(6).state, RunState::Done);
    EXPECT_FALSE(queue.claim(self));
}

TEST_F(RunQueue, LetsWhatFailedWaitAgain)
{
    queue::RunQueue queue = open();
    queue.add(std::vector<queue::Job>(1));
    queue.finish(*queue.claim(self), RunState::Failed, {.error = "no room"});
    EXPECT_FALSE(queue.claim(self));
    queue.retryFailed();
    EXPECT_TRUE(queue.claim(self));
}

TEST_F(RunQueue, GivesAMovedRunAtItsNewPlace)
{
    queue::RunQueue queue = open();
    queue.add(std::vector<queue::Job>(4));
    ASSERT_EQ(queue.claim(self)->id, 1);
    using Move = queue::RunQueue::Move;
    queue.move(4, Move::Forward);
    queue.move(4, Move::Forward);
    queue.move(4, Move::Forward); // it is the first that waits already
    queue.move(2, Move::Back);
    std::vector<std::int64_t> order;
    for (const queue::QueuedRun& run : queue.runs()) {
        order.push_back(run.id);
    }
    EXPECT_EQ(order, (std::vector<std::int64_t>{1, 4, 3, 2}));
    EXPECT_EQ(queue.claim(self)->id, 4);
    queue.move(1, Move::Back);
    EXPECT_EQ(queue.runs().front().id, 1) << "it runs";
}

TEST_F(RunQueue, LosesOnlyARunThatIsNotRunning)
{
    queue::RunQueue queue = open();
    queue.add(std::vector<queue::Job>(2));
    ASSERT_EQ(queue.claim(self)->id, 1);
    EXPECT_FALSE(queue.remove(1));
    EXPECT_TRUE(queue.remove(2));
    EXPECT_FALSE(queue.remove(2));
    EXPECT_EQ(queue.runs().size(), 1U);
    EXPECT_EQ(queue.add(std::vector<queue::Job>(1)), 3) << "the folder of run 2 is not used again";
}

TEST_F(RunQueue, DoesNotWaitInARungForARunThatWasRemoved)
{
    queue::RunQueue queue = open();
    queue.add(comparedJobs(3, 90, 1));
    for (const double loss : {2.0, 1.0}) {
        queue.finish(*queue.claim(self), RunState::Done, {.judged = loss});
    }
    EXPECT_EQ(queue.run(2).state, RunState::Compared);
    EXPECT_TRUE(queue.remove(3));
    EXPECT_EQ(queue.run(2).state, RunState::Waiting);
    EXPECT_EQ(queue.run(1).state, RunState::Dropped);
}

/// Three runs of which one goes on; the last of them fails at first.
class RungWithAFailure : public RunQueue {
protected:
    RungWithAFailure()
    {
        night.add(comparedJobs(3, 90, 1));
        for (const double loss : {2.0, 3.0}) {
            night.finish(*night.claim(self), RunState::Done, {.judged = loss});
        }
        night.finish(*night.claim(self), RunState::Failed, {.error = "no text"});
    }

    queue::RunQueue night = open();
};

TEST_F(RungWithAFailure, WaitsUntilTheRunIsTriedAgainAndCountsThat)
{
    EXPECT_EQ(night.run(1).state, RunState::Compared);
    EXPECT_FALSE(night.claim(self));
    night.retryFailed();
    night.finish(*night.claim(self), RunState::Done, {.judged = 1.0});
    EXPECT_EQ(night.run(3).state, RunState::Waiting);
    EXPECT_EQ(night.run(3).rung, 1);
    EXPECT_EQ(night.run(1).state, RunState::Dropped);
}

TEST_F(RungWithAFailure, GoesOnWithoutARunThatFailsAgain)
{
    night.retryFailed();
    night.finish(*night.claim(self), RunState::Failed, {.error = "no text"});
    EXPECT_EQ(night.run(1).state, RunState::Waiting);
    EXPECT_EQ(night.run(2).state, RunState::Dropped);
}

TEST_F(RunQueue, TellsThatAnotherHasChangedIt)
{
    queue::RunQueue queue = open(), other = open();
    const std::int64_t before = queue.changes();
    EXPECT_EQ(queue.changes(), before);
    other.add(std::vector<queue::Job>(1));
    EXPECT_NE(queue.changes(), before);
}

TEST_F(RunQueue, WithAJobThatIsNestedTooDeepIsASentence)
{
    open().add(std::vector<queue::Job>(1));
    change(R"(UPDATE run SET job = replace(hex(zeroblob(200000)), '00', '{"a":'))");
    EXPECT_THAT(sentenceOf([&] { open().runs(); }), HasSubstr("cannot be read"));
}

TEST_F(RunQueue, OfAnotherVersionsValuesIsASentenceWithTheRun)
{
    open().add(std::vector<queue::Job>(2));
    for (const char* const value : {"state = 'paused'", "rung = -1", "seconds = 'many'"}) {
        change("UPDATE run SET state = 'waiting', rung = 0, seconds = 0");
        change(std::string("UPDATE run SET ") + value + " WHERE id = 2");
        EXPECT_THAT(sentenceOf([&] { open().runs(); }), HasSubstr("run 2 of the queue holds what")) << value;
        EXPECT_EQ(open().run(1).state, RunState::Waiting);
    }
}

TEST_F(RunQueue, IsNotMadeByWhoOnlyReads)
{
    EXPECT_THAT(refusal(), HasSubstr("holds no queue"));
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(RunQueue, OfAnotherVersionIsLeftAlone)
{
    open().add(std::vector<queue::Job>(3));
    change("PRAGMA user_version = 2");
    EXPECT_THAT(refusal(Database::Open::OrMake), HasSubstr("has version 2, but this Hamnet reads version 1"));
    change("PRAGMA user_version = 1");
    EXPECT_EQ(open().runs().size(), 3U);
}

TEST_F(RunQueue, IsNoOtherFile)
{
    std::filesystem::create_directory(path);
    folder.write("night/queue.sqlite", std::string(5000, 'x'));
    EXPECT_THAT(refusal(), HasSubstr("file is not a database"));
}

TEST_F(RunQueue, ThatIsFullKeepsWhatItHas)
{
    queue::RunQueue queue = open();
    queue.add(std::vector<queue::Job>(1));
    const std::string large(200'000'000, 'x');
    // A page more than the file has, for this connection alone: stands for a disk without room.
    Database limited(path / "queue.sqlite", Database::Open::Existing);
    limited.run("PRAGMA max_page_count = 1");
    EXPECT_THAT(sentenceOf([&] {
                    limited.together([&] { limited.run("INSERT INTO run (job, sweep) VALUES (?, 0)", {large}); });
                }),
                HasSubstr("disk is full"));
    EXPECT_EQ(queue.runs().size(), 1U);
}

} // namespace
