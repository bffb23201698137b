// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view reluMessage = "relu_param";

Sizes inferRelu(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    return {.outputs = {x}, .flopsForward = product({1, elements(x)}), .flopsBackward = product({1, elements(x)})};
}

} // namespace

/// x [...] -> y [...], y = x where x > 0, else negative_slope · x
LayerType reluType()
{
    return {
        .name = "RELU",
        .caffeName = "ReLU",
        .group = LayerGroup::Activation,
        .help = ENGINE_TEXT("Layers", "Passes positive values and sets negative ones to zero."),
        .formula = "x [...] -> y [...]; y = x where x > 0, else slope · x",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any tensor.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The values, never below zero.")}},
        .params = {{.key = "negative_slope",
                    .label = ENGINE_TEXT("Layers", "Negative slope"),
                    .help = ENGINE_TEXT("Layers", "The factor of negative values; 0 sets them to zero."),
                    .kind = FloatRange{.fallback = 0, .least = -100, .most = 100},
                    .message = reluMessage},
                   {.key = "engine",
                    .label = ENGINE_TEXT("Layers", "Engine"),
                    .help = ENGINE_TEXT("Layers", "The engine that runs the layer; DEFAULT: the fastest available."),
                    .kind = Choices{.names = {"DEFAULT", "CAFFE", "CUDNN", "ONEDNN"}, .extensions = {"ONEDNN"}},
                    .message = reluMessage}},
        .infer = inferRelu,
        .passing = Passing::Classes,
        .inPlace = true,
    };
}

} // namespace engine
