// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/panels/progress_figures.h"

#include "app/studio/plots/words.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>

namespace studio {
namespace {

constexpr auto dash = "–";

QString inNumbers(double value, int digits)
{
    return std::isfinite(value) ? QLocale().toString(value, 'f', digits) : QString::fromUtf8(dash);
}

/// "1:02:03", "4:05".
QString inTime(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0) {
        return QString::fromUtf8(dash);
    }
    const auto all = static_cast<qint64>(std::llround(seconds));
    const auto padded = [](qint64 number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    const qint64 hours = all / 3600, minutes = all / 60 % 60;
    return hours > 0 ? QStringLiteral("%1:%2:%3").arg(hours).arg(padded(minutes), padded(all % 60))
                     : QStringLiteral("%1:%2").arg(minutes).arg(padded(all % 60));
}

QString inTime(const std::optional<double>& seconds)
{
    return inTime(seconds.value_or(-1));
}

} // namespace

ProgressFigures::ProgressFigures(QWidget* parent) : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(0);
    m_step = figure(*grid, 0, 0, tr("ms per step"));
    m_elapsed = figure(*grid, 0, 1, tr("Elapsed"));
    m_toTarget = figure(*grid, 0, 2, tr("To target"));
    m_epoch = figure(*grid, 1, 0, tr("Epoch"));
    m_epochTime = figure(*grid, 1, 1, tr("Time per epoch"));
    m_metric = figure(*grid, 1, 2, tr("Metric"), &m_metricName);
}

QLabel* ProgressFigures::figure(QGridLayout& grid, int row, int column, const QString& name, QLabel** heading)
{
    auto* label = new QLabel(name, this);
    if (heading) {
        *heading = label;
    }
    label->setForegroundRole(QPalette::PlaceholderText);
    auto* value = new QLabel(QString::fromUtf8(dash), this);
    value->setAccessibleName(name);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    grid.addWidget(label, 2 * row, column);
    QFont font = value->font();
    font.setPointSizeF(font.pointSizeF() * 1.15);
    value->setFont(font);
    grid.addWidget(value, 2 * row + 1, column);
    return value;
}

/// The first one that a validation tells of: of bits per character the loss says it all.
void ProgressFigures::showMetric(const std::vector<engine::Metric>& metrics)
{
    const auto metric = std::find_if(metrics.begin(), metrics.end(),
                                     [](const engine::Metric& one) { return !engine::metricSpec(one.name).isLoss; });
    const bool isThere = metric != metrics.end();
    m_metricName->setText(isThere ? metricName(metric->name) : tr("Metric"));
    m_metric->setAccessibleName(m_metricName->text());
    m_metric->setText(isThere ? metricText(*metric) : QString::fromUtf8(dash));
}

void ProgressFigures::showProgress(const TrainingProgress& progress)
{
    const double none = std::nan("");
    const bool any = progress.iteration > 0;
    m_step->setText(inNumbers(any ? progress.millisecondsPerStep : none, 1));
    m_elapsed->setText(inTime(any ? progress.elapsed : none));
    m_toTarget->setText(inTime(progress.secondsToTarget));
    m_epoch->setText(inNumbers(any ? progress.epoch : none, 2));
    m_epochTime->setText(any && progress.secondsPerEpoch > 0
                             ? progress.secondsPerEpoch < 60 ? tr("%1 s").arg(inNumbers(progress.secondsPerEpoch, 1))
                                                             : inTime(progress.secondsPerEpoch)
                             : QString::fromUtf8(dash));
    showMetric(progress.metrics);
}

} // namespace studio

#include "moc_progress_figures.cpp"
