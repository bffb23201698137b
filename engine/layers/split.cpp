// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

Sizes inferSplit(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const auto copies = static_cast<std::int64_t>(request.outputCount);
    return {.outputs = std::vector<Shape>(request.outputCount, x),
            .sharing = Sharing::OutputsEqualInput,
            .offsets = std::vector<std::int64_t>(request.outputCount, 0),
            .flopsBackward = product({copies - 1, elements(x)})};
}

} // namespace

/// One tensor for several readers: a copy of it in the forward pass, the sum of the gradients in the backward pass. Put
/// in by itself wherever a tensor is read more than once.
LayerType splitType()
{
    return {
        .name = "SPLIT",
        .caffeName = "Split",
        .group = LayerGroup::Shape,
        .help = ENGINE_TEXT("Layers", "Passes one tensor to several layers and adds up their gradients."),
        .formula = "x [...] -> y_1, y_2, ... [...]; y_k = x; dx = Σ dy_k",
        .inputs = {{"x", ENGINE_TEXT("Layers", "The tensor to pass on.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The same tensor, once for each layer."), Presence::Repeated}},
        .params = {},
        .infer = inferSplit,
        .passing = Passing::Whole,
    };
}

} // namespace engine
