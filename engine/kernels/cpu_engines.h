// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

namespace engine {

// The engines of the CPU: for its backend, and for tests. Stateless; they live as long as the program.
const Engine& caffeCpuEngine();
const Engine& onednnEngine();
const Engine& fusedCpuEngine();

/// Whether this processor multiplies bf16 in hardware (AVX512_BF16 or AMX) and ONEDNN may use it: oneDNN's variable
/// ONEDNN_MAX_CPU_ISA can forbid that.
bool cpuMultipliesBfloat16();

} // namespace engine
