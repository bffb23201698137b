// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/group_icon.h"

#include "editor/looks/theme.h"

#include <map>
#include <QGuiApplication>
#include <tuple>

namespace editor {

const QPixmap& groupIcon(engine::LayerGroup group, double zoom)
{
    static std::map<std::tuple<engine::LayerGroup, int, bool>, QPixmap> kept;
    const double scale = zoom * qGuiApp->devicePixelRatio();
    const int step = scale <= 1 ? 1 : scale <= 2 ? 2 : 4;
    QPixmap& picture = kept[{group, step, theme().dark}];
    if (picture.isNull()) {
        picture = icon(groupIconName(group)).pixmap(QSize(22, 22), step);
    }
    return picture;
}

} // namespace editor
