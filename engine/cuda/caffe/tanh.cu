// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/activation.h"
#include "engine/cuda/caffe/kernels.h"

namespace engine::cuda::caffe {
namespace {

/// y = tanh x
struct Tanh {
    static constexpr std::string_view name = "TANH";
    __device__ static float forward(float x) { return tanhf(x); }
    __device__ static float derivative(float y) { return 1.0f - y * y; }
};

} // namespace

std::unique_ptr<Kernel> makeTanh(const LayerSetup& layer)
{
    return std::make_unique<ActivationKernel<Tanh>>(layer);
}

} // namespace engine::cuda::caffe
