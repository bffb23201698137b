// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/train_run.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

namespace {

using testing::Contains;

class RunStart : public testing::Test {
protected:
    engine::RunDescription start(const std::string& device = {}) const { return queue::startOf(run, place, device); }

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
    watch::RunFolder place = queue::folderOf(folder.path(), 7);
    queue::QueuedRun run{.id = 7,
                         .job = {.run = {.settings = {{"device", std::string("cpu")},
                                                      {"seconds", 60.0},
                                                      {"seed", std::int64_t{5}},
                                                      {"every", std::int64_t{100}}},
                                         .first = {.file = "/w.hamnet"}},
                                 .settings = {}}};
};

TEST_F(RunStart, IsTheRunItselfWhereItIsNewButForTheDeviceOfTheRunner)
{
    EXPECT_EQ(start("cuda:1").settings.at("device"), engine::ParamValue(std::string("cuda:1")));
    EXPECT_EQ(start(), run.job.run);
    std::filesystem::create_directories(place.path());
    EXPECT_THAT(queue::trainArguments(start(), place),
                testing::IsSupersetOf({place.description().string(), std::string("--overwrite")}));
    EXPECT_EQ(contentsOf(place.description()), engine::toJson(run.job.run));
}

TEST_F(RunStart, GoesOnFromTheCheckpointForTheRestOfTheTime)
{
    saveCheckpoint(20);
    EXPECT_EQ(start().resume, place.checkpoint());
    EXPECT_EQ(start().settings.at("seconds"), engine::ParamValue(40.0));
    EXPECT_EQ(start().first, engine::FirstWeightsFile());
    const std::vector<std::string> words = queue::trainArguments(start(), place);
    EXPECT_THAT(words, Contains(place.rest().string()));
    EXPECT_THAT(words, testing::Not(Contains("--overwrite")));
}

TEST_F(RunStart, EndsAtTheRung)
{
    run.job.rungs = 2;
    run.job.iterations = 900;
    EXPECT_EQ(start().settings.at("iterations"), engine::ParamValue(std::int64_t{100}));
    run.rung = 2;
    EXPECT_EQ(start().settings.at("iterations"), engine::ParamValue(std::int64_t{900}));
}

} // namespace
