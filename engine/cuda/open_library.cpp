// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/open_library.h"

#include "engine/graph/error.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace engine::cuda {

void* OpenedLibrary::function(const char* named) const
{
    if (handle == nullptr) {
        throw UnavailableError(refusal);
    }
    void* const found = ::dlsym(handle, named);
    if (found == nullptr) {
        throw UnavailableError(say(ENGINE_TEXT("Sentences", "%1 lacks %2"), name, named));
    }
    return found;
}

OpenedLibrary openLibrary(const std::string& soname)
{
    const char* const named = std::getenv("HAMNET_CUDA_LIBRARIES");
    std::istringstream folders(named == nullptr ? "" : named);
    std::string file = soname;
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::filesystem::path there = std::filesystem::path(folder) / soname;
        if (std::error_code unknown; std::filesystem::exists(there, unknown)) {
            file = there;
            break;
        }
    }
    if (void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        return {.name = soname, .handle = handle};
    }
    const std::string words = ::dlerror();
    if (words.starts_with(soname + ": cannot open shared object file")) {
        return {.name = soname, .refusal = say(ENGINE_TEXT("Sentences", "%1 was not found"), soname)};
    }
    return {.name = soname, .refusal = say(ENGINE_TEXT("Sentences", "%1 does not load: %2"), soname, words)};
}

} // namespace engine::cuda
