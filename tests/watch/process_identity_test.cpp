// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/process_identity.h"

#include <gtest/gtest.h>

TEST(ProcessIdentity, TellsTheLivingFromTheGone)
{
    const watch::ProcessIdentity self = watch::thisProcess();
    EXPECT_TRUE(watch::isAlive(self));
    EXPECT_FALSE(watch::isAlive({.id = self.id, .start = self.start + "1"}));
    EXPECT_FALSE(watch::isAlive({}));
}
