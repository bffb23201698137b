// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cpu_backend.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/vector_math.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace engine {
namespace {

using Function = void (*)(const float*, float*, std::int64_t);

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

float of(Function function, float x)
{
    function(&x, &x, 1);
    return x;
}

/// How far `found` is from the true value, in units of the last place that a float has there.
double unitsOff(float found, double exact)
{
    int exponent = 0;
    std::frexp(exact, &exponent);
    const double unit = std::ldexp(1.0, std::max(exponent - 24, -149));
    return std::abs(found - exact) / unit;
}

/// The largest distance over floats between -limit and limit, spread over all exponents.
double maxUnitsOff(Function function, double (*exact)(double), float limit)
{
    std::vector<float> x;
    for (std::uint64_t bits = 0; bits < 0x1'0000'0000u; bits += 8191) {
        const float value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        if (std::abs(value) <= limit) { // so that NaN is left out too
            x.push_back(value);
        }
    }
    std::vector<float> y(x.size());
    function(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
    double most = 0;
    for (std::size_t index = 0; index < x.size(); ++index) {
        most = std::max(most, unitsOff(y[index], exact(x[index])));
    }
    return most;
}

double exactSigmoid(double x)
{
    return 1 / (1 + std::exp(-x));
}

TEST(VectorMath, IsWithinOneToThreeUnitsOfTheLastPlace)
{
    EXPECT_LT(maxUnitsOff(expOf, std::exp, 88.7f), 1.0);
    EXPECT_LT(maxUnitsOff(tanhOf, std::tanh, infinity), 1.5);
    EXPECT_LT(maxUnitsOff(sigmoidOf, exactSigmoid, 87.0f), 3.0);
    EXPECT_NEAR(of(expOf, -100.0f), 3.8e-44f, 2e-45f) << "very small powers are not cut off";
}

TEST(VectorMath, OfInfinitiesAndZeroIsExact)
{
    EXPECT_EQ(of(expOf, infinity), infinity);
    EXPECT_EQ(of(expOf, -infinity), 0.0f);
    EXPECT_EQ(of(expOf, 89.5f), infinity);
    EXPECT_EQ(of(sigmoidOf, infinity), 1.0f);
    EXPECT_EQ(of(sigmoidOf, -infinity), 0.0f);
    EXPECT_EQ(of(tanhOf, infinity), 1.0f);
    EXPECT_EQ(of(tanhOf, -infinity), -1.0f);
    EXPECT_EQ(of(expOf, 0.0f), 1.0f);
    EXPECT_EQ(of(sigmoidOf, 0.0f), 0.5f);
    EXPECT_EQ(of(tanhOf, 0.0f), 0.0f);
}

TEST(VectorMath, NanStaysNan)
{
    for (const Function function : {expOf, sigmoidOf, tanhOf}) {
        EXPECT_TRUE(std::isnan(of(function, nan)));
        EXPECT_TRUE(std::isnan(of(function, -nan)));
    }
}

TEST(VectorMath, AnElementDoesNotDependOnItsPlaceOrOnTheThreads)
{
    std::vector<float> x(100'003);
    for (std::size_t index = 0; index < x.size(); ++index) {
        x[index] = static_cast<float>(index % 97) * 0.1f - 5;
    }
    CpuDevice device(cpuBackend(), 3);
    for (const Function function : {expOf, sigmoidOf, tanhOf}) {
        std::vector<float> y(x.size());
        function(x.data(), y.data(), static_cast<std::int64_t>(x.size()));
        for (std::size_t index = 97; index < x.size(); ++index) {
            ASSERT_EQ(y[index], y[index % 97]) << index;
        }
    }
}

} // namespace
} // namespace engine
