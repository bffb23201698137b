// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/cuda_module.h"

#include "engine/data/places.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>

namespace engine {
namespace {

constexpr const char* moduleFile = "libhamnet_cuda.so";

/// By their sonames, those before that others need. A toolkit has one release of each. The module opens cuDNN and NCCL
/// itself, where they are asked for.
constexpr const char* librariesOfCuda[] = {"libcublasLt.so.13", "libcublasLt.so.12", "libcublas.so.13",
                                           "libcublas.so.12",   "libnvrtc.so.13",    "libnvrtc.so.12"};

/// Opens what lies in the folders of HAMNET_CUDA_LIBRARIES, so that the module finds it loaded.
void openLibrariesThatAreNamed()
{
    const char* const named = std::getenv("HAMNET_CUDA_LIBRARIES");
    std::istringstream folders(named == nullptr ? "" : named);
    for (std::string folder; std::getline(folders, folder, ':');) {
        for (const char* library : librariesOfCuda) {
            const std::filesystem::path file = std::filesystem::path(folder) / library;
            if (std::error_code none; std::filesystem::exists(file, none)) {
                ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL); // one that does not load is named when the module fails
            }
        }
    }
}

/// What the loader says of a library that it did not find, as a sentence of ours.
Sentence whyNotLoaded(const std::string& words)
{
    if (words.find("cannot open shared object file") == std::string::npos) {
        return say(ENGINE_TEXT("Sentences", "the module for CUDA does not load: %1"), words);
    }
    if (words.find(moduleFile) != std::string::npos) {
        return say(ENGINE_TEXT("Sentences", "this program was built without CUDA, or %1 is not beside it"),
                   std::string(moduleFile));
    }
    return say(ENGINE_TEXT("Sentences", "%1 was not found: install NVIDIA's CUDA toolkit, or name its folder in "
                                        "HAMNET_CUDA_LIBRARIES"),
               words.substr(0, words.find(':')));
}

KnownBackend open()
{
    const auto refused = [](Sentence refusal) { return KnownBackend{.name = "CUDA", .refusal = std::move(refusal)}; };
    openLibrariesThatAreNamed();
    void* const library = ::dlopen(besideProgram(moduleFile).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return refused(whyNotLoaded(::dlerror()));
    }
    const auto entry = reinterpret_cast<CudaModuleEntry>(::dlsym(library, cudaModuleEntry));
    const Backend* const backend = entry == nullptr ? nullptr : entry(HAMNET_VERSION);
    if (backend == nullptr) {
        return refused(say(ENGINE_TEXT("Sentences", "%1 belongs to another version of Hamnet, but must be of %2"),
                           std::string(moduleFile), std::string(HAMNET_VERSION)));
    }
    return {.name = "CUDA", .backend = backend};
}

} // namespace

const KnownBackend& cudaModule()
{
    static const KnownBackend found = open();
    return found;
}

} // namespace engine
