// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cuda_backend.h"

#include <string_view>

/// See engine/backends/cuda_module.h.
extern "C" __attribute__((visibility("default"))) const engine::Backend* hamnetCudaModule(const char* version)
{
    return std::string_view(version) == HAMNET_VERSION ? &engine::cuda::cudaBackend() : nullptr;
}
