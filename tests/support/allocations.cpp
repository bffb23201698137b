// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> count = 0;

} // namespace

namespace engine::test {

std::int64_t allocations()
{
    return count;
}

} // namespace engine::test

#ifndef HAMNET_SANITIZED

void* operator new(std::size_t size)
{
    ++count;
    if (void* const block = std::malloc(size == 0 ? 1 : size)) {
        return block;
    }
    throw std::bad_alloc();
}

void operator delete(void* block) noexcept
{
    std::free(block);
}

void operator delete(void* block, std::size_t) noexcept
{
    std::free(block);
}

#endif
