// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/library.h"

#include "engine/graph/error.h"

#include <dlfcn.h>

namespace engine::cuda {
namespace {

constexpr const char* file = "libcudnn.so.9";

/// It stays open; null where it was not found.
void* library()
{
    static void* const opened = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
    return opened;
}

} // namespace

std::optional<Sentence> cudnnRefusal()
{
    if (library() != nullptr) {
        return std::nullopt;
    }
    return say(ENGINE_TEXT("Sentences", "needs cuDNN 9, but %1 was not found: install it, or name its folder in "
                                        "HAMNET_CUDA_LIBRARIES"),
               file);
}

std::size_t cudnnRelease()
{
    return library() == nullptr ? 0 : cudnnGetVersion();
}

void* findInCudnn(const char* name)
{
    void* const found = library() == nullptr ? nullptr : ::dlsym(library(), name);
    if (found == nullptr) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "cuDNN: %1 lacks %2; wanted cuDNN 9"), file, name));
    }
    return found;
}

} // namespace engine::cuda
