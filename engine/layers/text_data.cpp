// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view message = "text_data_param";

Sizes infer(const LayerRequest& request)
{
    const double validation = floatParam(request.params, "validation");
    const double test = floatParam(request.params, "test");
    if (validation + test >= 1) {
        refuse(request, "validation and test together are ", validation + test,
               ", but must leave some of the text for training");
    }
    const std::int64_t steps = intParam(request.params, "time_steps");
    const std::int64_t streams = intParam(request.params, "batch_size");
    Sizes sizes{.outputs = {{steps, streams}, {steps, streams}, {product({steps, streams})}}};
    sizes.outputs.resize(request.outputCount);
    return sizes;
}

std::vector<ParamSpec> specs()
{
    return {
        {.key = "source",
         .label = ENGINE_TEXT("Layers", "Text file"),
         .help =
             ENGINE_TEXT("Layers", "The text that the net learns from; empty where it is named when training starts."),
         .kind = FreeText{""},
         .message = message,
         .extension = true},
        {.key = "batch_size",
         .label = ENGINE_TEXT("Layers", "Streams"),
         .help = ENGINE_TEXT("Layers", "How many pieces of the text are read side by side (N)."),
         .kind = IntRange{.fallback = 32, .least = 1, .most = 1 << 20},
         .message = message,
         .extension = true},
        {.key = "time_steps",
         .label = ENGINE_TEXT("Layers", "Steps"),
         .help = ENGINE_TEXT(
             "Layers", "How many characters of each stream are in a batch, and how far back an error is traced (T)."),
         .kind = IntRange{.fallback = 64, .least = 1, .most = 1 << 20},
         .message = message,
         .unit = ENGINE_TEXT("Layers", "characters"),
         .extension = true},
        {.key = "encoding",
         .label = ENGINE_TEXT("Layers", "Characters"),
         .help = ENGINE_TEXT("Layers",
                             "What counts as one character: a byte of the file, or a code point of its UTF-8 text."),
         .kind = Choices{{"BYTES", "UTF8"}},
         .message = message,
         .extension = true},
        {.key = "order",
         .label = ENGINE_TEXT("Layers", "Order"),
         .help = ENGINE_TEXT("Layers",
                             "STREAMS reads the text from start to end and keeps the net's memory from batch to batch; "
                             "WINDOWS starts anywhere, each time with an empty memory, as a bidirectional layer needs "
                             "it."),
         .kind = Choices{{"STREAMS", "WINDOWS"}},
         .message = message,
         .extension = true},
        {.key = "validation",
         .label = ENGINE_TEXT("Layers", "Held out for validation"),
         .help = ENGINE_TEXT("Layers",
                             "The share of the text that is kept from training to see how the net does on new text."),
         .kind = FloatRange{.fallback = 0.1, .least = 0, .most = 0.9},
         .message = message,
         .extension = true},
        {.key = "test",
         .label = ENGINE_TEXT("Layers", "Held out for the test"),
         .help =
             ENGINE_TEXT("Layers", "The share at the end of the text that is looked at only once, when all is chosen."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 0.9},
         .message = message,
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
        .help = ENGINE_TEXT(
            "Layers", "Reads a text and gives its characters, batch by batch, with the character that follows each."),
        .formula = "-> data [T, N], clip [T, N], label [T·N]; label[t·N + n] follows data[t, n]",
        .inputs = {},
        .outputs = {{"data", ENGINE_TEXT("Layers", "Numbers of characters."), Presence::Required, GradientFlow::Stops,
                     Role::Characters},
                    {"clip", ENGINE_TEXT("Layers", "0 where a sequence starts, else 1."), Presence::Optional,
                     GradientFlow::Stops, Role::Cont},
                    {"label", ENGINE_TEXT("Layers", "The character that follows each."), Presence::Optional,
                     GradientFlow::Stops, Role::Labels}},
        .params = specs(),
        .infer = infer,
        .extension = true,
    };
}

} // namespace engine
