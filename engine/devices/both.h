// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// A function that the host and the device both run: written once, called from the CPU's loops, the CUDA kernels and
/// the tests in double precision.
#ifdef __CUDACC__
#define ENGINE_BOTH __host__ __device__
#else
#define ENGINE_BOTH
#endif

/// A function that runs where its layer runs: compiled for the GPU alone by nvcc, for the CPU by any other compiler.
#ifdef __CUDACC__
#define ENGINE_DEVICE __device__
#else
#define ENGINE_DEVICE
#endif
