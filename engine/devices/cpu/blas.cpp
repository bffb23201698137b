// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/cpu/blas.h"

#include "engine/graph/error.h"

#include <dlfcn.h>

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
        throw UnavailableError(sentence(library, " has no ", name, ", but OpenBLAS 0.3 or later is needed"));
    }
    return reinterpret_cast<Function>(found);
}

void setOnce(const char* name, const char* value)
{
    const char* const is = getenv(name);
    if (!is || std::string_view(is) != value) {
        setenv(name, value, 1);
    }
}

/// What OpenBLAS and cuBLAS read from the environment. Set before main(), while there is one thread: later another one,
/// such as the window's, may be reading the environment. The CUDA module, which has a copy of this, finds all set.
[[gnu::constructor]] void setEnvironment()
{
    setOnce("OPENBLAS_NUM_THREADS", "1");
    if (const char* const kernels = kernelsForThisProcessor(); kernels && !getenv("OPENBLAS_CORETYPE")) {
        setOnce("OPENBLAS_CORETYPE", kernels); // what the user asks for stays
    }
    // Two workspaces of fixed size for each of the handles that cuDNN makes for itself: its products then give the same
    // bits each time.
    if (!getenv("CUBLAS_WORKSPACE_CONFIG")) {
        setOnce("CUBLAS_WORKSPACE_CONFIG", ":4096:2");
    }
}

Blas load()
{
    void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        throw UnavailableError(sentence("OpenBLAS cannot be loaded: ", dlerror()));
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
