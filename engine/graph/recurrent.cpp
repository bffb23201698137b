// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/recurrent.h"

#include "engine/graph/error.h"
#include "engine/graph/layer_type.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <array>

namespace engine {

std::string RecurrentStack::prefix(std::int64_t layer, Direction direction) const
{
    return say("%1%2", parts() == 1 ? std::string() : say("l%1.", layer),
               direction == Direction::Backward ? "back." : "");
}

std::size_t Cell::gateNumber(std::string_view gate) const
{
    return static_cast<std::size_t>(std::ranges::find(gates, gate) - gates.begin());
}

std::size_t Cell::stateNumber(std::string_view state) const
{
    return static_cast<std::size_t>(std::ranges::find(states, state) - states.begin());
}

std::string_view weightName(RecurrentWeight which)
{
    constexpr std::array<std::string_view, 4> names = {"Wx", "Wh", "b", "bh"};
    return names[static_cast<std::size_t>(which)];
}

std::optional<RecurrentStack> recurrentStack(const LayerType& type, const Params& params)
{
    try {
        return type.recurrent ? std::optional(type.recurrent(params)) : std::nullopt;
    } catch (const Error&) { // which LayerType::infer tells
        return std::nullopt;
    }
}

} // namespace engine
