// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/caffe/caffe_engine.h"

#include "engine/kernels/caffe/cpu_operations.h"
#include "engine/kernels/cpu_engines.h"

namespace engine {
namespace {

/// The slow reference: its products are OpenBLAS's in fp32.
class CaffeCpuEngine final : public caffe::CaffeEngine<caffe::CpuOperations> {
public:
    bool multipliesIn(Precision precision) const override { return precision == Precision::Float32; }
};

} // namespace

const Engine& caffeCpuEngine()
{
    static const CaffeCpuEngine engine;
    return engine;
}

} // namespace engine
