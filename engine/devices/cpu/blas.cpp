// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/blas.h"

#include "engine/devices/cpu/memory.h"
#include "engine/devices/shortage.h"
#include "engine/graph/error.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace engine {
namespace {

constexpr const char* library = "libopenblas.so.0";

/// OpenBLAS's name for the kernels that this processor can run; null where its own choice cannot be bettered.
const char* kernelsForThisProcessor()
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
        return "SkylakeX";
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return "Haswell";
    }
#endif
    return nullptr;
}

template <typename Function>
Function symbol(void* handle, const char* name)
{
    void* const found = ::dlsym(handle, name);
    if (!found) {
        throw UnavailableError(
            say(ENGINE_TEXT("Sentences", "%1 has no %2, but OpenBLAS 0.3 or later is needed"), library, name));
    }
    return reinterpret_cast<Function>(found);
}

/// What OpenBLAS and cuBLAS read from the environment. Set before main(), while there is one thread: setenv() is not
/// safe beside getenv() in another one, such as the window's. The CUDA module has a copy of this and finds all set.
[[gnu::constructor]] void setEnvironment()
{
    constexpr int keep = 0, replace = 1; // keep: what the user asks for stays
    if (const char* const threads = getenv("OPENBLAS_NUM_THREADS"); !threads || std::string_view(threads) != "1") {
        setenv("OPENBLAS_NUM_THREADS", "1", replace);
    }
    if (const char* const kernels = kernelsForThisProcessor()) {
        setenv("OPENBLAS_CORETYPE", kernels, keep);
    }
    // Two workspaces of fixed size for each of the handles that cuDNN makes for itself: its products then give the same
    // bits each time.
    setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:2", keep);
}

Blas load()
{
    // Some releases allocate while they are loaded, and try without end where they cannot.
    constexpr std::int64_t libraryAndBlock = std::int64_t{224} * 1024 * 1024;
    if (!hasAddressSpace(libraryAndBlock)) {
        throw UnavailableError(whyNoBlock(libraryAndBlock, memoryLimits()));
    }
    // A library that is opened by its name is found where the one that opens it looks, but not what it needs itself: in
    // Python, whose program has no folder of ours, that comes first. Where it is missing OpenBLAS may need none of it.
    for (const char* const needed : {"libquadmath.so.0", "libgfortran.so.5"}) {
        static_cast<void>(dlopen(needed, RTLD_NOW | RTLD_LOCAL));
    }
    void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "OpenBLAS cannot be loaded: %1"), dlerror()));
    }
    // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ...": the first two words are name and version.
    const std::string configuration = symbol<char* (*) ()>(handle, "openblas_get_config")();
    const std::size_t afterName = configuration.find(' ');
    return {.sgemm = symbol<decltype(&cblas_sgemm)>(handle, "cblas_sgemm"),
            .sgemv = symbol<decltype(&cblas_sgemv)>(handle, "cblas_sgemv"),
            .takeMemory = reinterpret_cast<void* (*) (int)>(::dlsym(handle, "blas_memory_alloc")),
            .giveMemoryBack = reinterpret_cast<void (*)(void*)>(::dlsym(handle, "blas_memory_free")),
            .name = configuration.substr(0, configuration.find(' ', afterName + 1)) + " (" +
                    symbol<char* (*) ()>(handle, "openblas_get_corename")() + ")"};
}

} // namespace

const Blas& blas()
{
    static const Blas loaded = load();
    return loaded;
}

} // namespace engine
