// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

Sizes inferInput(const LayerRequest& request)
{
    const std::vector<Shape>& shapes = shapeListParam(request.params, "shape");
    if (shapes.size() != 1 && shapes.size() != request.outputCount) {
        refuse(request,
               say(ENGINE_TEXT("Sentences",
                               "shape is given %1 times, but there must be one for all tops or one for each of the %2"),
                   shapes.size(), request.outputCount));
    }
    Sizes sizes;
    for (std::size_t output = 0; output < request.outputCount; ++output) {
        sizes.outputs.push_back(shapes[shapes.size() == 1 ? 0 : output]);
    }
    return sizes;
}

} // namespace

/// Tensors that are filled from outside before each pass.
LayerType inputType()
{
    return {
        .name = "INPUT",
        .caffeName = "Input",
        .group = LayerGroup::Source,
        .help = ENGINE_TEXT("Layers", "An input of the net: each batch is copied here before the forward pass."),
        .formula = "-> one tensor a top, of the shapes that are set",
        .inputs = {},
        .outputs = {{"top", ENGINE_TEXT("Layers", "The input data."), Presence::Repeated, GradientFlow::Stops}},
        .params = {{.key = "shape",
                    .label = ENGINE_TEXT("Layers", "Shapes"),
                    .help = ENGINE_TEXT("Layers",
                                        "Shape of each top, outermost axis first; a single shape applies to all tops."),
                    .kind = ShapeList{},
                    .message = "input_param"}},
        .infer = inferInput,
    };
}

} // namespace engine
