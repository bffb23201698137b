// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/nvrtc.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <dlfcn.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace engine::cuda::cells {
namespace {

template <typename Function>
bool isFound(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

} // namespace

const Nvrtc* Nvrtc::find()
{
    static Nvrtc nvrtc;
    static const bool isThere = nvrtc.open();
    return isThere ? &nvrtc : nullptr;
}

bool Nvrtc::open()
{
    void* library = nullptr;
    for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12"}) {
        library = library != nullptr ? library : ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    Functions& all = m_functions;
    return library != nullptr && isFound(library, "nvrtcVersion", all.version) &&
           isFound(library, "nvrtcCreateProgram", all.create) && isFound(library, "nvrtcDestroyProgram", all.destroy) &&
           isFound(library, "nvrtcCompileProgram", all.compile) &&
           isFound(library, "nvrtcGetCUBINSize", all.codeSize) && isFound(library, "nvrtcGetCUBIN", all.code) &&
           isFound(library, "nvrtcGetPTXSize", all.textSize) && isFound(library, "nvrtcGetPTX", all.text) &&
           isFound(library, "nvrtcGetProgramLogSize", all.logSize) && isFound(library, "nvrtcGetProgramLog", all.log) &&
           isFound(library, "nvrtcGetErrorString", all.words) &&
           isFound(library, "nvrtcGetNumSupportedArchs", all.capabilityCount) &&
           isFound(library, "nvrtcGetSupportedArchs", all.capabilities);
}

void Nvrtc::check(nvrtcResult result, const char* what) const
{
    if (result != NVRTC_SUCCESS) {
        throw Error(say(ENGINE_TEXT("Sentences", "NVRTC: %1: %2"), what, m_functions.words(result)));
    }
}

std::string Nvrtc::version() const
{
    int major = 0, minor = 0;
    check(m_functions.version(&major, &minor), "its version");
    return std::to_string(major) + "." + std::to_string(minor);
}

bool Nvrtc::knowsClusters() const
{
    int major = 0, minor = 0;
    check(m_functions.version(&major, &minor), "its version");
    return std::pair(major, minor) >= std::pair(12, 1);
}

std::vector<int> Nvrtc::capabilities() const
{
    int count = 0;
    check(m_functions.capabilityCount(&count), "what it compiles for");
    std::vector<int> known(static_cast<std::size_t>(count));
    check(m_functions.capabilities(known.data()), "what it compiles for");
    return known;
}

std::string Nvrtc::log(nvrtcProgram program) const
{
    std::size_t size = 0;
    check(m_functions.logSize(program, &size), "its words");
    std::string words(size, '\0');
    check(m_functions.log(program, words.data()), "its words");
    return words.c_str();
}

std::string Nvrtc::compile(const std::string& source, int capability) const
{
    nvrtcProgram made = nullptr;
    check(m_functions.create(&made, source.c_str(), "cell.cu", 0, nullptr, nullptr), "a program");
    const auto destroy = [this](nvrtcProgram program) { static_cast<void>(m_functions.destroy(&program)); };
    const std::unique_ptr<_nvrtcProgram, decltype(destroy)> program(made, destroy);

    int nearest = 0; // that it knows, at most the GPU's
    for (const int known : capabilities()) {
        nearest = known <= capability ? std::max(nearest, known) : nearest;
    }
    const bool isKnown = nearest == capability;
    const std::string kind =
        (isKnown ? "--gpu-architecture=sm_" : "--gpu-architecture=compute_") + std::to_string(nearest);
    const char* const options[] = {kind.c_str(), "--std=c++17", "--device-as-default-execution-space"};
    if (m_functions.compile(made, static_cast<int>(std::size(options)), options) != NVRTC_SUCCESS) {
        throw Error(say(ENGINE_TEXT("Sentences", "NVRTC does not compile a cell: %1"), log(made)));
    }
    std::size_t size = 0;
    check(isKnown ? m_functions.codeSize(made, &size) : m_functions.textSize(made, &size), "the code's size");
    std::string code(size, '\0');
    check(isKnown ? m_functions.code(made, code.data()) : m_functions.text(made, code.data()), "the code");
    return code;
}

} // namespace engine::cuda::cells
