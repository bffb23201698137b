// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/openmp.h"

#include "engine/devices/cpu/thread_pool.h"

#include <dlfcn.h>

#include <algorithm>

// What oneDNN calls of OpenMP, under the names that GCC gives it (libgomp's interface). The linker finds these in the
// program before those in libgomp, so that oneDNN runs on the current pool of the thread that calls it: one pool for
// all, with waits that give the processor away, and as many parts on a busy machine as on an idle one, hence the same
// sums. On threads without a pool, where other libraries may use OpenMP, the calls go on to libgomp.

namespace engine {
namespace {

/// libgomp's own function of that name; null where libgomp is not loaded.
template <typename Function>
Function* ofLibrary(const char* name)
{
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

bool isOurs()
{
    return ThreadPool::current() != nullptr || ThreadPool::place().inside;
}

struct Region {
    void (*work)(void*);
    void* context;
};

void runPart(void* region, int)
{
    const auto* const one = static_cast<const Region*>(region);
    one->work(one->context);
}

} // namespace

bool openMpIsOurs()
{
    return ::dlsym(RTLD_DEFAULT, "GOMP_parallel") == reinterpret_cast<void*>(&GOMP_parallel);
}

} // namespace engine

extern "C" {

void GOMP_parallel(void (*work)(void*), void* context, unsigned threads, unsigned flags)
{
    using engine::ThreadPool;
    static auto* const library = engine::ofLibrary<decltype(GOMP_parallel)>("GOMP_parallel");
    if (!engine::isOurs() && library != nullptr) {
        return library(work, context, threads, flags);
    }
    engine::Region region{work, context};
    ThreadPool* const pool = ThreadPool::current();
    if (pool == nullptr || ThreadPool::place().inside) {
        return ThreadPool::runAlone(engine::runPart, &region);
    }
    const int most = pool->start();
    pool->run(threads == 0 ? most : std::min(most, static_cast<int>(threads)), engine::runPart, &region);
}

void GOMP_barrier()
{
    static auto* const library = engine::ofLibrary<decltype(GOMP_barrier)>("GOMP_barrier");
    if (engine::ThreadPool::place().inside || library == nullptr) {
        engine::ThreadPool::barrier();
    } else {
        library();
    }
}

int omp_get_thread_num()
{
    static auto* const library = engine::ofLibrary<decltype(omp_get_thread_num)>("omp_get_thread_num");
    return engine::isOurs() || library == nullptr ? engine::ThreadPool::place().part : library();
}

int omp_get_num_threads()
{
    static auto* const library = engine::ofLibrary<decltype(omp_get_num_threads)>("omp_get_num_threads");
    return engine::isOurs() || library == nullptr ? engine::ThreadPool::place().parts : library();
}

int omp_in_parallel()
{
    static auto* const library = engine::ofLibrary<decltype(omp_in_parallel)>("omp_in_parallel");
    return engine::isOurs() || library == nullptr ? engine::ThreadPool::place().parts > 1 : library();
}

int omp_get_max_threads()
{
    using engine::ThreadPool;
    static auto* const library = engine::ofLibrary<decltype(omp_get_max_threads)>("omp_get_max_threads");
    if (ThreadPool::place().inside) {
        return 1;
    }
    if (ThreadPool* const pool = ThreadPool::current()) {
        return pool->start();
    }
    return library == nullptr ? 1 : library();
}
}
