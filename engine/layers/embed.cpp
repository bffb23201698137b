// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view embedMessage = "embed_param";

Sizes inferEmbed(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::int64_t vocabulary = intParam(request.params, "input_dim");
    const std::int64_t width = intParam(request.params, "num_output");
    const bool bias = flagParam(request.params, "bias_term");
    const std::int64_t added = product({elements(x), width});

    Sizes sizes{.outputs = {joined(x, 0, x.axes(), {width})}};
    sizes.weights.push_back({"W", {vocabulary, width}, "V, E", fillerParam(request.params, "weight_filler")});
    if (bias) {
        sizes.weights.push_back({"b", {width}, "E", fillerParam(request.params, "bias_filler")});
    }
    sizes.flopsForward = bias ? added : 0;
    sizes.flopsBackward = bias ? 2 * added : added;
    return sizes;
}

std::vector<ParamSpec> embedSpecs()
{
    return {
        {.key = "num_output",
         .label = ENGINE_TEXT("Layers", "Width"),
         .help = ENGINE_TEXT("Layers", "The length (E) of a character's vector."),
         .kind = IntRange{.fallback = 0, .least = 1, .most = 1 << 20},
         .message = embedMessage},
        {.key = "input_dim",
         .label = ENGINE_TEXT("Layers", "Vocabulary"),
         .help =
             ENGINE_TEXT("Layers", "The number of different characters (V); set from the text when training starts."),
         .kind = IntRange{.fallback = 0, .least = 1, .most = 1 << 24},
         .message = embedMessage},
        {.key = "bias_term",
         .label = ENGINE_TEXT("Layers", "Bias"),
         .help = ENGINE_TEXT("Layers", "Whether a learned bias vector is added to every character's vector."),
         .kind = Flag{true},
         .message = embedMessage},
        {.key = "weight_filler",
         .label = ENGINE_TEXT("Layers", "Initial weights"),
         .help = ENGINE_TEXT(
             "Layers", "How the vectors are initialized; with all zeros every character starts with the same vector."),
         .kind = FillerKind{},
         .message = embedMessage,
         .myCaffeFallback = Filler{.type = "xavier"}},
        {.key = "bias_filler",
         .label = ENGINE_TEXT("Layers", "Initial bias"),
         .help = ENGINE_TEXT("Layers", "How the bias vector is initialized."),
         .kind = FillerKind{},
         .message = embedMessage,
         .myCaffeFallback = Filler{.type = "constant", .value = 0.1}},
    };
}

} // namespace

/// A learned vector for each character.
///
///     x [...] of numbers 0 .. V-1  ->  y [..., E]        W [V, E]   b [E]
///
///     y = W[x] + b
LayerType embedType()
{
    return {
        .name = "EMBED",
        .caffeName = "Embed",
        .group = LayerGroup::Common,
        .help = ENGINE_TEXT("Layers", "Maps each character to a vector, which is learned."),
        .formula = "x [...] of 0 .. V-1 -> y [..., E]; y = W[x] + b; W [V, E], b [E]",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Character indices."), Presence::Required, GradientFlow::Stops,
                    Role::Characters}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The vectors.")}},
        .params = embedSpecs(),
        .infer = inferEmbed,
    };
}

} // namespace engine
