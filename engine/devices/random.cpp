// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/random.h"

#include <cmath>
#include <numbers>

namespace engine {

double RandomSequence::gaussian()
{
    const double radius = std::sqrt(-2 * std::log(uniform01()));
    return radius * std::cos(2 * std::numbers::pi * uniform01());
}

} // namespace engine
