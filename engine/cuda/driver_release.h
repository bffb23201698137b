// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace engine::cuda {

/// "580.159.04": the release, which may bring another compiler of kernels. CUDA's own number for it is coarser.
std::string driverRelease();

} // namespace engine::cuda
