// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/allocations.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> count = 0, bytes = 0, mostBytes = 0;

} // namespace

namespace engine::test {

std::int64_t allocations()
{
    return count;
}

std::int64_t allocatedBytes()
{
    return bytes;
}

std::int64_t mostAllocatedBytes()
{
    return mostBytes;
}

void forgetMostAllocated()
{
    mostBytes = bytes.load();
}

} // namespace engine::test

#ifndef HAMNET_SANITIZED

void* operator new(std::size_t size)
{
    ++count;
    void* const block = std::malloc(size == 0 ? 1 : size);
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    const std::int64_t now = bytes += static_cast<std::int64_t>(::malloc_usable_size(block));
    for (std::int64_t most = mostBytes; most < now && !mostBytes.compare_exchange_weak(most, now);) {}
    return block;
}

void operator delete(void* block) noexcept
{
    bytes -= static_cast<std::int64_t>(::malloc_usable_size(block)); // 0 for a null pointer
    std::free(block);
}

void operator delete(void* block, std::size_t) noexcept
{
    operator delete(block);
}

#endif
