// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/layers.h"
#include "engine/layers/number_loss.h"

namespace engine {

/// How surprised the net is by answers of yes and no, in nats, as in Caffe.
///
///     prediction [N, ...], target (0 to 1)  ->  loss = Σ -(y log p + (1 - y) log(1 - p)) / N     p = σ(prediction)
LayerType sigmoidCrossEntropyLossType()
{
    return {
        .name = "SIGMOIDCROSSENTROPYLOSS",
        .caffeName = "SigmoidCrossEntropyLoss",
        .group = LayerGroup::Loss,
        .help = ENGINE_TEXT("Layers", "Cross-entropy loss of independent targets, each yes (1) or no (0)."),
        .formula = "prediction [N, ...], target (0 to 1) -> loss = Σ -(y log p + (1 - y) log(1 - p)) / N; p = "
                   "σ(prediction)",
        .inputs = predictionPorts(),
        .outputs = {{"loss", ENGINE_TEXT("Layers", "The loss, in nats.")}},
        .params = {{.key = "ignore_label",
                    .label = ENGINE_TEXT("Layers", "Ignored target"),
                    .help = ENGINE_TEXT("Layers", "Positions with this target are ignored."),
                    .kind = IntRange{.fallback = -1, .least = -1, .most = 1 << 24},
                    .message = "loss_param"},
                   numberLossNormalization()},
        .infer = inferNumberLoss,
        .loss = true,
    };
}

} // namespace engine
