// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/devices/backend.h"

namespace engine {

/// The backend of CUDA: the library libhamnet_cuda.so, all of Hamnet that needs CUDA. It is opened at run time, so that
/// one build runs with and without a GPU; at the first call. It is found as any library is: beside the program by its
/// RUNPATH, or through LD_LIBRARY_PATH. cuBLAS and cuDNN are found likewise, or in the folders that
/// HAMNET_CUDA_LIBRARIES names (separated by colons).
const KnownBackend& cudaModule();

/// What the module exports, by the name in `cudaModuleEntry`; null unless `version` is that of the module.
using CudaModuleEntry = const Backend* (*) (const char* version);
inline constexpr const char* cudaModuleEntry = "hamnetCudaModule";

} // namespace engine
