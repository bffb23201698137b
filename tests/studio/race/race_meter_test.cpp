// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_meter.h"

#include <gtest/gtest.h>

using engine::DeviceReading;
using engine::GpuReading;
using studio::RaceMeter;

namespace {

const char* const bus = "00000000:3B:00.0";

GpuReading gpuWith(double percent, std::optional<double> joules, std::optional<double> watts = {})
{
    GpuReading gpu;
    gpu.busId = bus;
    gpu.utilisationPercent = percent;
    gpu.joules = joules;
    gpu.watts = watts;
    return gpu;
}

/// Of two GPUs, of which the other one is not to be counted.
DeviceReading readingAt(double clock, const GpuReading& gpu)
{
    GpuReading another = gpuWith(1, 1);
    another.busId = "00000000:5E:00.0";
    DeviceReading reading;
    reading.seconds = clock;
    reading.gpus = {another, gpu};
    return reading;
}

} // namespace

TEST(RaceMeter, CountsEnergyFromTheFirstReadingOn)
{
    RaceMeter meter(bus);
    meter.add(readingAt(10, gpuWith(0, 5000)), 0);
    EXPECT_FALSE(meter.joules());
    meter.add(readingAt(11, gpuWith(50, 5300)), 1);
    meter.add(readingAt(12, gpuWith(90, 5900)), 2);
    EXPECT_DOUBLE_EQ(*meter.joules(), 900);
    EXPECT_DOUBLE_EQ(*meter.joulesAt(0), 0);
    EXPECT_DOUBLE_EQ(*meter.joulesAt(1.5), 600);
    EXPECT_FALSE(meter.joulesAt(2.5)) << "not known yet";
}

TEST(RaceMeter, BusynessBeginsAfterTheFirstStep)
{
    RaceMeter meter(bus);
    meter.add(readingAt(0, gpuWith(3, 0)), 0);
    meter.add(readingAt(20, gpuWith(4, 100)), 0); // it looks for its fastest way
    meter.add(readingAt(40, gpuWith(98, 200)), 30);
    EXPECT_FALSE(meter.utilisation()) << "one reading says nothing of the time in which the first step ended";
    meter.add(readingAt(41, gpuWith(90, 300)), 31);
    EXPECT_DOUBLE_EQ(*meter.utilisation(), 90);
    EXPECT_DOUBLE_EQ(*meter.joules(), 300) << "energy counts from the start, as the seconds do";
    EXPECT_DOUBLE_EQ(*meter.joulesAt(0), 0);
}

TEST(RaceMeter, TellsEarlyWhetherItsDeviceCountsEnergy)
{
    RaceMeter meter(bus), silent(bus);
    EXPECT_FALSE(meter.hasBegun());
    EXPECT_FALSE(meter.tellsEnergy());
    meter.add(readingAt(0, gpuWith(3, 0)), 0);
    silent.add(readingAt(0, gpuWith(3, {})), 0);
    EXPECT_TRUE(meter.hasBegun() && meter.tellsEnergy());
    EXPECT_TRUE(silent.hasBegun() && !silent.tellsEnergy());
}

TEST(RaceMeter, TakesThePowerWhereThereIsNoCounter)
{
    RaceMeter meter(bus);
    meter.add(readingAt(0, gpuWith(0, {}, 100)), 0);
    meter.add(readingAt(2, gpuWith(50, {}, 300)), 1.5);
    EXPECT_DOUBLE_EQ(*meter.joules(), 600);
    EXPECT_DOUBLE_EQ(*meter.joulesAt(0.75), 300);
}

TEST(RaceMeter, WeighsBusynessByItsTime)
{
    RaceMeter meter(bus);
    meter.add(readingAt(0, gpuWith(0, {})), 0.1);
    meter.add(readingAt(1, gpuWith(100, {})), 1);
    meter.add(readingAt(4, gpuWith(20, {})), 4);
    EXPECT_DOUBLE_EQ(*meter.utilisation(), 40);
    EXPECT_FALSE(meter.joules()) << "the device tells neither energy nor power";
    EXPECT_FALSE(meter.joulesAt(1));
}

TEST(RaceMeter, OfTheProcessorSeesThisProgram)
{
    RaceMeter meter;
    DeviceReading reading = readingAt(0, gpuWith(99, 1));
    meter.add(reading, 0.1);
    reading.seconds = 1;
    reading.processor.processPercent = 45;
    meter.add(reading, 1);
    EXPECT_DOUBLE_EQ(*meter.utilisation(), 45);
    EXPECT_FALSE(meter.joules());
}
