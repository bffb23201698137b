// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/kernels.h"
#include "engine/kernels/cpu_engines.h"
#include "engine/kernels/unrolled_recurrent.h"

namespace engine::caffe {

std::unique_ptr<Kernel> makeRecurrent(const LayerSetup& layer)
{
    return makeUnrolledRecurrent(layer, caffeCpuEngine());
}

} // namespace engine::caffe
