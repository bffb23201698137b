// SPDX-License-Identifier: GPL-3.0-or-later
// A library with NVML's interface and two GPUs that are not there. The first tells all; the second is cut into parts
// and tells its memory only. Built with FAKE_NVML_OLD it is one from before the second versions of the functions,
// without power, energy and clocks; with FAKE_NVML_SILENT the driver does not answer.
#include <algorithm>
#include <cstring>
#include <string_view>

namespace {

/// As much of the text as there is room for, and its end.
void put(char* to, std::size_t room, std::string_view text)
{
    const std::size_t length = std::min(room - 1, text.size());
    std::memcpy(to, text.data(), length);
    to[length] = '\0';
}

struct Gpu {
    const char* name;
    const char* busId;
    bool lost;
};
// In another order than that of the bus, as CUDA's may be.
Gpu gpus[] = {{"Fake B", "00000000:81:00.0", false}, {"Fake A", "00000000:3B:00.0", false}};

[[maybe_unused]] unsigned long long asked = 0; // for the energy

constexpr int success = 0, invalidArgument = 2, notSupported = 3, notFound = 6, insufficientSize = 7, gpuIsLost = 15;

bool isWhole(const void* device)
{
    return device == &gpus[1];
}

/// What a question that only the whole GPU answers starts with.
int answer(const void* device)
{
    return static_cast<const Gpu*>(device)->lost ? gpuIsLost : isWhole(device) ? success : notSupported;
}

struct ShortPciInfo {
    char busId[16];
    unsigned domain, bus, device, deviceId, subsystemId, reserved[4];
};
struct PciInfo {
    char shortBusId[16];
    unsigned domain, bus, device, deviceId, subsystemId;
    char busId[32];
};
struct ShortProcess {
    unsigned id;
    unsigned long long bytes;
};
struct Process {
    unsigned id;
    unsigned long long bytes;
    unsigned gpuInstance, computeInstance;
};

template <typename One>
int processes(const void* device, unsigned* count, One* found)
{
    if (const int result = answer(device); result != success) {
        return result;
    }
    if (*count < 2) {
        *count = 2;
        return insufficientSize;
    }
    *count = 2;
    found[0].id = 1;
    found[0].bytes = 4096;
    found[1].id = 2;
    found[1].bytes = ~0ULL;
    return success;
}

} // namespace

extern "C" {

// For the test.
void fakeNvmlLose(int gpu)
{
    gpus[gpu].lost = true;
}
void fakeNvmlFind(int gpu)
{
    gpus[gpu].lost = false;
}

#ifdef FAKE_NVML_OLD
int nvmlInit()
{
    return success;
}
int nvmlDeviceGetCount(unsigned* count)
{
    *count = 2;
    return success;
}
int nvmlDeviceGetHandleByIndex(unsigned index, void** device)
{
    *device = &gpus[index];
    return success;
}
int nvmlDeviceGetPciInfo(void* device, ShortPciInfo* info)
{
    put(info->busId, sizeof info->busId, static_cast<Gpu*>(device)->busId + 4);
    return success;
}
int nvmlDeviceGetComputeRunningProcesses(void* device, unsigned* count, ShortProcess* found)
{
    return processes(device, count, found);
}
#else
#ifdef FAKE_NVML_SILENT
int nvmlInit_v2()
{
    return 9; // the driver is not loaded
}
const char* nvmlErrorString(int)
{
    return "Driver Not Loaded";
}
#else
int nvmlInit_v2()
{
    return success;
}
#endif
int nvmlDeviceGetCount_v2(unsigned* count)
{
    *count = 2;
    return success;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device)
{
    *device = &gpus[index];
    return success;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* busId, void** device)
{
    for (Gpu& gpu : gpus) {
        if (std::strcmp(gpu.busId, busId) == 0 && !gpu.lost) {
            *device = &gpu;
            return success;
        }
    }
    return notFound;
}
int nvmlDeviceGetPciInfo_v3(void* device, PciInfo* info)
{
    put(info->busId, sizeof info->busId, static_cast<Gpu*>(device)->busId);
    return success;
}
int nvmlDeviceGetMemoryInfo_v2(void* device, void* given)
{
    struct Memory {
        unsigned version;
        unsigned long long total, reserved, free, used;
    };
    auto* const memory = static_cast<Memory*>(given);
    if (memory->version != (2U << 24 | 40)) {
        return invalidArgument;
    }
    memory->total = 1000;
    memory->reserved = 100;
    memory->free = 650;
    memory->used = 250;
    return static_cast<Gpu*>(device)->lost ? gpuIsLost : success;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, Process* found)
{
    return processes(device, count, found);
}
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts)
{
    *milliwatts = 312'500;
    return answer(device);
}
int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned* milliwatts)
{
    *milliwatts = 700'000;
    return answer(device);
}
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules)
{
    *millijoules = 5'000'250 + 1000 * asked++; // a joule a question
    return answer(device);
}
int nvmlDeviceGetClockInfo(void* device, int kind, unsigned* megahertz)
{
    *megahertz = kind == 1 ? 1980 : kind == 2 ? 3201 : 0;
    return answer(device);
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* reasons)
{
    *reasons = 0x1 | 0x4 | 0x20; // idle, power, temperature
    return answer(device);
}
#endif

int nvmlShutdown()
{
    return success;
}
int nvmlDeviceGetName(void* device, char* name, unsigned length)
{
    put(name, length, static_cast<Gpu*>(device)->name);
    return success;
}
int nvmlDeviceGetMemoryInfo(void* device, void* given)
{
    struct Memory {
        unsigned long long total, free, used;
    };
    *static_cast<Memory*>(given) = {1000, 650, 350};
    return static_cast<Gpu*>(device)->lost ? gpuIsLost : success;
}
int nvmlDeviceGetUtilizationRates(void* device, unsigned* percent)
{
    percent[0] = 87;
    percent[1] = 33;
    return answer(device);
}
int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* celsius)
{
    *celsius = 61;
    return sensor == 0 ? answer(device) : invalidArgument;
}
int nvmlDeviceGetTemperatureThreshold(void* device, int threshold, unsigned* celsius)
{
    *celsius = threshold == 1 ? 87 : 92;
    return answer(device);
}
}
