// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_panes.h"
#include "app/studio/plots/curve_readout.h"
#include "app/studio/plots/plotted_runs.h"
#include "app/studio/plots/run_meter.h"

#include <functional>
#include <optional>
#include <QElapsedTimer>
#include <QObject>
#include <QPoint>
#include <QRect>
#include <QTimer>

namespace studio {

/// When a plot is drawn again: 30 times a second at most, and new points alone take 1.25 % of one core at most.
/// Measures what a replot costs.
class ReplotSchedule : public QObject {
    Q_OBJECT

public:
    enum class Hurry { Live, ByHand }; ///< new points wait longer than what the user does

    explicit ReplotSchedule(QObject* parent = nullptr);

    void request(Hurry hurry); ///< due() follows, once for all that was requested until then
    void begin();              ///< a replot starts, requested or not
    void end();

    bool isSlow() const { return m_slow; } ///< so slow that the next replots do without smooth edges
    int replots() const { return m_replots; }

signals:
    void due();

private:
    QTimer m_timer;
    QElapsedTimer m_sinceBegin, m_sinceEnd;
    qint64 m_cost = 0; ///< milliseconds of the last replot
    bool m_slow = false;
    int m_replots = 0;
};

/// The curves of the run under way over those of earlier runs: panes under each other with one horizontal axis and one
/// cursor. Costs by its pixels, not by its points; what the runs grow by schedules a replot and never makes one. Mouse
/// and keys zoom, pan, move the cursor and click marks.
class CurveView : public QCustomPlot {
    Q_OBJECT

public:
    explicit CurveView(QWidget* parent = nullptr);

    PlottedRuns& runs() { return m_runs; }
    CurvePanes& panes() { return m_panes; }
    CurveReadout& readout() { return *m_readout; }
    RunMeter& meter() { return m_meter; } ///< of the device that trains, under the curves

    // What is seen: all of the runs, a stretch up to the newest point, or where the user zoomed and moved to.

    const QCPRange& places() const { return m_places; }

    /// While it follows, the newest point stays in sight and the vertical axes fit what is seen.
    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);
    void fit(); ///< all places, and follows; again: what diverged too

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
    void followingChanged(bool following);
    void checkpointActivated(const QString& file, qint64 iteration); ///< its mark was clicked

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Picture {
        int width; ///< pixels
        Ground ground;
    };

    void rebuild();
    void schedule(ReplotSchedule::Hurry hurry);
    void showSentence();
    bool wantsMeter() const; ///< pictures have none

    void updatePlaces(); ///< to the newest point or another axis; before each replot
    void follow();
    void showPlaces(const QCPRange& range);
    void zoomPlaces(double factor, double around);
    void centreOn(double place);
    void panPlaces(int pixels);
    void zoomTo(const QRect& box);
    void pan(const QPoint& to);
    void hover(const QPoint& position);
    void moveCursor(int columns);
    bool openCheckpoint();
    const engine::CheckpointEvent* checkpointAt(const QPoint& position) const; ///< null: none

    PlottedRuns m_runs;
    CurvePanes m_panes;
    RunMeter m_meter;
    Along m_along = Along::Iteration; ///< what m_places lie along
    QCPRange m_places{0, 1};
    bool m_following = true;
    double m_span = 0; ///< while following, how much is seen; 0: all
    CurveReadout* m_readout;
    ReplotSchedule m_schedule;
    QString m_emptySentence;
    std::optional<Picture> m_picture; ///< that is drawn; nothing: the screen
    bool m_empty = true;              ///< when the panes were made
    int m_front = 0;                  ///< the run under way at that time
    QPoint m_pressed, m_last;
    bool m_isPanning = false, m_moved = false;
};

} // namespace studio
