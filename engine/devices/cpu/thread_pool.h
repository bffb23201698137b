// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace engine {

/// The threads on which our loops, the matrix products and oneDNN run (its calls of OpenMP end here: openmp.cpp).
///
/// Work comes in numbered parts. Each thread begins with the part of its own number; a thread that is done takes parts
/// that no thread has begun. So on a busy machine as many threads compute as get a processor: the pool never waits for
/// a thread without a processor, only for parts that have begun. Waiting threads spin, as long as spinning has paid off
/// lately, and then sleep. What a part computes does not depend on the thread that takes it.
///
/// A pool is made, used and destroyed on one thread, and while it lives it is that thread's current one.
class ThreadPool {
public:
    /// How many threads compute, the caller's among them. None is started yet.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return m_threads; }

    /// Lets no more threads than these compute from now on. Those that have started stay, but take no more parts. Not
    /// within a part.
    void limit(int threads);

    /// Starts the threads, unless they run already. Returns how many there are: fewer if the system gives no more.
    int start();

    using Work = void (*)(void* context, int part);

    /// Runs work(context, part) for each part in [0, parts), parts <= start(), and returns when all are done. The work
    /// must not throw. Not within a part.
    void run(int parts, Work work, void* context);

    /// The same with one part, on the calling thread alone: within it, no other thread is used.
    static void runAlone(Work work, void* context);

    /// The pool of the thread that calls; null if it has none, as on the threads that a pool started.
    static ThreadPool* current();

    /// Where the calling thread is in the innermost run.
    struct Place {
        int part = 0, parts = 1;
        bool inside = false;        ///< of a part
        ThreadPool* pool = nullptr; ///< whose part it is; null outside and alone
    };
    static const Place& place();

    /// Within a part: waits until all parts have come here. All parts of the run must call it, threads() of them at
    /// most.
    static void barrier();

private:
    /// Which part was taken in which run; each on a cache line of its own.
    struct alignas(64) Claim {
        std::atomic<std::uint64_t> region = 0;
    };

    void serve(int number);
    std::uint64_t waitForRegion(std::uint64_t seen);
    void takeParts(std::uint64_t region, int first);
    bool take(int part, std::uint64_t region);
    void runPart(int part, int parts);
    void waitForOthers();

    int m_threads;
    bool m_started = false;
    ThreadPool* m_previous; ///< of this thread
    std::vector<Claim> m_claims;

    Work m_work = nullptr; ///< of the region that is open, as the two after it
    void* m_context = nullptr;

    /// Number of the run that began last, and how many parts it has in the low 16 bits.
    alignas(64) std::atomic<std::uint64_t> m_region = 0;
    std::atomic<int> m_sleepers = 0;
    std::atomic<int> m_bell = 0; ///< what sleepers wait for a change of
    std::atomic<bool> m_ends = false;
    alignas(64) std::atomic<int> m_unfinished = 0; ///< parts
    alignas(64) std::atomic<int> m_arrived = 0;    ///< at the barrier
    std::atomic<int> m_phase = 0;                  ///< of the barrier

    std::vector<std::jthread> m_workers; // last, so that they end before what they use goes
};

} // namespace engine
