// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/driver_release.h"

#include "engine/cuda/check.h"

#include <cuda_runtime.h>

#include <cctype>
#include <fstream>
#include <sstream>

namespace engine::cuda {

std::string driverRelease()
{
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line); // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.04  ..."
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        if (std::isdigit(static_cast<unsigned char>(word.front())) && word.find('.') != std::string::npos) {
            return word;
        }
    }
    int driver = 0;
    check(cudaDriverGetVersion(&driver), "asking for the driver's version");
    return "for CUDA " + std::to_string(driver);
}

} // namespace engine::cuda
