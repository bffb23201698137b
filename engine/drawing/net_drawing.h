// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/drawing/drawing.h"
#include "engine/graph/model.h"
#include "engine/graph/size_report.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// Where the layers of a model stand, and what their boxes say.
struct NetDrawingOptions {
    Phase phase = Phase::Train;                             ///< layers of other phases are left out
    std::vector<std::optional<DrawingPoint>> places = {};   ///< of each layer of the model; without: layeredLayout()
    std::function<std::string(const Layer&)> settings = {}; ///< without: settingsInWords()
};

/// The net with its shapes, parameters and problems. Never throws for what a model can hold.
Drawing netDrawing(const Model& model, const NetDrawingOptions& options = {});

/// What a layer does with its input, without what every layer of its type has: "512 units, 2 layers, bidirectional".
std::string settingsInWords(const Layer& layer, Dialect dialect);

} // namespace engine
