// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"
#include "editor/words/symbols.h"
#include "engine/graph/layer_type.h"

#include <QString>
#include <string_view>

namespace editor {

/// Tooltips as HTML.
/// A layer's formula, each equation on a line of its own, as HTML.
QString formulaLines(std::string_view formula);

/// A kind of layer: what it does, its formula, its ports.
QString typeTip(const engine::LayerType& type);

/// A node: what it is, its present sizes, and what it costs beside the whole.
QString nodeTip(const Document& document, const Symbols& symbols, Id node);

/// A wire: which tensor, its shape in letters and numbers, its memory.
QString wireTip(const Document& document, const Symbols& symbols, const Wire& wire);

/// A setting: its help, range, unit, default and name in files. `context` is "Layers" or "Solver".
QString settingTip(const engine::ParamSpec& spec, const char* context);

/// The same for a setting of nodes as they are: also what the present value costs, and what half and twice of it
/// would. Sizes the model up to three times: for when the pointer rests there, not for every paint. Where it is known
/// how many operations a second a run has made, the time of a step is told from that.
QString settingTip(const Document& document, const std::vector<Id>& nodes, const engine::ParamSpec& spec,
                   std::optional<double> operationsPerSecond = std::nullopt);

/// What the model costs with one setting at some value.
struct Cost {
    engine::ParamValue value;
    bool present = false;                              ///< the value that the setting has
    bool fits = true;                                  ///< else the numbers say nothing
    std::int64_t parameters = 0, memory = 0, work = 0; ///< memory for training in bytes, work of a step in FLOP
};

/// Half, present and twice for numbers, both for flags; empty where none of them changes a cost.
std::vector<Cost> costs(const Document& document, const std::vector<Id>& nodes, const engine::ParamSpec& spec);

/// A sentence without its "layer NAME: ", for where the name stands beside it.
QString besideName(const QString& sentence, const QString& layer);

/// "1 to 65,536" or "at least 1", for settings with a range; else empty.
QString rangeText(const engine::ParamSpec& spec);

/// An input or output of a layer as a sentence, "input x from embed", for those who do not see its wires.
struct PortWords {
    bool isInput;
    QString text;
    std::optional<engine::Shape> shape = {}; ///< of what flows there, where it is known
    Id neighbour = 0;                        ///< the first layer at the other end; 0: none
    bool operator==(const PortWords&) const = default;
};

/// Those that are connected or must be.
std::vector<PortWords> portWords(const Document& document, const Node& node);

} // namespace editor
