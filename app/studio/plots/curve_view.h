// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_gestures.h"
#include "app/studio/plots/curve_panes.h"
#include "app/studio/plots/curve_readout.h"
#include "app/studio/plots/curve_zoom.h"
#include "app/studio/plots/plotted_runs.h"
#include "app/studio/plots/replot_schedule.h"
#include "app/studio/plots/run_meter.h"

#include <functional>
#include <optional>

namespace studio {

/// The curves of the run under way over those of earlier runs: panes under each other with one horizontal axis and one
/// cursor. Costs by its pixels, not by its points; what the runs grow by schedules a replot and never makes one.
class CurveView : public QCustomPlot {
    Q_OBJECT

public:
    explicit CurveView(QWidget* parent = nullptr);

    PlottedRuns& runs() { return m_runs; }
    CurvePanes& panes() { return m_panes; }
    CurveZoom& zoom() { return m_zoom; }
    CurveReadout& readout() { return m_readout; }
    RunMeter& meter() { return m_meter; } ///< of the device that trains, under the curves

    void setEmptySentence(const QString& sentence); ///< in place of curves

    /// See RunMeter::add().
    void addReading(int runId, const QString& device, const MeterTrack::Point& point);

    void refresh(); ///< thins, scales and replots at once
    int replots() const { return m_schedule.replots(); }

    enum class Ground { AsShown, Light };

    /// Thins for a picture this wide, in the colours of the screen or of paper, and calls `draw`; then goes back to the
    /// screen.
    void drawFor(int width, Ground ground, const std::function<void()>& draw);

signals:
    void checkpointActivated(const QString& file, qint64 iteration);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Picture {
        int width; ///< pixels
        Ground ground;
    };

    void rebuild();
    void schedule(ReplotSchedule::Hurry hurry);
    void showSentence();
    bool wantsMeter() const; ///< pictures have none

    PlottedRuns m_runs;
    CurvePanes m_panes;
    RunMeter m_meter;
    CurveZoom m_zoom;
    CursorOverlay* m_overlay;
    CurveReadout m_readout;
    ReplotSchedule m_schedule;
    QString m_emptySentence;
    std::optional<Picture> m_picture; ///< that is drawn; nothing: the screen
    bool m_empty = true;              ///< when the panes were made
    CurveGestures m_gestures;         // last: it goes first, so that no event reaches what is gone
};

} // namespace studio
