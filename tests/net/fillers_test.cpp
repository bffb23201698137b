// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/error.h"
#include "engine/net/fillers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine {

namespace {

struct Moments {
    double mean, deviation, least, most;
};

std::vector<float> filled(const WeightSpec& weight, std::uint64_t seed = 3)
{
    std::vector<float> values(static_cast<std::size_t>(weight.shape.count()));
    RandomSequence random(RandomStream{seed, 0});
    fill(weight, random, values);
    return values;
}

Moments momentsOf(const WeightSpec& weight)
{
    const std::vector<float> values = filled(weight);
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const float value : values) {
        squares += (value - mean) * (value - mean);
    }
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return {mean, std::sqrt(squares / count), *least, *most};
}

WeightSpec matrix(const Filler& filler)
{
    return {.name = "W", .shape = {200, 300}, .axes = "H, I", .filler = filler};
}

} // namespace

TEST(Fillers, UniformStaysBetweenItsLimits)
{
    const Moments found = momentsOf(matrix({.type = "uniform", .min = -0.2, .max = 0.6}));
    EXPECT_NEAR(found.mean, 0.2, 0.005);
    EXPECT_GE(found.least, -0.2);
    EXPECT_LE(found.most, 0.6);
    EXPECT_NEAR(found.most - found.least, 0.8, 0.001);
}

TEST(Fillers, GaussianHasItsMeanAndDeviation)
{
    const Moments found = momentsOf(matrix({.type = "gaussian", .mean = 1.5, .std = 0.25}));
    EXPECT_NEAR(found.mean, 1.5, 0.005);
    EXPECT_NEAR(found.deviation, 0.25, 0.005);
}

TEST(Fillers, XavierIsUniformByTheFanItNames)
{
    EXPECT_NEAR(momentsOf(matrix({.type = "xavier"})).most, std::sqrt(3.0 / 300), 1e-4);
    EXPECT_NEAR(momentsOf(matrix({.type = "xavier", .varianceNorm = "FAN_OUT"})).most, std::sqrt(3.0 / 200), 1e-4);
    EXPECT_NEAR(momentsOf(matrix({.type = "xavier", .varianceNorm = "AVERAGE"})).most, std::sqrt(3.0 / 250), 1e-4);
}

TEST(Fillers, MsraIsGaussianByItsFan)
{
    EXPECT_NEAR(momentsOf(matrix({.type = "msra"})).deviation, std::sqrt(2.0 / 300), 1e-3);
}

TEST(Fillers, AConstantBlockOverridesTheFiller)
{
    WeightSpec bias{.name = "b", .shape = {12}, .axes = "4H", .filler = {.type = "constant", .value = 0.5}};
    bias.blocks = {{.first = 3, .count = 3, .value = 1}};
    EXPECT_EQ(filled(bias), (std::vector<float>{.5f, .5f, .5f, 1, 1, 1, .5f, .5f, .5f, .5f, .5f, .5f}));
}

TEST(Fillers, ASeedIsOneSetOfValues)
{
    const WeightSpec weight = matrix({.type = "gaussian"});
    EXPECT_EQ(filled(weight, 4), filled(weight, 4));
    EXPECT_NE(filled(weight, 4), filled(weight, 5));
}

TEST(Fillers, AnUnknownOneIsRefused)
{
    EXPECT_THROW(filled(matrix({.type = "bilinear"})), Error);
}

} // namespace engine
