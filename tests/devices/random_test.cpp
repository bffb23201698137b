// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace engine {
namespace {

// The known answers that the authors of Philox4x32-10 publish with it.
TEST(Philox, GivesThePublishedWords)
{
    const Philox zero = philox(0, 0, 0);
    EXPECT_EQ(zero.words[0], 0x6627e8d5u);
    EXPECT_EQ(zero.words[1], 0xe169c58du);
    EXPECT_EQ(zero.words[2], 0xbc57ac4cu);
    EXPECT_EQ(zero.words[3], 0x9b00dbd8u);
    const std::uint64_t all = ~std::uint64_t{0};
    const Philox ones = philox(all, all, all);
    EXPECT_EQ(ones.words[0], 0x408f276du);
    EXPECT_EQ(ones.words[1], 0x41c83b0eu);
    EXPECT_EQ(ones.words[2], 0xa20bc7c6u);
    EXPECT_EQ(ones.words[3], 0x6d5451fdu);
}

TEST(RandomStream, SeedsAndStreamsHaveKeysOfTheirOwn)
{
    EXPECT_NE((RandomStream{1, 0}.key()), (RandomStream{0, 1}.key()));
    EXPECT_NE((RandomStream{1, 2}.key()), (RandomStream{2, 1}.key()));
}

TEST(RandomSequence, GoesOnFromAnyPosition)
{
    RandomSequence all({.seed = 3, .stream = 4});
    std::vector<std::uint32_t> words;
    for (int index = 0; index < 11; ++index) {
        words.push_back(all.next());
    }
    RandomSequence later({.seed = 3, .stream = 4}, 6);
    EXPECT_EQ(later.next(), words[6]);
    EXPECT_EQ(later.position(), 7u);
}

TEST(RandomSequence, GaussianHasMeanZeroAndDeviationOne)
{
    RandomSequence random({.seed = 1, .stream = 1});
    double sum = 0, squares = 0;
    constexpr int count = 20'000;
    for (int index = 0; index < count; ++index) {
        const double value = random.gaussian();
        ASSERT_TRUE(std::isfinite(value));
        sum += value;
        squares += value * value;
    }
    EXPECT_NEAR(sum / count, 0, 0.03);
    EXPECT_NEAR(squares / count, 1, 0.04);
}

TEST(Uniform, LiesBelowOne)
{
    EXPECT_EQ(uniform(0), 0.0f);
    EXPECT_LT(uniform(0xFFFFFFFFu), 1.0f);
}

} // namespace
} // namespace engine
