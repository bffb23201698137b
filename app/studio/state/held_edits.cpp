// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/state/held_edits.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace studio {

namespace {

bool isSame(const engine::HeldUnit& a, const engine::HeldUnit& b)
{
    return std::tie(a.layer, a.stacked, a.state, a.unit) == std::tie(b.layer, b.stacked, b.state, b.unit);
}

} // namespace

void HeldEdits::begin(Units units)
{
    m_units = std::move(units);
    m_past.clear();
    m_future.clear();
}

/// An earlier clamp ends before the place; what was done at the place or behind it is gone.
HeldEdits::Units HeldEdits::without(const engine::HeldUnit& unit, std::int64_t place) const
{
    Units units;
    for (engine::HeldUnit one : m_units) {
        if (isSame(one, unit)) {
            if (one.from >= place) {
                continue;
            }
            one.to = std::min(one.to, place - 1);
        }
        units.push_back(one);
    }
    return units;
}

void HeldEdits::set(const engine::HeldUnit& unit, std::int64_t place)
{
    Units units = without(unit, place);
    units.push_back(unit);
    units.back().from = units.back().to = place;
    change(std::move(units));
}

void HeldEdits::clamp(const engine::HeldUnit& unit, std::int64_t place)
{
    Units units = without(unit, place);
    units.push_back(unit);
    units.back().from = place;
    units.back().to = engine::HeldUnit::always;
    change(std::move(units));
}

void HeldEdits::release(const engine::HeldUnit& unit, std::int64_t place)
{
    change(without(unit, place));
}

bool HeldEdits::isHeld(const engine::HeldUnit& unit, std::int64_t place) const
{
    return std::ranges::any_of(m_units,
                               [&](const engine::HeldUnit& one) { return isSame(one, unit) && one.holdsAt(place); });
}

void HeldEdits::change(Units units)
{
    if (units == m_units) {
        return;
    }
    m_past.push_back(std::exchange(m_units, std::move(units)));
    m_future.clear();
}

void HeldEdits::undo()
{
    if (canUndo()) {
        m_future.push_back(std::exchange(m_units, std::move(m_past.back())));
        m_past.pop_back();
    }
}

void HeldEdits::redo()
{
    if (canRedo()) {
        m_past.push_back(std::exchange(m_units, std::move(m_future.back())));
        m_future.pop_back();
    }
}

} // namespace studio
