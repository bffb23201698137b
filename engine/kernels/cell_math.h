// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/both.h"

#include <cmath>

namespace engine {

/// The functions of a cell from the standard library: exact, on every device, in every precision.
struct StandardMath {
    template <typename Real>
    ENGINE_BOTH static Real sigmoid(Real x)
    {
        return Real(1) / (Real(1) + std::exp(-x));
    }
    template <typename Real>
    ENGINE_BOTH static Real tanh(Real x)
    {
        return std::tanh(x);
    }
};

} // namespace engine
