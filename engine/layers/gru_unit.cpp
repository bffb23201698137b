// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

Sizes inferGruUnit(const LayerRequest& request)
{
    const Shape& before = request.inputs[0];
    if (before.axes() != 3 || before[0] != 1) {
        refuse(request, say(ENGINE_TEXT("Sentences", "input h is %1, but must be 1 × streams × units"), before));
    }
    const Shape sums{1, before[1], product({3, before[2]})};
    for (const std::size_t input : {std::size_t{1}, std::size_t{2}}) {
        if (request.inputs[input] != sums) {
            refuse(request, say(ENGINE_TEXT("Sentences", "input %1 is %2, but must be %3 (1 × streams × 3·units)"),
                                std::string_view(input == 1 ? "x_gates" : "h_gates"), request.inputs[input], sums));
        }
    }
    const std::int64_t cells = elements(before);
    return {.outputs = {before},
            .flopsForward = product({10, cells}),
            .flopsBackward = product({25, cells})}; // with the gates, which are computed again
}

} // namespace

/// One step of a GRU behind its two products: what an unrolled GRU has T of.
///
///     h_{t-1} [1, N, H], a [1, N, 3H], u [1, N, 3H]  ->  h_t [1, N, H]     blocks of a and u: r, z, n
///
///     r = σ(a_r + u_r)     z = σ(a_z + u_z)     n = tanh(a_n + r u_n)     h_t = (1 - z) n + z h_{t-1}
///
/// Where a sequence starts, h_{t-1} and what u is made from have been multiplied by 0 before.
LayerType gruUnitType()
{
    return {
        .name = "GRU_UNIT",
        .caffeName = "GRUUnit",
        .group = LayerGroup::Recurrent,
        .help = ENGINE_TEXT("Layers", "One step of a GRU: mixes the candidate with the previous hidden state."),
        .formula = "h_{t-1} [1, N, H], a [1, N, 3H], u [1, N, 3H] -> h_t [1, N, H]; r = σ(a_r + u_r); "
                   "z = σ(a_z + u_z); n = tanh(a_n + r u_n); h_t = (1 - z) n + z h_{t-1}",
        .inputs = {{"h", ENGINE_TEXT("Layers", "Hidden state h before the step.")},
                   {"x_gates", ENGINE_TEXT("Layers", "The part of the pre-activations that comes from the input.")},
                   {"h_gates",
                    ENGINE_TEXT("Layers",
                                "The part of the pre-activations that comes from the previous hidden state.")}},
        .outputs = {{"h", ENGINE_TEXT("Layers", "Hidden state h after the step.")}},
        .params = {},
        .infer = inferGruUnit,
        .extension = true,
    };
}

} // namespace engine
