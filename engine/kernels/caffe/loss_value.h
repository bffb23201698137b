// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/caffe/operations.h"
#include "engine/kernels/classes.h"

namespace engine::caffe {

/// The loss of all places, and what it was divided by.
struct LossValue {
    Normalization normalization;
    AxisView view;
    float *loss, *divisor;

    ENGINE_DEVICE void operator()(const Tally& all) const
    {
        const auto whole = static_cast<double>(lossDivisor(normalization, view, all.counted));
        *loss = static_cast<float>(all.sum / whole);
        *divisor = static_cast<float>(whole);
    }
};

} // namespace engine::caffe
