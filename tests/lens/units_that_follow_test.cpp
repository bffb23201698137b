// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/catalog.h"
#include "engine/graph/model.h"
#include "engine/lens/units_that_follow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace engine {
namespace {

constexpr std::int64_t steps = 400, units = 70;

/// Two layers of an LSTM whose gates and states are noise.
std::vector<UnitValues> noise()
{
    std::mt19937 random(9);
    std::normal_distribution<float> normal;
    const Layer layer{.name = "lstm", .type = "LSTM", .params = {{"num_output", units}}};
    const std::optional<RecurrentStack> stack = recurrentStack(layerType("LSTM"), completeParams(layer, Dialect::Bvlc));
    std::vector<UnitValues> layers;
    for (int index = 0; index < 2; ++index) {
        UnitValues& values = layers.emplace_back(
            UnitValues{.layer = "lstm", .cell = stack->cell, .steps = steps, .units = units, .gates = {}});
        const auto fill = [&](std::int64_t count) {
            auto made = std::make_unique<float[]>(static_cast<std::size_t>(count));
            std::generate_n(made.get(), count, [&] { return normal(random); });
            return made;
        };
        values.gates = fill(steps * units * 4);
        values.states.push_back(fill(steps * units));
        values.states.push_back(fill(steps * units));
    }
    return layers;
}

std::vector<float> everySeventh()
{
    std::vector<float> series(steps);
    for (std::size_t step = 0; step < series.size(); ++step) {
        series[step] = step % 7 < 3 ? 1.0f : 0.0f;
    }
    return series;
}

} // namespace

TEST(UnitsThatFollow, FindsThoseThatWerePlanted)
{
    std::vector<UnitValues> layers = noise();
    const std::vector<float> series = everySeventh();
    for (std::int64_t step = 0; step < steps; ++step) {
        const float value = series[static_cast<std::size_t>(step)];
        layers[1].states[1][static_cast<std::size_t>(step * units + 66)] = 1000 - 0.01f * value; // exactly, against it
        layers[0].gates[static_cast<std::size_t>((step * 4 + 2) * units + 5)] += 3 * value;      // nearly
    }
    const std::vector<Follower> found = unitsThatFollow(layers, series, 10);
    ASSERT_EQ(found.size(), 10u);
    EXPECT_EQ(found[0].layer, 1u);
    EXPECT_EQ(found[0].quantity, 5);
    EXPECT_EQ(found[0].unit, 66);
    EXPECT_NEAR(found[0].r, -1, 1e-4);
    EXPECT_EQ(found[1].layer, 0u);
    EXPECT_EQ(found[1].quantity, 2);
    EXPECT_EQ(found[1].unit, 5);
    EXPECT_GT(found[1].r, 0.7);
    EXPECT_LT(std::abs(found[2].r), 0.3);
}

TEST(UnitsThatFollow, IsPearsonsCoefficient)
{
    std::vector<UnitValues> layers = noise();
    const std::vector<float> series = everySeventh();
    const Follower some = unitsThatFollow(layers, series, 50).at(40);
    double meanX = 0, meanY = 0, xx = 0, yy = 0, xy = 0;
    for (std::int64_t step = 0; step < steps; ++step) {
        meanX += static_cast<double>(layers[some.layer].at(some.quantity, step, some.unit)) / steps;
        meanY += static_cast<double>(series[static_cast<std::size_t>(step)]) / steps;
    }
    for (std::int64_t step = 0; step < steps; ++step) {
        const double x = static_cast<double>(layers[some.layer].at(some.quantity, step, some.unit)) - meanX;
        const double y = static_cast<double>(series[static_cast<std::size_t>(step)]) - meanY;
        xx += x * x;
        yy += y * y;
        xy += x * y;
    }
    EXPECT_NEAR(some.r, xy / std::sqrt(xx * yy), 1e-9);
}

TEST(UnitsThatFollow, LeavesOutWhatNeverChanges)
{
    std::vector<UnitValues> layers = noise();
    EXPECT_TRUE(unitsThatFollow(layers, std::vector<float>(steps, 2.0f), 10).empty());
    for (std::int64_t step = 0; step < steps; ++step) {
        layers[0].states[0][static_cast<std::size_t>(step * units)] = 0.25f;
    }
    EXPECT_EQ(unitsThatFollow(layers, everySeventh(), 100'000).size(), 2u * 6 * units - 1);
    EXPECT_THROW(unitsThatFollow(layers, everySeventh(), 10, [] { return false; }), CancelledError);
}

} // namespace engine
