// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cblas.h>

#include <string>

namespace engine {

/// OpenBLAS, loaded at the first product. Environment variables, set before main(), configure it: it runs
/// single-threaded on the calling thread, since the thread pool is ours, and it uses the kernels that fit the
/// processor's features. By itself, an old release takes kernels of 2004 for any processor that is newer than the
/// release.
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
