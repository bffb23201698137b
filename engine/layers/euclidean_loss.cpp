// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/layers.h"
#include "engine/layers/number_loss.h"

namespace engine {

/// Half the squared distance between what the net says and what came, as in Caffe.
///
///     prediction [N, ...], target  ->  loss = Σ (prediction - target)² / 2N
LayerType euclideanLossType()
{
    return {
        .name = "EUCLIDEANLOSS",
        .caffeName = "EuclideanLoss",
        .group = LayerGroup::Loss,
        .help = ENGINE_TEXT("Layers", "Squared error between prediction and target; large errors weigh most."),
        .formula = "prediction [N, ...], target -> loss = Σ (prediction - target)² / 2N",
        .inputs = predictionPorts(),
        .outputs = {{"loss", ENGINE_TEXT("Layers", "The loss: half the squared error.")}},
        .params = {numberLossNormalization()},
        .infer = inferNumberLoss,
        .loss = true,
    };
}

} // namespace engine
