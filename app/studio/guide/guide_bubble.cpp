// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_bubble.h"

#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <algorithm>
#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QStyle>

namespace studio {
namespace {

constexpr int arrowLength = 12, arrowHalf = 8;
constexpr double corner = 8;
constexpr int lineLength = 42; ///< characters
constexpr int ringWidth = 3, ringGap = 3;

} // namespace

GuideBubble::GuideBubble(QWidget* window)
    : QFrame(window),
      m_count(editor::label({}, this, editor::Look::Muted, "guideCount")),
      m_title(new QLabel(this)),
      m_text(new QLabel(this)),
      m_doIt(editor::described(new QPushButton(this),
                               {.name = "guideDoIt", .tip = tr("Shift+F1 moves the keyboard focus here, Escape back")},
                               this, &GuideBubble::doItWanted)),
      m_leave(editor::described(new QPushButton(this), {.name = "guideLeave"}, this, &GuideBubble::leaveWanted))
{
    setObjectName(QStringLiteral("guideBubble"));
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    for (QLabel* label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    auto* head = editor::inRow({{m_title, 1}, {m_count, 0, Qt::AlignTop}});
    for (QPushButton* button : {m_doIt, m_leave}) {
        button->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard where it is
        button->setAutoDefault(true);
    }
    auto* buttons = editor::inRow({m_doIt, editor::stretch(), m_leave});
    editor::inColumn(this, {head, m_text, buttons},
                     QMargins(arrowLength + 14, arrowLength + 10, arrowLength + 14, arrowLength + 10), 8);
    hide();
}

void GuideBubble::say(const GuideWish& wish)
{
    const GuideWords words = guideWords(wish);
    const bool done = wish.step == GuideStep::Done;
    m_title->setText(words.title);
    m_text->setText(words.text);
    m_count->setText(tr("%1 of %2").arg(static_cast<int>(wish.step) + 1).arg(guideStepCount));
    m_count->setVisible(!done);
    m_doIt->setText(tr("Do it for me"));
    m_doIt->setVisible(!done && wish.task != GuideTask::Watch);
    m_leave->setText(done ? tr("Close") : tr("Leave"));
    m_leave->setToolTip(done ? QString() : tr("Help › Guided first net starts it again"));
    setAccessibleName(words.title);
    setAccessibleDescription(words.text);
    findSize();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void GuideBubble::offerNext()
{
    if (m_doIt->isHidden()) {
        m_doIt->setText(tr("Next"));
        m_doIt->setVisible(true);
        findSize();
    }
}

void GuideBubble::withdrawNext()
{
    if (!m_doIt->isHidden()) {
        m_doIt->hide();
        findSize();
    }
}

/// As wide as a line of text reads well; as high as its words then need it.
void GuideBubble::findSize()
{
    m_place = {};
    const int wide = std::min(lineLength * fontMetrics().averageCharWidth(), parentWidget()->width() / 3);
    m_text->setFixedWidth(std::max(wide, m_doIt->sizeHint().width() + m_leave->sizeHint().width() + 12));
    m_text->setFixedHeight(m_text->heightForWidth(m_text->width()));
    layout()->invalidate(); // the labels have told it, but later
    layout()->activate();
    resize(sizeHint());
}

void GuideBubble::show(const GuideSight& sight)
{
    const bool other = sight != m_sight || m_place.area.isEmpty();
    const auto isFree = [this](const std::vector<QRect>& rects) {
        return std::ranges::none_of(rects, [this](const QRect& rect) { return rect.intersects(m_place.area); });
    };
    const bool stays =
        m_sight.marks == sight.marks && m_sight.room == sight.room && isFree(sight.layers) && isFree(sight.clear);
    m_sight = sight;
    if (other && (!stays || m_place.area.isEmpty())) {
        moveTo(placeBubble(plate().size(), sight, parentWidget()->rect()));
    }
    setVisible(true);
    raise();
}

void GuideBubble::moveTo(const BubblePlace& place)
{
    if (place == m_place) {
        return;
    }
    m_place = place;
    setGeometry(place.area.adjusted(-arrowLength, -arrowLength, arrowLength, arrowLength));
    setMask(QRegion(plate()).united(QRegion(arrow())));
    update();
}

QRect GuideBubble::plate() const
{
    return rect().adjusted(arrowLength, arrowLength, -arrowLength, -arrowLength);
}

QPolygon GuideBubble::arrow() const
{
    if (!m_place.tip) {
        return {};
    }
    const QRect box = plate();
    const QPoint tip = *m_place.tip - m_place.area.topLeft() + box.topLeft();
    const int least = int(corner) + arrowHalf;
    const int x = std::clamp(tip.x(), box.left() + least, box.right() - least);
    const int y = std::clamp(tip.y(), box.top() + least, box.bottom() - least);
    const bool isLeft = tip.x() < box.left();
    if (isLeft || tip.x() > box.right()) {
        const int foot = isLeft ? box.left() + 1 : box.right();
        return QPolygon({{foot, y - arrowHalf}, {isLeft ? 0 : width(), y}, {foot, y + arrowHalf}});
    }
    const bool isAbove = tip.y() < box.top();
    const int foot = isAbove ? box.top() + 1 : box.bottom();
    return QPolygon({{x - arrowHalf, foot}, {x, isAbove ? 0 : height()}, {x + arrowHalf, foot}});
}

void GuideBubble::paintEvent(QPaintEvent*)
{
    const editor::Theme& theme = editor::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shape, wedge;
    shape.addRoundedRect(QRectF(plate()).adjusted(1, 1, -1, -1), corner, corner);
    wedge.addPolygon(arrow());
    wedge.closeSubpath();
    painter.setPen(QPen(theme.accent, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(theme.node);
    painter.drawPath(shape.united(wedge).simplified());
}

void GuideBubble::takeKeyboard()
{
    QWidget* before = QApplication::focusWidget();
    if (before && !isAncestorOf(before)) {
        m_keyboardBefore = before;
    }
    (m_doIt->isVisible() ? m_doIt : m_leave)->setFocus(Qt::ShortcutFocusReason);
}

void GuideBubble::giveKeyboardBack()
{
    if (m_keyboardBefore && isAncestorOf(QApplication::focusWidget())) {
        m_keyboardBefore->setFocus(Qt::OtherFocusReason);
    }
}

void GuideBubble::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        giveKeyboardBack();
        return;
    }
    QFrame::keyPressEvent(event);
}

GuideRing::GuideRing(QWidget* window) : QWidget(window)
{
    setObjectName(QStringLiteral("guideRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

/// Only the ring itself is masked in, so that what it surrounds is painted without it.
void GuideRing::surround(const QRect& mark)
{
    const int around = ringGap + ringWidth;
    const QRect area = mark.adjusted(-around, -around, around, around);
    if (area != geometry()) {
        setGeometry(area);
        const int thick = ringWidth + 2; // and the inside of its round corners
        setMask(QRegion(rect()).subtracted(rect().adjusted(thick, thick, -thick, -thick)));
    }
    setVisible(true);
    raise();
}

void GuideRing::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(editor::theme().accent, ringWidth));
    const double inset = ringWidth / 2.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 6, 6);
}

} // namespace studio

#include "moc_guide_bubble.cpp"
