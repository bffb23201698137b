// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/run/events.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace watch {

/// Fields keep their order.
using Json = nlohmann::ordered_json;

/// A line of a log, or a file of a run's folder; no object where it is none, as the half line of a writer that was
/// killed, or where it is nested more deeply than any of ours.
Json lineIn(std::string_view text);

/// "start", "train", ...; empty where the line does not say.
std::string kindOf(const Json& line);

/// The event under the keys of its fields(). Null stands for what is not known and for the end of a run that has none.
Json toJson(const engine::Event& event);

/// The event that toJson() gives as this line; nothing for another line, and where a field is missing or of another
/// kind.
std::optional<engine::Event> eventIn(const Json& line);

std::string textIn(const Json& line, std::string_view key); ///< empty where there is none

} // namespace watch
