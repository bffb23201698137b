// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/json_fields.h"

namespace watch {

/// A line of a log, or a file of a run's folder; no object where it is none, as the half line of a writer that was
/// killed, or where it is nested more deeply than any of ours.
Json lineIn(std::string_view text);

/// The event under the keys of its fields().
Json toJson(const engine::Event& event);

/// The event that toJson() gives as this line; nothing for another line, and where a field is missing or of another
/// kind.
std::optional<engine::Event> eventIn(const Json& line);

} // namespace watch
