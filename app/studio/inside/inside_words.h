// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/value_marks.h"
#include "engine/training/measure/look_inside.h"

#include <optional>
#include <QString>

namespace studio {

/// What a look tells of the layer of this name and type; nothing where the look has no such layer. What a data layer
/// gives is left out: ids of characters and cont.
std::optional<editor::NodeValues>
nodeValues(const engine::NetLook& look, const std::vector<engine::LookFinding>& findings, const engine::Layer& layer);

struct FindingWords {
    QString brief;    ///< in so few words that they fit below a layer's box: "12 dead units"
    QString sentence; ///< what was found, how much of it, and what it means for learning
};
FindingWords wordsOf(const engine::LookFinding& finding, const engine::NetLook& look);

/// What a recurrent layer's units did at a step, from 1: of each gate and state the mean and the range, a line for each
/// direction of each stacked layer. Empty where the look does not follow the layer.
QString stepWords(const engine::NetLook& look, const std::string& layer, std::int64_t step);

/// "0.013", "1.2e-5": three digits, by the locale.
QString valueWords(double value);

} // namespace studio
