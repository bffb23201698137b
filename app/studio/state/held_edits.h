// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/held_unit.h"

#include <vector>

namespace studio {

/// Which units are set and clamped, edited at one place of a text. What was done before that place stays.
class HeldEdits {
public:
    using Units = std::vector<engine::HeldUnit>;

    void begin(Units units); ///< of another text or place; what could be undone is gone

    const Units& units() const { return m_units; }

    // Of `unit` layer, state and number count, and the value.
    void set(const engine::HeldUnit& unit, std::int64_t place);     ///< once
    void clamp(const engine::HeldUnit& unit, std::int64_t place);   ///< from the place on
    void release(const engine::HeldUnit& unit, std::int64_t place); ///< likewise

    /// Whether the unit is set at the place, by an earlier clamp or by one of here.
    bool isHeld(const engine::HeldUnit& unit, std::int64_t place) const;

    bool canUndo() const { return !m_past.empty(); }
    bool canRedo() const { return !m_future.empty(); }
    void undo();
    void redo();

private:
    void change(Units units);
    Units without(const engine::HeldUnit& unit, std::int64_t place) const;

    Units m_units;
    std::vector<Units> m_past, m_future;
};

} // namespace studio
