// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace studio {

class Race;
class RacePlot;

/// One picture of a race: heading, curves, table and sentence, in the colours of the screen. What the file's name ends
/// with says how: .png, .svg or .pdf; any other is PNG. The whole file or none: false with a sentence where it could
/// not be written.
bool savePicture(const Race& race, RacePlot& plot, const QString& file, QString* sentence);

} // namespace studio
