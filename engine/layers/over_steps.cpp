// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/over_steps.h"

#include "engine/graph/sizing.h"

namespace engine {

std::vector<Port> sequencePorts()
{
    return {{"h", ENGINE_TEXT("Layers", "Values of each step: steps × streams × width.")},
            {"length", ENGINE_TEXT("Layers", "The length of each sequence in steps; not connected: all steps."),
             Presence::Optional, GradientFlow::Stops, Role::Lengths}};
}

Sizes inferOverSteps(const LayerRequest& request)
{
    const Shape& h = request.inputs[0];
    if (h.axes() < 2) {
        refuse(request, "input h is ", h, ", but must be steps × streams, or steps × streams × width");
    }
    if (request.inputs.size() > 1 && elements(request.inputs[1]) != h[1]) {
        refuse(request, "input length is ", request.inputs[1], ", but must have one number for each of the ", h[1],
               " streams of h ", h);
    }
    Shape output = joined(h, 1, h.axes());
    return {.outputs = {output}, .flopsForward = 0, .flopsBackward = 0};
}

} // namespace engine
