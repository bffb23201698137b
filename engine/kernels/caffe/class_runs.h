// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/arrays.h"
#include "engine/kernels/classes.h"

#include <cstdint>
#include <string_view>

namespace engine::caffe {

/// How many places one thread handles in about 5 us.
inline std::int64_t placeGrain(const AxisView& view)
{
    return std::max<std::int64_t>(1, elementGrain / (2 * view.extent));
}

/// p_k = e^(x_k) / Σ e^(x_j) over a run; p may be x. Returns log Σ e^(x_j).
float softmax(const float* x, float* p, const ClassRun& run);

/// dx_k = p_k (dp_k - Σ dp_j p_j); dx may be dp.
void softmaxBackward(const float* p, const float* dp, float* dx, const ClassRun& run);

/// Throws Error with the first label that is neither a class nor the ignored one. Returns how many places count.
std::int64_t checkLabels(std::string_view layer, const Tensor& labels, const LabelRule& rule);

} // namespace engine::caffe
