// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

Sizes inferSoftmaxWithLoss(const LayerRequest& request)
{
    const Shape& scores = request.inputs[0];
    const Shape& label = request.inputs[1];
    const std::size_t axis = axisParam(request, "axis", scores.axes());
    const std::int64_t places = scores.count(0, axis) * scores.count(axis + 1), count = elements(scores);
    if (elements(label) != places) {
        refuse(
            request,
            say(ENGINE_TEXT("Sentences",
                            "input label is %1 with %2 elements, but the scores %3 with classes along axis %4 need %5"),
                label, elements(label), scores, axis, places));
    }
    Sizes sizes{.outputs = {Shape{}, scores}};
    sizes.outputs.resize(request.outputCount);
    sizes.flopsForward = product({5, count});
    sizes.flopsBackward = product({2, count});
    sizes.kept = (request.outputCount == 1 ? count : 0) + places; // the chances, each term
    return sizes;
}

std::vector<ParamSpec> softmaxWithLossSpecs()
{
    return {
        {.key = "axis",
         .label = ENGINE_TEXT("Layers", "Class axis"),
         .help = ENGINE_TEXT("Layers", "The axis of the scores along which the classes lie."),
         .kind = IntRange{.fallback = 1, .least = -32, .most = 31},
         .message = "softmax_param"},
        {.key = "engine",
         .label = ENGINE_TEXT("Layers", "Engine"),
         .help = ENGINE_TEXT("Layers", "The engine that runs the layer; DEFAULT: the fastest available."),
         .kind = Choices{.names = {"DEFAULT", "CAFFE", "CUDNN", "ONEDNN"}, .extensions = {"ONEDNN"}},
         .message = "softmax_param"},
        {.key = "ignore_label",
         .label = ENGINE_TEXT("Layers", "Ignored label"),
         .help = ENGINE_TEXT("Layers", "Positions with this label, or with -1 (missing), are ignored."),
         .kind = IntRange{.fallback = -1, .least = -1, .most = 1 << 24},
         .message = "loss_param"},
        {.key = "normalization",
         .label = ENGINE_TEXT("Layers", "Divided by"),
         .help = ENGINE_TEXT("Layers", "What the sum is divided by. VALID: positions that are not ignored; FULL: all "
                                       "positions; BATCH_SIZE: the first axis; NONE: nothing."),
         .kind = Choices{{"VALID", "FULL", "BATCH_SIZE", "NONE"}},
         .message = "loss_param"},
        {.key = "normalize",
         .label = ENGINE_TEXT("Layers", "Normalised (old name)"),
         .help = ENGINE_TEXT("Layers", "In old files: true means VALID, false means BATCH_SIZE."),
         .kind = Flag{true},
         .message = "loss_param"},
    };
}

} // namespace

/// How surprised the net is by what really came, in nats.
///
///     scores [..., C, ...], label [...]  ->  loss, p [..., C, ...]     C classes along `axis`; a label for each other
///     place
///
///     p = softmax(scores)         loss = Σ -log p[label] / places
LayerType softmaxWithLossType()
{
    return {
        .name = "SOFTMAXWITHLOSS",
        .caffeName = "SoftmaxWithLoss",
        .group = LayerGroup::Loss,
        .help = ENGINE_TEXT(
            "Layers", "Cross-entropy loss: how unlikely the net found the correct class. Training makes it small."),
        .formula = "scores [..., C, ...], label [...] -> loss, p; p = softmax(scores); loss = Σ -log p[label] / places",
        .inputs = {{"scores", ENGINE_TEXT("Layers", "A score for each class."), Presence::Required,
                    GradientFlow::Passes, Role::Scores},
                   {"label", ENGINE_TEXT("Layers", "The correct class."), Presence::Required, GradientFlow::Stops,
                    Role::Labels}},
        .outputs = {{"loss", ENGINE_TEXT("Layers", "The loss, in nats.")},
                    {"p", ENGINE_TEXT("Layers", "The probabilities."), Presence::Optional}},
        .params = softmaxWithLossSpecs(),
        .infer = inferSoftmaxWithLoss,
        .loss = true,
    };
}

} // namespace engine
