// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/words.h"

#include "editor/words/numbers.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <QCoreApplication>
#include <QLocale>

namespace studio {

bool draws(Measure measure, const std::string& metric)
{
    using Pane = engine::MetricSpec::Pane;
    const Pane pane = engine::metricSpec(engine::withoutTraining(metric)).pane;
    return (measure == Measure::Accuracy && pane == Pane::Accuracies) ||
           (measure == Measure::Errors && pane == Pane::Errors);
}

bool CurveOptions::isLogarithmic(Measure measure) const
{
    return scale == Scale::Logarithmic && measure != Measure::Speed && measure != Measure::Accuracy;
}

double CurveOptions::shownValue(Measure measure, double value) const
{
    if (isLogarithmic(measure) && value <= 0) {
        return std::nan("");
    }
    return measure == Measure::Loss && unit == LossUnit::Bits ? value / std::numbers::ln2 : value;
}

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Curves", text);
}

QString unitOf(const engine::DataKind& kind)
{
    return editor::engineText("Data", kind.unit);
}

QString atTheStart(const QString& words)
{
    return words.left(1).toUpper() + words.mid(1);
}

} // namespace

QString nameOf(Measure measure)
{
    return measure == Measure::Speed      ? words(QT_TRANSLATE_NOOP("Curves", "Speed"))
           : measure == Measure::Accuracy ? words(QT_TRANSLATE_NOOP("Curves", "Accuracy"))
           : measure == Measure::Errors   ? words(QT_TRANSLATE_NOOP("Curves", "Errors"))
                                          : words(engine::curveFields[static_cast<std::size_t>(measure)].words);
}

QString metricText(const engine::Metric& metric)
{
    const bool share = engine::metricSpec(metric.name).isShare;
    const QLocale locale;
    return share ? locale.toString(100 * metric.value, 'f', 2) + QStringLiteral(" %") : valueOf(metric.value);
}

QString metricName(const std::string& metric)
{
    const std::string_view measured = engine::withoutTraining(metric);
    const engine::MetricSpec spec = engine::metricSpec(measured);
    const QString name = spec.isOwn() ? atTheStart(editor::engineText("Metrics", spec.words))
                                      : QString::fromUtf8(measured.data(), std::ssize(measured));
    return measured == metric ? name : words(QT_TRANSLATE_NOOP("Curves", "%1, training part")).arg(name);
}

QString speedInWords(const QString& number, const engine::DataKind& kind)
{
    return words(QT_TRANSLATE_NOOP("Curves", "%1 %2/s")).arg(number, unitOf(kind));
}

QString speedHeading(const engine::DataKind& kind)
{
    return words(QT_TRANSLATE_NOOP("Curves", "%1/s")).arg(atTheStart(unitOf(kind)));
}

QString titleOf(Measure measure, LossUnit unit, const engine::DataKind& kind)
{
    if (measure == Measure::Errors) {
        return words(QT_TRANSLATE_NOOP("Curves", "Errors, in the target's unit"));
    }
    if (measure == Measure::Speed) {
        return words(QT_TRANSLATE_NOOP("Curves", "Speed, %1 per second")).arg(unitOf(kind));
    }
    if (measure == Measure::Loss && kind.lossPerUnit) {
        const QString one = editor::engineText("Data", kind.oneUnit);
        return unit == LossUnit::Bits ? words(QT_TRANSLATE_NOOP("Curves", "Loss, bits per %1")).arg(one)
                                      : words(QT_TRANSLATE_NOOP("Curves", "Loss, nats per %1")).arg(one);
    }
    return nameOf(measure);
}

QString titleOf(Along along, const engine::DataKind& kind)
{
    const QString titles[] = {
        words(QT_TRANSLATE_NOOP("Curves", "Iteration")), words(QT_TRANSLATE_NOOP("Curves", "Training time")),
        words(QT_TRANSLATE_NOOP("Curves", "%1 read")).arg(atTheStart(unitOf(kind))),
        words(QT_TRANSLATE_NOOP("Curves", "Iteration, logarithmic")), words(QT_TRANSLATE_NOOP("Curves", "Epoch"))};
    return titles[static_cast<int>(along)];
}

QString valueOf(double value)
{
    if (!std::isfinite(value)) {
        return words(QT_TRANSLATE_NOOP("Curves", "not a number"));
    }
    if (std::abs(value) >= 1000) {
        return QLocale().toString(std::round(value), 'f', 0);
    }
    return QLocale().toString(value, 'g', 4);
}

QString valueOf(double value, double deviation)
{
    constexpr double digitsOfDeviation = 3, maxDecimals = 17;
    const double digits = std::ceil(std::log10(std::max(std::abs(value), deviation) / deviation)) + digitsOfDeviation;
    const double decimals = digitsOfDeviation - 1 - std::floor(std::log10(deviation));
    const bool needsMore = std::isfinite(value) && deviation > 0 && digits > digitsOfDeviation + 1 && decimals > 0 &&
                           decimals <= maxDecimals;
    return needsMore ? QLocale().toString(value, 'f', static_cast<int>(decimals)) : valueOf(value);
}

QString durationOf(double seconds)
{
    const auto whole = static_cast<qint64>(std::max(seconds, 0.0));
    const QString minutes =
        QStringLiteral("%1:%2").arg(whole / 60 % 60, 2, 10, QLatin1Char('0')).arg(whole % 60, 2, 10, QLatin1Char('0'));
    return whole >= 3600 ? QStringLiteral("%1:%2").arg(whole / 3600).arg(minutes) : minutes;
}

} // namespace studio
