// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view scaleMessage = "scale_param";

/// The shape of the learned factor: num_axes extents of x from `axis` on; -1 takes all that are left.
Shape learnedShape(const LayerRequest& request, std::size_t axis)
{
    const Shape& x = request.inputs[0];
    const std::int64_t axes = intParam(request.params, "num_axes");
    const std::size_t last = axes < 0 ? x.axes() : axis + static_cast<std::size_t>(axes);
    if (last > x.axes()) {
        refuse(request, say(ENGINE_TEXT("Sentences", "num_axes is %1 from axis %2, but input x has %3 axes (%4)"), axes,
                            axis, x.axes(), x));
    }
    return joined(x, axis, last);
}

/// Of two inputs, the second must equal the axes of the first from `axis` on.
void checkFactor(const LayerRequest& request, std::size_t axis)
{
    const Shape& x = request.inputs[0];
    const Shape& factor = request.inputs[1];
    if (axis + factor.axes() > x.axes() || joined(x, axis, axis + factor.axes()) != factor) {
        refuse(request,
               say(ENGINE_TEXT("Sentences", "input factor is %1, but must equal the axes of x (%2) from axis %3 on"),
                   factor, x, axis));
    }
}

Sizes inferScale(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    // Two inputs whose second is a scalar need no axis of the first.
    const bool learned = request.inputs.size() == 1;
    const bool scalarFactor = !learned && request.inputs[1].axes() == 0;
    const std::size_t axis = scalarFactor ? 0 : axisParam(request, "axis", x.axes());
    if (!learned) {
        checkFactor(request, axis);
    }
    const Shape factor = learned ? learnedShape(request, axis) : request.inputs[1];
    const bool bias = flagParam(request.params, "bias_term");

    Sizes sizes{.outputs = {x}};
    if (learned) {
        sizes.weights.push_back({"W", factor, "from axis on", fillerParam(request.params, "filler")});
    }
    if (bias) {
        sizes.weights.push_back({"b", factor, "from axis on", fillerParam(request.params, "bias_filler")});
    }
    sizes.flopsForward = product({bias ? 2 : 1, elements(x)});
    sizes.flopsBackward = product({bias ? 4 : 3, elements(x)});
    return sizes;
}

std::vector<ParamSpec> scaleSpecs()
{
    return {
        {.key = "axis",
         .label = ENGINE_TEXT("Layers", "First axis"),
         .help = ENGINE_TEXT("Layers", "The axis of x that corresponds to the factor's first axis."),
         .kind = IntRange{.fallback = 1, .least = -32, .most = 31},
         .message = scaleMessage},
        {.key = "num_axes",
         .label = ENGINE_TEXT("Layers", "Axes of the factor"),
         .help = ENGINE_TEXT("Layers", "The number of axes of the learned factor; -1: all from the first axis on."),
         .kind = IntRange{.fallback = 1, .least = -1, .most = 32},
         .message = scaleMessage},
        {.key = "filler",
         .label = ENGINE_TEXT("Layers", "Initial factor"),
         .help =
             ENGINE_TEXT("Layers", "How the learned factor is initialized; with 1 the layer changes nothing at first."),
         .kind = FillerKind{Filler{.type = "constant", .value = 1}},
         .message = scaleMessage},
        {.key = "bias_term",
         .label = ENGINE_TEXT("Layers", "Bias"),
         .help = ENGINE_TEXT("Layers", "Whether a learned bias is added after the multiplication."),
         .kind = Flag{false},
         .message = scaleMessage},
        {.key = "bias_filler",
         .label = ENGINE_TEXT("Layers", "Initial bias"),
         .help = ENGINE_TEXT("Layers", "How the bias is initialized."),
         .kind = FillerKind{},
         .message = scaleMessage},
    };
}

} // namespace

/// Multiplies by a factor that has some of the axes.
///
///     x [A, B, C], factor [B]  ->  y [A, B, C]           B: the axes of x from `axis` on, as many as the factor has
///
///     y = x · factor (+ b)                               without a second input the factor is learned
LayerType scaleType()
{
    return {
        .name = "SCALE",
        .caffeName = "Scale",
        .group = LayerGroup::Common,
        .help = ENGINE_TEXT("Layers", "Multiplies by a factor, which is an input or is learned."),
        .formula = "x [A, B, C], factor [B] -> y [A, B, C]; y = x · factor (+ b [B]); without a second input the "
                   "factor is learned",
        .inputs = {{"x", ENGINE_TEXT("Layers", "The values to multiply.")},
                   {"factor", ENGINE_TEXT("Layers", "The factor; learned if nothing is connected."),
                    Presence::Optional}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The products.")}},
        .params = scaleSpecs(),
        .infer = inferScale,
        .passing = Passing::Classes,
    };
}

} // namespace engine
