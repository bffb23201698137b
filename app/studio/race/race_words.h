// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace studio {

class Race;
class RaceMeter;

// A race in words, as the window shows it and the picture keeps it.

struct RaceTable {
    QStringList headings;
    std::vector<QStringList> rows; ///< one for each contestant; what is not known is a dash
};
RaceTable tableOf(const Race& race);

/// "char_rnn: 2 engines, 30 s each, seed 1"
QString headingOf(const Race& race);

/// Why some failed or where they diverged, a sentence each.
QStringList notesOf(const Race& race);

/// What `hamnet compare` says of such figures; empty before two contenders have made a step, where the race is over
/// before one.
QString verdictOf(const Race& race);

/// That other programs took so much of the processors that times tell little; empty where they did not.
QString disturbanceOf(const std::vector<const RaceMeter*>& meters);

/// Verdict, disturbance and notes, those that there are.
QStringList sentencesOf(const Race& race);

} // namespace studio
