// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_meter.h"

#include <gtest/gtest.h>

using studio::MeterTrack;

TEST(MeterTrack, KeepsReadingsAsTheyCome)
{
    MeterTrack track;
    track.add({.seconds = 0.5, .utilisation = 10, .memoryShare = 40});
    track.add({.seconds = 1, .utilisation = 90, .memoryShare = 41});
    ASSERT_EQ(track.points().size(), 2U);
    EXPECT_FLOAT_EQ(track.points()[1].utilisation, 90);
    EXPECT_FLOAT_EQ(track.points()[0].memoryShare, 40);
}

TEST(MeterTrack, StaysBoundedAndKeepsTheMean)
{
    MeterTrack track;
    const int readings = 100'000;
    for (int index = 0; index < readings; ++index) {
        track.add({.seconds = 0.5 * index, .utilisation = index % 2 == 0 ? 0.0F : 100.0F, .memoryShare = 30});
    }
    EXPECT_LT(track.points().size(), MeterTrack::maxPoints);
    EXPECT_GT(track.points().size(), MeterTrack::maxPoints / 4);
    for (const MeterTrack::Point& point : track.points()) {
        ASSERT_FLOAT_EQ(point.utilisation, 50);
        ASSERT_FLOAT_EQ(point.memoryShare, 30);
    }
    EXPECT_NEAR(track.points().front().seconds, 0, 20);
    EXPECT_NEAR(track.points().back().seconds, 0.5 * readings, 20);
    EXPECT_GT(track.gap(), 0.5 * readings / static_cast<double>(track.points().size()));
}

TEST(MeterTrack, KeepsTheClockBesideTheTimeOfTraining)
{
    MeterTrack track;
    track.add({.seconds = 0, .clock = 4.5, .utilisation = 10, .memoryShare = 40});
    track.add({.seconds = 5, .clock = 5, .utilisation = 90, .memoryShare = 41}); // a step of five seconds
    EXPECT_LT(track.points()[1].clock - track.points()[0].clock, track.gap());
}

TEST(MeterTrack, ForgetsWhatLiesAfterAReturnToACheckpoint)
{
    MeterTrack track;
    for (int second = 0; second < 10; ++second) {
        track.add({.seconds = static_cast<double>(second), .utilisation = 50, .memoryShare = 30});
    }
    track.add({.seconds = 4, .utilisation = 80, .memoryShare = 30});
    ASSERT_EQ(track.points().size(), 5U);
    EXPECT_FLOAT_EQ(track.points().back().utilisation, 80);
}
