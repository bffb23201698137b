// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_kind.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A measured number with the name that events, curves, tables and files give it: "accuracy", "mae".
struct Metric {
    std::string name;
    double value = 0;
    bool operator==(const Metric&) const = default;
};

/// The same by the names that a run keeps them by beside those of validation: "train_accuracy".
std::vector<Metric> ofTraining(std::vector<Metric> metrics);
std::string_view withoutTraining(std::string_view name); ///< the name without that prefix

/// The metric of that name; null where there is none.
const Metric* findMetric(const std::vector<Metric>& metrics, std::string_view name);

/// Its value; NaN where there is none of that name.
double valueOf(const std::vector<Metric>& metrics, std::string_view name);

/// How often class `said` was the guess where `truth` really came.
class ConfusionMatrix {
public:
    explicit ConfusionMatrix(std::int64_t classes = 0);

    void add(std::int64_t truth, std::int64_t said, std::int64_t times = 1);

    std::int64_t classes() const { return m_classes; }
    std::int64_t count(std::int64_t truth, std::int64_t said) const;
    std::int64_t total() const { return m_total; }
    std::int64_t ofClass(std::int64_t truth) const; ///< how often it came

    double accuracy() const;                 ///< the share of right guesses; 0 of none
    double recall(std::int64_t truth) const; ///< the share of right guesses where that class came; NaN where none did

    bool operator==(const ConfusionMatrix&) const = default;

private:
    std::int64_t m_classes = 0, m_total = 0;
    std::vector<std::int64_t> m_counts; ///< [truth, said]
};

/// Errors of predicted numbers, in the unit of the targets.
class NumberErrors {
public:
    void add(double prediction, double target);

    std::int64_t count() const { return m_count; }
    double meanAbsolute() const;   ///< MAE
    double rootMeanSquare() const; ///< RMSE
    /// 1 - squared errors / squared deviations from the mean of the targets; NaN where all targets are the same.
    double determination() const;

private:
    std::int64_t m_count = 0;
    double m_absolute = 0, m_square = 0;
    double m_mean = 0, m_deviations = 0; ///< of the targets; Welford, Technometrics 4 (1962)
};

struct EvaluationReport;

/// What is known of a metric by its name. A new one is a function of what was counted, and a row of the table.
struct MetricSpec {
    enum class Pane { None, Accuracies, Errors }; ///< which plot draws it: one axis each

    std::string_view name;
    std::string_view shortName = name; ///< in a line of the terminal
    std::string_view words = name;
    Pane pane = Pane::None;
    bool moreIsBetter = false;
    bool isShare = false;                                  ///< from 0 to 1, said in percent
    bool isLoss = false;                                   ///< the loss in another unit
    double (*ofClasses)(const ConfusionMatrix&) = nullptr; ///< where it is measured on classes
    double (*ofNumbers)(const NumberErrors&) = nullptr;    ///< where it is measured on numbers

    double (*ofText)(const EvaluationReport&) = nullptr; ///< where it is measured on a text

    bool isOwn() const { return ofClasses || ofNumbers || ofText; } ///< else a net's layer tells it, and names it
};

/// By the metric's name; that of an ACCURACY layer's output ends as "accuracy" does, and has its spec. Of a name that
/// is not known one that says no more than the name, which outlives it.
MetricSpec metricSpec(std::string_view name);

std::vector<Metric> metricsOf(const ConfusionMatrix& classes);
std::vector<Metric> metricsOf(const NumberErrors& errors);
std::vector<Metric> metricsOf(const EvaluationReport& text);
std::vector<std::string> metricNames(Answer answer); ///< of the first two
std::vector<std::string> textMetricNames();          ///< of the last

/// The share of right answers.
const MetricSpec& accuracySpec();

} // namespace engine
