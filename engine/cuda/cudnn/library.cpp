// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/library.h"

namespace engine::cuda {

const OpenedLibrary& cudnnLibrary()
{
    static const OpenedLibrary opened = openLibrary("libcudnn.so.9");
    return opened;
}

std::optional<Sentence> cudnnRefusal()
{
    if (cudnnLibrary().handle != nullptr) {
        return std::nullopt;
    }
    return say(
        ENGINE_TEXT("Sentences", "needs cuDNN 9, but %1: install it, or name its folder in HAMNET_CUDA_LIBRARIES"),
        cudnnLibrary().refusal);
}

std::size_t cudnnRelease()
{
    return cudnnLibrary().handle == nullptr ? 0 : cudnnGetVersion();
}

} // namespace engine::cuda
