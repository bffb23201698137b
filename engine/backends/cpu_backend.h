// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"
#include "engine/graph/sentence.h"

namespace engine {

/// The processor: always there, with one device.
const Backend& cpuBackend();

/// Why this processor does not compute at a precision, as a sentence (a text of the context "Engines"); nothing
/// if it does.
std::optional<Sentence> cpuRefusal(Precision precision);

} // namespace engine
