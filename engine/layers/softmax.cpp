// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view softmaxMessage = "softmax_param";

Sizes inferSoftmax(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    axisParam(request, "axis", x.axes());
    return {.outputs = {x}, .flopsForward = product({5, elements(x)}), .flopsBackward = product({4, elements(x)})};
}

} // namespace

/// Scores to chances.
///
///     x [..., C, ...]  ->  p [..., C, ...]               C classes along `axis`
///
///     p_k = exp(x_k) / Σ_j exp(x_j)
LayerType softmaxType()
{
    return {
        .name = "SOFTMAX",
        .caffeName = "Softmax",
        .group = LayerGroup::Activation,
        .help = ENGINE_TEXT("Layers", "Turns scores into probabilities that add up to 1."),
        .formula = "x [..., C, ...] -> p [..., C, ...]; p_k = exp(x_k) / Σ_j exp(x_j) over the C classes",
        .inputs = {{"x", ENGINE_TEXT("Layers", "A score for each class.")}},
        .outputs = {{"p", ENGINE_TEXT("Layers", "A probability for each class.")}},
        .params = {{.key = "axis",
                    .label = ENGINE_TEXT("Layers", "Class axis"),
                    .help = ENGINE_TEXT("Layers", "The axis along which the probabilities add up to 1."),
                    .kind = IntRange{.fallback = 1, .least = -32, .most = 31},
                    .message = softmaxMessage},
                   {.key = "engine",
                    .label = ENGINE_TEXT("Layers", "Engine"),
                    .help = ENGINE_TEXT("Layers", "The engine that runs the layer; DEFAULT: the fastest available."),
                    .kind = Choices{.names = {"DEFAULT", "CAFFE", "CUDNN", "ONEDNN"}, .extensions = {"ONEDNN"}},
                    .message = softmaxMessage}},
        .infer = inferSoftmax,
        .passing = Passing::Classes,
    };
}

} // namespace engine
