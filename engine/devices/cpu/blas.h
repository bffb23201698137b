// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cblas.h>

#include <string>

namespace engine {

/// OpenBLAS, loaded when the first product is asked for. How it works is settled by the environment before main(). It
/// runs on the thread that calls, since the pool of threads is ours; and it takes its kernels for what the processor
/// can do, where the library itself would take those of a twenty years old one for a processor newer than it.
struct Blas {
    decltype(&cblas_sgemm) sgemm;
    decltype(&cblas_sgemv) sgemv;
    void* (*takeMemory)(int); ///< see BlasMemory; null where the library does not show it, as the next
    void (*giveMemoryBack)(void*);
    std::string name; ///< "OpenBLAS 0.3.21 (SkylakeX)"
};

/// Throws UnavailableError where the library is not there.
const Blas& blas();

} // namespace engine
