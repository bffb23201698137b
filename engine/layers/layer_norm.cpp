// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

Sizes inferLayerNorm(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    if (x.axes() == 0) {
        refuse(request, ENGINE_TEXT("Sentences", "input x is a single number, but must have an axis of units"));
    }
    return {.outputs = {x}, .flopsForward = product({5, elements(x)}), .flopsBackward = product({10, elements(x)})};
}

} // namespace

/// Layer normalization (Ba et al. 2016) over the last axis, without a learned gain.
///
///     x [..., H]  ->  y [..., H]                         m and v: mean and variance of x over the H units
///
///     y = (x - m) / sqrt(v + 1e-5)
LayerType layerNormType()
{
    return {
        .name = "LAYERNORM",
        .caffeName = "LayerNorm",
        .group = LayerGroup::Activation,
        .help = ENGINE_TEXT("Layers", "Brings the units of each place to mean 0 and variance 1."),
        .formula = "x [..., H] -> y [..., H]; y = (x - mean x) / sqrt(var x + 1e-5) over the H units",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any tensor; its last axis has the units.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The same with mean 0 and variance 1 at each place.")}},
        .params = {},
        .infer = inferLayerNorm,
        .extension = true,
    };
}

} // namespace engine
