// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/vector_math.h"
#include "engine/kernels/caffe/activation.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// y = 1 / (1 + e^-x)
struct Sigmoid {
    void forward(const float* x, float* y, std::int64_t count) const { sigmoidOf(x, y, count); }
    float derivative(float y) const { return y * (1 - y); }
};

} // namespace

std::unique_ptr<Kernel> makeSigmoid(const LayerSetup& layer)
{
    return std::make_unique<ActivationKernel<Sigmoid>>(layer, Sigmoid{});
}

} // namespace engine::caffe
