// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/run_colour.h"

#include "editor/looks/theme.h"

#include <algorithm>
#include <QApplication>
#include <QPainter>

namespace studio {

namespace {

constexpr int colours = 8; ///< that Theme::curve() has

int indexOf(int run)
{
    return run < 0 ? 2 - run : std::max(run - 1, 0); // of a queue and of the project the first ones differ
}

} // namespace

QColor colourOf(int run, const editor::Theme& theme)
{
    return theme.curve(indexOf(run));
}

Qt::PenStyle lineOf(int run)
{
    return indexOf(run) / colours % 2 == 0 ? Qt::SolidLine : Qt::DotLine;
}

QIcon swatchOf(const QColor& colour)
{
    const auto draw = [&](const QColor& ground) {
        QPixmap pixmap(24, 24);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRoundedRect(0, 5, 24, 14, 6, 6);
        painter.setBrush(colour);
        painter.drawRoundedRect(2, 8, 20, 8, 4, 4);
        return pixmap;
    };
    QIcon icon(draw(Qt::transparent));
    icon.addPixmap(draw(QApplication::palette().color(QPalette::Base)),
                   QIcon::Selected); // a chosen row has a colour too
    return icon;
}

} // namespace studio
