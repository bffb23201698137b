// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/number_loss.h"

#include "engine/graph/sizing.h"

namespace engine {

std::vector<Port> predictionPorts()
{
    return {
        {"prediction", ENGINE_TEXT("Layers", "The prediction."), Presence::Required, GradientFlow::Passes,
         Role::Scores},
        {"target", ENGINE_TEXT("Layers", "The target value."), Presence::Required, GradientFlow::Stops, Role::Targets}};
}

Sizes inferNumberLoss(const LayerRequest& request)
{
    const Shape &prediction = request.inputs[0], &target = request.inputs[1];
    if (elements(prediction) != elements(target)) {
        refuse(request,
               say(ENGINE_TEXT("Sentences", "input target is %1 with %2 elements, but the prediction %3 has %4"),
                   target, elements(target), prediction, elements(prediction)));
    }
    return {.outputs = {Shape{}},
            .flopsForward = product({3, elements(prediction)}),
            .flopsBackward = product({2, elements(prediction)})};
}

ParamSpec numberLossNormalization()
{
    return {.key = "normalization",
            .label = ENGINE_TEXT("Layers", "Divided by"),
            .help = ENGINE_TEXT("Layers", "What the sum is divided by. BATCH_SIZE: the first axis; VALID: positions "
                                          "that are not ignored; FULL: all positions; NONE: nothing."),
            .kind = Choices{{"BATCH_SIZE", "VALID", "FULL", "NONE"}},
            .message = "loss_param"};
}

} // namespace engine
