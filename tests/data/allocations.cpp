// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/data/allocations.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::uint64_t count = 0;

} // namespace

std::uint64_t allocations()
{
    return count;
}

// In place of the library's, which its operator new[] calls too.
void* operator new(std::size_t bytes)
{
    ++count;
    if (void* memory = std::malloc(bytes ? bytes : 1)) {
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
