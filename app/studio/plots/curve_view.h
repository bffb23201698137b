// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_options.h"
#include "app/studio/plots/curve_pane.h"
#include "app/studio/plots/thinning.h"

#include <functional>
#include <optional>
#include <QBasicTimer>
#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <span>
#include <string>
#include <vector>

namespace editor {
struct Theme;
}

namespace studio {

class CursorOverlay;

/// The curves of the run under way over those of earlier runs: panes under each other with one horizontal axis and one
/// cursor. Costs by its pixels, not by its points; appending schedules a replot and never makes one.
class CurveView : public QCustomPlot {
    Q_OBJECT

public:
    explicit CurveView(QWidget* parent = nullptr);

    void setCurrent(RunCurves run); ///< an empty one: no run yet
    const RunCurves& current() const { return m_current.curves; }
    void setEarlier(std::vector<PlottedRun> runs);
    const std::vector<PlottedRun>& earlier() const { return m_earlier; }
    void setShown(int runId, bool shown);
    QColor colourOf(const PlottedRun& run) const;
    QColor colourOfCurrent() const { return colourOf(m_current); }
    bool isCurrentShown() const { return m_current.shown; }
    bool isEmpty() const; ///< nothing to draw
    Units units() const;  ///< of what is drawn
    std::vector<const RunCurves*> shownCurves() const;

    void append(std::span<const CurvePoint> points);
    void setCurve(const RunCurve& curve); ///< of the run under way
    void append(const ValidationPoint& point);
    void append(const CheckpointMark& mark);

    void setOptions(const CurveOptions& options);
    const CurveOptions& options() const { return m_options; }

    /// While it follows, the newest point stays in sight and the vertical axes fit what is seen.
    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);
    void fit(); ///< everything, and follows
    QCPRange placesShown() const { return m_range; }
    QCPRange valuesShown(Measure measure) const; ///< empty where the pane is not shown

    void setMark(std::optional<std::int64_t> iteration); ///< a line where the diary stands
    void setEmptySentence(const QString& sentence) { m_emptySentence = sentence; }

    std::optional<std::int64_t> cursorIteration() const { return m_cursor; }
    QString readoutText() const; ///< the cursor's values in words, for a screen reader

    void refresh(); ///< thins, scales and replots at once
    int replots() const { return m_replots; }

    enum class Ground { AsShown, Light };

    /// Thins for a picture this wide, in the colours of the screen or of paper, and calls `draw`; then goes back to the
    /// screen.
    void drawFor(int width, Ground ground, const std::function<void()>& draw);

signals:
    void checkpointActivated(const QString& file, qint64 iteration);
    void iterationHovered(qint64 iteration);
    void followingChanged(bool following);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Gesture { None, Pan, Box };

    const editor::Theme& look() const;
    void rebuild();
    void updateShown();
    void addPane(Measure measure);
    void addLine(const PlottedRun& run, std::size_t pane);
    void addLossMarks(RunLine& line);
    void addMetrics(const PlottedRun& run, std::size_t pane);
    bool isDrawn(Measure measure) const;
    void addLegends();
    std::vector<const PlottedRun*> shownRuns() const; ///< the run under way last, so that it lies on top

    enum class Hurry { Live, ByHand }; ///< what came by itself waits longer than what the user does
    void schedule(Hurry hurry);
    void fill();
    void fillLine(RunLine& line, const Window& window, QCPRange& values);
    void fillMetric(RunLine& line, const Window& window, QCPRange& values);
    void fillNotFinite(const Window& window);

    void follow();
    void zoomPlaces(double factor, double around);
    void zoomValues(CurvePane& pane, double factor, double around);
    void pan(const QPoint& pixels);
    void zoomTo(const QRect& box);
    void setPlaces(QCPRange range);
    CurvePane* paneAt(const QPoint& position);

    void placeCursor(double place);
    void moveCursor(int columns);
    void hideCursor();
    void updateOverlay();
    PaneReadout::Row metricRow(const RunLine& line, const ValidationPoint& point) const;
    PaneReadout readoutOf(const CurvePane& pane, double place) const;
    struct Hit {
        const CheckpointMark* mark;
        QPointF position;
    };
    std::optional<Hit> checkpointAt(const QPoint& position) const;

    PlottedRun m_current;
    std::vector<PlottedRun> m_earlier;
    CurveOptions m_options;
    std::vector<CurvePane> m_panes;
    std::vector<RunLine> m_lines;
    QCPMarginGroup* m_margins;
    CursorOverlay* m_overlay;
    QString m_emptySentence;

    QCPRange m_range{0, 1}; ///< places
    bool m_empty = true;    ///< when the panes were made
    bool m_following = true;
    double m_span = 0; ///< while following, how much is seen; 0: all
    Ground m_ground = Ground::AsShown;
    int m_columns = 0; ///< for a picture; 0: as wide as the screen's panes

    Gesture m_gesture = Gesture::None;
    QPoint m_pressed, m_last;
    bool m_moved = false;
    std::optional<std::int64_t> m_cursor, m_mark;

    QBasicTimer m_timer;
    QDeadlineTimer m_due; ///< when it fires
    QElapsedTimer m_sinceReplot;
    qint64 m_cost = 0;    ///< milliseconds of the last replot
    bool m_quick = false; ///< the machine is slow for what is to be drawn
    int m_replots = 0;
};

} // namespace studio
