// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view eltwiseMessage = "eltwise_param";

Sizes inferEltwise(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::vector<double>& coeff = floatListParam(request.params, "coeff");
    const std::string& operation = textParam(request.params, "operation");
    const auto inputs = static_cast<std::int64_t>(request.inputs.size());
    if (inputs < 2) {
        refuse(request, ENGINE_TEXT("Sentences", "it has 1 bottom, but needs 2 or more"));
    }
    for (std::size_t input = 1; input < request.inputs.size(); ++input) {
        if (request.inputs[input] != x) {
            refuse(request, say(ENGINE_TEXT("Sentences", "input %1 is %2, but must be %3 as the first"), input + 1,
                                request.inputs[input], x));
        }
    }
    if (!coeff.empty() && operation != "SUM") {
        refuse(request, say(ENGINE_TEXT("Sentences", "coeff is set, but only SUM has coefficients and operation is %1"),
                            operation));
    }
    if (!coeff.empty() && coeff.size() != request.inputs.size()) {
        refuse(request,
               say(ENGINE_TEXT("Sentences", "coeff has %1 numbers, but must have one for each of the %2 bottoms"),
                   coeff.size(), inputs));
    }
    Sizes sizes{.outputs = {x}};
    sizes.flopsForward = product({inputs - 1 + (coeff.empty() ? 0 : inputs), elements(x)});
    sizes.flopsBackward = operation == "SUM" && coeff.empty() ? 0 : product({inputs, elements(x)});
    return sizes;
}

} // namespace

/// Element by element over tensors of one shape.
///
///     x_1, x_2, ... [...]  ->  y [...]
///
///     SUM: y = Σ coeff_k x_k        PROD: y = Π x_k        MAX: y = max x_k
LayerType eltwiseType()
{
    return {
        .name = "ELTWISE",
        .caffeName = "Eltwise",
        .group = LayerGroup::Common,
        .help = ENGINE_TEXT("Layers",
                            "Adds or multiplies tensors of the same shape element by element, or takes the maximum."),
        .formula = "x_1, x_2, ... [...] -> y [...]; y = Σ coeff_k x_k, Π x_k or max x_k",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Two or more tensors of the same shape."), Presence::Repeated}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The result, of the same shape.")}},
        .params = {{.key = "operation",
                    .label = ENGINE_TEXT("Layers", "Operation"),
                    .help = ENGINE_TEXT("Layers", "How the elements at each position are combined."),
                    .kind = Choices{{"SUM", "PROD", "MAX"}},
                    .message = eltwiseMessage},
                   {.key = "coeff",
                    .label = ENGINE_TEXT("Layers", "Coefficients"),
                    .help = ENGINE_TEXT("Layers", "The factor of each input in a sum; not given: 1."),
                    .kind = FloatList{.least = -1e30, .most = 1e30},
                    .message = eltwiseMessage},
                   {.key = "stable_prod_grad",
                    .label = ENGINE_TEXT("Layers", "Stable gradient of products"),
                    .help = ENGINE_TEXT("Layers",
                                        "Whether a product's gradient is computed without division, which fails at 0."),
                    .kind = Flag{true},
                    .message = eltwiseMessage}},
        .infer = inferEltwise,
        .passing = Passing::Classes,
    };
}

} // namespace engine
