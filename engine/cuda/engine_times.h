// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cache_file.h"
#include "engine/kernels/engine.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace engine::cuda {

/// Microseconds that an engine takes for one layer, forward and backward, by its name.
using EngineTimes = std::map<std::string, double>;

/// Which engine took how long for which key (GPU, versions and class of shape in words):
///
///     {"format": "hamnet-engine-times", "version": 1, "layers": {"<key>": {"CUDNN": 812.5, "FUSED": 401.2}}}
CacheFile engineTimesCache(const std::filesystem::path& file = userCacheFile("engine_times.json"));

/// "LSTM, 2 x 512 units, 32 streams, 128 steps, width 16": layers whose engines keep their order. Streams count by
/// eights, steps and width by powers of two, each rounded up. Of a recurrent layer that is stacked cells over steps.
std::string shapeClassOf(const LayerSetup& layer);

/// Timed engines first, the fastest before the others, then the rest in its order. An engine must win by 2 %, or the
/// order stays, so that it does not change by chance.
std::vector<const Engine*> quickestFirst(std::vector<const Engine*> engines, const EngineTimes& times);

} // namespace engine::cuda
