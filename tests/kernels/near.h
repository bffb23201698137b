// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace engine::test {

/// Whether every element is near the wanted one: within `tolerance`, relative where the number is above 1, absolute
/// below.
template <typename Found, typename Wanted>
::testing::AssertionResult allNear(const Found& found, const Wanted& wanted, double tolerance)
{
    if (std::size(found) != std::size(wanted)) {
        return ::testing::AssertionFailure() << std::size(found) << " elements, but " << std::size(wanted) << " wanted";
    }
    for (std::size_t index = 0; index < std::size(wanted); ++index) {
        const double one = found[index], other = wanted[index];
        const bool bothAreMissing = std::isnan(one) && std::isnan(other); // as targets of losses may be
        if (!bothAreMissing && !(std::abs(one - other) <= tolerance * std::max(1.0, std::abs(other)))) {
            return ::testing::AssertionFailure()
                   << "element " << index << " is " << one << ", but " << other << " is wanted";
        }
    }
    return ::testing::AssertionSuccess();
}

/// The same, relative to the largest of all numbers where that is above 1.
template <typename Found>
::testing::AssertionResult allNearBySize(const Found& found, const std::vector<double>& wanted, double tolerance)
{
    double size = 1;
    for (const double number : wanted) {
        size = std::max(size, std::abs(number));
    }
    const auto scaled = [=](const auto& numbers) {
        std::vector<double> all(numbers.begin(), numbers.end());
        std::ranges::transform(all, all.begin(), [=](double number) { return number / size; });
        return all;
    };
    return allNear(scaled(found), scaled(wanted), tolerance);
}

} // namespace engine::test
