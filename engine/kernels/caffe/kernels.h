// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

#include <span>

namespace engine::caffe {

/// How the kernel of one layer type is made.
struct KernelMaker {
    std::string_view type; ///< LayerType::name
    std::unique_ptr<Kernel> (*make)(const LayerSetup&);
};

/// Every layer that this engine can run.
std::span<const KernelMaker> kernelMakers();

} // namespace engine::caffe
