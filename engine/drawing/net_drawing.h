// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/drawing/drawing.h"
#include "engine/graph/model.h"
#include "engine/graph/size_report.h"

#include <cstdint>
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

/// The language of the words in a box.
struct SettingLanguage {
    std::function<std::string(const ParamSpec&)> label;         ///< of a setting, as it stands in a sentence: "units"
    std::function<std::string(const std::string& label)> no;    ///< "no bias"
    std::function<std::string(std::int64_t)> whole;             ///< a count, "512"
    std::function<std::string(double number, int digits)> real; ///< rounded to so many digits, "0.3"
};
const SettingLanguage& english();

/// What a layer does with its input, without what every layer of its type has: "512 units × 2, bidirectional".
std::string settingsInWords(const Layer& layer, Dialect dialect, const SettingLanguage& language = english());

/// Three digits and a letter: "999", "12.3 k", "3.25 M"; empty for none.
std::string shortCount(std::int64_t count, const SettingLanguage& language = english());

} // namespace engine
