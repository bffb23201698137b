// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/curve_panes.h"
#include "app/studio/plots/run_meter.h"

#include <cstdint>
#include <optional>
#include <QColor>
#include <QRect>
#include <QRegion>
#include <QString>
#include <QWidget>
#include <vector>

namespace studio {

/// The cursor over the curves: at which iteration it stands, and what the curves say there, beside it. Another line
/// marks where the diary stands. Lies over the curves, so that a moving cursor never replots them.
class CurveReadout : public QWidget {
    Q_OBJECT

public:
    CurveReadout(const PlottedRuns& runs, const CurvePanes& panes, const RunMeter& meter, QWidget* parent);

    void moveTo(double place); ///< to the nearest point of the run under way, or of the last that is shown
    void clear();              ///< no cursor
    void setMark(std::optional<std::int64_t> iteration);
    void follow();                             ///< after the panes or the runs changed
    void setSentence(const QString& sentence); ///< what to do where there is nothing yet

    std::optional<std::int64_t> iteration() const { return m_iteration; } ///< nothing while there is no cursor
    std::optional<std::int64_t> mark() const { return m_mark; }
    std::optional<double> place() const;
    std::vector<PaneReadout> values() const; ///< one for each pane and the meter; empty while there is no cursor
    QString words() const;                   ///< the values in words, for a screen reader
    const std::vector<QRect>& boxes() const { return m_boxes; } ///< where the values stand, one for each pane

signals:
    void iterationHovered(qint64 iteration);

private:
    void paintEvent(QPaintEvent* event) override;
    QRegion cursorRegion() const; ///< that the cursor, its boxes and dots take
    QSize sizeOf(const PaneReadout& readout) const;
    QRect boxBeside(const PaneReadout& readout) const;
    void paintBox(QPainter& painter, const PaneReadout& readout, const QRect& box) const;

    const PlottedRuns& m_runs;
    const CurvePanes& m_panes;
    const RunMeter& m_meter;
    std::optional<std::int64_t> m_iteration, m_mark;
    std::optional<double> m_x, m_markX; ///< pixels, of the cursor and of the mark
    std::vector<PaneReadout> m_readouts;
    std::vector<QRect> m_boxes; ///< one for each readout
    QRect m_over;               ///< all panes
    QString m_sentence;
};

} // namespace studio
