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
    const Sentence who = process.id == static_cast<std::uint32_t>(::getpid()) ? sentence("this process")
                         : process.name.empty()                               ? sentence("process ", process.id)
                                                : sentence(printable(process.name), " (process ", process.id, ")");
    return process.bytes ? sentence(who, " holds ", bytesInWords(*process.bytes)) : sentence(who, " computes there");
}

/// Those that hold most, in words; what can be said where nobody is seen.
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
        text = index == 0 ? one : sentence(text, ", ", one);
    }
    if (holders.size() > most) {
        text = sentence(text, " and ", holders.size() - most, " more are there");
    }
    return text.empty() ? sentence("the driver names no process that holds the rest") : text;
}

Sentence gpuInWords(const GpuRoom& room)
{
    return room.name.empty() ? Sentence(room.device) : sentence(room.device, " (", room.name, ")");
}

Sentence freeInWords(const GpuRoom& room)
{
    if (!room.free || !room.total) {
        return "the driver does not report its free memory";
    }
    return sentence(bytesInWords(*room.free), " of its ", bytesInWords(*room.total), " are free");
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
    const Sentence needed = sentence("CPU: a block of ", bytesInWords(bytes), " is needed");
    const Sentence free = sentence(bytesInWords(limits.memory.available), " of memory are free");
    if (bytes > limits.memory.available) {
        return sentence(needed, ", but ", free);
    }
    const auto lacks = [&](const std::optional<Limit>& limit) {
        return limit && limit->most - limit->used < bytes + besides;
    };
    const auto inWords = [&](const Sentence& who, const Limit& limit, const Sentence& what) {
        const bool fitsAlone = limit.most - limit.used >= bytes;
        const Sentence more =
            fitsAlone ? sentence(", and ", bytesInWords(besides), " besides for libraries") : Sentence();
        return sentence(needed, more, ", but ", who, " ", bytesInWords(limit.most), " ", what, ", of which ",
                        bytesInWords(limit.used), " are in use; ", free);
    };
    if (lacks(limits.addressSpace)) {
        return inWords(sentence("this process may have"), *limits.addressSpace,
                       sentence("of address space (ulimit -v)"));
    }
    if (lacks(limits.data)) {
        return inWords(sentence("this process may have"), *limits.data, sentence("of data (ulimit -d)"));
    }
    if (lacks(limits.promises)) {
        return inWords(sentence("the system promises"), *limits.promises,
                       sentence("in all (vm.overcommit_memory is 2)"));
    }
    return sentence(needed, ", but the system does not give it in one piece, although ", free);
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
    return sentence(gpuInWords(room), " has no room: to compute there takes about ", bytesInWords(needed),
                    " before any net, but ", freeInWords(room), "; ", holdersInWords(room));
}

Sentence whyNoBlock(std::int64_t bytes, const GpuRoom& room)
{
    return sentence(gpuInWords(room), ": a block of ", bytesInWords(bytes), " is needed, but ", freeInWords(room), "; ",
                    holdersInWords(room));
}

} // namespace engine
