// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/precision.h"

namespace engine {

/// How it multiplies, in words: "factors are rounded to 8 bits, sums, states and weights are fp32". A text of the
/// context "Engines".
const char* meaningOf(Precision precision);

/// Who decided in which precision a run computes.
enum class PrecisionFrom {
    Auto,       ///< nobody: the quickest that costs no learning, see automaticPrecision
    Option,     ///< somebody asked for it
    Checkpoint, ///< the run that goes on, or whose net this is, has it
};

/// "auto", "option", "checkpoint"
std::string_view nameOf(PrecisionFrom from);

} // namespace engine
