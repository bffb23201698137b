// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

constexpr std::string_view lstmSimpleMessage = "lstm_simple_param";
constexpr double clockworkForgetBias = 5;

Sizes inferLstmSimple(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const std::int64_t streams = intParam(request.params, "batch_size");
    const std::int64_t units = intParam(request.params, "num_output"), gates = 4 * units;
    if (x.axes() == 0) {
        refuse(request, ENGINE_TEXT("Sentences", "input x is a scalar, but must be (steps·streams) × width"));
    }
    const std::int64_t cells = x[0], width = x.count(1);
    if (cells % streams != 0) {
        refuse(request,
               say(ENGINE_TEXT("Sentences", "input x is %1, but its first axis must be a multiple of batch_size %2"), x,
                   streams));
    }
    const bool clip = request.inputs.size() == 2;
    if (clip && request.inputs[1].count() != cells) {
        refuse(request, say(ENGINE_TEXT("Sentences", "input clip is %1, but must hold %2 marks, one for each row of x"),
                            request.inputs[1], cells));
    }

    Sizes sizes{.outputs = {{cells, units}}};
    const Filler& weights = fillerParam(request.params, "weight_filler");
    sizes.weights = {{"Wx", {gates, width}, "4H, I", weights},
                     {"Wh", {gates, units}, "4H, H", weights},
                     {"b", {gates}, "4H", fillerParam(request.params, "bias_filler")}};
    if (flagParam(request.params, "enable_clockwork_forgetgate_bias")) {
        sizes.weights.back().blocks.push_back({.first = units, .count = units, .value = clockworkForgetBias});
    }
    if (clip) {
        sizes.state = {{"h", {streams, units}}, {"c", {streams, units}}};
    }
    const std::int64_t products = product({2, cells, gates, width + units});
    sizes.flopsForward = products + product({13, cells, units});
    sizes.flopsBackward = product({2, products}) + product({26, cells, units});
    sizes.kept = product({6, cells, units}); // gates, c, h_{t-1}
    return sizes;
}

std::vector<ParamSpec> lstmSimpleSpecs()
{
    return {
        {.key = "num_output",
         .label = ENGINE_TEXT("Layers", "Units"),
         .help = ENGINE_TEXT("Layers", "Number of hidden units (H), the width of state and output."),
         .kind = IntRange{.fallback = 0, .least = 1, .most = 65'536},
         .message = lstmSimpleMessage,
         .extension = true},
        {.key = "batch_size",
         .label = ENGINE_TEXT("Layers", "Streams"),
         .help = ENGINE_TEXT("Layers", "The number of sequences (N) side by side in the rows of x."),
         .kind = IntRange{.fallback = 1, .least = 1, .most = 1 << 20},
         .message = lstmSimpleMessage,
         .extension = true},
        {.key = "clipping_threshold",
         .label = ENGINE_TEXT("Layers", "Clip gradients at"),
         .help = ENGINE_TEXT(
             "Layers", "Clips each gradient of the pre-activations at this size, against exploding gradients; 0: off."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 1e6},
         .message = lstmSimpleMessage,
         .extension = true},
        {.key = "weight_filler",
         .label = ENGINE_TEXT("Layers", "Initial weights"),
         .help = ENGINE_TEXT("Layers", "How the weights are initialized; small random values make the units differ."),
         .kind = FillerKind{Filler{.type = "xavier"}},
         .message = lstmSimpleMessage,
         .extension = true},
        {.key = "bias_filler",
         .label = ENGINE_TEXT("Layers", "Initial bias"),
         .help = ENGINE_TEXT("Layers", "How the biases of the three gates and the candidate are initialized."),
         .kind = FillerKind{Filler{.type = "constant", .value = 0.1}},
         .message = lstmSimpleMessage,
         .extension = true},
        {.key = "enable_clockwork_forgetgate_bias",
         .label = ENGINE_TEXT("Layers", "Forget bias 5"),
         .help = ENGINE_TEXT(
             "Layers", "Whether the forget gate's bias starts at 5, so that the cell remembers longer at the start."),
         .kind = Flag{false},
         .message = lstmSimpleMessage,
         .extension = true},
    };
}

} // namespace

/// Long short-term memory over rows that are steps times streams, as MyCaffe has it.
///
///     x [T·N, I], clip [T·N]  ->  h [T·N, H]      row t·N + n; T is the number of rows over batch_size N
///
///     Wx [4H, I]   Wh [4H, H]   b [4H]                   gate blocks in the order i, f, g, o; the cell is LSTM's
///
/// With clip the state is carried from batch to batch, and a clip of 0 clears it; without, every batch starts from
/// zero.
LayerType lstmSimpleType()
{
    return {
        .name = "LSTM_SIMPLE",
        .caffeName = "LstmSimple",
        .group = LayerGroup::Recurrent,
        .help = ENGINE_TEXT("Layers", "An LSTM whose input has one row for each step of each stream."),
        .formula = "x [T·N, I], clip [T·N] -> h [T·N, H]; a = Wx x_t + Wh h_{t-1} + b; "
                   "c_t = σ(a_f) c_{t-1} + σ(a_i) tanh(a_g); h_t = σ(a_o) tanh(c_t); Wx [4H, I], Wh [4H, H], b [4H]",
        .inputs = {{"x", ENGINE_TEXT("Layers", "The rows: (steps·streams) × width.")},
                   {"clip", ENGINE_TEXT("Layers", "0 where a sequence starts, else 1: one value per row."),
                    Presence::Optional, GradientFlow::Stops, Role::Cont}},
        .outputs = {{"h", ENGINE_TEXT("Layers", "Hidden state h of each row: (steps·streams) × units.")}},
        .params = lstmSimpleSpecs(),
        .infer = inferLstmSimple,
        .recurrent = [](const Params&) { return RecurrentStack{.cell = &lstmCell(), .rows = true}; },
        .streamsKey = "batch_size",
        .extension = true,
    };
}

} // namespace engine
