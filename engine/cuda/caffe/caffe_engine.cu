// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/caffe_engine.h"
#include "engine/cuda/caffe/cuda_operations.h"
#include "engine/kernels/caffe/caffe_engine.h"

namespace engine::cuda {

const Engine& caffeCudaEngine()
{
    static const engine::caffe::CaffeEngine<caffe::CudaOperations> engine;
    return engine;
}

} // namespace engine::cuda
