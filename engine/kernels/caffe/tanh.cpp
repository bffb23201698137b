// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/vector_math.h"
#include "engine/kernels/caffe/activation.h"
#include "engine/kernels/caffe/kernels.h"

namespace engine::caffe {
namespace {

/// y = tanh x
struct Tanh {
    void forward(const float* x, float* y, std::int64_t count) const { tanhOf(x, y, count); }
    float derivative(float y) const { return 1 - y * y; }
};

} // namespace

std::unique_ptr<Kernel> makeTanh(const LayerSetup& layer)
{
    return std::make_unique<ActivationKernel<Tanh>>(layer, Tanh{});
}

} // namespace engine::caffe
