// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view dropoutMessage = "dropout_param";

/// How many numbers of x are drawn for.
std::int64_t drawn(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::string& sameOver = textParam(request.params, "same_over");
    if (sameOver == "NOTHING") {
        return elements(x);
    }
    if (x.axes() < 2) {
        refuse(request, say(ENGINE_TEXT("Sentences", "input x is %1, but same_over %2 needs steps × ... × numbers"), x,
                            sameOver));
    }
    return sameOver == "STEPS" ? x.count(1) : x.count(0, x.axes() - 1);
}

Sizes inferDropout(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::int64_t count = elements(x);
    const std::int64_t mask = (drawn(request) + 3) / 4; // a byte each
    return {.outputs = {x}, .flopsForward = count, .flopsBackward = count, .kept = mask};
}

} // namespace

/// Sets numbers to zero at random while training, so that the net does not lean on single ones.
///
///     x [...]  ->  y [...]
///
///     y = x · m / (1 - p) with m = 0 at the chance p, else 1; outside training y = x
///
/// same_over says which numbers of x [T, ..., H] have one m: NOTHING, each has its own; STEPS, the numbers at one place
/// of all T steps (Gal & Ghahramani 2016; "locked dropout"); UNITS, the H numbers of one place, which go or stay
/// together (of characters' vectors: word dropout).
LayerType dropoutType()
{
    return {
        .name = "DROPOUT",
        .caffeName = "Dropout",
        .group = LayerGroup::Common,
        .help = ENGINE_TEXT(
            "Layers", "Sets random values to zero during training, so that the net does not rely on individual ones."),
        .formula = "x [...] -> y [...]; y = x · m / (1 - p), m = 0 at the chance p, else 1; outside training y = x",
        .inputs = {{"x", ENGINE_TEXT("Layers", "Any tensor.")}},
        .outputs = {{"y", ENGINE_TEXT("Layers", "The same values, with dropout during training.")}},
        .params = {{.key = "dropout_ratio",
                    .label = ENGINE_TEXT("Layers", "Ratio"),
                    .help = ENGINE_TEXT("Layers", "The share p of values set to zero; more reduces overfitting."),
                    .kind = FloatRange{.fallback = 0.5, .least = 0, .most = 0.999},
                    .message = dropoutMessage},
                   {.key = "same_over",
                    .label = ENGINE_TEXT("Layers", "Shared mask"),
                    .help = ENGINE_TEXT(
                        "Layers", "Which values share a dropout mask. NOTHING: each has its own; STEPS: all steps of a "
                                  "batch; UNITS: all values at one position, such as a character's vector."),
                    .kind = Choices{{"NOTHING", "STEPS", "UNITS"}},
                    .message = dropoutMessage,
                    .extension = true},
                   {.key = "seed",
                    .label = ENGINE_TEXT("Layers", "Seed"),
                    .help =
                        ENGINE_TEXT("Layers", "Random seed of the dropout mask; 0: derived from the seed of the run."),
                    .kind = IntRange{.fallback = 0, .least = INT64_MIN, .most = INT64_MAX},
                    .message = dropoutMessage,
                    .extension = true},
                   {.key = "active",
                    .label = ENGINE_TEXT("Layers", "Active"),
                    .help = ENGINE_TEXT("Layers", "Whether dropout is applied at all."),
                    .kind = Flag{true},
                    .message = dropoutMessage,
                    .extension = true},
                   {.key = "engine",
                    .label = ENGINE_TEXT("Layers", "Engine"),
                    .help = ENGINE_TEXT("Layers", "The engine that runs the layer; DEFAULT: the fastest available."),
                    .kind = Choices{{"DEFAULT", "CAFFE", "CUDNN", "ONEDNN"}},
                    .message = dropoutMessage,
                    .extension = true}},
        .infer = inferDropout,
        .passing = Passing::Classes,
        .inPlace = true,
    };
}

} // namespace engine
