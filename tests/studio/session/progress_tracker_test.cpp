// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/progress_tracker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace studio {

namespace {

/// A loss of 4 - slope · ln(iteration), with noise.
engine::Curve slopingCurve(std::int64_t iterations, double slope)
{
    std::mt19937 random(5);
    std::normal_distribution<double> noise(0, 0.05);
    engine::Curve curve;
    for (std::int64_t iteration = 1; iteration <= iterations; ++iteration) {
        const double loss = 4 - slope * std::log(static_cast<double>(iteration)) + noise(random);
        curve.append({.iteration = iteration, .loss = loss});
    }
    return curve;
}

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

engine::GpuReading gpu(const std::string& busId, double busyPercent, double watts)
{
    engine::GpuReading reading;
    reading.busId = busId;
    reading.utilisationPercent = busyPercent;
    reading.watts = watts;
    reading.limitWatts = 700;
    return reading;
}

/// What the monitor says of a machine with two GPUs: the second one is the run's.
engine::DeviceReading reading(double busyPercent, double watts)
{
    engine::DeviceReading reading;
    reading.gpus = {gpu("00000000:1B:00.0", 100, 700), gpu("00000000:3B:00.0", busyPercent, watts)};
    return reading;
}

GpuWatch watchOf(const std::string& busId, double busyPercent, double watts, std::size_t count = GpuWatch::readings)
{
    GpuWatch watch;
    watch.begin(busId);
    for (std::size_t index = 0; index < count; ++index) {
        watch.add(reading(busyPercent, watts));
    }
    return watch;
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
    EXPECT_NEAR(tracker.now().loss, 2, 1e-6);
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
}

TEST(LossTrend, FindsWhereAFallingLossLeads)
{
    // 4 - 0.3 ln i = 1.5 at i = e^(2.5 / 0.3) = 4161
    const std::optional<std::int64_t> there = iterationAtLoss(slopingCurve(2000, 0.3), 1.5);
    ASSERT_TRUE(there);
    EXPECT_NEAR(static_cast<double>(*there), 4161, 400);
}

TEST(LossTrend, SaysNothingOfALossThatDoesNotFall)
{
    EXPECT_FALSE(iterationAtLoss(slopingCurve(2000, 0), 1.5));
    EXPECT_FALSE(iterationAtLoss(slopingCurve(2000, -0.1), 1.5));
}

TEST(LossTrend, SaysNothingOfAFarTarget)
{
    EXPECT_FALSE(iterationAtLoss(slopingCurve(2000, 0.3), 0.5));
}

TEST(LossTrend, SaysNothingOfAShortCurve)
{
    EXPECT_FALSE(iterationAtLoss(slopingCurve(150, 0.3), 1.5));
}

TEST(LossTrend, MeansTheLastPoints)
{
    const engine::Curve curve{{.loss = 9}, {.loss = 1}, {.loss = 2}};
    EXPECT_EQ(meanLoss(curve, 2), 1.5);
    EXPECT_EQ(meanLoss(curve, 100), 4);
    EXPECT_TRUE(std::isnan(meanLoss({}, 100)));
}

TEST(GpuWatch, GivesTheMeanOfTheRunsOwnGpu)
{
    const auto use = watchOf("0000:3b:00.0", 20, 140).use();
    ASSERT_TRUE(use);
    EXPECT_NEAR(use->busyShare, 0.2, 1e-9);
    EXPECT_NEAR(use->powerShare.value(), 0.2, 1e-9);
    EXPECT_TRUE(engine::starvation(*use));
}

TEST(GpuWatch, SaysNothingBeforeSomeSecondsHavePassed)
{
    EXPECT_FALSE(watchOf("0000:3b:00.0", 20, 140, GpuWatch::readings - 1).use());
}

TEST(GpuWatch, SaysNothingOfARunOnTheProcessor)
{
    EXPECT_FALSE(watchOf("", 20, 140).use());
}

TEST(GpuWatch, TellsHowMuchTimePassesBetweenSteps)
{
    GpuWatch watch;
    watch.begin("0000:3b:00.0");
    for (std::size_t index = 0; index < GpuWatch::readings; ++index) {
        const auto seconds = static_cast<double>(index);
        watch.add(reading(40, 200), {.elapsed = 100 + seconds, .trained = 80 + 0.25 * seconds});
    }
    EXPECT_NEAR(watch.use().value().betweenShare, 0.75, 1e-9);
}

TEST(GpuWatch, FollowsTheLastSeconds)
{
    GpuWatch watch = watchOf("0000:3b:00.0", 20, 140);
    for (std::size_t index = 0; index < GpuWatch::readings; ++index) {
        watch.add(reading(95, 600));
    }
    EXPECT_NEAR(watch.use().value().busyShare, 0.95, 1e-9);
    watch.forget();
    EXPECT_FALSE(watch.use());
}

} // namespace studio
