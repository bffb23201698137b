// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/drawing/drawing.h"
#include "engine/graph/model.h"

#include <cstdint>
#include <string>

namespace engine {

struct UnrolledDrawingOptions {
    Phase phase = Phase::Train;
    std::int64_t steps = 4; ///< that many of the sequence are drawn, or all where it has fewer
};

/// What runs inside a recurrent layer, as unroll.h has it: a column for each step, what a step does downwards, the
/// backward direction beside the forward one. Of a stack it is the lowest layer; the others are alike. Throws Error
/// where the model has no such layer in the phase, it is not recurrent or is made of rows, or it has no sizes.
Drawing unrolledDrawing(const Model& model, const std::string& layer, const UnrolledDrawingOptions& options = {});

} // namespace engine
