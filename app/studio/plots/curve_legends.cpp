// SPDX-License-Identifier: GPL-3.0-or-later
// What tells the lines of a CurveView apart in words: legends over the panes and in pictures.
#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "engine/training/metrics.h"

#include <algorithm>

namespace studio {

/// Beside the first pane's title. Several runs are told apart by the list beside the plot; only a picture, which goes
/// without it, names them, in the pane.
void CurveView::addLegend()
{
    const bool several = shownRuns().size() > 1;
    if (m_panes.empty() || m_lines.empty() || (several && m_columns == 0)) {
        return;
    }
    QCPLegend* key = nullptr;
    if (several) {
        key = new QCPLegend;
        m_panes.front().rect->insetLayout()->addElement(key, Qt::AlignTop | Qt::AlignRight);
        dress(*key);
    } else {
        key = legendOver(m_panes.front());
    }
    fillLegend(*key, several);
}

/// Beside the pane's title or below it, see placeLegends().
QCPLegend* CurveView::legendOver(Pane& pane)
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

/// In a row beside the title where there is room for it, else below it, in as many rows as are needed.
void CurveView::placeLegends(int width)
{
    for (const Pane& pane : m_panes) {
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

void CurveView::dress(QCPLegend& key) const
{
    const editor::Theme& theme = look();
    key.setLayer(QStringLiteral("legend"));
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.88);
    key.setFont(small);
    key.setTextColor(theme.text);
    key.setBrush(withAlpha(theme.canvas, 0.85));
    key.setBorderPen(Qt::NoPen);
    key.setIconSize(18, QFontMetrics(small).height());
    key.setRowSpacing(0);
    key.setColumnSpacing(10);
}

/// The metrics of the run in front, over their panes: which curve is which.
void CurveView::fillMetricLegends()
{
    for (std::size_t pane = 0; pane < m_panes.size(); ++pane) {
        if (isOfSteps(m_panes[pane].measure)) {
            continue;
        }
        QCPLegend* const key = legendOver(m_panes[pane]);
        for (const Line& line : m_lines) {
            if (line.pane == pane && line.run == &m_current) {
                line.main->setName(line.metric.starts_with(engine::trainingPrefix)
                                       ? metricName(line.metric)
                                       : tr("%1, validation").arg(metricName(line.metric)));
                line.main->addToLegend(key);
            }
        }
    }
}

void CurveView::fillLegend(QCPLegend& key, bool several)
{
    for (const Line& line : m_lines) {
        if (line.pane != 0) {
            continue;
        }
        line.main->setName(several ? nameOf(line) : tr("Training"));
        line.main->addToLegend(&key);
        if (line.raw != nullptr && line.run == &m_current) {
            line.main->setName(several ? tr("%1, smoothed").arg(nameOf(line)) : tr("Training, smoothed"));
            line.raw->setName(tr("Each point"));
            line.raw->addToLegend(&key);
        }
        if (line.validation != nullptr && line.run == &m_current && !line.run->curves.validations().empty()) {
            line.validation->setName(tr("Validation"));
            line.validation->addToLegend(&key);
        }
    }
}

QString CurveView::nameOf(const Line& line) const
{
    const std::string& name = line.run->curves.name();
    return name.empty() ? tr("This run") : QString::fromStdString(name);
}

} // namespace studio
