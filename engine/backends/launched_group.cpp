// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/launched_group.h"

#include "engine/backends/run_device.h"
#include "engine/data/places.h"
#include "engine/devices/cpu/memory.h"
#include "engine/graph/error.h"
#include "engine/graph/params.h"
#include "engine/graph/sentence.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace engine {
namespace {

constexpr const char* moduleFile = "libhamnet_mpi.so";

/// As Open MPI, MPICH and Slurm tell the processes that they start.
bool isLaunched()
{
    return std::ranges::any_of(
        std::initializer_list<const char*>{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"},
        [](const char* name) {
            const char* const count = std::getenv(name);
            return count != nullptr && std::atoi(count) > 1;
        });
}

} // namespace

std::unique_ptr<ProcessGroup> launchedGroup()
{
    if (!isLaunched()) {
        return nullptr;
    }
    void* const module = ::dlopen(besideProgram(moduleFile).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "this program was started by mpirun or srun, but its "
                                                            "module for MPI does not load (%1): install Open MPI and "
                                                            "build Hamnet with it (Debian's libopenmpi-dev)"),
                                   std::string(::dlerror())));
    }
    const auto entry = reinterpret_cast<MpiModuleEntry>(::dlsym(module, mpiModuleEntry));
    ProcessGroup* const group = entry == nullptr ? nullptr : entry(HAMNET_VERSION);
    if (group == nullptr) {
        throw UnavailableError(
            say(ENGINE_TEXT("Sentences", "%1 belongs to another version of Hamnet, but must be of %2"),
                std::string(moduleFile), std::string(HAMNET_VERSION)));
    }
    return std::unique_ptr<ProcessGroup>(group);
}

DeviceWish deviceInGroup(const DeviceWish& wish, const ProcessGroup& group)
{
    DeviceWish mine = wish;
    const std::string name = folded(wish.name) == "auto" ? defaultDevice() : folded(wish.name);
    if (name != "cpu" && name != "cuda") {
        throw Error(say(ENGINE_TEXT("Sentences", "the device is \"%1\", but for processes of mpirun or srun it must be "
                                                 "auto, cpu or cuda: each takes a GPU of its own"),
                        wish.name));
    }
    mine.name = name == "cuda" ? "cuda:" + std::to_string(group.localRank()) : name;
    if (name == "cpu" && wish.threads == 0) {
        mine.threads = std::max(1, processThreads() / group.localSize());
    }
    return mine;
}

} // namespace engine
