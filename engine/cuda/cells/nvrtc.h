// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nvrtc.h>

#include <string>
#include <vector>

namespace engine::cuda::cells {

/// NVIDIA's compiler as a library, opened at run time: without it element-wise work is interpreted.
class Nvrtc {
public:
    static const Nvrtc* find(); ///< null where it is not installed

    std::string version() const; ///< "13.0"
    bool knowsClusters() const;  ///< from 12.1 on

    /// Code for a compute capability (90 is 9.0); for one that is newer than the library, text that the driver
    /// compiles.
    std::string compile(const std::string& source, int capability) const;

private:
    Nvrtc() = default;
    bool open();
    void check(nvrtcResult result, const char* what) const;
    std::vector<int> capabilities() const; ///< that it knows
    std::string log(nvrtcProgram program) const;

    struct Functions {
        decltype(&nvrtcVersion) version;
        decltype(&nvrtcCreateProgram) create;
        decltype(&nvrtcDestroyProgram) destroy;
        decltype(&nvrtcCompileProgram) compile;
        decltype(&nvrtcGetCUBINSize) codeSize;
        decltype(&nvrtcGetCUBIN) code;
        decltype(&nvrtcGetPTXSize) textSize;
        decltype(&nvrtcGetPTX) text;
        decltype(&nvrtcGetProgramLogSize) logSize;
        decltype(&nvrtcGetProgramLog) log;
        decltype(&nvrtcGetErrorString) words;
        decltype(&nvrtcGetNumSupportedArchs) capabilityCount;
        decltype(&nvrtcGetSupportedArchs) capabilities;
    };
    Functions m_functions = {};
};

} // namespace engine::cuda::cells
