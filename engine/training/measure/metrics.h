// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
inline constexpr std::string_view trainingPrefix = "train_";

/// The metric of that name; null where there is none.
const Metric* findMetric(const std::vector<Metric>& metrics, std::string_view name);

/// Its value; NaN where there is none of that name.
double valueOf(const std::vector<Metric>& metrics, std::string_view name);

/// Whether more of it is better: of accuracy and r2, but not of losses and errors.
bool moreIsBetter(std::string_view metric);

/// How often class `said` was the guess where `truth` really came.
class ConfusionMatrix {
public:
    explicit ConfusionMatrix(std::int64_t classes = 0);

    void add(std::int64_t truth, std::int64_t said);

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

} // namespace engine
