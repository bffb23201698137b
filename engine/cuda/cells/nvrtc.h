// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

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
    Nvrtc();
    int m_major = 0, m_minor = 0;
};

} // namespace engine::cuda::cells
