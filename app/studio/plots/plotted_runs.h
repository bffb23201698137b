// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/run_curves.h"
#include "app/studio/plots/words.h"

#include <QObject>
#include <span>
#include <vector>

namespace studio {

/// A run as a plot shows it.
struct PlottedRun {
    RunCurves curves;
    bool shown = true;
};

/// What a plot draws: the run under way and earlier ones, and how the user wants to see them. It is fed while a run
/// trains; the plot and the list beside it follow its signals.
class PlottedRuns : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// The run under way, or the one that was last; what it has so far. The one before is laid beneath it, unless it
    /// learned data of another kind.
    void setCurrent(const RunRecord& run);
    void clearCurrent();

    /// Runs to lay beneath it. Those that were shown before stay so; new ones are not shown.
    void setEarlier(const std::vector<RunRecord>& runs);

    void setShown(int runId, bool shown);
    void showOnly(const std::vector<int>& runIds); ///< and hides all others
    void setOptions(const CurveOptions& options);

    void follow(const engine::RunLog& run); ///< what the run under way has become

    const PlottedRun& current() const { return m_runs.back(); }
    std::span<const PlottedRun> earlier() const { return std::span(m_runs).first(m_runs.size() - 1); }
    const CurveOptions& options() const { return m_options; }

    /// Those to draw: shown, and with places along the horizontal axis. The run under way is last and so lies on top.
    std::vector<const PlottedRun*> shown() const;
    std::vector<int> shownIds() const;                 ///< of all that are shown, drawn or not
    std::vector<const RunCurves*> shownCurves() const; ///< of those that have any points
    bool isEmpty() const;                              ///< nothing to draw
    const engine::DataKind& kind() const;              ///< of the run in front; others are compared in its words

signals:
    void changed(); ///< which runs there are, are shown or in front, which lines they have, or the options
    void grew();    ///< the run under way has more points or marks on the lines that it has

private:
    void replaceCurrent(RunCurves curves);
    void redraw();

    std::vector<PlottedRun> m_runs = std::vector<PlottedRun>(1); ///< earlier ones, then the one under way
    CurveOptions m_options;
};

} // namespace studio
