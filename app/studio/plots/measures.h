// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace studio {

/// What is drawn upwards, each in its own pane: what each iteration tells, then metrics of validations.
enum class Measure { Loss, LearningRate, GradientNorm, Speed, Accuracy, Errors };
inline constexpr std::array<Measure, 6> measures = {Measure::Loss,  Measure::LearningRate, Measure::GradientNorm,
                                                    Measure::Speed, Measure::Accuracy,     Measure::Errors};
inline constexpr std::size_t stepMeasures = 4; ///< the first of them, with a value of each iteration

constexpr bool isOfSteps(Measure measure)
{
    return static_cast<std::size_t>(measure) < stepMeasures;
}

constexpr std::span<const Measure> measuresOfSteps()
{
    return std::span(measures).first<stepMeasures>();
}

/// Whether its curve can be smoothed: a schedule has no noise.
constexpr bool isNoisy(Measure measure)
{
    return measure != Measure::LearningRate;
}

/// Whether a pane of metrics draws this one: accuracies share one, as do errors in the unit of the targets.
bool draws(Measure measure, const std::string& metric);

/// What is drawn to the right.
enum class Along { Iteration, Time, Characters, LogIteration, Epoch };
inline constexpr std::array<Along, 5> axes = {Along::Iteration, Along::LogIteration, Along::Epoch, Along::Time,
                                              Along::Characters};

} // namespace studio
