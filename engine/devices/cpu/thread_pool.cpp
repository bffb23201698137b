// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/thread_pool.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <exception>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace engine {
namespace {

/// How long a thread that waits spins before it sleeps. Being woken costs 50 us and more, on a virtual machine several
/// times that, so spinning pays as long as what is waited for comes: then the limit grows. Where it does not come, its
/// thread has lost its processor or works alone, and the limit is halved, so that a busy machine is not kept busier.
constexpr std::chrono::nanoseconds minSpin = std::chrono::microseconds(50), maxSpin = std::chrono::milliseconds(4),
                                   spinGrowth = std::chrono::microseconds(2);
thread_local std::chrono::nanoseconds spinLimit = minSpin;

constexpr int partBits = 16;

thread_local ThreadPool* currentPool = nullptr;
thread_local ThreadPool::Place currentPlace;

void pauseOnce()
{
#if defined(__x86_64__)
    _mm_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
}

/// Whether `is` came true while the thread span.
template <typename Condition>
bool spinUntil(const Condition& is)
{
    constexpr int pausesBetweenLooks = 64;
    using Clock = std::chrono::steady_clock;
    Clock::time_point end = Clock::time_point::max(); // not known before the first look at the clock, which costs
    while (true) {
        for (int pause = 0; pause < pausesBetweenLooks; ++pause) {
            if (is()) {
                spinLimit = std::min(spinLimit + spinGrowth, maxSpin);
                return true;
            }
            pauseOnce();
        }
        const Clock::time_point now = Clock::now();
        if (now >= end) {
            spinLimit = std::max(spinLimit / 2, minSpin);
            return is();
        }
        end = std::min(end, now + spinLimit);
    }
}

int partsOf(std::uint64_t region)
{
    return static_cast<int>(region & ((1u << partBits) - 1));
}

} // namespace

ThreadPool::ThreadPool(int threads)
    : m_threads(threads), m_previous(currentPool), m_claims(static_cast<std::size_t>(threads))
{
    assert(threads >= 1 && threads < 1 << partBits);
    currentPool = this;
}

ThreadPool::~ThreadPool()
{
    for (ThreadPool** link = &currentPool; *link != nullptr; link = &(*link)->m_previous) {
        if (*link == this) {
            *link = m_previous;
            break;
        }
    }
    m_ends = true;
    m_bell.fetch_add(1);
    m_bell.notify_all();
}

void ThreadPool::limit(int threads)
{
    assert(threads >= 1 && !currentPlace.inside);
    m_threads = std::min(m_threads, threads);
}

int ThreadPool::start()
{
    if (m_started) {
        return m_threads;
    }
    m_started = true;
    m_workers.reserve(static_cast<std::size_t>(m_threads));
    try {
        for (int number = 1; number < m_threads; ++number) {
            m_workers.emplace_back([this, number] { serve(number); });
        }
    } catch (const std::exception&) { // no more threads (ulimit -u), or no room for a stack (ulimit -v)
        m_threads = 1 + static_cast<int>(m_workers.size());
    }
    return m_threads;
}

ThreadPool* ThreadPool::current()
{
    return currentPool;
}

const ThreadPool::Place& ThreadPool::place()
{
    return currentPlace;
}

void ThreadPool::runAlone(Work work, void* context)
{
    const Place outer = std::exchange(currentPlace, {.part = 0, .parts = 1, .inside = true, .pool = nullptr});
    work(context, 0);
    currentPlace = outer;
}

void ThreadPool::run(int parts, Work work, void* context)
{
    if (parts == 1) {
        return runAlone(work, context);
    }
    start();
    assert(parts <= m_threads && currentPool == this && !currentPlace.inside);
    m_work = work;
    m_context = context;
    m_unfinished.store(parts, std::memory_order_relaxed);
    const std::uint64_t number = (m_region.load(std::memory_order_relaxed) >> partBits) + 1;
    const std::uint64_t region = number << partBits | static_cast<std::uint64_t>(parts);
    m_region.store(region); // in one order with m_sleepers: a thread that goes to sleep sees the one or is seen here
    if (m_sleepers.load() > 0) {
        m_bell.fetch_add(1);
        m_bell.notify_all();
    }
    takeParts(region, 0);
    waitForOthers();
}

void ThreadPool::waitForOthers()
{
    const auto done = [this] { return m_unfinished.load(std::memory_order_acquire) == 0; };
    if (done() || spinUntil(done)) {
        return;
    }
    for (int left = m_unfinished.load(); left != 0; left = m_unfinished.load(std::memory_order_acquire)) {
        m_unfinished.wait(left);
    }
}

void ThreadPool::serve(int number)
{
    std::uint64_t seen = 0;
    while (true) {
        seen = waitForRegion(seen);
        if (m_ends) {
            return;
        }
        if (number < partsOf(seen)) {
            takeParts(seen, number);
        }
    }
}

/// The region that is open after `seen`, or any once the pool ends.
std::uint64_t ThreadPool::waitForRegion(std::uint64_t seen)
{
    const auto isNext = [&] { return m_region.load(std::memory_order_acquire) != seen; };
    while (!spinUntil(isNext) && !m_ends) {
        const int bell = m_bell.load();
        m_sleepers.fetch_add(1);
        if (m_region.load() == seen && !m_ends) {
            m_bell.wait(bell);
        }
        m_sleepers.fetch_sub(1);
    }
    return m_region.load(std::memory_order_acquire);
}

/// Takes parts of the region that no thread has begun, from part `first` on.
void ThreadPool::takeParts(std::uint64_t region, int first)
{
    const int parts = partsOf(region);
    for (int index = 0; index < parts; ++index) {
        const int part = (first + index) % parts;
        if (take(part, region)) {
            runPart(part, parts);
        }
    }
}

/// Regions only grow, so a part of a region that is over cannot be taken any more.
bool ThreadPool::take(int part, std::uint64_t region)
{
    std::atomic<std::uint64_t>& claim = m_claims[static_cast<std::size_t>(part)].region;
    std::uint64_t taken = claim.load(std::memory_order_relaxed);
    return taken < region && claim.compare_exchange_strong(taken, region, std::memory_order_relaxed);
}

void ThreadPool::runPart(int part, int parts)
{
    currentPlace = {.part = part, .parts = parts, .inside = true, .pool = this};
    m_work(m_context, part);
    currentPlace = {};
    if (m_unfinished.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        m_unfinished.notify_one();
    }
}

void ThreadPool::barrier()
{
    ThreadPool* const pool = currentPlace.pool;
    if (pool == nullptr || currentPlace.parts == 1) {
        return;
    }
    const int phase = pool->m_phase.load(std::memory_order_acquire);
    if (pool->m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == currentPlace.parts) {
        pool->m_arrived.store(0, std::memory_order_relaxed);
        pool->m_phase.fetch_add(1, std::memory_order_release);
        pool->m_phase.notify_all();
    } else if (!spinUntil([&] { return pool->m_phase.load(std::memory_order_acquire) != phase; })) {
        pool->m_phase.wait(phase);
    }
}

} // namespace engine
