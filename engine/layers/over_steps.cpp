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
        refuse(
            request,
            say(ENGINE_TEXT("Sentences", "input h is %1, but must be steps × streams, or steps × streams × width"), h));
    }
    if (request.inputs.size() > 1 && elements(request.inputs[1]) != h[1]) {
        refuse(request,
               say(ENGINE_TEXT("Sentences",
                               "input length is %1, but must have one number for each of the %2 streams of h %3"),
                   request.inputs[1], h[1], h));
    }
    Shape output = joined(h, 1, h.axes());
    return {.outputs = {output}, .flopsForward = 0, .flopsBackward = 0};
}

} // namespace engine
