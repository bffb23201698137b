// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/canvas/group_icon.h"

#include "editor/looks/theme.h"

#include <array>
#include <map>
#include <QGuiApplication>
#include <tuple>

namespace editor {

QString groupIconName(engine::LayerGroup group)
{
    static const std::array<QString, 6> names{QStringLiteral("group_source"), QStringLiteral("group_recurrent"),
                                              QStringLiteral("group_common"), QStringLiteral("group_activation"),
                                              QStringLiteral("group_shape"),  QStringLiteral("group_loss")};
    return names[std::size_t(group)];
}

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
