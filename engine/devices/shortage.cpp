// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/shortage.h"

#include "engine/devices/cpu/memory.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/graph/sentence.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace engine {
namespace {

namespace fs = std::filesystem;

/// The bytes behind "key:" in a file of lines "key:  number kB".
std::optional<std::int64_t> kibibytesAfter(const fs::path& file, std::string_view key)
{
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string word;
        std::int64_t number = 0;
        if (words >> word >> number && word == key) {
            return 1024 * number;
        }
    }
    return std::nullopt;
}

std::optional<Limit> limitOf(int resource, std::optional<std::int64_t> used)
{
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || !used) {
        return std::nullopt;
    }
    return Limit{.most = static_cast<std::int64_t>(limit.rlim_cur), .used = *used};
}

std::optional<Limit> promisesOf(const fs::path& root)
{
    std::ifstream stream(root / "proc/sys/vm/overcommit_memory");
    int mode = 0;
    stream >> mode;
    const auto most = kibibytesAfter(root / "proc/meminfo", "CommitLimit:");
    const auto used = kibibytesAfter(root / "proc/meminfo", "Committed_AS:");
    constexpr int never = 2;
    return mode == never && most && used ? std::optional(Limit{.most = *most, .used = *used}) : std::nullopt;
}

/// "python (process 4711) holds 12.3 GiB"
Sentence holder(const GpuProcess& process)
{
    const Sentence who =
        process.id == static_cast<std::uint32_t>(::getpid()) ? say(ENGINE_TEXT("Sentences", "this process"))
        : process.name.empty()                               ? say(ENGINE_TEXT("Sentences", "process %1"), process.id)
                               : say(ENGINE_TEXT("Sentences", "%1 (process %2)"), printable(process.name), process.id);
    return process.bytes ? say(ENGINE_TEXT("Sentences", "%1 holds %2"), who, bytesInWords(*process.bytes))
                         : say(ENGINE_TEXT("Sentences", "%1 computes there"), who);
}

/// The processes that hold most, in words; if none can be seen, what is known instead.
Sentence holdersInWords(const GpuRoom& room)
{
    std::vector<GpuProcess> holders = room.holders;
    std::stable_sort(holders.begin(), holders.end(), [](const GpuProcess& a, const GpuProcess& b) {
        return a.bytes.value_or(0) > b.bytes.value_or(0);
    });
    constexpr std::size_t most = 3;
    Sentence text;
    for (std::size_t index = 0; index < std::min(holders.size(), most); ++index) {
        const Sentence one = holder(holders[index]);
        text = index == 0 ? one : say("%1, %2", text, one);
    }
    if (holders.size() > most) {
        text = say(ENGINE_TEXT("Sentences", "%1 and %2 more are there"), text, holders.size() - most);
    }
    return text.empty() ? say(ENGINE_TEXT("Sentences", "the driver names no process that holds the rest")) : text;
}

Sentence gpuInWords(const GpuRoom& room)
{
    return room.name.empty() ? Sentence(room.device) : say("%1 (%2)", room.device, room.name);
}

Sentence freeInWords(const GpuRoom& room)
{
    if (!room.free || !room.total) {
        return ENGINE_TEXT("Sentences", "the driver does not report its free memory");
    }
    return say(ENGINE_TEXT("Sentences", "%1 of its %2 are free"), bytesInWords(*room.free), bytesInWords(*room.total));
}

} // namespace

MemoryLimits memoryLimits(const fs::path& root)
{
    const fs::path status = root / "proc/self/status";
    return {.memory = processMemory(root),
            .addressSpace = limitOf(RLIMIT_AS, kibibytesAfter(status, "VmSize:")),
            .data = limitOf(RLIMIT_DATA, kibibytesAfter(status, "VmData:")),
            .promises = promisesOf(root)};
}

Sentence whyNoBlock(std::int64_t bytes, const MemoryLimits& limits, std::int64_t besides)
{
    const Sentence needed = say(ENGINE_TEXT("Sentences", "CPU: a block of %1 is needed"), bytesInWords(bytes));
    const Sentence free = say(ENGINE_TEXT("Sentences", "%1 of memory are free"), bytesInWords(limits.memory.available));
    if (bytes > limits.memory.available) {
        return say(ENGINE_TEXT("Sentences", "%1, but %2"), needed, free);
    }
    const auto lacks = [&](const std::optional<Limit>& limit) {
        return limit && limit->most - limit->used < bytes + besides;
    };
    const auto inWords = [&](const Sentence& who, const Limit& limit, const Sentence& what) {
        const bool fitsAlone = limit.most - limit.used >= bytes;
        const Sentence more =
            fitsAlone ? say(ENGINE_TEXT("Sentences", ", and %1 besides for libraries"), bytesInWords(besides))
                      : Sentence();
        return say(ENGINE_TEXT("Sentences", "%1%2, but %3 %4 %5, of which %6 are in use; %7"), needed, more, who,
                   bytesInWords(limit.most), what, bytesInWords(limit.used), free);
    };
    if (lacks(limits.addressSpace)) {
        return inWords(say(ENGINE_TEXT("Sentences", "this process may have")), *limits.addressSpace,
                       say(ENGINE_TEXT("Sentences", "of address space (ulimit -v)")));
    }
    if (lacks(limits.data)) {
        return inWords(say(ENGINE_TEXT("Sentences", "this process may have")), *limits.data,
                       say(ENGINE_TEXT("Sentences", "of data (ulimit -d)")));
    }
    if (lacks(limits.promises)) {
        return inWords(say(ENGINE_TEXT("Sentences", "the system promises")), *limits.promises,
                       say(ENGINE_TEXT("Sentences", "in all (vm.overcommit_memory is 2)")));
    }
    return say(ENGINE_TEXT("Sentences", "%1, but the system does not give it in one piece, although %2"), needed, free);
}

GpuRoom gpuRoom(const DeviceInfo& gpu, Nvml& nvml)
{
    GpuRoom room{.device = gpu.name, .name = gpu.model};
    for (GpuReading& reading : nvml.read()) {
        if (!isSameBus(reading.busId, gpu.busId)) {
            continue;
        }
        room.total = reading.totalBytes;
        room.free = reading.freeBytes;
        room.holders = std::move(reading.processes).value_or(std::vector<GpuProcess>());
    }
    return room;
}

GpuRoom gpuRoom(const DeviceInfo& gpu)
{
    Nvml nvml("libnvidia-ml.so.1");
    return gpuRoom(gpu, nvml);
}

Sentence whyGpuNotOpened(std::int64_t needed, const GpuRoom& room)
{
    return say(ENGINE_TEXT("Sentences", "%1 has no room: to compute there takes about %2 before any net, but %3; %4"),
               gpuInWords(room), bytesInWords(needed), freeInWords(room), holdersInWords(room));
}

Sentence whyNoBlock(std::int64_t bytes, const GpuRoom& room)
{
    return say(ENGINE_TEXT("Sentences", "%1: a block of %2 is needed, but %3; %4"), gpuInWords(room),
               bytesInWords(bytes), freeInWords(room), holdersInWords(room));
}

} // namespace engine
