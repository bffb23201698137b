// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/array_job.h"
#include "app/queue/run_queue.h"
#include "engine/graph/error.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

namespace {

using testing::HasSubstr;

const std::vector<queue::Job> twoJobs(2);

TEST(ArrayJob, HasAScriptForAllItsRuns)
{
    const TemporaryFolder folder;
    const std::string script = contentsOf(queue::writeArray(folder.path() / "night", twoJobs));
    EXPECT_THAT(script, HasSubstr("#SBATCH --array=1-2\n"));
    EXPECT_THAT(script, HasSubstr("--only \"$SLURM_ARRAY_TASK_ID\""));
    EXPECT_EQ(queue::runsOfArray(folder.path() / "night").size(), 2U);
}

TEST(ArrayJob, ShowsWhatCameBack)
{
    const TemporaryFolder folder;
    queue::writeArray(folder.path(), twoJobs);
    folder.write(
        "runs/2/result.json",
        R"({"state":"done","best_loss":1.5,"judged":1.5,"joules":null,"seconds":3,"iteration":40,"error":""})");
    const std::vector<queue::QueuedRun> runs = queue::runsOfArray(folder.path());
    EXPECT_EQ(runs.at(0).state, queue::RunState::Waiting);
    EXPECT_EQ(runs.at(1).state, queue::RunState::Done);
    EXPECT_EQ(runs.at(1).result.bestLoss, 1.5);
    EXPECT_EQ(runs.at(1).result.joules, std::nullopt);
}

TEST(ArrayJob, ShowsARunWhoseFilesCannotBeReadAsFailed)
{
    const TemporaryFolder folder;
    queue::writeArray(folder.path(), twoJobs);
    const auto refusal = [&] {
        const std::vector<queue::QueuedRun> runs = queue::runsOfArray(folder.path());
        EXPECT_EQ(runs.at(0).state, queue::RunState::Failed);
        EXPECT_EQ(runs.at(1).state, queue::RunState::Waiting);
        return runs.at(0).result.error;
    };
    folder.write("runs/1/result.json", R"({"state":"do)");
    EXPECT_THAT(refusal(), HasSubstr("runs/1/result.json cannot be read; hamnet queue run --only 1"));
    folder.write("runs/1/job.json", R"({"fold)");
    EXPECT_THAT(refusal(), HasSubstr("the description of a run cannot be read"));
    const std::filesystem::path job = folder.path() / "runs/1/job.json";
    std::filesystem::remove(job);
    ASSERT_EQ(::mkfifo(job.c_str(), 0600), 0);
    EXPECT_THAT(refusal(), HasSubstr("job.json is a pipe or a device"));
}

TEST(ArrayJob, TakesNoFolderTwice)
{
    const TemporaryFolder folder;
    queue::writeArray(folder.path() / "array", twoJobs);
    EXPECT_THROW(queue::writeArray(folder.path() / "array", twoJobs), engine::Error);
    EXPECT_THROW(queue::RunQueue(folder.path() / "array", queue::Database::Open::OrMake), engine::Error);
    queue::RunQueue(folder.path() / "queue", queue::Database::Open::OrMake);
    EXPECT_THROW(queue::writeArray(folder.path() / "queue", twoJobs), engine::Error);
}

} // namespace
