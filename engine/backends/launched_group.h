// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/device_wish.h"
#include "engine/devices/group/process_group.h"

#include <memory>

namespace engine {

/// The group of processes that mpirun or srun has started this one in; null where it was started alone. It comes from
/// the library libhamnet_mpi.so, all of Hamnet that needs MPI, which is opened only here. Throws UnavailableError where
/// that is not there, as MPI is not installed. To be called once.
std::unique_ptr<ProcessGroup> launchedGroup();

/// The device of this process in such a group: of GPUs each has the one of its number among the machine's processes.
DeviceWish deviceInGroup(const DeviceWish& wish, const ProcessGroup& group);

/// What the module exports, by the name in `mpiModuleEntry`; null unless `version` is that of the module.
using MpiModuleEntry = ProcessGroup* (*) (const char* version);
inline constexpr const char* mpiModuleEntry = "hamnetMpiGroup";

} // namespace engine
