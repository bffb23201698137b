// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/layers.h"
#include "engine/layers/number_loss.h"

namespace engine {

/// The squared error near the target and the absolute error far from it (Huber, "Robust estimation of a location
/// parameter", 1964).
///
///     prediction [N, ...], target  ->  loss = Σ e / N         d = prediction - target
///
///     e = d²/2 where |d| ≤ δ, else δ (|d| - δ/2)
LayerType huberLossType()
{
    return {
        .name = "HUBERLOSS",
        .caffeName = "HuberLoss",
        .group = LayerGroup::Loss,
        .help = ENGINE_TEXT(
            "Layers", "Squared error for small errors, absolute error for large ones, so that outliers count less."),
        .formula = "prediction [N, ...], target -> loss = Σ e / N; e = d²/2 where |d| ≤ δ, else δ (|d| - δ/2); d = "
                   "prediction - target",
        .inputs = predictionPorts(),
        .outputs = {{"loss", ENGINE_TEXT("Layers", "The loss.")}},
        .params = {{.key = "delta",
                    .label = ENGINE_TEXT("Layers", "Delta"),
                    .help = ENGINE_TEXT("Layers", "The error δ above which the absolute error is used."),
                    .kind = FloatRange{.fallback = 1, .least = 1e-6, .most = 1e30},
                    .message = "huber_loss_param",
                    .extension = true},
                   numberLossNormalization()},
        .infer = inferNumberLoss,
        .loss = true,
        .extension = true,
    };
}

} // namespace engine
