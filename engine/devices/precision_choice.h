// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/precision.h"

namespace engine {

/// How it multiplies, in words: "factors are rounded to 8 bits, sums, states and weights are fp32". A text of the
/// context "Engines".
const char* meaningOf(Precision precision);

/// Where the precision of a run comes from.
enum class PrecisionFrom {
    Auto,       ///< the default: the fastest one that does not hurt learning, see automaticPrecision
    Option,     ///< the user asked for it
    Checkpoint, ///< the run that goes on, or whose net this is, has it
};

/// "auto", "option", "checkpoint"
std::string_view nameOf(PrecisionFrom from);

} // namespace engine
