// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/queue/queued_run.h"

#include <QString>

namespace studio {

QString stateInWords(queue::RunState state); ///< "waiting"

QString spanInWords(double seconds);  ///< "40 s", "12 min", "3 h 05 min", "2 d 4 h"
QString energyInWords(double joules); ///< "12 J", "3.4 kJ", "1.2 kWh"

} // namespace studio
