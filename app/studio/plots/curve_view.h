// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_options.h"
#include "app/studio/plots/custom_plot.h"
#include "app/studio/plots/run_curves.h"
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
    struct Run {
        RunCurves curves;
        int colour = 0; ///< of the theme's curves, for an earlier run
        bool shown = true;
    };

    explicit CurveView(QWidget* parent = nullptr);

    void setCurrent(RunCurves run); ///< an empty one: no run yet
    const RunCurves& current() const { return m_current.curves; }
    void setEarlier(std::vector<Run> runs);
    const std::vector<Run>& earlier() const { return m_earlier; }
    void setShown(int runId, bool shown);
    QColor colourOf(const Run& run) const;
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
    struct Pane {
        Measure measure;
        QCPLayoutGrid* head; ///< over it: title, legend
        QCPAxisRect* rect;
        QCPGraph* notFinite;
        QCPLegend* legend = nullptr; ///< in the head; null: none
        bool byHand = false;         ///< the user chose its vertical range
    };
    struct Line {
        const Run* run;
        std::size_t pane;
        std::string metric = {};        ///< its name, in a pane of metrics
        QCPGraph* raw = nullptr;        ///< null where the smoothed one shows it all
        QCPGraph* main = nullptr;       ///< smoothed, or raw where smoothing is off; a metric's curve
        QCPGraph* validation = nullptr; ///< of the loss alone, as are those below
        QCPGraph* best = nullptr;
        QCPGraph* checkpoints = nullptr;
        QCPGraph* bestCheckpoints = nullptr;
    };
    enum class Gesture { None, Pan, Box };

    const editor::Theme& look() const;
    void rebuild();
    void updateShown();
    void addPane(Measure measure);
    void addLine(const Run& run, std::size_t pane);
    void addLossMarks(Line& line);
    void addMetrics(const Run& run, std::size_t pane);
    bool isDrawn(Measure measure) const;
    std::vector<std::string> metricsShown() const;
    void addLegend();
    QCPLegend* legendOver(Pane& pane);
    void placeLegends(int width);
    void dress(QCPLegend& key) const;
    void fillLegend(QCPLegend& key, bool several);
    void fillMetricLegends();
    QCPGraph* addCurve(const Pane& pane, const QPen& pen, const QString& layer);
    QCPGraph* addMarks(const Pane& pane, QCPScatterStyle::ScatterShape shape, double size, const QColor& colour);
    void colourAxes(const Pane& pane);
    bool isLogarithmic(Measure measure) const;
    std::vector<const Run*> shownRuns() const; ///< the run under way last, so that it lies on top

    enum class Hurry { Live, ByHand }; ///< what came by itself waits longer than what the user does
    void schedule(Hurry hurry);
    void fill();
    void fillLine(Line& line, const Window& window, QCPRange& values);
    void fillLossMarks(Line& line, const Window& window, QCPRange& values);
    void fillMetric(Line& line, const Window& window, QCPRange& values);
    void fillNotFinite(const Window& window);
    void setValues(Pane& pane, QCPRange values);
    double shownValue(Measure measure, double value) const;

    QCPRange placesOfAll() const;
    std::optional<double> newest() const;
    void follow();
    void zoomPlaces(double factor, double around);
    void zoomValues(Pane& pane, double factor, double around);
    void pan(const QPoint& pixels);
    void zoomTo(const QRect& box);
    void setPlaces(QCPRange range);
    double leastSpan() const;
    Pane* paneAt(const QPoint& position);

    void placeCursor(double place);
    void moveCursor(int columns);
    void hideCursor();
    void updateOverlay();
    PaneReadout::Row metricRow(const Line& line, const ValidationPoint& point) const;
    PaneReadout readoutOf(const Pane& pane, double place) const;
    QString headingOf(std::size_t index) const;
    QString nameOf(const Line& line) const;
    struct Hit {
        const CheckpointMark* mark;
        QPointF position;
    };
    std::optional<Hit> checkpointAt(const QPoint& position) const;

    Run m_current;
    std::vector<Run> m_earlier;
    CurveOptions m_options;
    std::vector<Pane> m_panes;
    std::vector<Line> m_lines;
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
