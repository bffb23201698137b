// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/plate.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <utility>

namespace editor {
namespace {

constexpr int widestBubble = 380;

} // namespace

Plate::Plate(QWidget* canvas) : QFrame(canvas)
{
    setFrameShape(QFrame::NoFrame);
}

void Plate::setEdge(const QColor& colour)
{
    m_edge = colour;
    update();
}

void Plate::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_edge.isValid() ? m_edge : theme().nodeBorder, m_edge.isValid() ? 1.5 : 1));
    painter.setBrush(theme().node);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

Bubble::Bubble(QWidget* canvas) : Plate(canvas), m_words(new QLabel(this))
{
    m_words->setObjectName(QStringLiteral("wireReason"));
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 7, 10, 7);
    row->addWidget(m_words);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void Bubble::say(const QString& sentence, QPoint window)
{
    setVisible(!sentence.isEmpty());
    if (sentence.isEmpty()) {
        m_said.clear();
        return;
    }
    m_words->setText(sentenceCase(sentence));
    m_words->setFixedWidth(std::min(m_words->fontMetrics().horizontalAdvance(m_words->text()) + 4, widestBubble));
    m_words->setFixedHeight(m_words->heightForWidth(m_words->width()));
    adjustSize();
    const QPoint below = window + QPoint(18, 22);
    const QSize room = parentWidget()->size();
    move(std::clamp(below.x(), 0, std::max(0, room.width() - width())),
         std::clamp(below.y(), 0, std::max(0, room.height() - height())));
    raise();
    if (std::exchange(m_said, m_words->text()) != m_words->text()) {
        setAccessibleName(m_words->text());
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

QString sentenceCase(const QString& sentence)
{
    return sentence.isEmpty() ? sentence : sentence.at(0).toUpper() + sentence.mid(1);
}

} // namespace editor

#include "moc_plate.cpp"
