// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_session.h"

#include <gtest/gtest.h>

using studio::InsideWatch;

TEST(InsideWatch, LooksAtNothingWhileNothingIsShown)
{
    InsideWatch watch;
    watch.begin();
    EXPECT_FALSE(watch.isDue(100));
    watch.show(true);
    EXPECT_TRUE(watch.isDue(100));
}

TEST(InsideWatch, AsksForOneLookAtATime)
{
    InsideWatch watch;
    watch.show(true);
    watch.ask();
    EXPECT_FALSE(watch.isDue(1000));
    watch.tell(1000, 0);
    EXPECT_FALSE(watch.isDue(1000.1));
    EXPECT_TRUE(watch.isDue(1000 + InsideWatch::pause));
}

TEST(InsideWatch, LooksTheMoreRarelyTheMoreItCosts)
{
    InsideWatch watch;
    watch.show(true);
    double now = 0, looking = 0;
    for (const double cost : {0.001, 0.05, 0.4, 0.05}) {
        while (!watch.isDue(now)) {
            now += 0.033;
        }
        watch.ask();
        now += cost;
        looking += cost;
        watch.tell(now, cost);
    }
    while (!watch.isDue(now)) {
        now += 0.033;
    }
    EXPECT_LT(looking / now, 0.02);
}

TEST(InsideWatch, BeginsAgainWithAnotherRun)
{
    InsideWatch watch;
    watch.show(true);
    watch.ask();
    watch.begin();
    EXPECT_TRUE(watch.isDue(0));
}
