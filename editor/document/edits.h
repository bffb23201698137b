// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/content.h"
#include "engine/graph/sentence.h"
#include "engine/graph/shape.h"

#include <set>

namespace editor {

/// Everything that can be done to a drawing, as functions of values: Document::edit() makes undoable steps of them.
///
/// Each keeps the nodes in an order in which tensors are made before they are read, and the names of layers and tensors
/// unique. Ids that are not there are a programmer's mistake, unless it says otherwise.
/// A layer of that type with settings that make sense at once, a free name and no wires. Sources have all their
/// outputs, the others the required ones.
Id addLayer(Content& content, const engine::LayerType& type, QPointF position);

/// Leads a wire; the one that was at the input goes. Throws engine::Error where refusal() of fit.h speaks of a cycle.
void addWire(Content& content, Output from, Input to);
void removeWire(Content& content, Input to);

/// Layers whose axis 1 is meant for [N, classes] work along axis 2 behind a sequence [T, N, classes], unless their
/// axis was chosen. addWire() sees to it, also for those further on that have no sizes before the wire is led.
void suitAxis(engine::Layer& layer, const engine::Shape& shape);
void suitAxes(Content& content, const std::set<Id>& ids);

/// A new layer behind an output, with its first input that fits connected, and, of the other required inputs, those for
/// which the drawing has exactly one source of that name (cont: "clip" or "cont"; label). Layers that look at the axis
/// of classes look at the last one behind a sequence.
Id addAfter(Content& content, const engine::LayerType& type, Output from, QPointF position);

/// A new layer in the middle of a wire.
Id insertOnWire(Content& content, const engine::LayerType& type, const Wire& wire, QPointF position);

/// Puts a node that is there already in the middle of a wire; its own wires at first input and output go.
void moveOntoWire(Content& content, Id node, const Wire& wire);

enum class Bypass { No, Yes };
/// Takes nodes and notes out. With Bypass what fed the first input of a node feeds the readers of its first output.
void remove(Content& content, const std::set<Id>& ids, Bypass bypass);

/// Gives the layer another name, and its tensor if that is called like the layer. Throws engine::Error for a name that
/// is empty or taken by a layer of the same phase.
void rename(Content& content, Id node, const std::string& name);

/// Makes a layer one of another type, where it stands: its name, the settings that both types have, and the wires of
/// the first ports whose names agree stay.
void replaceType(Content& content, Id node, const engine::LayerType& type);

/// A setting; nullopt: back to its default.
void setParam(Content& content, Id node, const std::string& key, const std::optional<engine::ParamValue>& value);
void setSolverParam(Content& content, const std::string& key, const std::optional<engine::ParamValue>& value);

/// Whether the solver leaves the layer's weights as they are (lr_mult 0 for each).
void setFrozen(Content& content, Id node, bool frozen);
bool isFrozen(const Node& node);

/// One more output of a layer whose outputs repeat or that has optional ones left.
void addOutput(Content& content, Id node);

Id addNote(Content& content, Note::Kind kind, const QString& text, const QRectF& area);

/// The nodes as prototxt, in the model's order, and back: names that are taken get a number, wires among the pasted
/// ones stay, others stay where the drawing makes a tensor of that name. Positions are below those of `at`.
/// Throws engine::ParseError.
std::string textOf(const Content& content, const std::set<Id>& ids);
std::set<Id> paste(Content& content, const std::string& text, QPointF at);

/// Nodes that lead to, or depend on, the given ones; the given ones are among them.
std::set<Id> upstream(const Content& content, const std::set<Id>& ids);
std::set<Id> downstream(const Content& content, const std::set<Id>& ids);

/// The shape of a tensor where it is known.
using ShapeOf = std::function<std::optional<engine::Shape>(Output)>;

/// Why a wire cannot be led from there to here, as a sentence; nothing where it can: a layer to itself, a cycle, a
/// shape that the layer does not take. Inputs that have no wire yet are given the benefit of the doubt.
std::optional<engine::Sentence> refusal(const Content& content, const ShapeOf& shapeOf, Output from, Input to);

/// A kind of layer that takes a tensor, and at which of its inputs.
struct Candidate {
    const engine::LayerType* type;
    std::size_t input;
    engine::Sentence refusal; ///< why it does not fit; empty: it fits
};

/// Every kind of layer that has inputs, for a wire that is let go over nothing: those that fit first, each in the
/// palette's order.
std::vector<Candidate> candidates(const Content& content, const ShapeOf& shapeOf, Output from);

} // namespace editor
