// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cells/nvrtc.h"

#include <string>

namespace engine::cuda::cells {

/// What NVRTC makes of a source for a compute capability. It is kept in a file of the user's cache folder, whose name
/// is the hash of all that it depends on: hamnet/cells/<hash>. A file that is not whole is none.
std::string compiledCode(const Nvrtc& nvrtc, const std::string& source, int capability);

} // namespace engine::cuda::cells
