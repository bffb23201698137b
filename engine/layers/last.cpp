// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"
#include "engine/layers/over_steps.h"

namespace engine {
namespace {

Sizes inferLast(const LayerRequest& request)
{
    const Shape& h = request.inputs[0];
    Sizes sizes = inferOverSteps(request);
    if (flagParam(request.params, "bidirectional") && (h.axes() != 3 || h[2] % 2 != 0)) {
        refuse(
            request,
            say(ENGINE_TEXT("Sentences",
                            "input h is %1, but of a bidirectional layer it must be steps × streams × an even width"),
                h));
    }
    return sizes;
}

} // namespace

/// Where a sequence ends.
///
///     h [T, N, W], length [N]  ->  y [N, W]
///
///     y[n] = h[length[n] - 1, n]
///
/// For a bidirectional layer, whose backward half has read the whole sequence at step 0:
///
///     y[n] = h[length[n] - 1, n, first half], h[0, n, second half]
LayerType lastType()
{
    return {
        .name = "LAST",
        .caffeName = "Last",
        .group = LayerGroup::Shape,
        .help = ENGINE_TEXT("Layers", "Takes the output of a recurrent layer at the end of each sequence."),
        .formula = "h [T, N, W], length [N] -> y [N, W]; y[n] = h[length[n] - 1, n]; of a bidirectional layer the "
                   "second half is from step 0, where its backward direction ends",
        .inputs = sequencePorts(),
        .outputs = {{"y", ENGINE_TEXT("Layers", "One vector for each sequence.")}},
        .params = {{.key = "bidirectional",
                    .label = ENGINE_TEXT("Layers", "Bidirectional"),
                    .help = ENGINE_TEXT("Layers", "Whether h comes from a bidirectional layer: the second half of its "
                                                  "width ends at the first step."),
                    .kind = Flag{false},
                    .message = "last_param",
                    .extension = true}},
        .infer = inferLast,
        .extension = true,
    };
}

} // namespace engine
