// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/solvers/allocation_count.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> allocations{0};

} // namespace

// In a file of their own: where the compiler sees both inside one function, it takes new and free for a mismatch.
void* operator new(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

std::int64_t engine::allocationCount()
{
    return allocations;
}
