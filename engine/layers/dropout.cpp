// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view message = "dropout_param";

Sizes infer(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::int64_t count = elements(x);
    const std::int64_t mask = (count + 3) / 4; // a byte each
    return {.outputs = {x}, .flopsForward = count, .flopsBackward = count, .kept = mask};
}

} // namespace

/// Sets numbers to zero at random while training, so that the net does not lean on single ones.
///
///     x [...]  ->  y [...]
///
///     y = x · m / (1 - p) with m = 0 at the chance p, else 1; outside training y = x
LayerType dropoutType()
{
    return {
        .name = "DROPOUT",
        .caffeName = "Dropout",
        .group = LayerGroup::Common,
        .help = ENGINE_TEXT(
            "Layers",
            "Sets some numbers to zero at random while training, so that the net does not lean on single ones."),
        .formula = "x [...] -> y [...]; y = x · m / (1 - p), m = 0 at the chance p, else 1; outside training y = x",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any numbers.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The same, thinned out while training.")}},
        .params = {{.key = "dropout_ratio",
                    .label = ENGINE_TEXT("Layers", "Ratio"),
                    .help = ENGINE_TEXT(
                        "Layers", "The share p of numbers that is set to zero; more makes learning by heart harder."),
                    .kind = FloatRange{.fallback = 0.5, .least = 0, .most = 0.999},
                    .message = message},
                   {.key = "seed",
                    .label = ENGINE_TEXT("Layers", "Seed"),
                    .help = ENGINE_TEXT("Layers", "Where the random zeros start from; 0 follows the seed of the run."),
                    .kind = IntRange{.fallback = 0, .least = INT64_MIN, .most = INT64_MAX},
                    .message = message,
                    .extension = true},
                   {.key = "active",
                    .label = ENGINE_TEXT("Layers", "Active"),
                    .help = ENGINE_TEXT("Layers", "Whether anything is set to zero at all."),
                    .kind = Flag{true},
                    .message = message,
                    .extension = true},
                   {.key = "engine",
                    .label = ENGINE_TEXT("Layers", "Engine"),
                    .help = ENGINE_TEXT("Layers", "Which kernels run the layer; DEFAULT takes the fastest that can."),
                    .kind = Choices{{"DEFAULT", "CAFFE", "CUDNN", "ONEDNN"}},
                    .message = message,
                    .extension = true}},
        .infer = infer,
        .inPlace = true,
    };
}

} // namespace engine
