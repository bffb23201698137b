// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/layers.h"
#include "engine/layers/sizing.h"

#include <algorithm>

namespace engine {
namespace {

constexpr std::string_view message = "recurrent_param";

struct Extents {
    std::int64_t steps, streams, width, units, layers;
};

void checkInitialState(const LayerRequest& request, const Extents& e)
{
    const Shape wanted{e.layers, e.streams, e.units};
    for (std::size_t input = 2; input < request.inputs.size(); ++input) {
        if (request.inputs[input] != wanted) {
            refuse(request, "input ", input == 2 ? "h0" : "c0", " is ", request.inputs[input], ", but must be ", wanted,
                   " (layers × streams × units)");
        }
    }
}

void checkPorts(const LayerRequest& request)
{
    const bool exposed = flagParam(request.params, "expose_hidden");
    const bool stateIn = exposed || flagParam(request.params, "expose_hidden_input");
    const bool stateOut = exposed || flagParam(request.params, "expose_hidden_output");
    const std::size_t inputs = request.inputs.size(), outputs = request.outputCount;
    if (inputs > 2 && !stateIn) {
        refuse(request, "it has ", inputs,
               " bottoms, but without expose_hidden only x and cont are read (a static input "
               "is not supported)");
    }
    if (inputs == 3) {
        refuse(request, "it has 3 bottoms, but h0 and c0 must be given together (a static input is not supported)");
    }
    if (outputs > 1 && !stateOut) {
        refuse(request, "it has ", outputs, " tops, but without expose_hidden only h is made");
    }
    if (outputs == 2) {
        refuse(request, "it has 2 tops, but hT and cT must be taken together");
    }
}

/// What this layer's settings may ask for that no engine here does.
void checkSupport(const LayerRequest& request)
{
    for (const std::string_view key : {"bidirectional", "batch_first", "auto_repeat_hidden_states_across_layers"}) {
        if (flagParam(request.params, key)) {
            refuse(request, key, " is true, but only false is supported");
        }
    }
}

Extents extents(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const Shape& cont = request.inputs[1];
    if (x.axes() < 2) {
        refuse(request, "input x is ", x, ", but must be steps × streams × width");
    }
    if (cont != Shape{x[0], x[1]}) {
        refuse(request, "input cont is ", cont, ", but must be ", Shape{x[0], x[1]}, " (steps × streams of x)");
    }
    return {x[0], x[1], x.count(2), intParam(request.params, "num_output"), intParam(request.params, "num_layers")};
}

/// The tensors of one of the stacked layers, `width` wide at its input.
void addLayer(const LayerRequest& request, Sizes& sizes, const Extents& e, std::int64_t width,
              const std::string& prefix, std::size_t firstBlob)
{
    const Filler& weights = fillerParam(request.params, "weight_filler");
    const double forgetBias = floatParam(request.params, "forget_bias");
    const std::int64_t gates = 4 * e.units;
    sizes.weights.push_back({prefix + "Wx", {gates, width}, "4H, I", weights, {}, firstBlob});
    sizes.weights.push_back({prefix + "Wh", {gates, e.units}, "4H, H", weights, {}, firstBlob + 2});
    sizes.weights.push_back(
        {prefix + "b", {gates}, "4H", fillerParam(request.params, "bias_filler"), {}, firstBlob + 1});
    if (forgetBias != 0) {
        sizes.weights.back().blocks.push_back({.first = e.units, .count = e.units, .value = forgetBias});
    }
    if (request.inputs.size() == 2) {
        sizes.state.push_back({prefix + "h", {e.streams, e.units}});
        sizes.state.push_back({prefix + "c", {e.streams, e.units}});
    }

    const std::int64_t cells = product({e.steps, e.streams});
    const std::int64_t products = product({2, cells, gates, width + e.units});
    addTo(sizes.flopsForward, products + product({13, cells, e.units})); // 4 biases, 5 curves, 4 for c and h
    addTo(sizes.flopsBackward, product({2, products}) + product({26, cells, e.units}));
}

/// Floats that the engines hold. Fused is oneDNN, whose wishes were measured with releases 2.6 and 3.7: 19.6 floats for
/// each unit, step and stream from forward to backward, and 20.3 of scratch that the stacked layers share. Unrolled is
/// the inner net of engine/graph/unroll.h: W_xc_x 4, h_conted 1, W_hc_h 4, gate_input 4 and c 1 for each, and on the
/// way back the gradient of W_xc_x, 4.
void addMemory(const LayerRequest& request, Sizes& sizes, const Extents& e)
{
    const std::int64_t sequence = product({e.steps, e.streams, e.units}), state = product({e.streams, e.units});
    const std::int64_t between = product({e.layers - 1, sequence});
    const bool dropout = floatParam(request.params, "dropout_ratio") > 0;
    const std::int64_t masks = dropout ? between / 4 : 0; // a byte each

    std::int64_t matrices = 0;
    for (const WeightSpec& weight : sizes.weights) {
        addTo(matrices, weight.shape.axes() == 2 ? elements(weight.shape) : 0);
    }
    sizes.keptFused = product({196, e.layers, sequence}) / 10 + between + (dropout ? between : 0) + masks;
    sizes.scratchFused = product({203, sequence}) / 10 + product({std::min<std::int64_t>(e.layers - 1, 2), sequence}) +
                         product({8, e.layers, state}) + product({3, matrices});
    sizes.keptUnrolled = product({14, e.layers, sequence}) + between + masks;
    sizes.scratchUnrolled = product({4, e.layers, sequence}) + between + product({16, e.layers, state});
}

Sizes infer(const LayerRequest& request)
{
    checkSupport(request);
    checkPorts(request);
    const Extents e = extents(request);
    checkInitialState(request, e);

    Sizes sizes{.outputs = {{e.steps, e.streams, e.units}}};
    if (request.outputCount == 3) {
        sizes.outputs.resize(3, {e.layers, e.streams, e.units});
    }
    for (std::int64_t layer = 0; layer < e.layers; ++layer) {
        const std::string prefix = e.layers == 1 ? std::string() : sentence("l", layer, ".");
        addLayer(request, sizes, e, layer == 0 ? e.width : e.units, prefix, static_cast<std::size_t>(3 * layer));
    }

    if (floatParam(request.params, "dropout_ratio") > 0) {
        const std::int64_t between = product({e.layers - 1, e.steps, e.streams, e.units});
        addTo(sizes.flopsForward, between);
        addTo(sizes.flopsBackward, between);
    }
    addMemory(request, sizes, e);
    return sizes;
}

std::vector<ParamSpec> stackSpecs()
{
    return {
        {.key = "engine",
         .label = ENGINE_TEXT("Layers", "Engine"),
         .help = ENGINE_TEXT(
             "Layers", "Which kernels run the layer: DEFAULT takes the fastest that can, CAFFE goes step by step, "
                       "the others run all steps in one call."),
         .kind = Choices{{"DEFAULT", "CAFFE", "CUDNN", "FUSED", "ONEDNN"}},
         .message = message,
         .extension = true},
        {.key = "num_layers",
         .label = ENGINE_TEXT("Layers", "Layers"),
         .help = ENGINE_TEXT("Layers", "How many LSTMs are stacked, each reading what the one below remembers."),
         .kind = IntRange{.fallback = 1, .least = 1, .most = 16},
         .message = message,
         .extension = true},
        {.key = "dropout_ratio",
         .label = ENGINE_TEXT("Layers", "Dropout between layers"),
         .help = ENGINE_TEXT(
             "Layers",
             "The share of numbers that is set to zero on the way from one stacked layer to the next while training."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 0.999},
         .message = message,
         .extension = true},
        {.key = "dropout_seed",
         .label = ENGINE_TEXT("Layers", "Dropout seed"),
         .help = ENGINE_TEXT("Layers", "Where the random zeros start from; 0 follows the seed of the run."),
         .kind = IntRange{.fallback = 0, .least = INT64_MIN, .most = INT64_MAX},
         .message = message,
         .extension = true},
        {.key = "forget_bias",
         .label = ENGINE_TEXT("Layers", "Forget bias"),
         .help = ENGINE_TEXT("Layers", "First bias of the forget gate: 1 keeps early memories and learns faster; 0 "
                                       "leaves it to the bias filler."),
         .kind = FloatRange{.fallback = 0, .least = -10, .most = 10},
         .message = message,
         .extension = true},
    };
}

std::vector<ParamSpec> hiddenSpecs()
{
    return {
        {.key = "expose_hidden",
         .label = ENGINE_TEXT("Layers", "State as ports"),
         .help = ENGINE_TEXT("Layers",
                             "Whether the first state comes in (h0, c0) and the last goes out (hT, cT) by wires."),
         .kind = Flag{false},
         .message = message},
        {.key = "expose_hidden_input",
         .label = ENGINE_TEXT("Layers", "First state as ports"),
         .help = ENGINE_TEXT("Layers", "Whether the first state comes in by wires (h0, c0)."),
         .kind = Flag{false},
         .message = message,
         .extension = true},
        {.key = "expose_hidden_output",
         .label = ENGINE_TEXT("Layers", "Last state as ports"),
         .help = ENGINE_TEXT("Layers", "Whether the last state goes out by wires (hT, cT)."),
         .kind = Flag{false},
         .message = message,
         .extension = true},
        {.key = "debug_info",
         .label = ENGINE_TEXT("Layers", "Debug output"),
         .help = ENGINE_TEXT("Layers",
                             "Whether Caffe prints what happens inside; kept in the file and without effect here."),
         .kind = Flag{false},
         .message = message},
        {.key = "bidirectional",
         .label = ENGINE_TEXT("Layers", "Both ways"),
         .help = ENGINE_TEXT("Layers", "Whether the sequence is read backwards too; not supported."),
         .kind = Flag{false},
         .message = message,
         .extension = true},
        {.key = "batch_first",
         .label = ENGINE_TEXT("Layers", "Streams first"),
         .help = ENGINE_TEXT("Layers", "Whether x is streams × steps × width; not supported."),
         .kind = Flag{false},
         .message = message,
         .extension = true},
        {.key = "auto_repeat_hidden_states_across_layers",
         .label = ENGINE_TEXT("Layers", "Repeat the first state"),
         .help = ENGINE_TEXT("Layers", "Whether all stacked layers start from one state; not supported."),
         .kind = Flag{false},
         .message = message,
         .extension = true},
    };
}

std::vector<ParamSpec> specs()
{
    std::vector<ParamSpec> all = {
        {.key = "num_output",
         .label = ENGINE_TEXT("Layers", "Units"),
         .help =
             ENGINE_TEXT("Layers", "Width H of the memory and of the output: more units remember more and cost more."),
         .kind = IntRange{.fallback = 0, .least = 1, .most = 65'536},
         .message = message},
        {.key = "weight_filler",
         .label = ENGINE_TEXT("Layers", "First weights"),
         .help = ENGINE_TEXT("Layers", "How the weights start; small random numbers let the units become different."),
         .kind = FillerKind{},
         .message = message,
         .myCaffeFallback = Filler{.type = "xavier"}},
        {.key = "bias_filler",
         .label = ENGINE_TEXT("Layers", "First bias"),
         .help = ENGINE_TEXT("Layers", "How the biases of all four gates start."),
         .kind = FillerKind{},
         .message = message,
         .myCaffeFallback = Filler{.type = "constant", .value = 0.1}},
    };
    for (const std::vector<ParamSpec>& more : {stackSpecs(), hiddenSpecs()}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

} // namespace

/// Long short-term memory over a whole sequence.
///
///     x [T, N, ...], cont [T, N]  ->  h [T, N, H]        T steps, N streams, H units; the axes after N are I wide
///     together
///
///     Wx [4H, I]   Wh [4H, H]   b [4H]                   gate blocks in the order i, f, g, o
///
///     a   = Wx x_t + Wh h_{t-1} + b
///     c_t = σ(a_f) c_{t-1} + σ(a_i) tanh(a_g)            h_t = σ(a_o) tanh(c_t)
///
/// h_0 and c_0 are the state after the last batch; where cont[t, n] is 0, the state before step t counts as zero. With
/// expose_hidden they may come in as h0, c0 [L, N, H], and then nothing is carried; the last state may go out as hT,
/// cT. L stacked layers have weights l0.Wx, l0.Wh, l0.b, l1.Wx, ... and states l0.h, l0.c, ...
LayerType lstmType()
{
    const GradientFlow stops = GradientFlow::Stops;
    return {
        .name = "LSTM",
        .caffeName = "LSTM",
        .group = LayerGroup::Recurrent,
        .help = ENGINE_TEXT("Layers", "Reads a sequence and remembers what it has seen so far."),
        .formula = "x [T, N, I], cont [T, N] -> h [T, N, H]; a = Wx x_t + Wh h_{t-1} + b; "
                   "c_t = σ(a_f) c_{t-1} + σ(a_i) tanh(a_g); h_t = σ(a_o) tanh(c_t); Wx [4H, I], Wh [4H, H], b [4H]",
        .inputs = {{"x", ENGINE_TEXT("Layers", "The sequence: steps × streams × width.")},
                   {"cont", ENGINE_TEXT("Layers", "0 where a sequence starts, else 1: steps × streams."),
                    Presence::Required, stops, Role::Cont},
                   {"h0", ENGINE_TEXT("Layers", "What was put out before the first step."), Presence::Optional},
                   {"c0", ENGINE_TEXT("Layers", "What was remembered before the first step."), Presence::Optional}},
        .outputs = {{"h", ENGINE_TEXT("Layers", "What is put out at each step: steps × streams × units.")},
                    {"hT", ENGINE_TEXT("Layers", "What was put out at the last step."), Presence::Optional},
                    {"cT", ENGINE_TEXT("Layers", "What is remembered after the last step."), Presence::Optional}},
        .params = specs(),
        .infer = infer,
    };
}

} // namespace engine
