// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/cpu_device.h"

#include "engine/devices/cpu/gemm.h"
#include "engine/devices/cpu/memory.h"
#include "engine/devices/cpu/openmp.h"
#include "engine/devices/cpu/parallel.h"
#include "engine/devices/shortage.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace engine {
namespace {

constexpr int maxThreads = 1024;
constexpr std::int64_t alignment = 64;
constexpr std::int64_t page = 4096;
constexpr std::int64_t hugePage = 2 * 1024 * 1024;
constexpr std::int64_t copyGrain = 64 * 1024; ///< floats that one thread copies in about 20 us

/// Below this the allocator's own blocks do; from here on blocks are mapped, so that huge pages can hold them.
constexpr std::int64_t minMapped = 2 * hugePage;

std::int64_t roundedUp(std::int64_t value, std::int64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

/// Left to the libraries: oneDNN crashes where it gets no memory (with ulimit -v of some 400,000 KiB without this), and
/// what it takes for its code and descriptions is a few MiB.
constexpr std::int64_t leftToLibraries = 16 * 1024 * 1024;

[[noreturn]] void throwNoMemory(std::int64_t bytes)
{
    const MemoryLimits limits = memoryLimits();
    const Sentence why = whyNoBlock(bytes, limits, leftToLibraries);
    if (bytes > limits.memory.available) {
        throw Error(why);
    }
    throw UnavailableError(why); // the machine has it, but a limit keeps it from this process
}

/// Address space at a multiple of the huge page's size: the kernel then backs whole huge pages by one each.
float* mapped(std::int64_t bytes)
{
    const auto space = static_cast<std::size_t>(bytes + hugePage);
    void* start = ::mmap(nullptr, space, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) {
        throwNoMemory(bytes);
    }
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    const auto offset = (hugePage - static_cast<std::int64_t>(address % hugePage)) % hugePage;
    char* const block = static_cast<char*>(start) + offset;
    if (offset > 0) {
        ::munmap(start, static_cast<std::size_t>(offset));
    }
    ::munmap(block + bytes, static_cast<std::size_t>(hugePage - offset));
    ::madvise(block, static_cast<std::size_t>(bytes), MADV_HUGEPAGE); // a hint: smaller pages work as well
    return reinterpret_cast<float*>(block);
}

void unmap(float* data, std::int64_t count)
{
    ::munmap(data, static_cast<std::size_t>(roundedUp(count * std::int64_t{sizeof(float)}, page)));
}

void freeBlock(float* data, std::int64_t)
{
    std::free(data);
}

bool useMapping([[maybe_unused]] std::int64_t bytes)
{
#ifdef HAMNET_SANITIZED
    return false; // the sanitizers watch the ends of the allocator's blocks only
#else
    return bytes >= minMapped;
#endif
}

/// The processor's own name, as the kernel reports it.
std::string processorName()
{
    std::ifstream table("/proc/cpuinfo");
    for (std::string line; std::getline(table, line);) {
        const std::size_t colon = line.find(": ");
        if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "processor";
}

const char* instructionSet()
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
        return "AVX-512";
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return "AVX2";
    }
    return "SSE2";
#elif defined(__aarch64__)
    return "NEON";
#else
    return ENGINE_TEXT("Sentences", "plain code");
#endif
}

int checkedThreads(int threads)
{
    if (threads < 0 || threads > maxThreads) {
        throw Error(say(ENGINE_TEXT("Sentences", "CPU: threads is %1, but must be from 1 to %2, or 0 for one per core"),
                        threads, maxThreads));
    }
    return threads == 0 ? processThreads() : threads;
}

} // namespace

CpuDevice::CpuDevice(const Backend& backend, int threads, Precision precision)
    : m_backend(&backend), m_wanted(checkedThreads(threads)), m_most(m_wanted), m_precision(precision), m_pool(m_wanted)
{}

/// Before the first net is made: then it is known how many threads there are.
void CpuDevice::start()
{
    if (!m_blasMemory) {
        m_blasMemory.emplace(m_most);
        m_pool.limit(m_blasMemory->threads());
        m_pool.start();
    }
}

void CpuDevice::limitToProcessors()
{
    m_most = std::min(m_wanted, processThreads());
    m_pool.limit(m_most);
}

std::string CpuDevice::description() const
{
    return processorName() + ", " +
           counted(threads(), ENGINE_TEXT("Sentences", "1 thread"), ENGINE_TEXT("Sentences", "%1 threads")) + ", " +
           instructionSet() + (m_precision == Precision::Float32 ? "" : ", " + std::string(nameOf(m_precision)));
}

std::vector<Sentence> CpuDevice::notes() const
{
    std::vector<Sentence> sentences;
    if (m_most < m_wanted) {
        sentences.push_back(
            say(ENGINE_TEXT("Sentences", "the CPU computes with %1 of %2 threads, as this process may "
                                         "use %3 and more threads would wait for each other"),
                m_most, m_wanted,
                counted(m_most, ENGINE_TEXT("Sentences", "1 core"), ENGINE_TEXT("Sentences", "%1 cores"))));
    }
    if (threads() < m_most) {
        sentences.push_back(say(ENGINE_TEXT("Sentences", "the CPU computes with %1 of %2 threads, as the system gives "
                                                         "no more memory or threads (ulimit -v, ulimit -u)"),
                                threads(), m_most));
    }
    if (threads() > 1 && !openMpIsOurs()) {
        sentences.push_back(
            ENGINE_TEXT("Sentences", "oneDNN uses threads of its own, which may keep processors busy while they wait"));
    }
    return sentences;
}

Device::Memory CpuDevice::memory() const
{
    return processMemory();
}

Buffer CpuDevice::allocate(std::int64_t floats)
{
    assert(floats >= 0);
    if (floats == 0) {
        return {};
    }
    start();
    const std::int64_t bytes = floats * std::int64_t{sizeof(float)};
    // Asked only where the system may refuse: a net has many small blocks, and a mapping takes some microseconds.
    if (isMemoryLimited() && !hasAddressSpace(roundedUp(bytes, page) + leftToLibraries)) {
        throwNoMemory(bytes);
    }
    if (!useMapping(bytes)) {
        auto* data =
            static_cast<float*>(std::aligned_alloc(alignment, static_cast<std::size_t>(roundedUp(bytes, alignment))));
        if (data == nullptr) {
            throwNoMemory(bytes);
        }
        std::memset(data, 0, static_cast<std::size_t>(bytes));
        return {data, floats, freeBlock};
    }
    // The kernel overcommits memory and kills the program that touches too much: so check first, then touch all.
    if (bytes > processMemory().available) {
        throwNoMemory(bytes);
    }
    float* const data = mapped(roundedUp(bytes, page));
    Buffer buffer(data, floats, unmap);
    parallelFor(roundedUp(bytes, hugePage) / hugePage, 8, [&](IndexRange blocks) {
        const std::int64_t last = std::min(blocks.last * hugePage, bytes);
        for (std::int64_t at = blocks.first * hugePage; at < last; at += page) {
            static_cast<volatile float*>(data)[at / std::int64_t{sizeof(float)}] = 0;
        }
    });
    return buffer;
}

void CpuDevice::toDevice(std::span<const float> host, float* device)
{
    copy(host.data(), device, static_cast<std::int64_t>(host.size()));
}

void CpuDevice::toHost(const float* device, std::span<float> host)
{
    copy(device, host.data(), static_cast<std::int64_t>(host.size()));
}

void CpuDevice::copy(const float* from, float* to, std::int64_t floats)
{
    parallelFor(floats, copyGrain, [=](IndexRange range) {
        std::memcpy(to + range.first, from + range.first, static_cast<std::size_t>(range.count()) * sizeof(float));
    });
}

void CpuDevice::zero(float* data, std::int64_t floats)
{
    parallelFor(floats, copyGrain, [=](IndexRange range) {
        std::memset(data + range.first, 0, static_cast<std::size_t>(range.count()) * sizeof(float));
    });
}

} // namespace engine
