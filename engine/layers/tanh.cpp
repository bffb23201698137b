// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view tanhMessage = "tanh_param";

Sizes inferTanh(const LayerRequest& request)
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
        .help = ENGINE_TEXT("Layers", "Maps every value to between -1 and 1."),
        .formula = "x [...] -> y [...]; y = tanh(x)",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any tensor.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "Values between -1 and 1.")}},
        .params = {{.key = "engine",
                    .label = ENGINE_TEXT("Layers", "Engine"),
                    .help = ENGINE_TEXT("Layers", "The engine that runs the layer; DEFAULT: the fastest available."),
                    .kind = Choices{.names = {"DEFAULT", "CAFFE", "CUDNN", "ONEDNN"}, .extensions = {"ONEDNN"}},
                    .message = tanhMessage}},
        .infer = inferTanh,
        .passing = Passing::Classes,
        .inPlace = true,
    };
}

} // namespace engine
