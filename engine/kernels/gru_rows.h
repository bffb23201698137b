// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace engine {

/// One step of a GRU's cells behind its two products, for N streams of H units: gru_cell.h over rows. All tensors are
/// rows of a stream; the three blocks of a and u lie in the order r, z, n.
struct GruStep {
    std::int64_t streams, units;
    const float* hBefore; ///< [N, H]
    const float* a;       ///< [N, 3H], from the input
    const float* u;       ///< [N, 3H], from h_{t-1}
};

/// h [N, H], on the pool; may be hBefore.
void gruStepForward(const GruStep& step, float* h);

/// The gradients that a step makes; null pointers are not wanted. da may be a, du may be u.
struct GruStepGradients {
    const float* dh = nullptr; ///< [N, H]; null counts as zero
    float* da = nullptr;       ///< [N, 3H], overwritten
    float* du = nullptr;       ///< [N, 3H], overwritten
    float* dhBefore = nullptr; ///< [N, H], overwritten, without what comes through u
};

/// The gates are computed again from a and u.
void gruStepBackward(const GruStep& step, const GruStepGradients& gradients);

} // namespace engine
