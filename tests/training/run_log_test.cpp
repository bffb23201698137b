// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_log.h"

#include <gmock/gmock.h>

#include <cmath>

using namespace engine;

namespace {

TrainEvent step(std::int64_t iteration, double seconds)
{
    TrainEvent event;
    event.iteration = iteration;
    event.seconds = seconds;
    event.loss = 4 - 0.1 * static_cast<double>(iteration);
    return event;
}

RunLog afterThreeSteps()
{
    RunLog log;
    log.take(StartEvent{.iterations = 40, .batchUnits = 16, .stepsPerEpoch = 10});
    for (const std::int64_t iteration : {1, 2, 3}) {
        log.take(step(iteration, 0.5 * static_cast<double>(iteration)));
    }
    return log;
}

} // namespace

TEST(RunLog, AStartForgetsWhatComesLater)
{
    RunLog log = afterThreeSteps();
    for (const std::int64_t iteration : {2, 3}) {
        log.take(ValidationEvent{.iteration = iteration, .loss = 2, .best = true});
        log.take(SampleEvent{.iteration = iteration});
        log.take(CheckpointEvent{.iteration = iteration, .file = "net.hamnet"});
    }
    log.take(EndEvent{.iterations = 3});
    log.take(StartEvent{.iteration = 2, .iterations = 50});
    EXPECT_EQ(log.curve.size(), 2U);
    EXPECT_EQ(log.validations.size(), 1U);
    EXPECT_EQ(log.samples.size(), 1U);
    EXPECT_EQ(log.checkpoints.size(), 1U);
    EXPECT_FALSE(log.end);
    EXPECT_EQ(log.start.iterations, 50);
    EXPECT_EQ(log.iteration(), 2);
}

TEST(RunLog, TellsWhatAnIterationIs)
{
    const RunLog log = afterThreeSteps();
    EXPECT_EQ(log.iteration(), 3);
    EXPECT_EQ(log.unitsUntil(3), 48);
    EXPECT_EQ(log.epochsUntil(5), 0.5);
    EXPECT_EQ(log.perSecond(2), 32);
    EXPECT_TRUE(std::isnan(RunLog().unitsUntil(3)));
    EXPECT_TRUE(std::isnan(RunLog().epochsUntil(3)));
}

TEST(RunLog, HasTheLimitsAndTheStateThatHoldNow)
{
    RunLog log = afterThreeSteps();
    log.take(ChangeEvent{.iteration = 3, .iterations = 9, .limits = {.seconds = 7}});
    log.take(PauseEvent{.iteration = 3, .paused = true});
    log.take(PacingEvent{.iteration = 3, .paced = true, .celsius = 80});
    EXPECT_EQ(log.start.iterations, 9);
    EXPECT_EQ(log.start.limits.seconds, 7);
    EXPECT_TRUE(log.paused);
    EXPECT_EQ(log.pacing.value().celsius, 80);
    log.take(PauseEvent{.iteration = 3});
    log.take(PacingEvent{.iteration = 3});
    EXPECT_FALSE(log.paused);
    EXPECT_FALSE(log.pacing);
}

TEST(RunLog, KnowsTheBestValidation)
{
    RunLog log = afterThreeSteps();
    EXPECT_EQ(log.bestValidation(), nullptr);
    log.take(ValidationEvent{.iteration = 1, .loss = 3, .best = true});
    log.take(ValidationEvent{
        .iteration = 2, .loss = 2, .metrics = {{"accuracy", 0.5}}, .training = {{"accuracy", 0.75}}, .best = true});
    log.take(ValidationEvent{.iteration = 3, .loss = 2.5});
    EXPECT_EQ(log.bestValidation()->iteration, 2);
    EXPECT_EQ(log.bestValidation()->metrics.size(), 2U) << "those of the training part stand among them";
    EXPECT_TRUE(log.bestValidation()->training.empty());
}
