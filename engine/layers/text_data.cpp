// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view textDataMessage = "text_data_param";

Sizes inferTextData(const LayerRequest& request)
{
    const double validation = floatParam(request.params, "validation");
    const double test = floatParam(request.params, "test");
    if (validation + test >= 1) {
        refuse(request,
               say(ENGINE_TEXT("Sentences",
                               "validation and test together are %1, but must leave some of the text for training"),
                   validation + test));
    }
    const std::int64_t steps = intParam(request.params, "time_steps");
    const std::int64_t streams = intParam(request.params, "batch_size");
    Sizes sizes{.outputs = {{steps, streams}, {steps, streams}, {product({steps, streams})}}};
    sizes.outputs.resize(request.outputCount);
    return sizes;
}

std::vector<ParamSpec> textDataSpecs()
{
    return {
        {.key = "source",
         .label = ENGINE_TEXT("Layers", "Text file"),
         .help = ENGINE_TEXT("Layers", "The text to train on; empty: chosen when training starts."),
         .kind = FreeText{""},
         .message = textDataMessage,
         .extension = true},
        {.key = "batch_size",
         .label = ENGINE_TEXT("Layers", "Streams"),
         .help = ENGINE_TEXT("Layers", "The number of pieces of the text that are read in parallel (N)."),
         .kind = IntRange{.fallback = 32, .least = 1, .most = 1 << 20},
         .message = textDataMessage,
         .extension = true},
        {.key = "time_steps",
         .label = ENGINE_TEXT("Layers", "Steps"),
         .help = ENGINE_TEXT("Layers", "Characters of each stream in a batch (T): gradients go back this many steps."),
         .kind = IntRange{.fallback = 64, .least = 1, .most = 1 << 20},
         .message = textDataMessage,
         .unit = ENGINE_TEXT("Layers", "characters"),
         .extension = true},
        {.key = "encoding",
         .label = ENGINE_TEXT("Layers", "Characters"),
         .help = ENGINE_TEXT("Layers",
                             "What counts as one character: a byte of the file, or a code point of its UTF-8 text."),
         .kind = Choices{{"BYTES", "UTF8"}},
         .message = textDataMessage,
         .extension = true},
        {.key = "order",
         .label = ENGINE_TEXT("Layers", "Order"),
         .help = ENGINE_TEXT(
             "Layers", "STREAMS: the text from start to end, keeping the net's state from batch to batch. WINDOWS: "
                       "pieces from random places, each from a zero state, as bidirectional layers need them."),
         .kind = Choices{{"STREAMS", "WINDOWS"}},
         .message = textDataMessage,
         .extension = true},
        {.key = "validation",
         .label = ENGINE_TEXT("Layers", "Held out for validation"),
         .help = ENGINE_TEXT("Layers", "Share of the text that is not trained on but measures the loss on new text."),
         .kind = FloatRange{.fallback = 0.1, .least = 0, .most = 0.9},
         .message = textDataMessage,
         .extension = true},
        {.key = "test",
         .label = ENGINE_TEXT("Layers", "Held out for the test"),
         .help = ENGINE_TEXT("Layers",
                             "Share at the end of the text, reserved for a final test after all settings are fixed."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 0.9},
         .message = textDataMessage,
         .extension = true},
    };
}

} // namespace

/// A text as numbers of characters.
///
///     -> data [T, N], clip [T, N], label [T·N]           T steps, N streams
///
/// label[t·N + n] is the character after data[t, n]; clip is 0 where a stream starts a sequence, else 1.
LayerType textDataType()
{
    return {
        .name = "TEXTDATA",
        .caffeName = "TextData",
        .group = LayerGroup::Source,
        .help = ENGINE_TEXT("Layers",
                            "Reads a text, batch by batch: its characters, and for each the next one as the target."),
        .formula = "-> data [T, N], clip [T, N], label [T·N]; label[t·N + n] follows data[t, n]",
        .inputs = {},
        .outputs = {{"data", ENGINE_TEXT("Layers", "Character indices."), Presence::Required, GradientFlow::Stops,
                     Role::Characters},
                    {"clip", ENGINE_TEXT("Layers", "0 where a sequence starts, else 1."), Presence::Optional,
                     GradientFlow::Stops, Role::Cont},
                    {"label", ENGINE_TEXT("Layers", "The next character, which is the target."), Presence::Optional,
                     GradientFlow::Stops, Role::Labels}},
        .params = textDataSpecs(),
        .infer = inferTextData,
        .extension = true,
    };
}

} // namespace engine
