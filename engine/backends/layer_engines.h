// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backends/run_memory.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"
#include "engine/kernels/engine.h"
#include "engine/training/run/events.h"

#include <string>
#include <vector>

namespace engine {

/// Which engine will train each recurrent layer, told before anything is made, in the model's order. A layer whose
/// sizes do not fit is left out.
std::vector<LayerEngine> layerEngines(const Model& model, const RunPlace& place, const EngineWish& wish);

/// "lstm1, lstm2: CUDNN, as FUSED multiplies in bf16": layers of the same engine for the same reason
/// together.
std::vector<Sentence> inWords(const std::vector<LayerEngine>& layers);

/// The recurrent layers of training, as their engines are asked about them: without memory, on no device.
std::vector<LayerSetup> recurrentLayers(const Model& model);

} // namespace engine
