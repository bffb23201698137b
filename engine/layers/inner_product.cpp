// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view innerProductMessage = "inner_product_param";

void checkHeads(const LayerRequest& request, std::int64_t heads, std::int64_t width, std::int64_t units)
{
    if (width % heads != 0 || units % heads != 0) {
        refuse(request, say(ENGINE_TEXT("Sentences", "heads is %1, which does not divide both the %2 inputs and the %3 "
                                                     "outputs"),
                            heads, width, units));
    }
    if (heads > 1 && flagParam(request.params, "transpose")) {
        refuse(request, say(ENGINE_TEXT("Sentences", "heads is %1, but with transpose only 1 is supported"), heads));
    }
}

Sizes inferInnerProduct(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::size_t axis = axisParam(request, "axis", x.axes());
    const std::int64_t rows = x.count(0, axis), width = x.count(axis), units = intParam(request.params, "num_output");
    const bool bias = flagParam(request.params, "bias_term"), transpose = flagParam(request.params, "transpose");

    const std::int64_t heads = intParam(request.params, "heads");
    checkHeads(request, heads, width, units);

    Sizes sizes{.outputs = {joined(x, 0, axis, {units})}};
    const Filler& filler = fillerParam(request.params, "weight_filler");
    sizes.weights.push_back(transpose    ? WeightSpec{"W", {width, units}, "I, O", filler}
                            : heads == 1 ? WeightSpec{"W", {units, width}, "O, I", filler}
                                         : WeightSpec{"W", {units, width / heads}, say("O, I/%1", heads), filler});
    if (bias) {
        sizes.weights.push_back({"b", {units}, "O", fillerParam(request.params, "bias_filler")});
    }
    const std::int64_t products = product({2, rows, width / heads, units}), sums = bias ? product({rows, units}) : 0;
    sizes.flopsForward = products + sums;
    sizes.flopsBackward = product({2, products}) + sums;
    return sizes;
}

std::vector<ParamSpec> innerProductSpecs()
{
    return {
        {.key = "num_output",
         .label = ENGINE_TEXT("Layers", "Outputs"),
         .help = ENGINE_TEXT(
             "Layers", "The number of outputs (O); before the loss, one score for each character of the vocabulary."),
         .kind = IntRange{.fallback = 0, .least = 1, .most = 1 << 24},
         .message = innerProductMessage},
        {.key = "from_data",
         .label = ENGINE_TEXT("Layers", "Outputs from the data"),
         .help = ENGINE_TEXT("Layers", "Whether training on sequences sets the number of outputs from the data: one "
                                       "per class, or 1 for regression."),
         .kind = Flag{false},
         .message = innerProductMessage,
         .extension = true},
        {.key = "bias_term",
         .label = ENGINE_TEXT("Layers", "Bias"),
         .help = ENGINE_TEXT("Layers", "Whether a learned bias is added to each output."),
         .kind = Flag{true},
         .message = innerProductMessage},
        {.key = "weight_filler",
         .label = ENGINE_TEXT("Layers", "Initial weights"),
         .help = ENGINE_TEXT("Layers", "How the weights are initialized; small random values make the outputs differ."),
         .kind = FillerKind{},
         .message = innerProductMessage,
         .myCaffeFallback = Filler{.type = "xavier"}},
        {.key = "bias_filler",
         .label = ENGINE_TEXT("Layers", "Initial bias"),
         .help = ENGINE_TEXT("Layers", "How the bias is initialized."),
         .kind = FillerKind{},
         .message = innerProductMessage,
         .myCaffeFallback = Filler{.type = "constant", .value = 0.1}},
        {.key = "axis",
         .label = ENGINE_TEXT("Layers", "First axis"),
         .help = ENGINE_TEXT(
             "Layers", "The axes from this one on are flattened and multiplied by the weights; those before it stay."),
         .kind = IntRange{.fallback = 1, .least = -32, .most = 31},
         .message = innerProductMessage},
        {.key = "transpose",
         .label = ENGINE_TEXT("Layers", "Transposed"),
         .help =
             ENGINE_TEXT("Layers", "Whether the weights are stored as inputs × outputs instead of outputs × inputs."),
         .kind = Flag{false},
         .message = innerProductMessage},
        {.key = "heads",
         .label = ENGINE_TEXT("Layers", "Heads"),
         .help = ENGINE_TEXT("Layers", "Into how many parts inputs and outputs are divided; each part of the outputs "
                                       "is made from the same part of the inputs alone."),
         .kind = IntRange{.fallback = 1, .least = 1, .most = 65'536},
         .message = innerProductMessage,
         .extension = true},
    };
}

} // namespace

/// Every output is a weighted sum of all inputs.
///
///     x [..., I]  ->  y [..., O]                         W [O, I] (transposed: [I, O])   b [O]
///
///     y = W x + b                                        I: the axes from `axis` on together
///
/// With `heads` = K, W is [O, I/K]: block k of its rows multiplies part k of x.
LayerType innerProductType()
{
    return {
        .name = "INNERPRODUCT",
        .caffeName = "InnerProduct",
        .group = LayerGroup::Common,
        .help = ENGINE_TEXT("Layers", "Computes each output as a weighted sum of all inputs, with learned weights."),
        .formula = "x [..., I] -> y [..., O]; y = W x + b; W [O, I], b [O]",
        .inputs = {{"x", ENGINE_TEXT("Layers", "The inputs.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The weighted sums.")}},
        .params = innerProductSpecs(),
        .infer = inferInnerProduct,
    };
}

} // namespace engine
