// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/note_item.h"

#include "editor/canvas/canvas_fonts.h"
#include "editor/looks/theme.h"

#include <algorithm>
#include <cmath>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace editor {

NoteItem::NoteItem(const Note& note, const PaintState& state) : m_note(note), m_state(state)
{
    place();
}

void NoteItem::setNote(const Note& note)
{
    if (note == m_note && pos() == note.area.topLeft()) {
        return;
    }
    prepareGeometryChange();
    m_note = note;
    place();
    update();
}

void NoteItem::setArea(const QRectF& area)
{
    prepareGeometryChange();
    m_note.area = area;
    place();
    update();
}

/// Frames lie below wires, the larger ones below the smaller; comments lie between wires and nodes.
void NoteItem::place()
{
    setPos(m_note.area.topLeft());
    const double size = m_note.area.width() + m_note.area.height();
    setZValue(m_note.kind == Note::Kind::Frame ? -20 - std::min(size, 1e6) / 1e6 : 5);
}

QRectF NoteItem::grip() const
{
    return m_note.kind == Note::Kind::Comment ? area() : QRectF(pos(), QSizeF(area().width(), frameTitleHeight));
}

Qt::Edges NoteItem::edgesAt(QPointF scenePoint, double reach) const
{
    const QRectF all = area();
    if (!all.adjusted(-reach, -reach, reach, reach).contains(scenePoint)) {
        return {};
    }
    Qt::Edges edges;
    edges.setFlag(Qt::LeftEdge, std::abs(scenePoint.x() - all.left()) <= reach);
    edges.setFlag(Qt::RightEdge, std::abs(scenePoint.x() - all.right()) <= reach);
    edges.setFlag(Qt::TopEdge, std::abs(scenePoint.y() - all.top()) <= reach);
    edges.setFlag(Qt::BottomEdge, std::abs(scenePoint.y() - all.bottom()) <= reach);
    return edges;
}

QRectF NoteItem::boundingRect() const
{
    return QRectF(QPointF(), m_note.area.size()).adjusted(-8, -8, 8, 8);
}

void NoteItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QRectF all(QPointF(), m_note.area.size());
    const bool frame = m_note.kind == Note::Kind::Frame;
    const bool selected = m_state.selection.contains(id());
    QColor ground = frame ? theme().frame : theme().note;
    painter->setPen(QPen(selected ? theme().accent : theme().nodeBorder, std::max(selected ? 2.0 : 1.0, 1 / zoom)));
    painter->setBrush(ground);
    painter->drawRoundedRect(all, 6, 6);
    if (m_state.current == id() && m_state.keyboardFocus) {
        painter->setPen(QPen(theme().accent, 2, Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(all.adjusted(-5, -5, 5, 5), 9, 9);
    }
    if (zoom < minZoomForText && !frame) {
        return;
    }
    painter->setPen(theme().text);
    painter->setFont(canvasFont(frame ? CanvasFont::Title : CanvasFont::Body));
    if (frame) {
        const QRectF title = QRectF(0, 0, all.width(), frameTitleHeight).adjusted(12, 0, -12, 0);
        const QString words = painter->fontMetrics().elidedText(m_note.text, Qt::ElideRight, int(title.width()));
        painter->drawText(title, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, words);
    } else {
        painter->drawText(all.adjusted(10, 8, -10, -8), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_note.text);
    }
}

} // namespace editor
