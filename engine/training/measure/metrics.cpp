// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace engine {
namespace {

double share(std::int64_t part, std::int64_t whole, double ofNone)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : ofNone;
}

} // namespace

std::vector<Metric> ofTraining(std::vector<Metric> metrics)
{
    for (Metric& metric : metrics) {
        metric.name.insert(0, trainingPrefix);
    }
    return metrics;
}

const Metric* findMetric(const std::vector<Metric>& metrics, std::string_view name)
{
    const auto found = std::ranges::find(metrics, name, &Metric::name);
    return found == metrics.end() ? nullptr : &*found;
}

double valueOf(const std::vector<Metric>& metrics, std::string_view name)
{
    const Metric* const found = findMetric(metrics, name);
    return found != nullptr ? found->value : std::numeric_limits<double>::quiet_NaN();
}

bool moreIsBetter(std::string_view metric)
{
    return metric.ends_with("accuracy") || metric == "r2";
}

ConfusionMatrix::ConfusionMatrix(std::int64_t classes)
    : m_classes(classes), m_counts(static_cast<std::size_t>(classes * classes))
{}

void ConfusionMatrix::add(std::int64_t truth, std::int64_t said)
{
    assert(truth >= 0 && truth < m_classes && said >= 0 && said < m_classes);
    ++m_counts[static_cast<std::size_t>(truth * m_classes + said)];
    ++m_total;
}

std::int64_t ConfusionMatrix::count(std::int64_t truth, std::int64_t said) const
{
    return m_counts[static_cast<std::size_t>(truth * m_classes + said)];
}

std::int64_t ConfusionMatrix::ofClass(std::int64_t truth) const
{
    const auto row = m_counts.begin() + truth * m_classes;
    return std::accumulate(row, row + m_classes, std::int64_t{0});
}

double ConfusionMatrix::accuracy() const
{
    std::int64_t right = 0;
    for (std::int64_t one = 0; one < m_classes; ++one) {
        right += count(one, one);
    }
    return share(right, m_total, 0);
}

double ConfusionMatrix::recall(std::int64_t truth) const
{
    return share(count(truth, truth), ofClass(truth), std::numeric_limits<double>::quiet_NaN());
}

void NumberErrors::add(double prediction, double target)
{
    const double error = prediction - target, fromMean = target - m_mean;
    ++m_count;
    m_absolute += std::abs(error);
    m_square += error * error;
    m_mean += fromMean / static_cast<double>(m_count);
    m_deviations += fromMean * (target - m_mean);
}

double NumberErrors::meanAbsolute() const
{
    return m_count > 0 ? m_absolute / static_cast<double>(m_count) : 0;
}

double NumberErrors::rootMeanSquare() const
{
    return m_count > 0 ? std::sqrt(m_square / static_cast<double>(m_count)) : 0;
}

double NumberErrors::determination() const
{
    return m_deviations > 0 ? 1 - m_square / m_deviations : std::numeric_limits<double>::quiet_NaN();
}

} // namespace engine
