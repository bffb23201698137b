// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/random.h"
#include "engine/graph/layer_type.h"

#include <span>

namespace engine {

/// A weight's first values, by Caffe's fillers: constant, uniform in [min, max), gaussian(mean, std), xavier uniform in
/// ±sqrt(3 / n), msra gaussian(0, sqrt(2 / n)); n is the fan that variance_norm names, fan in = elements / shape[0] and
/// fan out = elements / shape[1]. Then the weight's constant blocks. Throws Error for a filler that is none of these.
void fill(const WeightSpec& weight, RandomSequence& random, std::span<float> values);

} // namespace engine
