// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/metrics.h"

#include "engine/graph/sentence.h"
#include "engine/training/measure/text_tally.h"

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

constexpr std::string_view trainingPrefix = "train_";

using Pane = MetricSpec::Pane;

constexpr MetricSpec specs[] = {
    {.name = "bits_per_char",
     .words = ENGINE_TEXT("Metrics", "bits per character"),
     .isLoss = true,
     .ofText = [](const EvaluationReport& text) { return text.bitsPerChar(); }},
    {.name = "accuracy",
     .shortName = "acc",
     .words = ENGINE_TEXT("Metrics", "accuracy"),
     .pane = Pane::Accuracies,
     .moreIsBetter = true,
     .isShare = true,
     .ofClasses = [](const ConfusionMatrix& classes) { return classes.accuracy(); },
     .ofText = [](const EvaluationReport& text) { return text.accuracy; }},
    {.name = "mae",
     .words = "MAE",
     .pane = Pane::Errors,
     .ofNumbers = [](const NumberErrors& errors) { return errors.meanAbsolute(); }},
    {.name = "rmse",
     .words = "RMSE",
     .pane = Pane::Errors,
     .ofNumbers = [](const NumberErrors& errors) { return errors.rootMeanSquare(); }},
    {.name = "r2",
     .words = "R²",
     .moreIsBetter = true,
     .ofNumbers = [](const NumberErrors& errors) { return errors.determination(); }},
};

template <typename Counted>
std::vector<std::string> namesOf(double (*MetricSpec::*of)(const Counted&))
{
    std::vector<std::string> names;
    for (const MetricSpec& spec : specs) {
        if (spec.*of) {
            names.emplace_back(spec.name);
        }
    }
    return names;
}

template <typename Counted>
std::vector<Metric> measured(double (*MetricSpec::*of)(const Counted&), const Counted& counted)
{
    std::vector<Metric> metrics;
    for (const MetricSpec& spec : specs) {
        if (spec.*of) {
            metrics.push_back({.name = std::string(spec.name), .value = (spec.*of)(counted)});
        }
    }
    return metrics;
}

} // namespace

MetricSpec metricSpec(std::string_view name)
{
    const auto exact = std::ranges::find(specs, name, &MetricSpec::name);
    if (exact != std::end(specs)) {
        return *exact;
    }
    MetricSpec spec{.name = name};
    if (name.ends_with(accuracySpec().name)) {
        spec = accuracySpec();
        spec.name = spec.shortName = spec.words = name;
        spec.ofClasses = nullptr;
        spec.ofText = nullptr;
    }
    return spec;
}

std::vector<Metric> metricsOf(const ConfusionMatrix& classes)
{
    return measured(&MetricSpec::ofClasses, classes);
}

std::vector<Metric> metricsOf(const NumberErrors& errors)
{
    return measured(&MetricSpec::ofNumbers, errors);
}

std::vector<Metric> metricsOf(const EvaluationReport& text)
{
    return measured(&MetricSpec::ofText, text);
}

std::vector<std::string> metricNames(Answer answer)
{
    return answer == Answer::Classes ? namesOf(&MetricSpec::ofClasses) : namesOf(&MetricSpec::ofNumbers);
}

std::vector<std::string> textMetricNames()
{
    return namesOf(&MetricSpec::ofText);
}

const MetricSpec& accuracySpec()
{
    return *std::ranges::find_if(specs, [](const MetricSpec& spec) { return spec.ofClasses != nullptr; });
}

std::vector<Metric> ofTraining(std::vector<Metric> metrics)
{
    for (Metric& metric : metrics) {
        metric.name.insert(0, trainingPrefix);
    }
    return metrics;
}

std::string_view withoutTraining(std::string_view name)
{
    return name.starts_with(trainingPrefix) ? name.substr(trainingPrefix.size()) : name;
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

ConfusionMatrix::ConfusionMatrix(std::int64_t classes)
    : m_classes(classes), m_counts(static_cast<std::size_t>(classes * classes))
{}

void ConfusionMatrix::add(std::int64_t truth, std::int64_t said, std::int64_t times)
{
    assert(truth >= 0 && truth < m_classes && said >= 0 && said < m_classes);
    m_counts[static_cast<std::size_t>(truth * m_classes + said)] += times;
    m_total += times;
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
