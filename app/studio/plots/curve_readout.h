// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_panes.h"
#include "app/studio/plots/run_meter.h"

#include <cstdint>
#include <optional>
#include <QColor>
#include <QObject>
#include <QRect>
#include <QRegion>
#include <QString>
#include <QWidget>
#include <vector>

namespace studio {

/// Lies over the curves and draws what moves with the mouse, so that a moving cursor never replots the curves.
class CursorOverlay : public QWidget {
    Q_OBJECT

public:
    explicit CursorOverlay(QWidget* parent);

    void setCursorLine(std::optional<double> x, std::vector<PaneReadout> readouts); ///< x: pixels; nothing: none
    void setMark(std::optional<double> x, const QRect& over);                       ///< where the diary stands
    void setSentence(const QString& sentence); ///< what to do where there is nothing yet
    const QString& sentence() const { return m_sentence; }

    /// Where the readouts stand, one for each pane; empty while there is no line.
    const std::vector<QRect>& boxes() const { return m_boxes; }

private:
    void paintEvent(QPaintEvent* event) override;
    QRegion cursorRegion() const;
    QSize sizeOf(const PaneReadout& readout) const;
    QRect boxBeside(const PaneReadout& readout) const;
    static void paintDots(QPainter& painter, const PaneReadout& readout);
    void paintBox(QPainter& painter, const PaneReadout& readout, const QRect& box) const;
    void paintSentence(QPainter& painter) const;

    std::optional<double> m_x, m_mark;
    std::vector<PaneReadout> m_readouts;
    std::vector<QRect> m_boxes; ///< one for each readout
    QRect m_markOver;
    QString m_sentence;
};

/// The cursor over the curves: at which iteration it stands, and what the curves say there. Another line marks where
/// the diary stands.
class CurveReadout : public QObject {
    Q_OBJECT

public:
    CurveReadout(const PlottedRuns& runs, const CurvePanes& panes, const RunMeter& meter, CursorOverlay& overlay);

    void moveTo(double place); ///< to the nearest point of the run under way, or of the last that is shown
    void hide();
    void setMark(std::optional<std::int64_t> iteration);
    void update(); ///< after the panes or the runs changed

    std::optional<std::int64_t> iteration() const { return m_iteration; } ///< nothing while it is hidden
    std::optional<std::int64_t> mark() const { return m_mark; }
    std::optional<double> place() const;
    std::vector<PaneReadout> values() const; ///< one for each pane and the meter; empty while it is hidden
    QString words() const;                   ///< the values in words, for a screen reader

signals:
    void iterationHovered(qint64 iteration);

private:
    const PlottedRuns& m_runs;
    const CurvePanes& m_panes;
    const RunMeter& m_meter;
    CursorOverlay& m_overlay;
    std::optional<std::int64_t> m_iteration, m_mark;
};

} // namespace studio
