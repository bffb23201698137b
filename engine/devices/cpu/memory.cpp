// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/memory.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

namespace engine {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kibibyte = 1024;

/// The number at the start of a file; nothing where there is none ("max").
std::optional<std::int64_t> numberIn(const fs::path& file)
{
    std::ifstream stream(file);
    std::int64_t number = 0;
    return stream >> number ? std::optional(number) : std::nullopt;
}

/// The number after `key` in a file of lines "key number".
std::optional<std::int64_t> numberAfter(const fs::path& file, const std::string& key)
{
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string word;
        std::int64_t number = 0;
        if (words >> word >> number && word == key) {
            return number;
        }
    }
    return std::nullopt;
}

/// The folder of this process's control group in one hierarchy, from the lines "number:controllers:/path".
std::optional<fs::path> groupOf(const fs::path& root, const std::string& controller)
{
    std::ifstream stream(root / "proc/self/cgroup");
    for (std::string line; std::getline(stream, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) {
            continue;
        }
        const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
        const bool wanted =
            controller.empty() ? controllers == ",," : controllers.find(',' + controller + ',') != std::string::npos;
        if (wanted) {
            return fs::path(line.substr(second + 1)).relative_path();
        }
    }
    return std::nullopt;
}

/// The group's folder and those above it, down to the hierarchy's own. Inside a container the path may name folders
/// that only the host sees; then the hierarchy's own folder is the container's.
std::vector<fs::path> foldersOf(const fs::path& hierarchy, const std::optional<fs::path>& group)
{
    std::vector<fs::path> folders;
    if (!group) {
        return folders;
    }
    fs::path below;
    folders.push_back(hierarchy);
    for (const fs::path& part : *group) {
        below /= part;
        if (!part.empty() && fs::exists(hierarchy / below)) {
            folders.push_back(hierarchy / below);
        }
    }
    return folders;
}

struct GroupFiles {
    const char* limit;
    const char* usage;
    const char* cached; ///< the key in memory.stat of what the kernel gives back when asked
};

void limitByGroup(Device::Memory& memory, const std::vector<fs::path>& folders, const GroupFiles& files)
{
    for (const fs::path& folder : folders) {
        const auto limit = numberIn(folder / files.limit);
        const auto usage = numberIn(folder / files.usage);
        if (!limit || !usage || *limit >= memory.total) {
            continue;
        }
        const std::int64_t cached = numberAfter(folder / "memory.stat", files.cached).value_or(0);
        memory.total = *limit;
        memory.available = std::min(memory.available, std::max<std::int64_t>(0, *limit - *usage + cached));
    }
}

/// Whole processors' worth of time, rounded up; nothing where there is no limit.
std::optional<int> processorsOfQuota(std::optional<std::int64_t> quota, std::optional<std::int64_t> period)
{
    if (!quota || !period || *quota <= 0 || *period <= 0) {
        return std::nullopt;
    }
    return static_cast<int>((*quota + *period - 1) / *period);
}

/// The processors that the process is bound to.
int boundProcessors()
{
    // Larger sets until the kernel's fits: there is no call that tells its size.
    for (std::size_t size = CPU_SETSIZE; size <= 64 * CPU_SETSIZE; size *= 2) {
        std::vector<cpu_set_t> set(size / CPU_SETSIZE);
        const std::size_t bytes = set.size() * sizeof(cpu_set_t);
        if (::sched_getaffinity(0, bytes, set.data()) == 0) {
            return CPU_COUNT_S(bytes, set.data());
        }
    }
    return 1;
}

} // namespace

Device::Memory processMemory(const fs::path& root)
{
    const fs::path table = root / "proc/meminfo";
    Device::Memory memory{kibibyte * numberAfter(table, "MemTotal:").value_or(0),
                          kibibyte * numberAfter(table, "MemAvailable:").value_or(0)};
    limitByGroup(memory, foldersOf(root / "sys/fs/cgroup", groupOf(root, "")),
                 {"memory.max", "memory.current", "inactive_file"});
    limitByGroup(memory, foldersOf(root / "sys/fs/cgroup/memory", groupOf(root, "memory")),
                 {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"});
    return memory;
}

std::int64_t residentBytes(const fs::path& root)
{
    return numberAfter(root / "proc/self/status", "VmRSS:").value_or(0) * kibibyte;
}

bool isMemoryLimited()
{
    constexpr int never = 2;
    static const bool isPromiseStrict = numberIn("/proc/sys/vm/overcommit_memory") == never; // costs too much each time
    const auto hasLimit = [](int resource) {
        rlimit limit{};
        return ::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    };
    return isPromiseStrict || hasLimit(RLIMIT_AS) || hasLimit(RLIMIT_DATA);
}

bool hasAddressSpace(std::int64_t bytes)
{
    const auto size = static_cast<std::size_t>(bytes);
    void* const space = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return space != MAP_FAILED && ::munmap(space, size) == 0;
}

int processThreads(const fs::path& root)
{
    int threads = boundProcessors();
    const auto limit = [&](std::optional<int> processors) {
        threads = std::min(threads, processors.value_or(threads));
    };
    for (const fs::path& folder : foldersOf(root / "sys/fs/cgroup", groupOf(root, ""))) {
        std::ifstream stream(folder / "cpu.max"); // "quota period", or "max period"
        std::int64_t quota = 0, period = 0;
        if (stream >> quota >> period) {
            limit(processorsOfQuota(quota, period));
        }
    }
    for (const fs::path& folder : foldersOf(root / "sys/fs/cgroup/cpu", groupOf(root, "cpu"))) {
        limit(processorsOfQuota(numberIn(folder / "cpu.cfs_quota_us"), numberIn(folder / "cpu.cfs_period_us")));
    }
    return std::max(1, threads);
}

} // namespace engine
