// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/caffe_engine.h"

#include "engine/kernels/caffe/cpu_operations.h"
#include "engine/kernels/cpu_engines.h"

namespace engine {

const Engine& caffeCpuEngine()
{
    static const caffe::CaffeEngine<caffe::CpuOperations> engine;
    return engine;
}

} // namespace engine
