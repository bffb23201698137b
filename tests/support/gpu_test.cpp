// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gpu.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <stdexcept>

using engine::test::hasGpuNode;
using engine::test::skipReason;

TEST(GpuOfTheTests, IsKnownByItsNode)
{
    const TemporaryFolder devices;
    EXPECT_FALSE(hasGpuNode(devices.path()));
    devices.write("nvidia0", "");
    EXPECT_TRUE(hasGpuNode(devices.path()));
}

TEST(GpuOfTheTests, ThatIsThereAndCannotBeUsedIsAFailureAndNoReasonToSkip)
{
    EXPECT_EQ(skipReason("no driver", false), "no driver");
    EXPECT_THROW(skipReason("the module does not load", true), std::runtime_error);
}
