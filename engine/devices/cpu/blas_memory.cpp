// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/blas_memory.h"

#include "engine/devices/cpu/blas.h"
#include "engine/devices/cpu/memory.h"
#include "engine/devices/shortage.h"
#include "engine/graph/error.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

namespace engine {
namespace {

constexpr std::int64_t blockBytes = std::int64_t{128} * 1024 * 1024;
constexpr std::int64_t besides = blockBytes / 16; ///< that must be free with the first block

/// For all pools of the process.
struct BlockCounts {
    std::mutex mutex;
    int wanted = 0; ///< by those that live; guarded by mutex
    int taken = 0;  ///< by OpenBLAS; guarded by mutex
};

BlockCounts& blockCounts()
{
    static BlockCounts counts;
    return counts;
}

/// Makes OpenBLAS allocate so many blocks at the same time, as far as there is room. Returns how many it holds.
int takeBlocks(int blocks, int taken)
{
    if (blas().takeMemory == nullptr || blas().giveMemoryBack == nullptr) {
        return blocks; // another release, whose way with memory is its own
    }
    std::vector<void*> held;
    while (std::ssize(held) < blocks) {
        // Threads after the first leave room for the net, too.
        if (std::ssize(held) >= taken && !hasAddressSpace(held.empty() ? blockBytes + besides : 3 * blockBytes)) {
            break;
        }
        void* const block = blas().takeMemory(0);
        if (block == nullptr) { // more than the library has places for
            break;
        }
        held.push_back(block);
    }
    std::ranges::for_each(held, blas().giveMemoryBack);
    return std::max(taken, static_cast<int>(held.size()));
}

} // namespace

BlasMemory::BlasMemory(int threads)
{
    BlockCounts& counts = blockCounts();
    const std::lock_guard lock(counts.mutex);
    counts.taken = takeBlocks(counts.wanted + threads, counts.taken);
    m_threads = std::min(threads, counts.taken - counts.wanted);
    if (m_threads < 1) {
        throw UnavailableError(whyNoBlock(blockBytes, memoryLimits(), besides));
    }
    counts.wanted += m_threads;
}

BlasMemory::~BlasMemory()
{
    BlockCounts& counts = blockCounts();
    const std::lock_guard lock(counts.mutex);
    counts.wanted -= m_threads;
}

} // namespace engine
