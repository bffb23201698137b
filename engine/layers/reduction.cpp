// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view reductionMessage = "reduction_param";

Sizes inferReduction(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::size_t axis = x.axes() == 0 ? 0 : axisParam(request, "axis", x.axes());
    return {.outputs = {joined(x, 0, axis)}, .flopsForward = product({2, elements(x)}), .flopsBackward = elements(x)};
}

} // namespace

/// One number from many.
///
///     x [A, B]  ->  y [A]                                B: the axes from `axis` on together
///
///     y = coeff · Σ x (SUM), Σ |x| (ASUM), Σ x² (SUMSQ) or Σ x / B (MEAN)
LayerType reductionType()
{
    return {
        .name = "REDUCTION",
        .caffeName = "Reduction",
        .group = LayerGroup::Common,
        .help =
            ENGINE_TEXT("Layers", "Reduces many values to one: sum, sum of absolute values, sum of squares or mean."),
        .formula = "x [A, B] -> y [A]; y = coeff · Σ x, Σ |x|, Σ x² or Σ x / B over B, the axes from `axis` on",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any tensor.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "One value for each position of the remaining axes.")}},
        .params = {{.key = "operation",
                    .label = ENGINE_TEXT("Layers", "Operation"),
                    .help = ENGINE_TEXT("Layers", "Sum, sum of absolute values, sum of squares, or mean."),
                    .kind = Choices{{"SUM", "ASUM", "SUMSQ", "MEAN"}},
                    .message = reductionMessage},
                   {.key = "axis",
                    .label = ENGINE_TEXT("Layers", "First axis"),
                    .help = ENGINE_TEXT("Layers", "The axes from this one on are reduced."),
                    .kind = IntRange{.fallback = 0, .least = -32, .most = 31},
                    .message = reductionMessage},
                   {.key = "coeff",
                    .label = ENGINE_TEXT("Layers", "Coefficient"),
                    .help = ENGINE_TEXT("Layers", "The factor of the result."),
                    .kind = FloatRange{.fallback = 1, .least = -1e30, .most = 1e30},
                    .message = reductionMessage}},
        .infer = inferReduction,
    };
}

} // namespace engine
