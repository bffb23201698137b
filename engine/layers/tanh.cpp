// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view message = "tanh_param";

Sizes infer(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    return {.outputs = {x}, .flopsForward = product({1, elements(x)}), .flopsBackward = product({3, elements(x)})};
}

} // namespace

/// x [...] -> y [...], y = tanh(x)
LayerType tanhType()
{
    return {
        .name = "TANH",
        .caffeName = "TanH",
        .group = LayerGroup::Activation,
        .help = ENGINE_TEXT("Layers", "Squeezes every number between -1 and 1."),
        .formula = "x [...] -> y [...]; y = tanh(x)",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any numbers.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "Numbers between -1 and 1.")}},
        .params = {{.key = "engine",
                    .label = ENGINE_TEXT("Layers", "Engine"),
                    .help = ENGINE_TEXT("Layers", "Which kernels run the layer; DEFAULT takes the fastest that can."),
                    .kind = Choices{.names = {"DEFAULT", "CAFFE", "CUDNN", "ONEDNN"}, .extensions = {"ONEDNN"}},
                    .message = message}},
        .infer = infer,
        .inPlace = true,
    };
}

} // namespace engine
