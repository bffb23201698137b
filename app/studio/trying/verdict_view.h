// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/custom_plot.h"
#include "app/studio/text/candidates.h"
#include "engine/training/measure/step_reading.h"

#include <cstddef>
#include <QBrush>
#include <QColor>
#include <QPen>
#include <QString>
#include <QWheelEvent>
#include <QWidget>
#include <string>
#include <vector>

class QLabel;

namespace studio {

/// The colour of a class by its number; after eight classes they come again, with a dashed line
/// and a hatched area.
QColor classColour(std::size_t number);
QPen classPen(std::size_t number);
QBrush classBrush(std::size_t number);

QString classText(const std::vector<std::string>& classes, std::size_t number); ///< its name

/// The chance of each class after each step of a sequence, as curves, with a marker that the mouse and the arrow keys
/// move.
class ChanceCurves : public QCustomPlot {
    Q_OBJECT

public:
    explicit ChanceCurves(QWidget* parent = nullptr);

    void setClasses(const std::vector<std::string>& classes);
    void setReading(const engine::StepReading& reading);
    const engine::StepReading& reading() const { return m_reading; }

    int marker() const { return m_marker; } ///< the place among the reading's ends; -1: there is none
    void setMarker(int end);                ///< kept within the reading

    QSize sizeHint() const override { return {360, 150}; }

signals:
    void markerMoved();

protected:
    void mousePressEvent(QMouseEvent* event) override { moveTo(*event); }
    void mouseMoveEvent(QMouseEvent* event) override { moveTo(*event); }
    void wheelEvent(QWheelEvent* event) override { event->ignore(); } ///< the page scrolls
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    int last() const { return static_cast<int>(m_reading.ends.size()) - 1; }
    void moveTo(const QMouseEvent& event);
    void draw();

    int m_nameWidth = 0; ///< of the longest class's name
    std::vector<std::string> m_classes;
    engine::StepReading m_reading;
    int m_marker = -1;
};

/// What a net says of a sequence: the class that it decides for, in large letters, the chances at the marker as bars,
/// of many classes the greatest ones, and after each step as curves.
class VerdictView : public QWidget {
    Q_OBJECT

public:
    explicit VerdictView(QWidget* parent = nullptr);

    void setClasses(const std::vector<std::string>& classes);
    void setReading(const engine::StepReading& reading); ///< without ends: nothing is said
    const std::vector<std::string>& classes() const { return m_classes; }
    const engine::StepReading& reading() const { return m_curves->reading(); }
    std::vector<float> chances() const; ///< [classes], at the marker; empty: there is none

    int marker() const { return m_curves->marker(); }
    void setMarker(int end) { m_curves->setMarker(end); }
    void moveMarkerToEnd(); ///< where it stays with the next readings

signals:
    void told(); ///< another reading, or another place of the marker

private:
    void tell();

    std::vector<std::string> m_classes;
    QLabel* m_decided;
    BarList* m_bars;
    ChanceCurves* m_curves;
};

} // namespace studio
