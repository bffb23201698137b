// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/loss_trend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace studio {

namespace {

constexpr std::size_t pieces = 20;
constexpr std::size_t minPoints = 200;
constexpr std::size_t maxRead = 5000; ///< points of the curve, so that a long run costs no more than a short one
constexpr double furthest = 10;       ///< times the present iteration: beyond, a trend says nothing

struct TrendPoint {
    double time, loss; ///< logarithm of the iteration, mean loss
};

/// Means over equal pieces of the points from `begin` on; of many points only each n-th counts.
std::vector<TrendPoint> piecesOf(const engine::Curve& curve, std::size_t begin)
{
    const std::size_t points = curve.size() - begin;
    const std::size_t stride = points / maxRead + 1;
    std::vector<TrendPoint> all;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t first = begin + points * piece / pieces, last = begin + points * (piece + 1) / pieces;
        TrendPoint sum{0, 0};
        int count = 0;
        for (std::size_t index = first; index < last; index += stride, ++count) {
            sum.time += std::log(static_cast<double>(curve.iteration(index)));
            sum.loss += curve.loss(index);
        }
        all.push_back({sum.time / count, sum.loss / count});
    }
    return all;
}

} // namespace

double meanLoss(const engine::Curve& curve, std::int64_t count)
{
    const std::size_t last = std::min(curve.size(), static_cast<std::size_t>(count));
    double sum = 0;
    for (std::size_t index = curve.size() - last; index < curve.size(); ++index) {
        sum += curve.loss(index);
    }
    return last == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(last);
}

std::optional<std::int64_t> iterationAtLoss(const engine::Curve& curve, double target)
{
    if (curve.size() < minPoints) {
        return std::nullopt;
    }
    const std::vector<TrendPoint> means = piecesOf(curve, curve.size() - curve.size() / 2);
    TrendPoint center{0, 0};
    for (const TrendPoint& piece : means) {
        center.time += piece.time / pieces;
        center.loss += piece.loss / pieces;
    }
    double square = 0, product = 0;
    for (const TrendPoint& piece : means) {
        square += (piece.time - center.time) * (piece.time - center.time);
        product += (piece.time - center.time) * (piece.loss - center.loss);
    }
    const double slope = product / square;
    double rest = 0;
    for (const TrendPoint& piece : means) {
        const double off = piece.loss - center.loss - slope * (piece.time - center.time);
        rest += off * off;
    }
    const double error = std::sqrt(rest / (pieces - 2) / square);
    const auto present = static_cast<double>(curve.iteration(curve.size() - 1));
    const double there = std::exp(center.time + (target - center.loss) / slope);
    if (!(slope < -2 * error) || !(there <= furthest * present)) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(std::max(there, present));
}

} // namespace studio
