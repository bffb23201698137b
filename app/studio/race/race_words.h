// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/report.h"

#include <QString>
#include <QStringList>

namespace studio {

class Race;

// A race in words, as the window shows it and the picture keeps it.

engine::Report reportOf(const Race& race); ///< a row for each contestant

/// "char_rnn: 2 engines, 30 s each, seed 1"
QString headingOf(const Race& race);

/// Why some failed or where they diverged, a sentence each.
QStringList notesOf(const Race& race);

/// What `hamnet compare` says of such figures; empty before two contenders have made a step, where the race is over
/// before one.
QString verdictOf(const Race& race);

/// Verdict, machine, notes, and that other programs took so much of the processors that times tell little; those that
/// there are.
QStringList sentencesOf(const Race& race);

} // namespace studio
