// SPDX-License-Identifier: GPL-3.0-or-later
// How a CurveView answers mouse and keys.
#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_view.h"
#include "app/studio/plots/words.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QToolTip>

namespace studio {

namespace {

constexpr double zoomStep = 0.8; ///< what is left of a range after one notch of the wheel
constexpr int clickSlack = 10;   ///< pixels beside a mark that still hit it

} // namespace

// Mouse ---------------------------------------------------------------------------------------------------------------

void CurveView::wheelEvent(QWheelEvent* event)
{
    CurvePane* pane = paneAt(event->position().toPoint());
    if (pane == nullptr || isEmpty()) {
        event->ignore();
        return;
    }
    event->accept();
    const QPoint angle = event->angleDelta();
    if (std::abs(angle.x()) > std::abs(angle.y()) || event->modifiers() == Qt::ShiftModifier) {
        pan({(angle.x() != 0 ? angle.x() : angle.y()) / 2, 0});
        return;
    }
    const double factor = std::pow(zoomStep, angle.y() / 120.0);
    if (event->modifiers() == Qt::ControlModifier) {
        zoomValues(*pane, factor, pane->rect->axis(QCPAxis::atLeft)->pixelToCoord(event->position().y()));
    } else {
        zoomPlaces(factor, pane->rect->axis(QCPAxis::atBottom)->pixelToCoord(event->position().x()));
    }
}

void CurveView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || isEmpty()) {
        event->ignore(); // the context menu's
        return;
    }
    m_pressed = m_last = event->position().toPoint();
    m_moved = false;
    m_gesture = event->modifiers() == Qt::ShiftModifier ? Gesture::Box : Gesture::Pan;
}

void CurveView::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    if (m_gesture != Gesture::None && (position - m_pressed).manhattanLength() > 3) {
        m_moved = true;
    }
    if (m_gesture == Gesture::Pan && m_moved) {
        setCursor(Qt::ClosedHandCursor);
        pan(position - m_last);
        m_last = position;
        hideCursor();
        return;
    }
    if (m_gesture == Gesture::Box) {
        m_overlay->setBox(QRect(m_pressed, position).normalized());
        return;
    }
    const std::optional<Hit> hit = checkpointAt(position);
    setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit) {
        const QString text = hit->mark->best ? tr("Best checkpoint, iteration %1. Click to generate text with it.")
                                             : tr("Checkpoint, iteration %1. Click to generate text with it.");
        QToolTip::showText(mapToGlobal(position), text.arg(locale().toString(qint64{hit->mark->iteration})), this);
    } else if (QToolTip::isVisible()) {
        QToolTip::hideText();
    }
    if (CurvePane* pane = paneAt(position); pane != nullptr) {
        placeCursor(pane->rect->axis(QCPAxis::atBottom)->pixelToCoord(position.x()));
    } else {
        hideCursor();
    }
}

void CurveView::mouseReleaseEvent(QMouseEvent* event)
{
    const Gesture gesture = std::exchange(m_gesture, Gesture::None);
    if (event->button() != Qt::LeftButton || gesture == Gesture::None) {
        event->ignore();
        return;
    }
    const QPoint position = event->position().toPoint();
    setCursor(Qt::ArrowCursor);
    m_overlay->setBox({});
    if (gesture == Gesture::Box && m_moved) {
        zoomTo(QRect(m_pressed, position).normalized());
        return;
    }
    if (const std::optional<Hit> hit = checkpointAt(position); hit && !m_moved) {
        emit checkpointActivated(QString::fromStdString(hit->mark->file), hit->mark->iteration);
    }
}

void CurveView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !checkpointAt(event->position().toPoint())) {
        fit();
    }
}

void CurveView::leaveEvent(QEvent* event)
{
    QCustomPlot::leaveEvent(event);
    hideCursor();
}

std::optional<CurveView::Hit> CurveView::checkpointAt(const QPoint& position) const
{
    std::optional<Hit> nearest;
    double distance = clickSlack;
    for (const RunLine& line : m_lines) {
        if (line.checkpoints == nullptr) {
            continue;
        }
        for (const CheckpointMark& mark : line.run->curves.checkpoints()) {
            const QPointF there =
                line.checkpoints->coordsToPixels(line.run->curves.placeOf(mark.iteration, m_options.along), 8);
            const double away = QLineF(there, QPointF(position)).length();
            // Where the best is also the newest, the best is meant.
            if (away < distance || (nearest && away == distance && mark.best)) {
                distance = away;
                nearest = Hit{&mark, there};
            }
        }
    }
    return nearest;
}

// Keys ----------------------------------------------------------------------------------------------------------------

/// To the next point in that direction that lies in another pixel column.
void CurveView::moveCursor(int columns)
{
    const std::vector<const PlottedRun*> runs = shownRuns();
    if (isEmpty() || m_panes.empty() || runs.back()->curves.size() == 0) {
        return;
    }
    const RunCurves& curves = runs.back()->curves;
    const double pixel = m_range.size() / std::max(m_panes.front().rect->width(), 1);
    const double from = m_cursor ? curves.placeOf(*m_cursor, m_options.along) : m_range.center();
    const std::size_t at = curves.nearest(from, m_options.along);
    std::size_t next = curves.nearest(from + columns * pixel, m_options.along);
    if (next == at && columns > 0) {
        next = std::min(at + 1, curves.size() - 1);
    } else if (next == at && at > 0) {
        next = at - 1;
    }
    const double place = curves.place(next, m_options.along);
    if (!m_range.contains(place)) {
        setPlaces({place - m_range.size() / 2, place + m_range.size() / 2});
        setFollowing(false);
        schedule(Hurry::ByHand);
    }
    placeCursor(place);
}

void CurveView::keyPressEvent(QKeyEvent* event)
{
    if (isEmpty() || m_panes.empty()) {
        QCustomPlot::keyPressEvent(event);
        return;
    }
    const int page = m_panes.front().rect->width() * 4 / 5;
    const double middle = m_cursor ? shownRuns().back()->curves.placeOf(*m_cursor, m_options.along) : m_range.center();
    const int columns = event->modifiers() == Qt::ControlModifier ? 20 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCursor(-columns);
    case Qt::Key_Right:
        return moveCursor(columns);
    case Qt::Key_Home:
        return placeCursor(-HUGE_VAL);
    case Qt::Key_End:
        return placeCursor(HUGE_VAL);
    case Qt::Key_PageUp:
        return pan({page, 0});
    case Qt::Key_PageDown:
        return pan({-page, 0});
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomPlaces(zoomStep, middle);
    case Qt::Key_Minus:
        return zoomPlaces(1 / zoomStep, middle);
    case Qt::Key_0:
        return fit();
    case Qt::Key_F:
        return setFollowing(!m_following);
    case Qt::Key_Escape:
        return hideCursor();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        for (const CheckpointMark& mark : m_current.curves.checkpoints()) {
            if (mark.iteration == m_cursor) {
                emit checkpointActivated(QString::fromStdString(mark.file), mark.iteration);
                return;
            }
        }
        break;
    default:
        break;
    }
    QCustomPlot::keyPressEvent(event);
}

} // namespace studio
