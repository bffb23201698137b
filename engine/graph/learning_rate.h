// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/params.h"

#include <cstdint>

namespace engine {

/// The learning rate at an iteration (from 0), by the settings' policy: fixed, step, exp, inv, multistep, poly,
/// sigmoid, cosine; each with a linear warm-up over the first warmup_iter iterations. `params` is complete. Throws
/// Error where the policy lacks a setting that it divides by, and where the rate does not stay finite.
double learningRate(const Params& params, std::int64_t iteration);

} // namespace engine
