// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace engine {

/// One step of an LSTM's cells on the CPU, for N streams of H units (lstm_cell.h over rows, as vector code, on the
/// pool). Where cont is 0 a sequence starts and c_{t-1} counts as zero.
struct LstmStep {
    std::int64_t streams, units;
    const float* cont = nullptr;    ///< [N]; null where every stream goes on
    const float* cBefore = nullptr; ///< [N, H]
    int g = 2, o = 3;               ///< which of the four blocks of the gates these are; 0 is i, and 1 is f
};

/// a [N, 4H] -> gates [N, 4H] after their activations, c [N, H], h [N, H]. gates may be a, or null if they are
/// not kept; c may be cBefore.
void lstmStepForward(const LstmStep& step, const float* a, float* gates, float* c, float* h);

/// The gradients that a step of the backward pass receives and produces. Null pointers are gradients that count as zero
/// or are not needed.
struct LstmStepGradients {
    const float* dh = nullptr; ///< [N, H]
    const float* dc = nullptr; ///< [N, H], from the step after
    float* da = nullptr;       ///< [N, 4H], overwritten; may be the gates
    float* dcBefore = nullptr; ///< [N, H], overwritten; may be dc
};

/// From the activated gates [N, 4H] and c [N, H] that forward gave.
void lstmStepBackward(const LstmStep& step, const float* gates, const float* c, const LstmStepGradients& gradients);

/// The same from the gates before their activations, which are recomputed.
void lstmStepBackwardFromInputs(const LstmStep& step, const float* a, const float* c,
                                const LstmStepGradients& gradients);

} // namespace engine
