// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view sigmoidMessage = "sigmoid_param";

Sizes inferSigmoid(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    return {.outputs = {x}, .flopsForward = product({3, elements(x)}), .flopsBackward = product({3, elements(x)})};
}

} // namespace

/// x [...] -> y [...], y = 1 / (1 + exp(-x))
LayerType sigmoidType()
{
    return {
        .name = "SIGMOID",
        .caffeName = "Sigmoid",
        .group = LayerGroup::Activation,
        .help = ENGINE_TEXT("Layers", "Maps every value to between 0 and 1, as a gate does."),
        .formula = "x [...] -> y [...]; y = 1 / (1 + exp(-x))",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any tensor.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "Values between 0 and 1.")}},
        .params = {{.key = "engine",
                    .label = ENGINE_TEXT("Layers", "Engine"),
                    .help = ENGINE_TEXT("Layers", "The engine that runs the layer; DEFAULT: the fastest available."),
                    .kind = Choices{.names = {"DEFAULT", "CAFFE", "CUDNN", "ONEDNN"}, .extensions = {"ONEDNN"}},
                    .message = sigmoidMessage}},
        .infer = inferSigmoid,
        .passing = Passing::Classes,
        .inPlace = true,
    };
}

} // namespace engine
