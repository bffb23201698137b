// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/curve.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// What the curves of a comparison come to: losses, and the seconds of training after which each was there. A loss
// varies from batch to batch, so it is looked at as the mean over a window of iterations, the same one for all curves.
//
// A race is shown several times a second, and a curve may have millions of points: functions cost the same for any
// curve, and what has to read all of its points is a class that remembers what it has read.

namespace contest {

using Curves = std::span<const engine::Curve* const>; ///< none of them is null

/// Adds steps behind the last one, as many losses as seconds that each took.
void append(engine::Curve& curve, std::span<const double> seconds, std::span<const double> losses);

/// How long each step took but the first, which makes what the others use; that one where it is the only one. Reads the
/// whole curve.
std::vector<double> typicalSteps(const engine::Curve& curve);

double median(std::vector<double> values); ///< 0 of none

/// Iterations that a loss is the mean of: a tenth of the shortest curve that has any, 1 to 100.
std::int64_t lossWindow(Curves curves);

/// The mean over the last `window` points; nothing without any.
std::optional<double> endLoss(const engine::Curve& curve, std::int64_t window);

/// The worst of the ends: all curves that have any point have come to it. Nothing where none has, or where one of them
/// is no number.
std::optional<double> commonLoss(Curves curves, std::int64_t window);

/// When one curve first came down to a loss. Reads only as far as that needs, and each point once for a window.
class TimeToLoss {
public:
    /// When the mean over the last `window` points first was at that loss or below; nothing where it never was. `curve`
    /// is the same at each call, or has grown.
    std::optional<double> first(const engine::Curve& curve, double loss, std::int64_t window);

private:
    struct Low {
        double seconds, mean;
    };

    std::int64_t m_window = 0;
    std::size_t m_read = 0;  ///< points
    double m_sum = 0;        ///< of the last m_window of them; its last digits may differ from those of endLoss()
    std::vector<Low> m_lows; ///< means that are below all before them
};

/// The losses of a curve that grows, summed up, so that the mean of a stretch costs no walk over its points.
class LossSums {
public:
    explicit LossSums(const engine::Curve& curve) : m_curve(&curve) {} ///< which must outlive this

    void follow(); ///< takes the points that have come; not for a curve that was cut
    const engine::Curve& curve() const { return *m_curve; }
    std::size_t size() const { return m_counts.size() - 1; }
    std::int64_t iteration(std::size_t index) const { return m_curve->iteration(index); }
    std::optional<double> mean(std::size_t begin, std::size_t end) const; ///< of points; nothing where none is a number

private:
    const engine::Curve* m_curve;
    std::vector<double> m_sums = {0};        ///< of the first 0, 1, 2, ... losses that are numbers
    std::vector<std::size_t> m_counts = {0}; ///< of those
};

/// How near the losses of several curves are.
struct LossAgreement {
    double difference = 0; ///< the largest distance from the first curve at one iteration; NaN where a loss is none
    std::int64_t iterations = 0; ///< that all of them have
};

/// Compares curves that grow with the first of them. Reads each point once as long as the same ones come.
class LossDistances {
public:
    LossAgreement of(Curves curves);

private:
    std::vector<const engine::Curve*> m_curves;
    std::vector<std::size_t> m_read; ///< points of each
    double m_largest = 0;
};

} // namespace contest
