// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/element_work.h"

#include <string>
#include <vector>

namespace engine::cuda::cells {

/// What one kernel does.
struct ElementKernelSpec {
    ElementWork work;
    bool walks = false; ///< through all steps; else it does one
};

std::string kernelName(std::size_t index); ///< of the `index`-th kernel in elementSource()

/// The kernels as CUDA C++: each thread has one unit of some rows, or walks through the steps of one unit of a row.
std::string elementSource(const std::vector<ElementKernelSpec>& kernels);

} // namespace engine::cuda::cells
