// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/curve_gestures.h"

#include "app/studio/plots/cursor_overlay.h"
#include "app/studio/plots/curve_view.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QLineF>
#include <QLocale>
#include <QToolTip>
#include <utility>

namespace studio {

namespace {

constexpr double zoomStep = 0.8; ///< what is left of a range after one notch of the wheel
constexpr int clickSlack = 10;   ///< pixels beside a mark that still hit it
constexpr int smallestBox = 4;   ///< pixels of width or height: below, a box is no wish to zoom

} // namespace

CurveGestures::CurveGestures(CurveView& view, CursorOverlay& overlay) : m_view(view), m_overlay(overlay)
{
    view.setMouseTracking(true);
    view.setFocusPolicy(Qt::StrongFocus);
    view.installEventFilter(this);
}

bool CurveGestures::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Wheel:
        wheel(*static_cast<QWheelEvent*>(event));
        return true;
    case QEvent::MouseButtonPress:
        press(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseMove:
        move(static_cast<QMouseEvent*>(event)->position().toPoint());
        return true;
    case QEvent::MouseButtonRelease:
        release(*static_cast<QMouseEvent*>(event));
        return true;
    case QEvent::MouseButtonDblClick: {
        const auto& mouse = *static_cast<QMouseEvent*>(event);
        if (mouse.button() == Qt::LeftButton && checkpointAt(mouse.position().toPoint()) == nullptr) {
            m_view.zoom().fit();
        }
        return true;
    }
    case QEvent::Leave:
        m_view.readout().hide();
        break;
    case QEvent::KeyPress:
        return key(*static_cast<QKeyEvent*>(event));
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

// Mouse ---------------------------------------------------------------------------------------------------------------

void CurveGestures::wheel(QWheelEvent& event)
{
    const QCPAxis* places = m_view.panes().placesAt(event.position().toPoint());
    if (places == nullptr || m_view.runs().isEmpty()) {
        event.ignore();
        return;
    }
    event.accept();
    const QPoint angle = event.angleDelta();
    if (std::abs(angle.x()) > std::abs(angle.y()) || event.modifiers() == Qt::ShiftModifier) {
        m_view.zoom().panPlaces((angle.x() != 0 ? angle.x() : angle.y()) / 2);
        return;
    }
    const double factor = std::pow(zoomStep, angle.y() / 120.0);
    if (event.modifiers() != Qt::ControlModifier) {
        m_view.zoom().zoomPlaces(factor, places->pixelToCoord(event.position().x()));
    } else if (CurvePane* pane = m_view.panes().at(event.position().toPoint())) {
        m_view.zoom().zoomValues(*pane, factor, pane->values()->pixelToCoord(event.position().y()));
    }
}

void CurveGestures::press(QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton || m_view.runs().isEmpty()) {
        event.ignore(); // the context menu's
        return;
    }
    m_pressed = m_last = event.position().toPoint();
    m_moved = false;
    m_drag = event.modifiers() == Qt::ShiftModifier ? Drag::Box : Drag::Pan;
}

void CurveGestures::move(const QPoint& position)
{
    if (m_drag != Drag::None && (position - m_pressed).manhattanLength() > 3) {
        m_moved = true;
    }
    if (m_drag == Drag::Box) {
        m_overlay.setBox(QRect(m_pressed, position).normalized());
    } else if (m_drag == Drag::Pan && m_moved) {
        pan(position);
    } else {
        hover(position);
    }
}

void CurveGestures::pan(const QPoint& to)
{
    const QPoint pixels = to - std::exchange(m_last, to);
    m_view.setCursor(Qt::ClosedHandCursor);
    m_view.zoom().panPlaces(pixels.x());
    if (CurvePane* pane = m_view.panes().at(m_pressed)) {
        m_view.zoom().panValues(*pane, pixels.y());
    }
    m_view.readout().hide();
}

void CurveGestures::hover(const QPoint& position)
{
    const engine::CheckpointEvent* mark = checkpointAt(position);
    m_view.setCursor(mark != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (mark != nullptr) {
        const QString text = mark->best ? tr("Best checkpoint, iteration %1. Click to generate text with it.")
                                        : tr("Checkpoint, iteration %1. Click to generate text with it.");
        QToolTip::showText(m_view.mapToGlobal(position), text.arg(QLocale().toString(qint64{mark->iteration})),
                           &m_view);
    } else if (QToolTip::isVisible()) {
        QToolTip::hideText();
    }
    if (const QCPAxis* places = m_view.panes().placesAt(position)) {
        m_view.readout().moveTo(places->pixelToCoord(position.x()));
    } else {
        m_view.readout().hide();
    }
}

void CurveGestures::release(QMouseEvent& event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (event.button() != Qt::LeftButton || drag == Drag::None) {
        event.ignore();
        return;
    }
    const QPoint position = event.position().toPoint();
    m_view.setCursor(Qt::ArrowCursor);
    m_overlay.setBox({});
    if (drag == Drag::Box && m_moved) {
        const QRect box = QRect(m_pressed, position).normalized();
        CurvePane* pane = m_view.panes().at(m_pressed);
        if (pane != nullptr && box.width() >= smallestBox && box.height() >= smallestBox) {
            m_view.zoom().zoomTo(box, *pane);
        }
        return;
    }
    if (const engine::CheckpointEvent* mark = checkpointAt(position); mark != nullptr && !m_moved) {
        emit checkpointActivated(QString::fromStdString(mark->file), mark->iteration);
    }
}

const engine::CheckpointEvent* CurveGestures::checkpointAt(const QPoint& position) const
{
    const engine::CheckpointEvent* nearest = nullptr;
    double distance = clickSlack;
    for (const RunLine& line : m_view.panes().lines()) {
        if (line.checkpoints == nullptr) {
            continue;
        }
        const RunPlaces places = line.run->curves.places(m_view.runs().options().along);
        for (const engine::CheckpointEvent& mark : line.run->curves.marks().checkpoints()) {
            const QPointF there = line.checkpoints->coordsToPixels(places.of(mark.iteration), 8);
            const double away = QLineF(there, QPointF(position)).length();
            // Where the best is also the newest, the best is meant.
            if (away < distance || (nearest != nullptr && away == distance && mark.best)) {
                distance = away;
                nearest = &mark;
            }
        }
    }
    return nearest;
}

// Keys ----------------------------------------------------------------------------------------------------------------

bool CurveGestures::key(const QKeyEvent& event)
{
    if (m_view.runs().isEmpty() || m_view.panes().empty()) {
        return false;
    }
    CurveZoom& zoom = m_view.zoom();
    const int page = m_view.panes().all().front().rect->width() * 4 / 5;
    const double middle = m_view.readout().place().value_or(zoom.places().center());
    const int columns = event.modifiers() == Qt::ControlModifier ? 20 : 1;
    switch (event.key()) {
    case Qt::Key_Left:
        moveCursor(-columns);
        return true;
    case Qt::Key_Right:
        moveCursor(columns);
        return true;
    case Qt::Key_Home:
        m_view.readout().moveTo(-HUGE_VAL);
        return true;
    case Qt::Key_End:
        m_view.readout().moveTo(HUGE_VAL);
        return true;
    case Qt::Key_PageUp:
        zoom.panPlaces(page);
        return true;
    case Qt::Key_PageDown:
        zoom.panPlaces(-page);
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom.zoomPlaces(zoomStep, middle);
        return true;
    case Qt::Key_Minus:
        zoom.zoomPlaces(1 / zoomStep, middle);
        return true;
    case Qt::Key_0:
        zoom.fit();
        return true;
    case Qt::Key_F:
        zoom.setFollowing(!zoom.isFollowing());
        return true;
    case Qt::Key_Escape:
        m_view.readout().hide();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return openCheckpoint();
    default:
        return false;
    }
}

/// To the next point in that direction that lies in another pixel column.
void CurveGestures::moveCursor(int columns)
{
    const RunCurves& curves = m_view.runs().shown().back()->curves;
    const RunPlaces places = curves.places(m_view.runs().options().along);
    const std::size_t size = curves.points().size();
    if (size == 0) {
        return;
    }
    CurveZoom& zoom = m_view.zoom();
    const double pixel = zoom.places().size() / std::max(m_view.panes().all().front().rect->width(), 1);
    const double from = m_view.readout().place().value_or(zoom.places().center());
    const std::size_t at = places.nearest(from);
    std::size_t next = places.nearest(from + columns * pixel);
    if (next == at && columns > 0) {
        next = std::min(at + 1, size - 1);
    } else if (next == at && at > 0) {
        next = at - 1;
    }
    if (!zoom.places().contains(places.at(next))) {
        zoom.centreOn(places.at(next));
    }
    m_view.readout().moveTo(places.at(next));
}

/// The one at the cursor; false where there is none.
bool CurveGestures::openCheckpoint()
{
    for (const engine::CheckpointEvent& mark : m_view.runs().current().curves.marks().checkpoints()) {
        if (mark.iteration == m_view.readout().iteration()) {
            emit checkpointActivated(QString::fromStdString(mark.file), mark.iteration);
            return true;
        }
    }
    return false;
}

} // namespace studio

#include "moc_curve_gestures.cpp"
