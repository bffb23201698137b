// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/engine_times.h"

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace engine::cuda {

/// An engine that is to be timed.
struct TimedEngine {
    std::string name;
    std::function<std::unique_ptr<Kernel>(const LayerSetup& layer)> make;
};

/// Trains a recurrent layer like this one on its device for some 10 ms with each engine, in memory of its own. Engines
/// that fail have no time. Throws OutOfMemory where there is no room for a second one of it, and Error where the GPU is
/// gone.
EngineTimes timeEngines(const LayerSetup& layer, std::span<const TimedEngine> engines);

} // namespace engine::cuda
