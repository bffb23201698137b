// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"
#include "engine/layers/over_steps.h"

namespace engine {

/// The mean over the real steps of each sequence.
///
///     h [T, N, ...], length [N]  ->  y [N, ...]
///
///     y[n] = (Σ h[t, n] over t < length[n]) / length[n]
LayerType meanOverStepsType()
{
    return {
        .name = "MEANOVERSTEPS",
        .caffeName = "MeanOverSteps",
        .group = LayerGroup::Shape,
        .help = ENGINE_TEXT("Layers", "Averages the output of a recurrent layer over all steps of a sequence."),
        .formula = "h [T, N, ...], length [N] -> y [N, ...]; y[n] = mean of h[t, n] over t < length[n]",
        .inputs = sequencePorts(),
        .outputs = {{"y", ENGINE_TEXT("Layers", "One vector for each sequence.")}},
        .params = {},
        .infer =
            [](const LayerRequest& request) {
                Sizes sizes = inferOverSteps(request);
                sizes.flopsForward = sizes.flopsBackward = elements(request.inputs[0]);
                return sizes;
            },
        .extension = true,
    };
}

} // namespace engine
