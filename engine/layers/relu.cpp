// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view message = "relu_param";

Sizes infer(const LayerRequest& request)
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
        .help = ENGINE_TEXT("Layers", "Lets positive numbers through and holds negative ones back."),
        .formula = "x [...] -> y [...]; y = x where x > 0, else slope · x",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any numbers.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The numbers, never below zero.")}},
        .params = {{.key = "negative_slope",
                    .label = ENGINE_TEXT("Layers", "Slope below zero"),
                    .help = ENGINE_TEXT("Layers", "What negative numbers are multiplied by; 0 makes them zero."),
                    .kind = FloatRange{.fallback = 0, .least = -100, .most = 100},
                    .message = message},
                   {.key = "engine",
                    .label = ENGINE_TEXT("Layers", "Engine"),
                    .help = ENGINE_TEXT("Layers", "Which kernels run the layer; DEFAULT takes the fastest that can."),
                    .kind = Choices{.names = {"DEFAULT", "CAFFE", "CUDNN", "ONEDNN"}, .extensions = {"ONEDNN"}},
                    .message = message}},
        .infer = infer,
        .inPlace = true,
    };
}

} // namespace engine
