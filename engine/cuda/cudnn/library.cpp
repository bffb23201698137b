// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/library.h"

#include "engine/cuda/open_library.h"
#include "engine/graph/error.h"

#include <dlfcn.h>

namespace engine::cuda {
namespace {

const OpenedLibrary& library()
{
    static const OpenedLibrary opened = openLibrary("libcudnn.so.9");
    return opened;
}

} // namespace

std::optional<Sentence> cudnnRefusal()
{
    if (library().handle != nullptr) {
        return std::nullopt;
    }
    return say(
        ENGINE_TEXT("Sentences", "needs cuDNN 9, but %1: install it, or name its folder in HAMNET_CUDA_LIBRARIES"),
        library().refusal);
}

std::size_t cudnnRelease()
{
    return library().handle == nullptr ? 0 : cudnnGetVersion();
}

void* findInCudnn(const char* name)
{
    void* const found = library().handle == nullptr ? nullptr : ::dlsym(library().handle, name);
    if (found == nullptr) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "cuDNN 9 is needed, but its library lacks %1"), name));
    }
    return found;
}

} // namespace engine::cuda
