// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_pane.h"

#include <vector>

namespace studio {

/// The panes of a plot under each other, with their axes, legends, and the lines and marks of the runs.
class CurvePanes {
public:
    explicit CurvePanes(QCustomPlot& plot);

    /// Makes all of it again, with empty lines; fillPanes() fills them. A vertical range that the user chose stays.
    void make(const PlottedRuns& runs, const PaneLooks& looks);

    QCPMarginGroup& margins() const { return *m_margins; } ///< that all panes share
    bool empty() const { return m_panes.empty(); }
    const std::vector<CurvePane>& all() const { return m_panes; }
    const std::vector<RunLine>& lines() const { return m_lines; }
    CurvePane* at(const QPoint& position);                 ///< null: none
    const QCPAxis* placesAt(const QPoint& position) const; ///< of a pane, or of the meter below; null: none is there

    QCPRange valuesOf(Measure measure) const; ///< that are seen; empty where the pane is not shown
    bool hasChosenValues() const;             ///< of the user

    enum class Fit { WithoutDiverged, All }; ///< whether a loss that diverged stretches its axis
    void fitValues(Fit fit);                 ///< of all panes, to what is seen; forgets what the user chose
    Fit fitted() const { return m_fit; }

private:
    QCustomPlot& m_plot;
    QCPMarginGroup* m_margins; ///< the plot's
    std::vector<CurvePane> m_panes;
    std::vector<RunLine> m_lines;
    Fit m_fit = Fit::WithoutDiverged;
};

} // namespace studio
