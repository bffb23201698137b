// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/net_file.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace engine {

/// Weights up to `size` that are neither in order nor so small that the net thinks nothing.
void scramble(PortableNet& net, float size);

/// A text: the number of the character that a stream has at a step.
struct IdRun {
    std::int64_t steps, streams;
    std::function<std::int64_t(std::int64_t step, std::int64_t stream)> idAt;
};

/// What the net thinks of the text, by our own engine: [T, N, V], from a state of zeros.
std::vector<float> logitsOf(const PortableNet& net, const IdRun& run);

} // namespace engine
