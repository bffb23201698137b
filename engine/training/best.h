// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/checkpoint.h"

#include <cstdint>
#include <span>

namespace engine {

/// Validations that were due, each `every` iterations, since the best of them; early_stop counts these. Validations at
/// other iterations (at the end of a run, or when somebody asked for one) do not count: so a run in several parts stops
/// where an undisturbed one does.
std::int64_t validationsWithoutGain(std::span<const CurvePoint> curve, std::int64_t every);

} // namespace engine
