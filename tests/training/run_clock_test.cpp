// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_clock.h"

#include <gtest/gtest.h>

namespace engine {

namespace {

using namespace std::chrono_literals;

/// A meter whose thread looks at times that the test says.
struct Watched {
    StopMeter meter;
    StopMeter::TimePoint now{};
    StopMeter::Duration delayed{};

    /// The next look after so long, of which the thread waited for a processor.
    StopMeter::Duration stoppedAfter(StopMeter::Duration time, StopMeter::Duration waited = {})
    {
        now += time;
        delayed += waited;
        meter.note(now, delayed);
        return meter.stopped();
    }
};

} // namespace

TEST(StopMeter, TakesALookThatComesMuchTooLateForAStop)
{
    Watched watched;
    EXPECT_EQ(watched.stoppedAfter(50ms), 0ms);
    EXPECT_EQ(watched.stoppedAfter(10s), 10s - StopMeter::interval);
    EXPECT_EQ(watched.stoppedAfter(50ms), 10s - StopMeter::interval);
    EXPECT_EQ(watched.stoppedAfter(3s), 13s - 2 * StopMeter::interval);
}

TEST(StopMeter, TakesAWaitForAProcessorForNone)
{
    Watched watched;
    EXPECT_EQ(watched.stoppedAfter(10s, 9900ms), 0ms);
    EXPECT_EQ(watched.stoppedAfter(200ms), 0ms) << "a little late";
    EXPECT_EQ(watched.stoppedAfter(20s, 5s), 15s - StopMeter::interval);
}

TEST(StopMeter, DoesNotCountWhatWasBeforeItBegan)
{
    Watched watched;
    watched.meter.restart(watched.now += 1h, 2h);
    watched.delayed = 2h;
    EXPECT_EQ(watched.stoppedAfter(50ms), 0ms);
}

TEST(RunClock, GoesOnAsItsSourceDoes)
{
    RunClock::TimePoint time{};
    RunClock clock([&] { return time; });
    const RunClock::TimePoint start = clock.now();
    time += 1500ms;
    EXPECT_DOUBLE_EQ(clock.secondsSince(start), 1.5);
}

TEST(RunClock, NeverGoesBackWhileItIsWatchedOrNot)
{
    RunClock clock;
    RunClock::TimePoint last = clock.now();
    for (int turn = 0; turn < 3; ++turn) {
        const RunClock::Watch watch(clock);
        for (int look = 0; look < 1000; ++look) {
            const RunClock::TimePoint now = clock.now();
            EXPECT_GE(now, last);
            last = now;
        }
    }
}

} // namespace engine
