// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/activation.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/kernels/lstm_cell.h"

namespace engine::cuda::caffe {
namespace {

/// y = 1 / (1 + e^-x)
struct Sigmoid {
    static constexpr std::string_view name = "SIGMOID";
    __device__ static float forward(float x) { return StandardMath::sigmoid(x); }
    __device__ static float derivative(float y) { return y * (1.0f - y); }
};

} // namespace

std::unique_ptr<Kernel> makeSigmoid(const LayerSetup& layer)
{
    return std::make_unique<ActivationKernel<Sigmoid>>(layer);
}

} // namespace engine::cuda::caffe
