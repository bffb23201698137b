// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/guide/guide_offer.h"

#include "editor/looks/theme.h"
#include "editor/widgets/parts.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>

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
    auto* words =
        editor::label(tr("Draw your first recurrent net and let it learn to write: five steps, two minutes. You "
                         "can leave at any time; Help › Guided first net starts it again."),
                      this, editor::Look::Wraps);
    auto* start =
        editor::described(new QPushButton(tr("&Guide me"), this), {.name = "guideAccept"}, this, &GuideOffer::accepted);
    start->setDefault(true);
    auto* decline = editor::described(new QPushButton(tr("Not now"), this), {.name = "guideDecline"}, this, [this] {
        noteAnswered();
        hide();
    });
    auto* buttons = editor::inRow({start, decline, editor::stretch()});
    editor::inColumn(this, {title, words, buttons}, QMargins(16, 14, 16, 14), 8);
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
