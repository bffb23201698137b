// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/looks/style.h"

#include "editor/looks/theme.h"

#include <QString>
#include <QWidget>

namespace editor {
namespace {

/// Our icon for one of the style's; empty where Fusion's own serves.
QString iconName(QStyle::StandardPixmap which)
{
    switch (which) {
    case QStyle::SP_TitleBarCloseButton:
    case QStyle::SP_DockWidgetCloseButton:
    case QStyle::SP_LineEditClearButton:
        return QStringLiteral("close");
    case QStyle::SP_TitleBarNormalButton:
        return QStringLiteral("float");
    case QStyle::SP_MessageBoxCritical:
        return QStringLiteral("error");
    case QStyle::SP_MessageBoxWarning:
        return QStringLiteral("warning");
    case QStyle::SP_MessageBoxInformation:
        return QStringLiteral("info");
    case QStyle::SP_MessageBoxQuestion:
        return QStringLiteral("help");
    default:
        return {};
    }
}

} // namespace

Style::Style() : QProxyStyle(QStringLiteral("Fusion")) {}

QIcon Style::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const
{
    const QString name = iconName(which);
    return name.isEmpty() ? QProxyStyle::standardIcon(which, option, widget) : icon(name);
}

QPixmap Style::standardPixmap(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const
{
    const QString name = iconName(which);
    if (name.isEmpty()) {
        return QProxyStyle::standardPixmap(which, option, widget);
    }
    constexpr int side = 16;
    return icon(name).pixmap(QSize(side, side), widget ? widget->devicePixelRatioF() : 1.0);
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* back) const
{
    switch (hint) {
    case SH_EtchDisabledText:
        return 0; // a white shadow under grey text reads as a blur
    case SH_ToolTip_WakeUpDelay:
        return 500; // tooltips here explain: soon, but not in the way
    case SH_ToolTip_FallAsleepDelay:
        return 300; //
    default:
        return QProxyStyle::styleHint(hint, option, widget, back);
    }
}

} // namespace editor
