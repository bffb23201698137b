// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/recurrent.h"

#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// What the H units of one direction of one stacked layer held at each of T characters. Quantities are numbered: the
/// cell's gates after their activation in their canonical order, then Cell::shownStates, the hidden one first.
struct UnitValues {
    std::string layer;          ///< Layer::name
    std::int64_t stacked = 0;   ///< which of its stacked layers, from 0
    std::int64_t stackedOf = 1; ///< how many it has
    Direction direction = Direction::Forward;
    bool bidirectional = false; ///< whether the layer has the other direction too
    const Cell* cell = nullptr;
    std::int64_t steps = 0, units = 0;                 ///< T, H
    std::unique_ptr<float[]> gates;                    ///< [T, G·H]
    std::vector<std::unique_ptr<float[]>> states = {}; ///< [T, H] each

    std::int64_t quantities() const { return cell->gateCount() + std::ssize(cell->shownStates()); }
    bool isState(std::int64_t quantity) const { return quantity >= cell->gateCount(); }

    /// Its name in the cell's description.
    std::string_view nameOf(std::int64_t quantity) const
    {
        return isState(quantity) ? cell->shownStates()[static_cast<std::size_t>(quantity - cell->gateCount())]
                                 : cell->gates[static_cast<std::size_t>(quantity)];
    }

    /// The H values at a character.
    const float* row(std::int64_t quantity, std::int64_t step) const
    {
        return isState(quantity) ? states[static_cast<std::size_t>(quantity - cell->gateCount())].get() + step * units
                                 : gates.get() + (step * cell->gateCount() + quantity) * units;
    }

    float at(std::int64_t quantity, std::int64_t step, std::int64_t unit) const { return row(quantity, step)[unit]; }
};

} // namespace engine
