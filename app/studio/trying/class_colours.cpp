// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/trying/class_colours.h"

#include "editor/looks/theme.h"

#include <QCoreApplication>
#include <QLocale>

namespace studio {

QColor classColour(std::size_t number)
{
    return editor::theme().curve(static_cast<int>(number));
}

QPen classPen(std::size_t number)
{
    constexpr std::size_t colours = 8;
    return {classColour(number), 1.6, number % (2 * colours) < colours ? Qt::SolidLine : Qt::DashLine};
}

QString classText(const std::vector<std::string>& classes, std::size_t number)
{
    return number < classes.size() ? QString::fromStdString(classes[number]) : QString();
}

QString percent(double chance)
{
    return QCoreApplication::translate("Chances", "%1 %").arg(QLocale().toString(100 * chance, 'f', 0));
}

} // namespace studio
