// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/cell_math.h"

namespace engine {

/// h_t of one unit of a plain recurrent net, one step, from a = Wx x_t + Wh h_{t-1} + b.
template <typename Real, typename Math = StandardMath>
ENGINE_BOTH inline Real rnnTanhForward(Real a)
{
    return Math::tanh(a);
}

/// Likewise; NaN stays NaN.
template <typename Real>
ENGINE_BOTH inline Real rnnReluForward(Real a)
{
    return a < Real(0) ? Real(0) : a;
}

} // namespace engine
