// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/open_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace engine::cuda {

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
        return {.handle = handle};
    }
    const std::string words = ::dlerror();
    if (words.starts_with(soname + ": cannot open shared object file")) {
        return {.refusal = say(ENGINE_TEXT("Sentences", "%1 was not found"), soname)};
    }
    return {.refusal = say(ENGINE_TEXT("Sentences", "%1 does not load: %2"), soname, words)};
}

} // namespace engine::cuda
