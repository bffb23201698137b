// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_offer.h"

#include "editor/looks/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace studio {
namespace {

const QString answered = QStringLiteral("guide/answered"); ///< a setting

} // namespace

bool GuideOffer::isDue()
{
    return !QSettings().value(answered).toBool();
}

void GuideOffer::noteAnswered()
{
    QSettings().setValue(answered, true);
}

GuideOffer::GuideOffer(QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("guideOffer"));
    auto* title = new QLabel(tr("New here?"), this);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* words = new QLabel(tr("Draw your first recurrent net and let it learn to write: five steps, two minutes. You "
                                "can leave at any time; Help › Guided first net starts it again."),
                             this);
    words->setWordWrap(true);
    auto* start = new QPushButton(tr("&Guide me"), this);
    start->setObjectName(QStringLiteral("guideAccept"));
    start->setDefault(true);
    auto* decline = new QPushButton(tr("Not now"), this);
    decline->setObjectName(QStringLiteral("guideDecline"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(start);
    buttons->addWidget(decline);
    buttons->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    column->addWidget(title);
    column->addWidget(words);
    column->addLayout(buttons);
    connect(start, &QPushButton::clicked, this, &GuideOffer::accepted);
    connect(decline, &QPushButton::clicked, this, [this] {
        noteAnswered();
        hide();
    });
    connect(&editor::Looks::instance(), &editor::Looks::changed, this, qOverload<>(&QWidget::update));
}

void GuideOffer::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(editor::theme().accent, 1.5));
    painter.setBrush(editor::theme().node);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 10, 10);
}

} // namespace studio

#include "moc_guide_offer.cpp"
