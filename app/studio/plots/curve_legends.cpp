// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_legends.h"

#include "app/studio/plots/axis_looks.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"
#include "engine/training/measure/metrics.h"

#include <algorithm>
#include <set>
#include <string>

namespace studio {

namespace {

constexpr int maxNameWidth = 180; ///< units of the screen: a longer name loses its middle

} // namespace

void CurveLegends::addOfOneRun(int smoothing)
{
    QCPLegend& key = *legendOver(m_panes.front());
    for (const RunLine& line : m_lines) {
        if (line.pane == 0) {
            line.main->setName(line.raw != nullptr ? tr("Training, mean of %1").arg(smoothing)
                                                   : tr("Training, each iteration"));
            line.main->addToLegend(&key);
            addPoints(key, line);
            addValidation(key, line, tr("Validation"));
        }
    }
}

/// One entry a run, the front one first. How points and validations are drawn is alike for all: that is said once.
void CurveLegends::addOfSeveral()
{
    QCPLegend& key = *legendOver(m_panes.front());
    const QFontMetrics metrics(key.font());
    const RunLine* front = nullptr;
    const RunLine* validated = nullptr;
    for (auto line = m_lines.rbegin(); line != m_lines.rend(); ++line) {
        if (line->pane != 0) {
            continue;
        }
        line->main->setName(metrics.elidedText(nameOf(*line->run), Qt::ElideMiddle, maxNameWidth));
        line->main->addToLegend(&key);
        front = front ? front : &*line;
        const bool hasValidation = line->validation != nullptr && !line->run->curves.marks().validations().empty();
        validated = !validated && hasValidation ? &*line : validated;
    }
    addPoints(key, *front);
    if (validated) {
        addValidation(key, *validated, tr("Dashed: validation"));
    }
}

void CurveLegends::addPoints(QCPLegend& key, const RunLine& line)
{
    if (line.raw != nullptr) {
        line.raw->setName(tr("Each iteration"));
        line.raw->addToLegend(&key);
    }
}

void CurveLegends::addValidation(QCPLegend& key, const RunLine& line, const QString& name)
{
    if (line.validation != nullptr && !line.run->curves.marks().validations().empty()) {
        line.validation->setName(name);
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
        const int title = pane.head->element(0, 0)->minimumOuterSizeHint().width() + pane.head->columnSpacing();
        const bool beside = fits(all, width - title);
        for (int items = all; !beside && !fits(items, width) && items > 1;) {
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

void CurveLegends::addOfMetrics()
{
    for (std::size_t pane = 0; pane < m_panes.size(); ++pane) {
        if (isOfSteps(m_panes[pane].measure)) {
            continue;
        }
        QCPLegend* const key = legendOver(m_panes[pane]);
        std::set<std::string> named; // each once: the runs are named over the first pane
        for (auto line = m_lines.rbegin(); line != m_lines.rend(); ++line) {
            if (line->pane == pane && named.insert(line->metric).second) {
                line->main->setName(engine::withoutTraining(line->metric) != line->metric
                                        ? metricName(line->metric)
                                        : tr("%1, validation").arg(metricName(line->metric)));
                line->main->addToLegend(key);
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
