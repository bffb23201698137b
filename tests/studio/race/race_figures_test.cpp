// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race.h"
#include "tests/contest/falling_curve.h"

#include <gtest/gtest.h>

using contest::curveOf;
using contest::falling;
using engine::Curve;

namespace {

Curve cutTo(Curve curve, std::size_t size)
{
    curve.cut(size);
    return curve;
}

} // namespace

TEST(RaceFigures, TheFirstStepIsNotTypical)
{
    const Curve curve = curveOf(falling(5, 0.1), 0.25);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(curve), 0.25);
    EXPECT_DOUBLE_EQ(*studio::stepSeconds(cutTo(curve, 1)), 1);
    EXPECT_FALSE(studio::stepSeconds({}));
}
