// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace editor {

/// The widget, with the name by which it is found, and what a screen reader calls it.
template <typename Widget>
Widget* named(Widget* widget, const char* name, const QString& accessibleName = {})
{
    widget->setObjectName(QLatin1String(name));
    widget->setAccessibleName(accessibleName);
    return widget;
}

} // namespace editor
