// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/event_lines.h"

#include <string>

namespace engine {

/// The event as a line of a run's log.
inline std::string eventLine(const Event& event)
{
    return watch::toJson(event).dump() + "\n";
}

} // namespace engine
