// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race_meter.h"

#include <gtest/gtest.h>

using contest::MeterReading;
using studio::RaceMeter;

namespace {

MeterReading readingAt(double clock, std::optional<double> percent, std::optional<double> joules,
                       std::optional<double> watts = {})
{
    return {.seconds = clock, .percent = percent, .process = {}, .machine = {}, .joules = joules, .watts = watts};
}

} // namespace

TEST(RaceMeter, CountsEnergyFromTheFirstReadingOn)
{
    RaceMeter meter;
    meter.add(readingAt(10, 0, 5000), 0);
    EXPECT_FALSE(meter.joules());
    meter.add(readingAt(11, 50, 5300), 1);
    meter.add(readingAt(12, 90, 5900), 2);
    EXPECT_DOUBLE_EQ(*meter.joules(), 900);
    EXPECT_DOUBLE_EQ(*meter.joulesAt(0), 0);
    EXPECT_DOUBLE_EQ(*meter.joulesAt(1.5), 600);
    EXPECT_FALSE(meter.joulesAt(2.5)) << "not known yet";
}

TEST(RaceMeter, BusynessBeginsAfterTheFirstStep)
{
    RaceMeter meter;
    meter.add(readingAt(0, 3, 0), 0);
    meter.add(readingAt(20, 4, 100), 0); // it looks for its fastest way
    meter.add(readingAt(40, 98, 200), 30);
    EXPECT_FALSE(meter.utilisation()) << "one reading says nothing of the time in which the first step ended";
    meter.add(readingAt(41, 90, 300), 31);
    EXPECT_DOUBLE_EQ(*meter.utilisation(), 90);
    EXPECT_DOUBLE_EQ(*meter.joules(), 300) << "energy counts from the start, as the seconds do";
    EXPECT_DOUBLE_EQ(*meter.joulesAt(0), 0);
}

TEST(RaceMeter, TellsEarlyWhetherItsDeviceCountsEnergy)
{
    RaceMeter meter, silent;
    EXPECT_FALSE(meter.hasBegun());
    EXPECT_FALSE(meter.tellsEnergy());
    meter.add(readingAt(0, 3, 0), 0);
    silent.add(readingAt(0, 3, {}), 0);
    EXPECT_TRUE(meter.hasBegun() && meter.tellsEnergy());
    EXPECT_TRUE(silent.hasBegun() && !silent.tellsEnergy());
}

TEST(RaceMeter, TakesThePowerWhereThereIsNoCounter)
{
    RaceMeter meter;
    meter.add(readingAt(0, 0, {}, 100), 0);
    meter.add(readingAt(2, 50, {}, 300), 1.5);
    EXPECT_DOUBLE_EQ(*meter.joules(), 600);
    EXPECT_DOUBLE_EQ(*meter.joulesAt(0.75), 300);
}

TEST(RaceMeter, WeighsBusynessByItsTime)
{
    RaceMeter meter;
    meter.add(readingAt(0, 0, {}), 0.1);
    meter.add(readingAt(1, 100, {}), 1);
    meter.add(readingAt(4, 20, {}), 4);
    EXPECT_DOUBLE_EQ(*meter.utilisation(), 40);
    EXPECT_FALSE(meter.joules()) << "the device tells neither energy nor power";
    EXPECT_FALSE(meter.joulesAt(1));
}
