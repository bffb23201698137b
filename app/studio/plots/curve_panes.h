// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/custom_plot.h"
#include "app/studio/plots/plotted_runs.h"

#include <QCoreApplication>
#include <QFont>
#include <string>
#include <vector>

namespace editor {
struct Theme;
}

namespace studio {

/// One of the panes that a CurveView has under each other.
struct CurvePane {
    Measure measure;
    QCPLayoutGrid* head; ///< over it: title, legend
    QCPAxisRect* rect;
    QCPGraph* notFinite = nullptr;
    QCPLegend* legend = nullptr; ///< in the head; null: none
    bool byHand = false;         ///< the user chose its vertical range

    QCPAxis* places() const { return rect->axis(QCPAxis::atBottom); }
    QCPAxis* values() const { return rect->axis(QCPAxis::atLeft); }
};

/// What one run draws in one pane, or one of its metrics there.
struct RunLine {
    const PlottedRun* run;
    std::size_t pane = 0;
    std::string metric = {};        ///< its name, in a pane of metrics
    QCPGraph* raw = nullptr;        ///< null where the smoothed one shows it all
    QCPGraph* main = nullptr;       ///< smoothed, or raw where smoothing is off; a metric's curve
    QCPGraph* validation = nullptr; ///< of the loss alone, as are those below
    QCPGraph* best = nullptr;
    QCPGraph* checkpoints = nullptr;
    QCPGraph* bestCheckpoints = nullptr;
};

/// How the words and lines of the panes look.
struct PaneLooks {
    const editor::Theme& theme;
    QFont font;
};

/// What one pane shows at the cursor.
struct PaneReadout {
    struct Row {
        QColor colour;
        QString name, value;
        QPointF dot;                ///< on its curve; outside of `pane` it is not drawn
        std::vector<QPointF> curve; ///< some points of its curve, which the readout shall leave free
    };
    QRect pane;
    QString heading; ///< empty: none
    std::vector<Row> rows;
};

/// The panes of a plot under each other, with their axes, legends, and the lines and marks of the runs.
class CurvePanes {
    Q_DECLARE_TR_FUNCTIONS(studio::CurvePanes)

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

    /// Legends in a row beside their panes' titles where there is room, else below, in as many rows as are needed.
    void placeLegends(int width) const;
    static QString nameOf(const PlottedRun& run);

    enum class Fit { WithoutDiverged, All }; ///< whether a loss that diverged stretches its axis
    void fitValues(Fit fit);                 ///< of all panes, to what is seen; forgets what the user chose
    Fit fitted() const { return m_fit; }

private:
    void addLegends(const PlottedRuns& runs, const PaneLooks& looks);

    QCustomPlot& m_plot;
    QCPMarginGroup* m_margins; ///< the plot's
    std::vector<CurvePane> m_panes;
    std::vector<RunLine> m_lines;
    Fit m_fit = Fit::WithoutDiverged;
};

} // namespace studio
