// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/group/process_group.h"

#include <memory>

namespace engine::cuda {

class CudaDevice;

/// By NCCL, in the device's stream. Called by all processes of the group at once.
std::unique_ptr<GradientSum> makeNcclSum(CudaDevice& device, ProcessGroup& group);

} // namespace engine::cuda
