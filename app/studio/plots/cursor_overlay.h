// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QColor>
#include <QRect>
#include <QRegion>
#include <QString>
#include <QWidget>
#include <vector>

namespace studio {

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

/// Lies over the curves and draws what moves with the mouse, so that a moving cursor never replots the curves.
class CursorOverlay : public QWidget {
    Q_OBJECT

public:
    explicit CursorOverlay(QWidget* parent);

    void setCursorLine(std::optional<double> x, std::vector<PaneReadout> readouts); ///< x: pixels; nothing: none
    void setMark(std::optional<double> x, const QRect& over);                       ///< where the diary stands
    void setBox(const QRect& box);                                                  ///< of a box zoom; empty: none
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
    QRect m_markOver, m_box;
    QString m_sentence;
};

} // namespace studio
