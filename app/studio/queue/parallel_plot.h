// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/queue/parallel_axes.h"

#include <optional>
#include <QList>
#include <QSet>
#include <QWidget>
#include <vector>

namespace studio {

/// Runs as lines over parallel axes: see parallel_axes.h. A drag along an axis brushes it: the runs that pass all
/// brushed places are chosen.
class ParallelPlot : public QWidget {
    Q_OBJECT

public:
    explicit ParallelPlot(QWidget* parent = nullptr);

    void setAxes(ParallelAxes axes);
    bool isEmpty() const { return m_shown.axes.empty(); } ///< nothing differs yet, or there is one run alone

    void choose(const QList<qint64>& runs); ///< those that the table has chosen; brushes go where they do not fit

    QSize minimumSizeHint() const override; ///< in which names and labels have room beside each other
    QSize sizeHint() const override { return {420, 220}; }

    // For who drives it: in the widget's pixels.
    int axes() const { return static_cast<int>(m_shown.axes.size()); }
    QPoint placeOf(int axis, double height) const; ///< height: 0 at the axis's lower end, 1 at its upper
    QString nameOf(int axis) const { return m_shown.axes[static_cast<std::size_t>(axis)].name; }

signals:
    void passing(const QList<qint64>& runs); ///< runs that are chosen here now; empty: all brushes are gone
    void brushed();                          ///< passing() was the user's act, not a change of the runs
    void activated(qint64 run);              ///< its line was double-clicked

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRect area() const; ///< of the axes
    int gap() const;    ///< between two axes
    int xOf(std::size_t axis) const;
    int yOf(double height) const;
    double heightAt(int y) const;
    std::optional<std::size_t> axisAt(QPoint place) const;
    const ParallelLine* lineAt(QPoint place) const; ///< null: there is none
    QList<qint64> brushedRuns() const;
    void tellBrushed();
    void brush(std::size_t axis, double low, double high);
    void paintAxis(QPainter& painter, std::size_t number) const;
    void paintLabel(QPainter& painter, std::size_t axis, int y, const QString& label) const;
    void paintLine(QPainter& painter, const ParallelLine& line) const;

    ParallelAxes m_shown;
    QSet<qint64> m_chosen;
    std::size_t m_current = 0;                            ///< axis of the keyboard
    std::optional<std::pair<std::size_t, double>> m_drag; ///< axis, and the height where it began
    QPoint m_pressed;                                     ///< where the drag began
    bool m_moved = false;
};

} // namespace studio
