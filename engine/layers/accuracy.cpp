// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view message = "accuracy_param";

Sizes infer(const LayerRequest& request)
{
    const Shape& scores = request.inputs[0];
    const Shape& label = request.inputs[1];
    const std::size_t axis = axisParam(request, "axis", scores.axes());
    const std::int64_t classes = scores[axis], places = scores.count(0, axis) * scores.count(axis + 1);
    if (elements(label) != places) {
        refuse(request, "input label is ", label, " with ", elements(label), " elements, but the scores ", scores,
               " with classes along axis ", axis, " need ", places);
    }
    const std::int64_t top = intParam(request.params, "top_k");
    if (top > classes) {
        refuse(request, "top_k is ", top, ", but must not exceed the ", classes, " classes");
    }
    Sizes sizes{.outputs = {Shape{}, Shape{classes}}};
    sizes.outputs.resize(request.outputCount);
    sizes.flopsForward = elements(scores);
    return sizes;
}

} // namespace

/// The share of places where the right class is among the top_k scores.
///
///     scores [..., C, ...], label [...]  ->  accuracy, per class [C]
LayerType accuracyType()
{
    const GradientFlow stops = GradientFlow::Stops;
    return {
        .name = "ACCURACY",
        .caffeName = "Accuracy",
        .group = LayerGroup::Loss,
        .help = ENGINE_TEXT("Layers", "Counts how often the net's guess is right."),
        .formula =
            "scores [..., C, ...], label [...] -> accuracy, per class [C]; the share of labels among the top_k scores",
        .inputs = {{"scores", ENGINE_TEXT("Layers", "A score for each class."), Presence::Required, stops,
                    Role::Scores},
                   {"label", ENGINE_TEXT("Layers", "The class that really came."), Presence::Required, stops,
                    Role::Labels}},
        .outputs = {{"accuracy", ENGINE_TEXT("Layers", "A share between 0 and 1."), Presence::Required, stops},
                    {"classes", ENGINE_TEXT("Layers", "The share for each class."), Presence::Optional, stops}},
        .params = {{.key = "top_k",
                    .label = ENGINE_TEXT("Layers", "Guesses"),
                    .help = ENGINE_TEXT("Layers", "How many of the highest scores count as the guess."),
                    .kind = IntRange{.fallback = 1, .least = 1, .most = 1 << 24},
                    .message = message},
                   {.key = "axis",
                    .label = ENGINE_TEXT("Layers", "Axis of the classes"),
                    .help = ENGINE_TEXT("Layers", "Along which axis of the scores the classes lie."),
                    .kind = IntRange{.fallback = 1, .least = -32, .most = 31},
                    .message = message},
                   {.key = "ignore_label",
                    .label = ENGINE_TEXT("Layers", "Ignored label"),
                    .help = ENGINE_TEXT(
                        "Layers", "Places with this label do not count, nor do those whose label is missing: -1."),
                    .kind = IntRange{.fallback = -1, .least = -1, .most = 1 << 24},
                    .message = message}},
        .infer = infer,
    };
}

} // namespace engine
