// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_pane.h"

#include <QCoreApplication>
#include <vector>

namespace studio {

/// What tells the lines of a CurveView apart in words. Lives no longer than CurvePanes makes its panes.
class CurveLegends {
    Q_DECLARE_TR_FUNCTIONS(studio::CurveLegends)

public:
    CurveLegends(std::vector<CurvePane>& panes, const std::vector<RunLine>& lines, const PaneLooks& looks)
        : m_panes(panes), m_lines(lines), m_looks(looks)
    {}

    void addOfOneRun(int smoothing); ///< over the first pane
    void addOfSeveral();             ///< over the first pane, with the runs' names
    void addOfMetrics();             ///< over their panes: which curve is which

    /// In a row beside the pane's title where there is room for it, else below it, in as many rows as are needed.
    static void place(const std::vector<CurvePane>& panes, int width);

    static QString nameOf(const PlottedRun& run);

private:
    static void addPoints(QCPLegend& key, const RunLine& line);
    static void addValidation(QCPLegend& key, const RunLine& line, const QString& name);
    QCPLegend* legendOver(CurvePane& pane);
    void dress(QCPLegend& key) const;

    std::vector<CurvePane>& m_panes;
    const std::vector<RunLine>& m_lines;
    PaneLooks m_looks;
};

} // namespace studio
