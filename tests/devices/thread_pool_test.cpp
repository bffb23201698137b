// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/openmp.h"
#include "engine/devices/cpu/parallel.h"
#include "engine/devices/cpu/thread_pool.h"
#include "tests/support/busy_processes.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <ctime>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace engine {
namespace {

void run(ThreadPool& pool, int parts, const std::function<void(int)>& body)
{
    pool.run(
        parts, [](void* context, int part) { (*static_cast<const std::function<void(int)>*>(context))(part); },
        const_cast<std::function<void(int)>*>(&body));
}

double processorSeconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Of many short loops, as a training step has them.
double secondsOfLoops(int threads)
{
    ThreadPool pool(threads);
    pool.start();
    std::vector<float> values(1 << 14, 1.0f);
    const auto loop = [&] {
        parallelFor(std::ssize(values), 1024, [&](IndexRange range) {
            for (std::int64_t i = range.first; i < range.last; ++i) {
                values[static_cast<std::size_t>(i)] *= 1.0001f;
            }
        });
    };
    loop();
    const double begin = processorSeconds();
    for (int turn = 0; turn < 4000; ++turn) {
        loop();
    }
    return processorSeconds() - begin;
}

TEST(ThreadPool, RunsEachPartOnce)
{
    for (const int threads : {1, 2, 5}) {
        ThreadPool pool(threads);
        for (int turn = 0; turn < 300; ++turn) {
            const int parts = 1 + turn % threads;
            std::array<std::atomic<int>, 5> times{};
            run(pool, parts, [&](int part) { ++times[static_cast<std::size_t>(part)]; });
            for (int part = 0; part < threads; ++part) {
                ASSERT_EQ(times[static_cast<std::size_t>(part)], part < parts ? 1 : 0) << turn << ", part " << part;
            }
        }
    }
}

TEST(ThreadPool, PartsWaitForEachOtherAtABarrier)
{
    ThreadPool pool(4);
    for (int turn = 0; turn < 200; ++turn) {
        std::atomic<int> before = 0, wrong = 0;
        run(pool, 4, [&](int) {
            ++before;
            ThreadPool::barrier();
            wrong += before == 4 ? 0 : 1;
            ThreadPool::barrier();
            --before;
        });
        ASSERT_EQ(wrong, 0);
        ASSERT_EQ(before, 0);
    }
}

TEST(ThreadPool, IsLimitedAfterItStartedToo)
{
    ThreadPool pool(4);
    pool.limit(3);
    EXPECT_EQ(pool.start(), 3);
    pool.limit(2);
    EXPECT_EQ(pool.start(), 2);
    EXPECT_EQ(pool.threads(), 2);
    EXPECT_EQ(omp_get_max_threads(), 2);
    std::atomic<int> ranges = 0;
    std::mutex mutex;
    std::set<std::thread::id> threads;
    for (int turn = 0; turn < 300; ++turn) {
        parallelFor(1000, 1, [&](IndexRange) {
            ++ranges;
            const std::scoped_lock lock(mutex);
            threads.insert(std::this_thread::get_id());
        });
    }
    EXPECT_EQ(ranges, 600);
    EXPECT_LE(threads.size(), 2u);
    pool.limit(3);
    EXPECT_EQ(pool.threads(), 2);
}

TEST(ThreadPool, IsTheCurrentOneOfItsThreadWhileItLives)
{
    EXPECT_EQ(ThreadPool::current(), nullptr);
    {
        ThreadPool outer(2);
        {
            ThreadPool inner(3);
            EXPECT_EQ(ThreadPool::current(), &inner);
        }
        EXPECT_EQ(ThreadPool::current(), &outer);
        std::thread([] { EXPECT_EQ(ThreadPool::current(), nullptr); }).join();
    }
    EXPECT_EQ(ThreadPool::current(), nullptr);
}

TEST(ThreadPool, ALoopWithinAPartRunsThere)
{
    ThreadPool pool(3);
    std::atomic<int> calls = 0;
    run(pool, 3, [&](int) {
        parallelFor(1000, 1, [&](IndexRange range) {
            ++calls;
            EXPECT_EQ(range.count(), 1000);
        });
    });
    EXPECT_EQ(calls, 3);
}

TEST(ThreadPool, ThreadsThatShareAProcessorDoNotSpinForEachOther)
{
    const BoundTo shared(1); // as beside other programs that keep the rest busy
    const double alone = secondsOfLoops(1), together = secondsOfLoops(4);
    EXPECT_LT(together, 8 * alone) << "one thread took " << alone << " s of the processor, four took " << together;
}

TEST(OpenMp, RunsOnThePoolOfItsThread)
{
    ThreadPool pool(3);
    std::array<std::atomic<int>, 3> times{};
    std::atomic<int> wrong = 0;
    struct Context {
        std::array<std::atomic<int>, 3>* times;
        std::atomic<int>* wrong;
    } context{&times, &wrong};
    GOMP_parallel(
        [](void* given) {
            const auto* const seen = static_cast<const Context*>(given);
            ++(*seen->times)[static_cast<std::size_t>(omp_get_thread_num())];
            *seen->wrong += omp_get_num_threads() == 3 && omp_in_parallel() != 0 ? 0 : 1;
            GOMP_barrier();
            *seen->wrong += omp_get_max_threads() == 1 ? 0 : 1;
        },
        &context, 0, 0);
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(times[0], 1);
    EXPECT_EQ(times[1], 1);
    EXPECT_EQ(times[2], 1);
    EXPECT_EQ(omp_get_max_threads(), 3);
}

} // namespace
} // namespace engine
