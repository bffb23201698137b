// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/custom_plot.h"
#include "app/studio/plots/plotted_runs.h"

#include <QFont>
#include <string>

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
    std::size_t pane;
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

} // namespace studio
