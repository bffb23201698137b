// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <string>

namespace engine::cuda {

/// A library of NVIDIA's that the module opens where it is asked for.
struct OpenedLibrary {
    void* handle = nullptr; ///< null: it was not opened
    Sentence refusal = {};  ///< why, where it was not: "libcudnn.so.9 was not found"
};

/// By its soname: from the folders that HAMNET_CUDA_LIBRARIES names, or else where the loader looks. It stays open.
OpenedLibrary openLibrary(const std::string& soname);

} // namespace engine::cuda
