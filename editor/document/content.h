// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"
#include "engine/graph/model.h"
#include "engine/graph/solver_settings.h"

#include <array>
#include <cstddef>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace editor {

inline constexpr std::array allPhases = {engine::Phase::Train, engine::Phase::Test, engine::Phase::Run};

/// Every layer's box on the canvas, in canvas units (pixels at zoom 1).
inline constexpr QSizeF nodeSize{220, 96};
inline constexpr double gridStep = 12;

/// Mime type of a kind of layer that is dragged from the palette; its bytes are LayerType::name in UTF-8.
inline constexpr char layerMimeType[] = "application/x-hamnet-layer";

/// Belongs to one node, note or frame of a drawing.
using Id = int;

/// A layer and where it stands.
struct Node {
    Id id = 0;
    engine::Layer layer;
    QPointF position; ///< of the box's upper left corner
    bool operator==(const Node&) const = default;
};

/// Words on the canvas: a comment, or a frame with a title around some nodes.
struct Note {
    enum class Kind { Comment, Frame };
    Id id = 0;
    Kind kind = Kind::Comment;
    QString text;
    QRectF area;
    bool operator==(const Note&) const = default;
};

/// All that an edit may change and a project file holds of the drawing: a value.
///
/// A layer's bottoms are places for wires: an input port that nothing is connected to holds "". The nodes are in an
/// order in which every tensor is made before it is read; edits keep that.
struct Content {
    std::string name = {};
    engine::Dialect dialect = engine::Dialect::Bvlc;
    std::string comment = {}, unknown = {}; ///< as in engine::Model
    std::vector<Node> nodes = {};
    std::vector<Note> notes = {};
    engine::SolverSettings solver = {};
    std::string corpus = {}; ///< the text to learn from; empty: the one that the model names, or the bundled play
    Id nextId = 1;

    bool operator==(const Content&) const = default;

    const Node* find(Id id) const;
    Node* find(Id id);
    const Note* findNote(Id id) const;
    Note* findNote(Id id);
    const Node* findNamed(const std::string& layer) const; ///< the first of that name
};

/// Ends of a wire: a layer's output and a layer's input, by number of the port.
struct Output {
    Id node = 0;
    std::size_t port = 0;
    auto operator<=>(const Output&) const = default;
};
struct Input {
    Id node = 0;
    std::size_t port = 0;
    auto operator<=>(const Input&) const = default;
};
using End = std::variant<Output, Input>;
struct Wire {
    Output from;
    Input to;
    auto operator<=>(const Wire&) const = default;
};

/// A place on a node's edge where a wire ends or starts.
struct PortView {
    std::string name; ///< as the layer's description calls it; "x 2" where the port is repeated
    std::string help;
    engine::Presence presence = engine::Presence::Required;
    std::string blob; ///< the tensor's name; empty: an input without a wire, or a free place for one more
};

/// Top to bottom as the model has them. A layer of an unknown type has as many ports as wires. Optional ports are
/// always there; of repeated ones there is one more than in use.
std::vector<PortView> inputPorts(const Node& node);
std::vector<PortView> outputPorts(const Node& node);

/// The value that is given for a setting; null: none, or one of another kind.
template <class Value>
const Value* given(const engine::Params& params, std::string_view key)
{
    const auto found = params.find(key);
    return found == params.end() ? nullptr : std::get_if<Value>(&found->second);
}

/// Every wire of every phase. Where two layers of different phases make the same tensor, an input has two wires.
std::vector<Wire> wires(const Content& content);

/// The net alone: the nodes' layers in their order.
engine::Model model(const Content& content);

/// A drawing of the model. Nodes have no places yet: see arranged() in layout.h.
Content contentOf(const engine::Model& model);

/// The same drawing with another net, as after an edit of its text: layers that keep their names (or else the place
/// between their neighbours) keep id and position; new ones are put below the layers that feed them.
Content withModel(const Content& content, const engine::Model& model);

} // namespace editor
