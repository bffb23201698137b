// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/widgets/tinted_label.h"

#include "editor/looks/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>

namespace editor {

TintedLabel::TintedLabel(QWidget* parent) : QLabel(parent)
{
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    onNewLooks(this, &TintedLabel::tint);
}

void TintedLabel::showMuted(const QString& text)
{
    m_tinted.clear();
    setForegroundRole(QPalette::PlaceholderText);
    setTextFormat(Qt::PlainText);
    setText(text);
    setVisible(!text.isEmpty());
}

void TintedLabel::showError(const QString& sentence)
{
    show(sentence, Tint::Error);
}

void TintedLabel::showWarning(const QString& sentence)
{
    show(sentence, Tint::Warning);
}

void TintedLabel::show(const QString& sentence, Tint tint)
{
    m_tinted = sentence;
    m_tint = tint;
    setForegroundRole(QPalette::WindowText);
    setTextFormat(Qt::RichText);
    setAccessibleName(sentence);
    this->tint();
    setVisible(!sentence.isEmpty());
}

void TintedLabel::tint()
{
    if (!m_tinted.isEmpty()) {
        const QColor& colour = m_tint == Tint::Error ? theme().error : theme().warning;
        setText(QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), m_tinted.toHtmlEscaped()));
    } else if (textFormat() == Qt::RichText) {
        setText(QString());
    }
}

QString titleHtml(const QString& title)
{
    return QStringLiteral("<b style='font-size:large'>%1</b>").arg(title.toHtmlEscaped());
}

namespace {

constexpr int gap = 2; ///< to the field

QRect placeIn(const QWidget& form, const QWidget& widget)
{
    return {widget.mapTo(&form, QPoint(0, 0)), widget.size()};
}

} // namespace

FieldProblem::FieldProblem(QWidget* form) : TintedLabel(form), m_form(form)
{
    setMargin(4);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    form->installEventFilter(this);
    installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, &FieldProblem::place);
    hide();
}

void FieldProblem::showAt(QWidget& field, const QString& sentence)
{
    if (m_field && m_field != &field) {
        m_field->removeEventFilter(this);
    }
    m_field = &field;
    field.installEventFilter(this);
    showError(sentence);
    place();
}

void FieldProblem::place()
{
    if (isHidden() || !m_field) {
        return;
    }
    const QRect field = placeIn(*m_form, *m_field);
    const int width = m_form->width() - field.left();
    setFixedSize(width, heightForWidth(width));
    QRect place(field.bottomLeft() + QPoint(0, gap), size());
    const QWidget* const typed = QApplication::focusWidget();
    const bool isElsewhere = typed && m_form->isAncestorOf(typed) && typed != m_field && !m_field->isAncestorOf(typed);
    const QRect other = isElsewhere ? placeIn(*m_form, *typed) : QRect();
    const bool hasRoomAbove = field.top() >= height() + gap;
    if (hasRoomAbove && (place.intersects(other) || place.bottom() >= m_form->height())) {
        place.moveBottom(field.top() - gap);
    } else if (place.intersects(other)) {
        place.moveTop(other.bottom() + gap);
    }
    if (place.bottom() >= m_form->height()) {
        m_form->setMinimumHeight(place.bottom() + 1);
    }
    move(place.topLeft());
    raise();
}

bool FieldProblem::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_form && event->type() == QEvent::Resize) {
        place();
    }
    if (watched == this && event->type() == QEvent::HideToParent) {
        m_form->setMinimumHeight(0);
    }
    const bool comesOrGoes = event->type() == QEvent::Show || event->type() == QEvent::Hide;
    if (watched == m_field && comesOrGoes && m_form->isVisible()) { // its group is folded
        setVisible(event->type() == QEvent::Show && !text().isEmpty());
        place();
    }
    return TintedLabel::eventFilter(watched, event);
}

void FieldProblem::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setPen(theme().error);
    painter.setBrush(theme().node);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.end();
    TintedLabel::paintEvent(event);
}

} // namespace editor

#include "moc_tinted_label.cpp"
