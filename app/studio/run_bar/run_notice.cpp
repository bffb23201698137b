// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/run_bar/run_notice.h"

#include "editor/looks/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace studio {

RunNotice::RunNotice(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("runNotice"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(10, 2, 6, 2);
    rows->setSpacing(2);
    auto* head = new QHBoxLayout;
    m_sentence = new QLabel(this);
    m_sentence->setObjectName(QStringLiteral("runSentence"));
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont bold = m_sentence->font();
    bold.setBold(true);
    m_sentence->setFont(bold);
    m_close = new QToolButton(this);
    m_close->setObjectName(QStringLiteral("putAway"));
    m_close->setIcon(editor::icon(QStringLiteral("close")));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss"));
    connect(m_close, &QToolButton::clicked, this, [this] {
        withdraw();
        emit putAway();
    });
    head->addWidget(m_sentence, 1);
    head->addWidget(m_close, 0, Qt::AlignTop);
    rows->addLayout(head);
    m_choices = new QWidget(this);
    m_row = new QHBoxLayout(m_choices);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(8);
    m_explanation = new QLabel(this);
    m_explanation->setObjectName(QStringLiteral("explanation"));
    m_explanation->setWordWrap(true);
    m_explanation->setForegroundRole(QPalette::PlaceholderText);
    auto* below = new QHBoxLayout;
    below->setSpacing(12);
    below->addWidget(m_choices);
    below->addWidget(m_explanation, 1);
    rows->addLayout(below);
    hide();
}

void RunNotice::say(const QString& sentence, const std::vector<Choice>& choices)
{
    sayAgain(sentence);
    while (QLayoutItem* item = m_row->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater(); // it may be the one that was clicked
        }
        delete item;
    }
    for (const Choice& choice : choices) {
        addChoice(choice);
    }
    m_choices->setVisible(!choices.empty());
    m_explanation->setText(choices.empty() ? QString() : choices.front().explanation);
    m_explanation->setVisible(!choices.empty());
    m_wanted = true;
    show();
}

bool RunNotice::hasChoices() const
{
    return m_row->count() > 0;
}

int RunNotice::lineWidth() const
{
    const QMargins margins = layout()->contentsMargins();
    return m_sentence->fontMetrics().horizontalAdvance(m_sentence->text()) + m_close->sizeHint().width() +
           margins.left() + margins.right() + 2 * frameWidth() + 2 * fontMetrics().averageCharWidth();
}

void RunNotice::withdraw()
{
    m_wanted = false;
    hide();
}

void RunNotice::sayAgain(const QString& sentence)
{
    m_sentence->setText(sentence);
    setAccessibleName(sentence);
}

void RunNotice::addChoice(const Choice& choice)
{
    auto* button = new QPushButton(choice.text, m_choices);
    button->setObjectName(choice.name);
    button->setToolTip(choice.explanation);
    button->setAccessibleDescription(choice.explanation);
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    button->installEventFilter(this);
    connect(button, &QPushButton::clicked, this, [take = choice.take] { take(); });
    m_row->addWidget(button);
}

/// Explains the choice that the pointer or the keyboard is at, beside the buttons.
bool RunNotice::eventFilter(QObject* watched, QEvent* event)
{
    const auto* button = qobject_cast<QPushButton*>(watched);
    if (button && (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn)) {
        m_explanation->setText(button->toolTip());
    }
    return QFrame::eventFilter(watched, event);
}

QString RunNotice::sentence() const
{
    return m_sentence->text();
}

} // namespace studio
