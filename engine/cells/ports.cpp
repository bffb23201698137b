// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cells/ports.h"

#include "engine/cells/typed_cell.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace engine {
namespace {

constexpr std::size_t xAndCont = 2;

std::optional<RecurrentStack> stackOf(const LayerType& type, const Params& given)
{
    Params params = given;
    for (const ParamSpec& spec : type.params) {
        params.try_emplace(std::string(spec.key), fallbackOf(spec, Dialect::Bvlc));
    }
    return recurrentStack(type, params);
}

} // namespace

LayerPorts portsOf(const LayerType& type, const Params& given)
{
    LayerPorts ports{type.inputs, type.outputs};
    const std::optional<RecurrentStack> stack = type.recurrent ? stackOf(type, given) : std::nullopt;
    if (!type.recurrent || (stack && !stack->cell->typed)) {
        return ports;
    }
    const cells::TypedCell* const cell = stack ? stack->cell->typed : nullptr;
    const std::size_t states = cell ? std::min(cell->states.size(), ports.inputs.size() - xAndCont) : 0;
    ports.inputs.resize(xAndCont + states);
    ports.outputs.resize(1 + states);
    for (std::size_t state = 0; state < states; ++state) {
        ports.inputs[xAndCont + state].name = cell->firstStates[state];
        ports.outputs[1 + state].name = cell->lastStates[state];
    }
    return ports;
}

} // namespace engine
