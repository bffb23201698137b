// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/cell_math.h"

namespace engine {

/// Three numbers of one unit of a GRU, one a gate, in the canonical order.
template <typename Real>
struct GruGates {
    Real r, z, n;
};

/// The gates behind their activations, from the sums of the input a and of the state u.
template <typename Real, typename Math = StandardMath>
ENGINE_BOTH inline GruGates<Real> gruGates(const GruGates<Real>& a, const GruGates<Real>& u)
{
    const Real r = Math::sigmoid(a.r + u.r);
    return {r, Math::sigmoid(a.z + u.z), Math::tanh(a.n + r * u.n)};
}

/// h_t = (1 - z) n + z h_{t-1}, one unit, one step; `hBefore` is zero where a sequence starts.
/// Written once: the loops of the CPU, the kernels of CUDA and the tests in double precision share it.
template <typename Real>
ENGINE_BOTH inline Real gruForward(const GruGates<Real>& gates, Real hBefore)
{
    return gates.n + gates.z * (hBefore - gates.n);
}

/// The gradients of a loss.
template <typename Real>
struct GruGradients {
    GruGates<Real> a; ///< by the sums of the input
    Real un;          ///< by u_n; those by u_r and u_z are a's
    Real hBefore;     ///< by h_{t-1} as the mix has it, without what comes through u
};

/// From dh, the gradient by h_t; `un` is u_n.
template <typename Real>
ENGINE_BOTH inline GruGradients<Real> gruBackward(const GruGates<Real>& gates, Real un, Real hBefore, Real dh)
{
    const Real dn = dh * (Real(1) - gates.z) * (Real(1) - gates.n * gates.n);
    return {{dn * un * gates.r * (Real(1) - gates.r), dh * (hBefore - gates.n) * gates.z * (Real(1) - gates.z), dn},
            dn * gates.r,
            dh * gates.z};
}

} // namespace engine
