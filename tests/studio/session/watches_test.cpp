// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/progress_tracker.h"

#include <gtest/gtest.h>

using studio::GpuWatch;

namespace {

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
