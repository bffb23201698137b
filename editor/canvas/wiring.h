// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/gesture.h"
#include "editor/canvas/paint_state.h"
#include "editor/document/content.h"

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace editor {

class CanvasView;
class Document;

/// A wire of which one end is fixed and the other being looked for. Answers for every port whether it fits, working
/// each answer out once, on request.
class Wiring {
public:
    /// `original`: the wire that is led elsewhere; it no longer counts.
    Wiring(const Document& document, const End& fixed, std::optional<Wire> original = {});

    const End& fixed() const { return m_fixed; }
    const std::optional<Wire>& original() const { return m_original; }
    Wire wireTo(const End& end) const;

    /// Why the wire cannot end there; empty: it can, or it is no port of the kind that is looked for.
    const QString& refusal(const End& end);

    /// The node's port where the wire would end: the first that fits and has no wire yet, or else the first that fits,
    /// or else the first. Nothing where the node has none.
    std::optional<End> endAt(Id node);

    PortHint hint(const End& port, const std::optional<End>& target);

private:
    bool isForward() const { return std::holds_alternative<Output>(m_fixed); }

    const Document& m_document;
    Content m_content; ///< without the original wire
    const End m_fixed;
    const std::optional<Wire> m_original;
    std::map<End, QString> m_refusals;
};

std::unique_ptr<Gesture> wireGesture(CanvasView& view, const End& fixed, std::optional<Wire> original = {});

/// Leading a wire without a mouse: it starts at a node's output, arrows go through the inputs that take it, Tab goes to
/// the node's next output, Enter connects, Escape gives up.
class KeyboardWiring {
public:
    KeyboardWiring(CanvasView& view, Id from);
    ~KeyboardWiring();
    KeyboardWiring(const KeyboardWiring&) = delete;
    KeyboardWiring& operator=(const KeyboardWiring&) = delete;

    bool hasTarget() const { return !m_targets.empty(); }
    Wire wire() const { return {m_from, m_targets[m_at]}; } ///< that Enter would lead
    QString sentence() const;                               ///< what it leads where, and the keys

    void step(int by);
    void nextOutput();
    void paint(QPainter& painter, double zoom) const;

private:
    void findTargets();
    void show();

    CanvasView& m_view;
    Output m_from;
    std::unique_ptr<Wiring> m_wiring;
    std::vector<Input> m_targets; ///< that take the wire, those without a wire first
    std::size_t m_at = 0;
};

} // namespace editor
