// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kernels/engine.h"

namespace engine {

// The engines of the CPU. Stateless; they live as long as the program.
const Engine& caffeCpuEngine();
const Engine& onednnEngine();

/// The order in which DEFAULT asks the CPU's engines for this layer; the reasons, measured, stand in the definition.
std::vector<const Engine*> preferredCpuEngines(const LayerSetup& layer);

/// An engine that is built in, and the library that does its heavy work.
struct BuiltInEngine {
    const Engine* engine;
    std::string library; ///< with its version: "oneDNN 2.6.3"
};
std::vector<BuiltInEngine> cpuEngines();

} // namespace engine
