// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/curves.h"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace contest {

std::vector<double> typicalSteps(const engine::Curve& curve)
{
    if (curve.size() == 1) {
        return {curve.seconds(0)};
    }
    std::vector<double> steps;
    for (std::size_t index = 1; index < curve.size(); ++index) {
        steps.push_back(curve.seconds(index) - curve.seconds(index - 1));
    }
    return steps;
}

std::optional<double> median(std::vector<double> values)
{
    if (values.empty()) {
        return std::nullopt;
    }
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::int64_t lossWindow(Curves curves)
{
    std::size_t shortest = 0;
    for (const engine::Curve* const curve : curves) {
        if (!curve->empty() && (shortest == 0 || curve->size() < shortest)) {
            shortest = curve->size();
        }
    }
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(shortest / 10), 1, 100);
}

std::optional<double> endLoss(const engine::Curve& curve, std::int64_t window)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    const std::size_t count = std::min(curve.size(), static_cast<std::size_t>(window));
    double sum = 0;
    for (std::size_t index = curve.size() - count; index < curve.size(); ++index) {
        sum += curve.loss(index);
    }
    return sum / static_cast<double>(count);
}

std::optional<double> commonLoss(Curves curves, std::int64_t window)
{
    std::optional<double> worst;
    for (const engine::Curve* const curve : curves) {
        const std::optional<double> end = endLoss(*curve, window);
        if (end && !std::isfinite(*end)) {
            return std::nullopt;
        }
        worst = end ? std::max(*end, worst.value_or(*end)) : worst;
    }
    return worst;
}

std::optional<double> secondsToLoss(const engine::Curve& curve, double loss, std::int64_t window)
{
    const double enough = loss + 1e-9 * std::abs(loss);
    const auto count = static_cast<std::size_t>(window);
    double sum = 0;
    for (std::size_t index = 0; index < curve.size(); ++index) {
        sum += curve.loss(index) - (index >= count ? curve.loss(index - count) : 0);
        const double mean = count == 1 ? curve.loss(index) : sum / static_cast<double>(count);
        if (index + 1 >= count && mean <= enough) {
            return curve.seconds(index);
        }
    }
    return std::nullopt;
}

LossAgreement agreementOf(Curves curves, std::size_t most)
{
    LossAgreement agreement;
    std::size_t shortest = curves.empty() ? 0 : most;
    for (const engine::Curve* const curve : curves) {
        const engine::Curve& first = *curves.front();
        const std::size_t common = std::min({most, curve->size(), first.size()});
        shortest = std::min(shortest, common);
        for (std::size_t index = 0; index < common; ++index) {
            const double distance = std::abs(curve->loss(index) - first.loss(index));
            const bool isLarger = std::isnan(distance) || distance > agreement.difference;
            agreement.difference = isLarger ? distance : agreement.difference;
        }
    }
    agreement.iterations = static_cast<std::int64_t>(shortest);
    return agreement;
}

} // namespace contest
