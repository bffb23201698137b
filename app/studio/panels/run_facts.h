// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/run_record.h"

#include <QString>
#include <string>

// What the list of runs tells of one.

namespace studio {

class RunList;

std::string newestFile(const RunRecord& run); ///< the newest checkpoint that is still there; empty: none
std::string bestFile(const RunRecord& run);   ///< the same of its best net

double bestValidation(const RunRecord& run); ///< the lowest loss; NaN: none
double lastLoss(const RunRecord& run);       ///< mean of the last 100 iterations: one alone says little
double lastSpeed(const RunRecord& run);      ///< characters, or sequences, a second over the last 100; NaN: none

QString originInWords(const RunOrigin& origin, const RunList& runs); ///< where its first weights came from
QString tagsIn(const QString& remark);                               ///< its words that begin with #, without it

} // namespace studio
