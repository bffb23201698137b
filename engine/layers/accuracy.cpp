// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view accuracyMessage = "accuracy_param";

Sizes inferAccuracy(const LayerRequest& request)
{
    const Shape& scores = request.inputs[0];
    const Shape& label = request.inputs[1];
    const std::size_t axis = axisParam(request, "axis", scores.axes());
    const std::int64_t classes = scores[axis], places = scores.count(0, axis) * scores.count(axis + 1);
    if (elements(label) != places) {
        refuse(
            request,
            say(ENGINE_TEXT("Sentences",
                            "input label is %1 with %2 elements, but the scores %3 with classes along axis %4 need %5"),
                label, elements(label), scores, axis, places));
    }
    const std::int64_t top = intParam(request.params, "top_k");
    if (top > classes) {
        refuse(request, say(ENGINE_TEXT("Sentences", "top_k is %1, but must not exceed the %2 classes"), top, classes));
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
        .help = ENGINE_TEXT("Layers", "Measures how often the prediction is correct."),
        .formula =
            "scores [..., C, ...], label [...] -> accuracy, per class [C]; the share of labels among the top_k scores",
        .inputs = {{"scores", ENGINE_TEXT("Layers", "A score for each class."), Presence::Required, stops,
                    Role::Scores},
                   {"label", ENGINE_TEXT("Layers", "The correct class."), Presence::Required, stops, Role::Labels}},
        .outputs = {{"accuracy", ENGINE_TEXT("Layers", "The accuracy, from 0 to 1."), Presence::Required, stops},
                    {"classes", ENGINE_TEXT("Layers", "The accuracy of each class."), Presence::Optional, stops}},
        .params = {{.key = "top_k",
                    .label = ENGINE_TEXT("Layers", "Top-k"),
                    .help = ENGINE_TEXT(
                        "Layers", "A prediction is correct if the label is among this many of the highest scores."),
                    .kind = IntRange{.fallback = 1, .least = 1, .most = 1 << 24},
                    .message = accuracyMessage},
                   {.key = "axis",
                    .label = ENGINE_TEXT("Layers", "Class axis"),
                    .help = ENGINE_TEXT("Layers", "The axis of the scores along which the classes lie."),
                    .kind = IntRange{.fallback = 1, .least = -32, .most = 31},
                    .message = accuracyMessage},
                   {.key = "ignore_label",
                    .label = ENGINE_TEXT("Layers", "Ignored label"),
                    .help = ENGINE_TEXT("Layers", "Positions with this label, or with -1 (missing), are ignored."),
                    .kind = IntRange{.fallback = -1, .least = -1, .most = 1 << 24},
                    .message = accuracyMessage}},
        .infer = inferAccuracy,
    };
}

} // namespace engine
