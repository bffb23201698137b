// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/value_statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace engine {
namespace {

std::int64_t inHistogram(const ValueStatistics& values)
{
    return std::accumulate(values.histogram.begin(), values.histogram.end(), std::int64_t{0});
}

TEST(ValueStatistics, AreThoseOfAllValues)
{
    const ValueStatistics values = statisticsOf(std::vector<float>{-3, 0, 1, 2}, 4);
    EXPECT_DOUBLE_EQ(values.mean, 0);
    EXPECT_DOUBLE_EQ(values.norm, std::sqrt(14.0));
    EXPECT_DOUBLE_EQ(values.deviation, std::sqrt(14.0 / 4));
    EXPECT_DOUBLE_EQ(values.minimum, -3);
    EXPECT_DOUBLE_EQ(values.maximum, 2);
    EXPECT_EQ(inHistogram(values), 4);
    EXPECT_EQ(values.histogram.front(), 1);
    EXPECT_EQ(values.histogram.back(), 1);
}

TEST(ValueStatistics, LeaveOutAndCountWhatIsNotFinite)
{
    const float infinite = std::numeric_limits<float>::infinity();
    const ValueStatistics values = statisticsOf(std::vector<float>{1, infinite, std::nanf(""), 3}, 4);
    EXPECT_EQ(values.notFinite, 2);
    EXPECT_DOUBLE_EQ(values.mean, 2);
    EXPECT_DOUBLE_EQ(values.maximum, 3);
    EXPECT_EQ(inHistogram(values), 2);
}

TEST(ValueStatistics, OfAConstantFillOneBinAndOfNothingNone)
{
    const ValueStatistics values = statisticsOf(std::vector<float>(10, 7.0f), 10);
    EXPECT_EQ(values.highest(), 10);
    EXPECT_DOUBLE_EQ(values.deviation, 0);
    EXPECT_EQ(statisticsOf({}, 0), ValueStatistics());
    EXPECT_DOUBLE_EQ(statisticsOf(std::vector<float>(16, 0.5f), 64).norm, 4) << "scaled from a sample to the tensor";
}

TEST(ValueStatistics, KeepOneOutlierFromFlatteningTheHistogram)
{
    std::vector<float> sample(1000);
    for (std::size_t place = 0; place < sample.size(); ++place) {
        sample[place] = static_cast<float>(place % 10);
    }
    sample.push_back(1000);
    const ValueStatistics values = statisticsOf(sample, 1001);
    EXPECT_LT(values.last, 200);
    EXPECT_DOUBLE_EQ(values.maximum, 1000);
    EXPECT_EQ(inHistogram(values), 1001);
    EXPECT_EQ(values.histogram.back(), 1);
}

} // namespace
} // namespace engine
