// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view message = "inner_product_param";

Sizes infer(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::size_t axis = axisParam(request, "axis", x.axes());
    const std::int64_t rows = x.count(0, axis), width = x.count(axis), units = intParam(request.params, "num_output");
    const bool bias = flagParam(request.params, "bias_term"), transpose = flagParam(request.params, "transpose");

    Sizes sizes{.outputs = {joined(x, 0, axis, {units})}};
    const Filler& filler = fillerParam(request.params, "weight_filler");
    sizes.weights.push_back(transpose ? WeightSpec{"W", {width, units}, "I, O", filler}
                                      : WeightSpec{"W", {units, width}, "O, I", filler});
    if (bias) {
        sizes.weights.push_back({"b", {units}, "O", fillerParam(request.params, "bias_filler")});
    }
    const std::int64_t products = product({2, rows, width, units}), sums = bias ? product({rows, units}) : 0;
    sizes.flopsForward = products + sums;
    sizes.flopsBackward = product({2, products}) + sums;
    return sizes;
}

std::vector<ParamSpec> specs()
{
    return {
        {.key = "num_output",
         .label = ENGINE_TEXT("Layers", "Outputs"),
         .help = ENGINE_TEXT(
             "Layers",
             "How many numbers (O) come out; in front of the loss, one score for each character of the vocabulary."),
         .kind = IntRange{.fallback = 0, .least = 1, .most = 1 << 24},
         .message = message},
        {.key = "from_data",
         .label = ENGINE_TEXT("Layers", "Outputs from the data"),
         .help =
             ENGINE_TEXT("Layers", "Whether a run over sequences sets the outputs of what the loss reads: one for each "
                                   "class of the data, or one where the answer is a number."),
         .kind = Flag{false},
         .message = message,
         .extension = true},
        {.key = "bias_term",
         .label = ENGINE_TEXT("Layers", "Bias"),
         .help = ENGINE_TEXT("Layers", "Whether a learned number is added to each output."),
         .kind = Flag{true},
         .message = message},
        {.key = "weight_filler",
         .label = ENGINE_TEXT("Layers", "First weights"),
         .help = ENGINE_TEXT("Layers", "How the weights start; small random numbers let the outputs become different."),
         .kind = FillerKind{},
         .message = message,
         .myCaffeFallback = Filler{.type = "xavier"}},
        {.key = "bias_filler",
         .label = ENGINE_TEXT("Layers", "First bias"),
         .help = ENGINE_TEXT("Layers", "How the added numbers start."),
         .kind = FillerKind{},
         .message = message,
         .myCaffeFallback = Filler{.type = "constant", .value = 0.1}},
        {.key = "axis",
         .label = ENGINE_TEXT("Layers", "First axis"),
         .help =
             ENGINE_TEXT("Layers", "From which axis on the numbers are summed; the axes before it stay as they are."),
         .kind = IntRange{.fallback = 1, .least = -32, .most = 31},
         .message = message},
        {.key = "transpose",
         .label = ENGINE_TEXT("Layers", "Transposed"),
         .help = ENGINE_TEXT("Layers", "Whether the weights are kept as inputs × outputs instead of outputs × inputs."),
         .kind = Flag{false},
         .message = message},
    };
}

} // namespace

/// Every output is a weighted sum of all inputs.
///
///     x [..., I]  ->  y [..., O]                         W [O, I] (transposed: [I, O])   b [O]
///
///     y = W x + b                                        I: the axes from `axis` on together
LayerType innerProductType()
{
    return {
        .name = "INNERPRODUCT",
        .caffeName = "InnerProduct",
        .group = LayerGroup::Common,
        .help = ENGINE_TEXT("Layers", "Makes each output a weighted sum of all inputs; the weights are learned."),
        .formula = "x [..., I] -> y [..., O]; y = W x + b; W [O, I], b [O]",
        .inputs = {{"x", ENGINE_TEXT("Layers", "What is summed.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The sums.")}},
        .params = specs(),
        .infer = infer,
    };
}

} // namespace engine
