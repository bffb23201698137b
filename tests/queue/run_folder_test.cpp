// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/run_folder.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

namespace {

using testing::Contains;
using testing::Not;

class RunArguments : public testing::Test {
protected:
    std::vector<std::string> words(const std::string& device = {}) const
    {
        return queue::trainArguments(run, place, device);
    }

    /// As a run leaves it that has trained for so many seconds.
    void saveCheckpoint(double seconds) const
    {
        std::filesystem::create_directories(place.path());
        engine::Checkpoint checkpoint;
        checkpoint.model = "name: \"net\"\n";
        checkpoint.seconds = seconds;
        engine::saveCheckpoint(place.checkpoint(), checkpoint);
    }

    TemporaryFolder folder;
    queue::RunFolder place{folder.path(), 7};
    queue::QueuedRun run{.id = 7,
                         .job = {.folder = {},
                                 .model = {},
                                 .solver = {},
                                 .atStart = {"--init-weights=w.hamnet"},
                                 .always = {"--device=cpu", "--seconds=60"},
                                 .settings = {},
                                 .seed = 5}};
};

TEST_F(RunArguments, BeginWithModelSolverSeedAndFirstWeights)
{
    EXPECT_THAT(words(), testing::IsSupersetOf({place.model().string(), "--solver=" + place.solver().string(),
                                                std::string("--seed=5"), std::string("--init-weights=w.hamnet"),
                                                std::string("--device=cpu"), std::string("--seconds=60")}));
}

TEST_F(RunArguments, GoOnFromTheCheckpointForTheRestOfTheTime)
{
    saveCheckpoint(20);
    EXPECT_THAT(words(),
                testing::IsSupersetOf({"--resume=" + place.checkpoint().string(), std::string("--seconds=40")}));
    EXPECT_THAT(words(), Not(Contains("--init-weights=w.hamnet")));
    EXPECT_THAT(words(), Not(Contains("--overwrite")));
}

TEST_F(RunArguments, TakeTheDeviceOfTheRunner)
{
    EXPECT_THAT(words("cuda:1"), Contains("--device=cuda:1"));
    EXPECT_THAT(words("cuda:1"), Not(Contains("--device=cpu")));
}

TEST_F(RunArguments, EndAtTheRung)
{
    run.job.rungs = 2;
    run.job.iterations = 900;
    EXPECT_THAT(words(), Contains("--iterations=100"));
    run.rung = 2;
    EXPECT_THAT(words(), Contains("--iterations=900"));
}

} // namespace
