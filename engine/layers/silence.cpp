// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {

/// Reads tensors that no other layer reads, so that they do not count as results.
LayerType silenceType()
{
    return {
        .name = "SILENCE",
        .caffeName = "Silence",
        .group = LayerGroup::Shape,
        .help = ENGINE_TEXT("Layers", "Takes unused tensors, so that they do not become outputs of the net."),
        .formula = "x_1, x_2, ... ->",
        .inputs = {{"x", ENGINE_TEXT("Layers", "The unused tensors."), Presence::Repeated}},
        .outputs = {},
        .params = {},
        .infer = [](const LayerRequest&) { return Sizes{}; },
    };
}

} // namespace engine
