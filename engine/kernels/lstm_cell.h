// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/cell_math.h"

namespace engine {

/// The four gates of one unit, before or after their activations, in the canonical order.
template <typename Real>
struct LstmGates {
    Real i, f, g, o;
};

/// What a unit holds after one step.
template <typename Real>
struct LstmCell {
    Real c, h;
};

template <typename Real, typename Math = StandardMath>
ENGINE_BOTH inline LstmGates<Real> lstmGates(const LstmGates<Real>& a)
{
    return {Math::sigmoid(a.i), Math::sigmoid(a.f), Math::tanh(a.g), Math::sigmoid(a.o)};
}

/// c_t = f c_{t-1} + i g and h_t = o tanh(c_t), one unit, one step; `cBefore` is zero where a sequence starts.
/// Written once: the loops of the CPU, the kernels of CUDA and the tests in double precision share it.
template <typename Real, typename Math = StandardMath>
ENGINE_BOTH inline LstmCell<Real> lstmForward(const LstmGates<Real>& gates, Real cBefore)
{
    const Real c = gates.f * cBefore + gates.i * gates.g;
    return {c, gates.o * Math::tanh(c)};
}

/// The gradients of a loss.
template <typename Real>
struct LstmGradients {
    LstmGates<Real> a; ///< by the gates before their activations
    Real cBefore;      ///< by c_{t-1}, to be dropped where a sequence starts
};

/// From dh and dc, the gradients by h_t and by c_t as the next step handed it back.
template <typename Real, typename Math = StandardMath>
ENGINE_BOTH inline LstmGradients<Real> lstmBackward(const LstmGates<Real>& gates, Real cBefore, Real c, Real dh,
                                                    Real dc)
{
    const Real tanhC = Math::tanh(c);
    const Real dcHere = dc + dh * gates.o * (Real(1) - tanhC * tanhC);
    return {{dcHere * gates.g * gates.i * (Real(1) - gates.i), dcHere * cBefore * gates.f * (Real(1) - gates.f),
             dcHere * gates.i * (Real(1) - gates.g * gates.g), dh * tanhC * gates.o * (Real(1) - gates.o)},
            dcHere * gates.f};
}

} // namespace engine
