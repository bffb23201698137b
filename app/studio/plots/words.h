// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint/curve.h"
#include "engine/graph/data_kind.h"
#include "engine/training/measure/metrics.h"

#include <array>
#include <cstddef>
#include <QString>
#include <string>

namespace studio {

/// What is drawn upwards, each in its own pane. Below stepMeasures the value is a column of the curve; the column of
/// seconds stands for the speed, which is computed from them. The others are metrics of validations.
enum class Measure : std::size_t {
    Speed = engine::columnOf(&engine::CurvePoint::seconds),
    Loss = engine::columnOf(&engine::CurvePoint::loss),
    Accuracy = engine::curveColumns,
    Errors,
};
inline constexpr std::size_t stepMeasures = engine::curveColumns; ///< with a value of each iteration

/// In the order of their panes.
inline constexpr std::array<Measure, stepMeasures + 2> measures = [] {
    std::array<Measure, stepMeasures + 2> all{};
    for (std::size_t column = 1; column < stepMeasures; ++column) {
        all[column - 1] = static_cast<Measure>(column);
    }
    all[stepMeasures - 1] = Measure::Speed;
    all[stepMeasures] = Measure::Accuracy;
    all[stepMeasures + 1] = Measure::Errors;
    return all;
}();

/// By measure: all of them.
inline constexpr std::array<bool, measures.size()> everyPane = [] {
    std::array<bool, measures.size()> all{};
    all.fill(true);
    return all;
}();

constexpr bool isOfSteps(Measure measure)
{
    return static_cast<std::size_t>(measure) < stepMeasures;
}

/// Whether its curve can be smoothed: a schedule has no noise.
constexpr bool isNoisy(Measure measure)
{
    return !isOfSteps(measure) || engine::curveFields[static_cast<std::size_t>(measure)].isNoisy;
}

/// Whether a pane of metrics draws this one: accuracies share one, as do errors in the unit of the targets.
bool draws(Measure measure, const std::string& metric);

/// What is drawn to the right.
enum class Along { Iteration, Time, Characters, LogIteration, Epoch };
inline constexpr std::array<Along, 5> axes = {Along::Iteration, Along::LogIteration, Along::Epoch, Along::Time,
                                              Along::Characters};

enum class LossUnit { Nats, Bits };
enum class Scale { Linear, Logarithmic };

/// What the curves are drawn by; a user's choice that outlives the run.
struct CurveOptions {
    Along along = Along::Iteration;
    Scale scale = Scale::Linear;
    LossUnit unit = LossUnit::Nats;
    int smoothing = 10; ///< points whose mean is drawn; 0: off
    /// By measure: whether its pane is shown; at first the loss and metrics.
    std::array<bool, measures.size()> panes = [] {
        std::array<bool, measures.size()> shown{};
        for (const Measure measure : {Measure::Loss, Measure::Accuracy, Measure::Errors}) {
            shown[static_cast<std::size_t>(measure)] = true;
        }
        return shown;
    }();

    bool isLogarithmic(Measure measure) const;
    double shownValue(Measure measure, double value) const; ///< in the unit that is chosen; NaN: its axis has no place

    bool operator==(const CurveOptions&) const = default;
};

/// With its unit, over a pane.
QString titleOf(Measure measure, LossUnit unit, const engine::DataKind& kind);
QString nameOf(Measure measure);                                           ///< in a menu
QString titleOf(Along along, const engine::DataKind& kind);                ///< under the axis, in a menu
QString speedInWords(const QString& number, const engine::DataKind& kind); ///< "1,200 characters/s"
QString speedHeading(const engine::DataKind& kind);                        ///< "Characters/s"
QString metricText(const engine::Metric& metric);                          ///< its value: "97.10 %", "1.72"
QString metricName(const std::string& metric); ///< "accuracy" in words; one that is not known as it is
QString valueOf(double value);                 ///< as a cursor shows it: four digits that count
/// The same with as many digits as tell it from others of a column of this standard deviation, which may be far from 0.
QString valueOf(double value, double deviation);
QString durationOf(double seconds); ///< 1:02:03

} // namespace studio
