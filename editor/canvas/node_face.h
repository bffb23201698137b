// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/canvas_words.h"
#include "editor/document/warnings.h"
#include "engine/graph/layer_type.h"

#include <map>
#include <optional>
#include <QString>
#include <vector>

namespace editor {

class Document;

struct PortFace {
    QString name = {};
    bool connected = false;
    bool required = true;
    bool operator==(const PortFace&) const = default;
};

/// All that a node's box shows: two nodes with the same face look the same, so an edit repaints what it changed.
struct NodeFace {
    QString name, type, settings, output, parameters;
    QString problem;                         ///< what keeps a run from starting; empty where all is well
    QString problemOf;                       ///< the layer that it is said of: a later one where this one causes it
    bool follows = false;                    ///< the problem is that of a layer before it
    QString doubt;                           ///< what is probably not meant so; empty where nothing is
    std::optional<engine::LayerGroup> group; ///< none: an unknown type
    bool frozen = false, outsidePhase = false;
    std::optional<double> heat; ///< 0 .. 1
    std::vector<PortFace> inputs, outputs;
    bool operator==(const NodeFace&) const = default;
};

struct FaceSources {
    const Document& document;
    const Symbols& symbols;
    const std::map<Id, ShownProblem>& problems;
    const std::map<Id, std::vector<Warning>>& doubts;
    const std::function<std::optional<double>(Id)>& heat;
};
NodeFace faceOf(const Node& node, const FaceSources& sources);

} // namespace editor
