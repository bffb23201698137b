// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace engine {
struct CheckpointEvent;
}

namespace studio {

class CursorOverlay;
class CurveView;

/// Mouse and keys over the curves: they zoom, pan, move the cursor and click marks.
class CurveGestures : public QObject {
    Q_OBJECT

public:
    CurveGestures(CurveView& view, CursorOverlay& overlay); ///< filters the view's events

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void checkpointActivated(const QString& file, qint64 iteration); ///< its mark was clicked

private:
    enum class Drag { None, Pan, Box };

    void wheel(QWheelEvent& event);
    void press(QMouseEvent& event);
    void move(const QPoint& position);
    void release(QMouseEvent& event);
    bool key(const QKeyEvent& event); ///< false: none of ours
    void pan(const QPoint& to);
    void hover(const QPoint& position);
    void moveCursor(int columns);
    bool openCheckpoint();
    const engine::CheckpointEvent* checkpointAt(const QPoint& position) const; ///< null: none

    CurveView& m_view;
    CursorOverlay& m_overlay;
    Drag m_drag = Drag::None;
    QPoint m_pressed, m_last;
    bool m_moved = false;
};

} // namespace studio
