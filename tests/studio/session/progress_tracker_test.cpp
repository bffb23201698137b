// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/progress_tracker.h"

#include <gtest/gtest.h>

using studio::ProgressTracker;

namespace {

/// Of 200 iterations, 100 a second, with 64 characters each, after which `iterations` is the end.
engine::RunLog runUntil(std::int64_t iterations)
{
    engine::RunLog run;
    run.start.iterations = iterations;
    run.start.stepsPerEpoch = 50;
    run.start.batchUnits = 64;
    for (int iteration = 1; iteration <= 200; ++iteration) {
        run.curve.append({.iteration = iteration, .seconds = 0.01 * iteration, .loss = 2});
    }
    return run;
}

} // namespace

TEST(ProgressTracker, TellsSpeedAndTimeLeft)
{
    const engine::RunLog run = runUntil(500);
    ProgressTracker tracker;
    tracker.begin(run);
    tracker.update(run);
    EXPECT_NEAR(tracker.now().charsPerSecond, 6400, 1);
    EXPECT_NEAR(tracker.now().millisecondsPerStep, 10, 0.01);
    EXPECT_EQ(tracker.now().iteration, 200);
    EXPECT_EQ(tracker.now().epochs, 10);
    EXPECT_NEAR(tracker.now().secondsLeft.value(), 3, 0.01);
    EXPECT_TRUE(tracker.isUnshown());
    EXPECT_NEAR(tracker.show().loss, 2, 1e-6);
    EXPECT_FALSE(tracker.isUnshown());
}

TEST(ProgressTracker, TellsNoTimeLeftWithoutAnEnd)
{
    engine::RunLog run = runUntil(engine::endless);
    ProgressTracker tracker;
    tracker.begin(run);
    tracker.update(run);
    EXPECT_EQ(tracker.now().iterations, 0);
    EXPECT_FALSE(tracker.now().secondsLeft.has_value());
    run.start.limits.seconds = 30;
    tracker.update(run);
    EXPECT_NEAR(tracker.now().secondsLeft.value(), 30, 0.5);
}

TEST(ProgressTracker, TakesTheSpeedOfThisStartAlone)
{
    engine::RunLog run = runUntil(500);
    run.start.iteration = 200; // it goes on: all of the curve is its past
    ProgressTracker tracker;
    tracker.begin(run);
    tracker.update(run);
    EXPECT_EQ(tracker.now().charsPerSecond, 0);
    EXPECT_FALSE(tracker.now().secondsLeft.has_value());
}

TEST(ProgressTracker, CountsNoPause)
{
    ProgressTracker tracker;
    tracker.resume();
    tracker.pause();
    tracker.update(runUntil(500));
    const double elapsed = tracker.now().elapsed;
    tracker.update(runUntil(500));
    EXPECT_EQ(tracker.now().elapsed, elapsed);
    EXPECT_FALSE(tracker.isOld());
}
