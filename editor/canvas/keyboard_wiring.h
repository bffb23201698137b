// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/canvas/wiring.h"

#include <vector>

class QPainter;

namespace editor {

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
