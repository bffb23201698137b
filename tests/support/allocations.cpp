// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/allocations.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

namespace {

std::atomic<std::int64_t> count = 0, bytes = 0, maxBytes = 0;

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

std::int64_t maxAllocatedBytes()
{
    return maxBytes;
}

void forgetMostAllocated()
{
    maxBytes = bytes.load();
}

} // namespace engine::test

#ifndef HAMNET_SANITIZED

namespace {

void add(std::int64_t size)
{
    const std::int64_t now = bytes += size;
    for (std::int64_t most = maxBytes; most < now && !maxBytes.compare_exchange_weak(most, now);) {}
}

std::int64_t sizeOf(void* block)
{
    return static_cast<std::int64_t>(::malloc_usable_size(block)); // 0 for a null pointer
}

void* added(void* block)
{
    add(sizeOf(block));
    return block;
}

/// Memory that was mapped without a file, as blocks of the device are. Takes no memory itself: it is asked by those who
/// take some.
class Mappings {
public:
    void add(void* start, std::size_t size)
    {
        const std::scoped_lock lock(m_mutex);
        const auto free = std::find_if(m_all.begin(), m_all.end(), [](const Part& part) { return part.size() == 0; });
        if (free == m_all.end()) {
            std::abort(); // so many at once are not counted
        }
        free->first = reinterpret_cast<std::uintptr_t>(start);
        free->last = free->first + size;
        ::add(static_cast<std::int64_t>(size));
    }

    /// Of its parts, those at its ends are given back.
    void remove(void* start, std::size_t size)
    {
        const std::scoped_lock lock(m_mutex);
        const auto first = reinterpret_cast<std::uintptr_t>(start), last = first + size;
        for (Part& part : m_all) {
            if (first >= part.first && first < part.last) {
                bytes -= static_cast<std::int64_t>(std::min(last, part.last) - first);
                (first == part.first ? part.first : part.last) =
                    first == part.first ? std::min(last, part.last) : first;
            }
        }
    }

private:
    struct Part {
        std::uintptr_t first = 0, last = 0;
        std::size_t size() const { return last - first; }
    };
    std::mutex m_mutex;
    std::array<Part, 16'384> m_all; // guarded by m_mutex; oneDNN maps the code of each primitive that it caches
};

Mappings& mappings()
{
    static Mappings all;
    return all;
}

} // namespace

// What a program defines itself, the libraries that it is linked with take as well. glibc's own go by these names too.
extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t things, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* block);

void* malloc(std::size_t size)
{
    return added(__libc_malloc(size));
}

void* calloc(std::size_t things, std::size_t size)
{
    return added(__libc_calloc(things, size));
}

void* realloc(void* block, std::size_t size)
{
    const std::int64_t before = sizeOf(block);
    void* const moved = __libc_realloc(block, size);
    if (moved != nullptr || size == 0) {
        bytes -= before;
    }
    return added(moved);
}

void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    return added(__libc_memalign(alignment, size));
}

void* memalign(std::size_t alignment, std::size_t size)
{
    return added(__libc_memalign(alignment, size));
}

int posix_memalign(void** block, std::size_t alignment, std::size_t size)
{
    *block = added(__libc_memalign(alignment, size));
    return *block == nullptr ? ENOMEM : 0;
}

void free(void* block)
{
    bytes -= sizeOf(block);
    __libc_free(block);
}

void* mmap(void* wish, std::size_t size, int protection, int flags, int file, off_t offset) noexcept
{
    void* const start = reinterpret_cast<void*>(::syscall(SYS_mmap, wish, size, protection, flags, file, offset));
    if (start != MAP_FAILED && (flags & MAP_ANONYMOUS) != 0) {
        mappings().add(start, size);
    }
    return start;
}

int munmap(void* start, std::size_t size) noexcept
{
    mappings().remove(start, size);
    return static_cast<int>(::syscall(SYS_munmap, start, size));
}

} // extern "C"

void* operator new(std::size_t size)
{
    ++count;
    void* const block = std::malloc(size == 0 ? 1 : size);
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    return block;
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
    ++count;
    void* const block = ::aligned_alloc(static_cast<std::size_t>(alignment), size == 0 ? 1 : size);
    if (block == nullptr) {
        throw std::bad_alloc();
    }
    return block;
}

void operator delete(void* block) noexcept
{
    std::free(block);
}

void operator delete(void* block, std::size_t) noexcept
{
    std::free(block);
}

void operator delete(void* block, std::align_val_t) noexcept
{
    std::free(block);
}

void operator delete(void* block, std::size_t, std::align_val_t) noexcept
{
    std::free(block);
}

#endif
