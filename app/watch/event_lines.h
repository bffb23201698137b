// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/run/run.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace watch {

/// Metrics keep their order.
using Json = nlohmann::ordered_json;

/// A line of a log, or a file of a run's folder; no object where it is none, as the half line of a writer that was
/// killed, or where it is nested more deeply than any of ours.
Json lineIn(std::string_view text);

/// "start", "train", ...; empty where the line does not say.
std::string kindOf(const Json& line);

/// What `hamnet train --json` wrote as this line, as far as it says it; nothing for other lines. The start has neither
/// the bus of a GPU nor the prototxt of model and solver: these are files' names in a line.
std::optional<engine::Event> eventIn(const Json& line);

/// The line of a run that was paused through its folder or goes on.
enum class Pause { Begins, Ends };
Json pauseLine(std::int64_t iteration, Pause pause);
std::optional<Pause> pauseIn(const Json& line);

/// A value of a line; what it is where the line has none of that kind.
std::int64_t wholeIn(const Json& line, std::string_view key, std::int64_t otherwise = 0);
double numberIn(const Json& line, std::string_view key); ///< NaN where there is none
std::string textIn(const Json& line, std::string_view key);

} // namespace watch
