// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/caffe/caffe_engine.h"
#include "engine/cuda/caffe/kernels.h"
#include "engine/kernels/unrolled_recurrent.h"

namespace engine::cuda::caffe {

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer)
{
    return makeUnrolledRecurrent(layer, caffeCudaEngine());
}

} // namespace engine::cuda::caffe
