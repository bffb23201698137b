// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/paint_state.h"

#include <QGraphicsItem>

namespace editor {

inline constexpr double frameTitleHeight = 3 * gridStep;
inline constexpr QSizeF minNoteSize{72, 48};

/// A comment, or a frame with its title.
class NoteItem : public QGraphicsItem {
public:
    NoteItem(const Note& note, const PaintState& state);

    Id id() const { return m_note.id; }
    const Note& note() const { return m_note; }
    void setNote(const Note& note);
    void setArea(const QRectF& area); ///< while it is dragged; the document follows when it is let go

    QRectF area() const { return {pos(), m_note.area.size()}; }
    QRectF grip() const; ///< what it is moved by: a frame's title, all of a comment
    Qt::Edges edgesAt(QPointF scenePoint, double reach) const; ///< what a press there would resize

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void place();

    Note m_note;
    const PaintState& m_state;
};

} // namespace editor
