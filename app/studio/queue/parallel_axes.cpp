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

void widen(ParallelAxis& axis, double value, bool isFirst)
{
    axis.least = isFirst ? value : std::min(axis.least, value);
    axis.most = isFirst ? value : std::max(axis.most, value);
}

/// An axis for these texts, one of each run; empty texts are missing values.
ParallelAxis axisOf(const QString& name, const std::vector<QString>& texts)
{
    ParallelAxis axis{.name = name};
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
        axis.isLogarithmic = axis.least > 0 && axis.most / axis.least >= lowestRatio;
        if (numbers.size() <= maxTicks) {
            axis.ticks.clear();
            std::ranges::transform(numbers, std::back_inserter(axis.ticks),
                                   [&](double number) { return axis.heightOf(number); });
        }
        return axis;
    }
    QCollator natural;
    natural.setNumericMode(true);
    std::ranges::sort(axis.words, [&](const QString& a, const QString& b) { return natural.compare(a, b) < 0; });
    axis.least = 0;
    axis.most = static_cast<double>(axis.words.size() - 1);
    axis.ticks.clear();
    for (qsizetype word = 0; word < axis.words.size(); ++word) {
        axis.ticks.push_back(axis.heightOf(static_cast<double>(word)));
    }
    return axis;
}

std::optional<double> heightOf(const ParallelAxis& axis, const QString& text)
{
    if (text.isEmpty()) {
        return std::nullopt;
    }
    const std::optional<double> value =
        axis.words.isEmpty() ? numberIn(text) : std::optional(static_cast<double>(axis.words.indexOf(text)));
    return value ? std::optional(axis.heightOf(*value)) : std::nullopt;
}

} // namespace

double ParallelAxis::heightOf(double value) const
{
    if (isPoint()) {
        return 0.5;
    }
    return isLogarithmic ? std::log(value / least) / std::log(most / least) : (value - least) / (most - least);
}

QString ParallelAxis::labelAt(double height) const
{
    const double value = isLogarithmic ? least * std::pow(most / least, height) : least + height * (most - least);
    const double apart = (most - least) / std::max(std::abs(least), std::abs(most));
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
        const std::optional<double>& height = line.heights[axis];
        if (brush && !(height && *height >= brush->low && *height <= brush->high)) {
            return false;
        }
    }
    return true;
}

bool ParallelAxes::hasAxesOf(const ParallelAxes& other) const
{
    return std::ranges::equal(axes, other.axes, {}, &ParallelAxis::name, &ParallelAxis::name);
}

ParallelAxes parallelAxes(const QueueView& view)
{
    ParallelAxes made;
    if (view.rows.size() < 2 || view.differing.isEmpty()) {
        return made;
    }
    for (const QueueRow& row : view.rows) {
        made.lines.push_back({.run = row.id});
    }
    for (const QString& name : view.differing) {
        std::vector<QString> texts;
        for (const QueueRow& row : view.rows) {
            texts.push_back(valueOf(*row.settings, name));
        }
        made.axes.push_back(axisOf(name, texts));
        for (std::size_t index = 0; index < made.lines.size(); ++index) {
            made.lines[index].heights.push_back(heightOf(made.axes.back(), texts[index]));
        }
    }
    ParallelAxis loss{.name = QCoreApplication::translate("ParallelAxes", "Best loss")};
    bool isFirst = true;
    for (const QueueRow& row : view.rows) {
        if (row.result.bestLoss) {
            widen(loss, *row.result.bestLoss, isFirst);
            isFirst = false;
        }
    }
    for (std::size_t index = 0; index < made.lines.size(); ++index) {
        const auto& value = view.rows[index].result.bestLoss;
        made.lines[index].heights.push_back(value ? std::optional(loss.heightOf(*value)) : std::nullopt);
    }
    if (isFirst) {
        loss.most = loss.least;
        loss.ticks.clear();
    }
    made.axes.push_back(loss);
    return made;
}

} // namespace studio
