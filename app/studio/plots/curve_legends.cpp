// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_legends.h"

#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>

namespace studio {

void CurveLegends::addOfOneRun(const PlottedRun& current)
{
    QCPLegend& key = *legendOver(m_panes.front());
    for (const RunLine& line : m_lines) {
        if (line.pane != 0) {
            continue;
        }
        line.main->setName(line.raw != nullptr && line.run == &current ? tr("Training, smoothed") : tr("Training"));
        line.main->addToLegend(&key);
        addPointsAndValidation(key, line, current);
    }
}

/// Several runs are told apart by the list beside the plot; only a picture, which goes without it, names them.
void CurveLegends::addOfSeveral(const PlottedRun& current)
{
    auto* key = new QCPLegend;
    m_panes.front().rect->insetLayout()->addElement(key, Qt::AlignTop | Qt::AlignRight);
    dress(*key);
    for (const RunLine& line : m_lines) {
        if (line.pane != 0) {
            continue;
        }
        const QString name = nameOf(*line.run);
        line.main->setName(line.raw != nullptr && line.run == &current ? tr("%1, smoothed").arg(name) : name);
        line.main->addToLegend(key);
        addPointsAndValidation(*key, line, current);
    }
}

/// Of the run under way alone.
void CurveLegends::addPointsAndValidation(QCPLegend& key, const RunLine& line, const PlottedRun& current)
{
    if (line.run != &current) {
        return;
    }
    if (line.raw != nullptr) {
        line.raw->setName(tr("Each point"));
        line.raw->addToLegend(&key);
    }
    if (line.validation != nullptr && !line.run->curves.marks().validations().empty()) {
        line.validation->setName(tr("Validation"));
        line.validation->addToLegend(&key);
    }
}

/// Beside the pane's title or below it, see place().
QCPLegend* CurveLegends::legendOver(CurvePane& pane)
{
    auto* key = new QCPLegend;
    pane.legend = key;
    pane.head->addElement(0, 1, key);
    pane.head->setColumnStretchFactor(1, 0.001);
    key->setFillOrder(QCPLegend::foColumnsFirst);
    key->setMargins(QMargins(6, 0, 12, 0));
    dress(*key);
    return key;
}

void CurveLegends::place(const std::vector<CurvePane>& panes, int width)
{
    for (const CurvePane& pane : panes) {
        QCPLegend* const key = pane.legend;
        if (!key || width <= 0) {
            continue;
        }
        const auto fits = [&](int items, int room) {
            key->setWrap(items);
            key->setFillOrder(QCPLegend::foColumnsFirst, true);
            key->simplify();
            return key->minimumOuterSizeHint().width() <= room;
        };
        const int all = std::max(key->itemCount(), 1);
        const bool beside = fits(all, width - pane.head->element(0, 0)->minimumOuterSizeHint().width());
        for (int items = all; !beside && items > 1 && !fits(items, width);) {
            --items;
        }
        pane.head->take(key);
        pane.head->simplify();
        pane.head->addElement(beside ? 0 : 1, beside ? 1 : 0, key);
        if (beside) {
            pane.head->setColumnStretchFactor(1, 0.001);
        }
    }
}

void CurveLegends::dress(QCPLegend& key) const
{
    const editor::Theme& theme = m_looks.theme;
    key.setLayer(QStringLiteral("legend"));
    QFont small = m_looks.font;
    small.setPointSizeF(small.pointSizeF() * 0.88);
    key.setFont(small);
    key.setTextColor(theme.text);
    key.setBrush(withAlpha(theme.canvas, 0.85));
    key.setBorderPen(Qt::NoPen);
    key.setIconSize(18, QFontMetrics(small).height());
    key.setRowSpacing(0);
    key.setColumnSpacing(10);
}

void CurveLegends::addOfMetrics(const PlottedRun& current)
{
    for (std::size_t pane = 0; pane < m_panes.size(); ++pane) {
        if (isOfSteps(m_panes[pane].measure)) {
            continue;
        }
        QCPLegend* const key = legendOver(m_panes[pane]);
        for (const RunLine& line : m_lines) {
            if (line.pane == pane && line.run == &current) {
                line.main->setName(line.metric.starts_with(engine::trainingPrefix)
                                       ? metricName(line.metric)
                                       : tr("%1, validation").arg(metricName(line.metric)));
                line.main->addToLegend(key);
            }
        }
    }
}

QString CurveLegends::nameOf(const PlottedRun& run)
{
    const std::string& name = run.curves.name();
    return name.empty() ? tr("This run") : QString::fromStdString(name);
}

} // namespace studio
