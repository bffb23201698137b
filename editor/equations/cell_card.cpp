// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/equations/cell_card.h"

#include "editor/equations/cell_comparison.h"
#include "editor/equations/mathematics_view.h"
#include "editor/looks/theme.h"
#include "editor/widgets/tinted_label.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace editor {
namespace {

QLabel* richLabel(const QString& html, QWidget* parent)
{
    auto* label = new QLabel(html, parent);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setHidden(html.isEmpty());
    return label;
}

} // namespace

QString commentsOf(const QString& text)
{
    QStringList comments;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        if (!line.startsWith(QLatin1Char('#'))) {
            break;
        }
        comments << line.mid(1).trimmed();
    }
    return comments.join(QLatin1Char('\n'));
}

CellCard::CellCard(const engine::cells::LibraryCell& cell, QWidget* parent)
    : QWidget(parent),
      m_text(cell.text),
      m_name(QString::fromUtf8(cell.name.data(), static_cast<qsizetype>(cell.name.size()))),
      m_filled(new QVBoxLayout)
{
    const QString text = QString::fromUtf8(cell.text.data(), static_cast<qsizetype>(cell.text.size()));
    m_searched = m_name + QLatin1Char(' ') + text;
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(m_name);
    setAccessibleDescription(commentsOf(text));

    auto* about = new TintedLabel(this);
    about->showMuted(commentsOf(text));
    auto* use = new QPushButton(tr("Use"), this);
    use->setAccessibleName(tr("Use %1").arg(m_name));
    auto* copy = new QPushButton(tr("Edit a copy"), this);
    copy->setAccessibleName(tr("Edit a copy of %1").arg(m_name));
    connect(use, &QPushButton::clicked, this, &CellCard::useRequested);
    connect(copy, &QPushButton::clicked, this, &CellCard::copyRequested);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(use);
    buttons->addWidget(copy);
    buttons->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(8);
    column->addWidget(richLabel(titleHtml(m_name), this));
    column->addWidget(about);
    column->addLayout(m_filled);
    column->addStretch();
    column->addLayout(buttons);
    connect(&Looks::instance(), &Looks::changed, this, qOverload<>(&QWidget::update));
}

void CellCard::fill()
{
    const engine::cells::Definition definition = engine::cells::define(m_text);
    auto* equations = new MathematicsView(this);
    equations->setCell(definition);
    m_filled->addWidget(equations);
    m_filled->addWidget(richLabel(comparisonSentence(definition).toHtmlEscaped(), this));
    m_filled->addWidget(richLabel(comparisonHtml(definition), this));
    m_isFilled = true;
}

bool CellCard::matches(const QStringList& words) const
{
    return std::ranges::all_of(words,
                               [&](const QString& word) { return m_searched.contains(word, Qt::CaseInsensitive); });
}

void CellCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        emit useRequested();
    } else if (event->key() >= Qt::Key_Left && event->key() <= Qt::Key_Down) {
        emit arrowPressed(event->key()); // else the area around it would scroll
    } else {
        QWidget::keyPressEvent(event);
    }
}

void CellCard::mouseDoubleClickEvent(QMouseEvent*)
{
    emit useRequested();
}

void CellCard::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void CellCard::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void CellCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? theme().accent : theme().nodeBorder, hasFocus() ? 2 : 1));
    painter.setBrush(theme().node);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 10, 10);
}

} // namespace editor

#include "moc_cell_card.cpp"
