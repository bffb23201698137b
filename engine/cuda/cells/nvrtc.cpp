// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/nvrtc.h"

#include "engine/cuda/open_library.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <nvrtc.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace engine::cuda::cells {
namespace {

const OpenedLibrary& library()
{
    static const OpenedLibrary newest = openLibrary("libnvrtc.so.13");
    static const OpenedLibrary opened = newest.handle != nullptr ? newest : openLibrary("libnvrtc.so.12");
    return opened;
}

// By the library's own names, which hide its declarations here.
#define HAMNET_NVRTC(name) const LibraryFunction<library, decltype(&::name)> name(#name)
HAMNET_NVRTC(nvrtcCompileProgram);
HAMNET_NVRTC(nvrtcCreateProgram);
HAMNET_NVRTC(nvrtcDestroyProgram);
HAMNET_NVRTC(nvrtcGetCUBIN);
HAMNET_NVRTC(nvrtcGetCUBINSize);
HAMNET_NVRTC(nvrtcGetErrorString);
HAMNET_NVRTC(nvrtcGetNumSupportedArchs);
HAMNET_NVRTC(nvrtcGetPTX);
HAMNET_NVRTC(nvrtcGetPTXSize);
HAMNET_NVRTC(nvrtcGetProgramLog);
HAMNET_NVRTC(nvrtcGetProgramLogSize);
HAMNET_NVRTC(nvrtcGetSupportedArchs);
HAMNET_NVRTC(nvrtcVersion);
#undef HAMNET_NVRTC

void check(nvrtcResult result, const char* what)
{
    if (result != NVRTC_SUCCESS) {
        throw Error(say(ENGINE_TEXT("Sentences", "NVRTC: %1: %2"), what, nvrtcGetErrorString(result)));
    }
}

/// The compute capabilities that it compiles for.
std::vector<int> capabilities()
{
    int count = 0;
    check(nvrtcGetNumSupportedArchs(&count), "what it compiles for");
    std::vector<int> known(static_cast<std::size_t>(count));
    check(nvrtcGetSupportedArchs(known.data()), "what it compiles for");
    return known;
}

std::string logOf(nvrtcProgram program)
{
    std::size_t size = 0;
    check(nvrtcGetProgramLogSize(program, &size), "its words");
    std::string words(size, '\0');
    check(nvrtcGetProgramLog(program, words.data()), "its words");
    return words.c_str();
}

} // namespace

const Nvrtc* Nvrtc::find()
{
    if (library().handle == nullptr) {
        return nullptr;
    }
    static const Nvrtc nvrtc;
    return &nvrtc;
}

Nvrtc::Nvrtc()
{
    check(nvrtcVersion(&m_major, &m_minor), "its version");
}

std::string Nvrtc::version() const
{
    return std::to_string(m_major) + "." + std::to_string(m_minor);
}

bool Nvrtc::knowsClusters() const
{
    return std::pair(m_major, m_minor) >= std::pair(12, 1);
}

std::string Nvrtc::compile(const std::string& source, int capability) const
{
    nvrtcProgram made = nullptr;
    check(nvrtcCreateProgram(&made, source.c_str(), "cell.cu", 0, nullptr, nullptr), "a program");
    const auto destroy = [](nvrtcProgram program) { static_cast<void>(nvrtcDestroyProgram(&program)); };
    const std::unique_ptr<_nvrtcProgram, decltype(destroy)> program(made, destroy);

    int nearest = 0; // that it knows, at most the GPU's
    for (const int known : capabilities()) {
        nearest = known <= capability ? std::max(nearest, known) : nearest;
    }
    const bool isKnown = nearest == capability;
    const std::string kind =
        (isKnown ? "--gpu-architecture=sm_" : "--gpu-architecture=compute_") + std::to_string(nearest);
    const char* const options[] = {kind.c_str(), "--std=c++17", "--device-as-default-execution-space"};
    if (nvrtcCompileProgram(made, static_cast<int>(std::size(options)), options) != NVRTC_SUCCESS) {
        throw Error(say(ENGINE_TEXT("Sentences", "NVRTC does not compile a cell: %1"), logOf(made)));
    }
    std::size_t size = 0;
    check(isKnown ? nvrtcGetCUBINSize(made, &size) : nvrtcGetPTXSize(made, &size), "the code's size");
    std::string code(size, '\0');
    check(isKnown ? nvrtcGetCUBIN(made, code.data()) : nvrtcGetPTX(made, code.data()), "the code");
    return code;
}

} // namespace engine::cuda::cells
