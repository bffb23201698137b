// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <QColor>
#include <QPen>
#include <QString>
#include <string>
#include <vector>

namespace studio {

/// The colour of a class by its number; after eight classes they come again, with a dashed line.
QColor classColour(std::size_t number);
QPen classPen(std::size_t number);

QString classText(const std::vector<std::string>& classes, std::size_t number); ///< its name
QString percent(double chance);                                                 ///< "97 %"

} // namespace studio
