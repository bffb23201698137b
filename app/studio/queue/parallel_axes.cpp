// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/queue/parallel_axes.h"

#include "app/studio/queue/queue_words.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <QCollator>
#include <QCoreApplication>
#include <QLocale>
#include <set>

namespace studio {
namespace {

constexpr std::size_t maxTicks = 6; ///< more numbers than that have an axis with ends and middle alone
constexpr double lowestRatio = 20;  ///< of its ends, from which on an axis is logarithmic
constexpr double noneGap = 0.16;    ///< height of the lowest value above the place for none

void widen(ParallelAxis& axis, double value, bool isFirst)
{
    axis.min = isFirst ? value : std::min(axis.min, value);
    axis.max = isFirst ? value : std::max(axis.max, value);
}

/// Where it has none yet: ends and middle.
void giveTicks(ParallelAxis& axis)
{
    for (const double part : axis.ticks.empty() ? std::vector{0.0, 0.5, 1.0} : std::vector<double>()) {
        axis.ticks.push_back(axis.hasNone ? noneGap + (1 - noneGap) * part : part);
    }
    if (axis.hasNone) {
        axis.ticks.insert(axis.ticks.begin(), 0);
    }
}

/// An axis for these texts, one of each run; empty texts are missing values.
ParallelAxis axisOf(const QString& name, const QStringList& texts)
{
    ParallelAxis axis{.name = name, .hasNone = texts.contains(QString())};
    bool areNumbers = true;
    std::set<double> numbers;
    for (const QString& text : texts) {
        if (text.isEmpty()) {
            continue;
        }
        const std::optional<double> number = numberIn(text);
        areNumbers = areNumbers && number;
        if (number) {
            widen(axis, *number, axis.words.isEmpty());
            numbers.insert(*number);
        }
        if (!axis.words.contains(text)) {
            axis.words.append(text);
        }
    }
    if (areNumbers) {
        axis.words.clear();
        axis.isLogarithmic = axis.min > 0 && axis.max / axis.min >= lowestRatio;
        const auto height = [&](double number) { return axis.heightOf(number); };
        if (numbers.size() <= maxTicks) {
            std::ranges::transform(numbers, std::back_inserter(axis.ticks), height);
        }
    } else {
        QCollator natural;
        natural.setNumericMode(true);
        std::ranges::sort(axis.words, [&](const QString& a, const QString& b) { return natural.compare(a, b) < 0; });
        axis.min = 0;
        axis.max = static_cast<double>(axis.words.size() - 1);
        for (qsizetype word = 0; word < axis.words.size(); ++word) {
            axis.ticks.push_back(axis.heightOf(static_cast<double>(word)));
        }
    }
    giveTicks(axis);
    return axis;
}

double heightOf(const ParallelAxis& axis, const QString& text)
{
    const std::optional<double> value = text.isEmpty() ? std::nullopt
                                        : axis.words.isEmpty()
                                            ? numberIn(text)
                                            : std::optional(static_cast<double>(axis.words.indexOf(text)));
    return value ? axis.heightOf(*value) : 0;
}

/// By their results, of which some may be the same.
void rank(std::vector<ParallelLine>& lines, std::span<const ComparedRun> runs, Better better)
{
    std::set<double> values;
    for (const ComparedRun& run : runs) {
        if (run.result) {
            values.insert(better == Better::More ? -*run.result : *run.result);
        }
    }
    for (std::size_t index = 0; index < lines.size(); ++index) {
        if (const std::optional<double>& result = runs[index].result) {
            const auto place = values.find(better == Better::More ? -*result : *result);
            const auto max = static_cast<double>(std::max<std::size_t>(values.size() - 1, 1));
            lines[index].rank = static_cast<double>(std::distance(values.begin(), place)) / max;
        }
    }
}

} // namespace

double ParallelAxis::heightOf(double value) const
{
    const double part = isPoint()       ? 0.5
                        : isLogarithmic ? std::log(value / min) / std::log(max / min)
                                        : (value - min) / (max - min);
    return hasNone ? noneGap + (1 - noneGap) * part : part;
}

QString ParallelAxis::labelAt(double height) const
{
    if (hasNone && height < noneGap / 2) {
        return QCoreApplication::translate("ParallelAxes", "none");
    }
    const double part = hasNone ? (height - noneGap) / (1 - noneGap) : height;
    const double value = isLogarithmic ? min * std::pow(max / min, part) : min + part * (max - min);
    const double apart = (max - min) / std::max(std::abs(min), std::abs(max));
    const int digits = apart > 0 ? std::clamp(2 + static_cast<int>(std::ceil(-std::log10(apart))), 3, 7) : 3;
    return words.isEmpty() ? QLocale().toString(value, 'g', digits) : words[static_cast<qsizetype>(std::lround(value))];
}

bool ParallelAxes::isBrushed() const
{
    return std::ranges::any_of(axes, [](const ParallelAxis& axis) { return axis.brush.has_value(); });
}

bool ParallelAxes::passes(const ParallelLine& line) const
{
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const auto& brush = axes[axis].brush;
        const double height = line.heights[axis];
        if (brush && !(height >= brush->low && height <= brush->high)) {
            return false;
        }
    }
    return true;
}

bool ParallelAxes::hasAxesOf(const ParallelAxes& other) const
{
    return std::ranges::equal(axes, other.axes, {}, &ParallelAxis::name, &ParallelAxis::name);
}

ParallelAxes parallelAxes(const QStringList& settings, std::span<const ComparedRun> runs, const QString& result,
                          Better better)
{
    ParallelAxes made;
    if (runs.size() < 2 || settings.isEmpty()) {
        return made;
    }
    for (const ComparedRun& run : runs) {
        made.lines.push_back({.run = run.id, .name = run.name});
    }
    for (qsizetype setting = 0; setting < settings.size(); ++setting) {
        QStringList texts;
        for (const ComparedRun& run : runs) {
            texts.append(run.values[setting]);
        }
        made.axes.push_back(axisOf(settings[setting], texts));
        for (std::size_t index = 0; index < runs.size(); ++index) {
            made.lines[index].heights.push_back(heightOf(made.axes.back(), texts[static_cast<qsizetype>(index)]));
        }
    }
    ParallelAxis axis{.name = result};
    bool isFirst = true;
    for (const ComparedRun& run : runs) {
        axis.hasNone = axis.hasNone || !run.result;
        if (run.result) {
            widen(axis, *run.result, isFirst);
            isFirst = false;
        }
    }
    for (std::size_t index = 0; index < runs.size(); ++index) {
        made.lines[index].heights.push_back(runs[index].result ? axis.heightOf(*runs[index].result) : 0);
    }
    if (!isFirst) {
        giveTicks(axis);
    } else {
        axis.ticks = {0};
    }
    made.axes.push_back(axis);
    rank(made.lines, runs, better);
    return made;
}

} // namespace studio
