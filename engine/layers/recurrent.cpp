// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/recurrent.h"

#include "engine/cells/typed_cell.h"
#include "engine/graph/sizing.h"

#include <algorithm>
#include <array>
#include <utility>

namespace engine {
namespace {

constexpr std::string_view recurrentMessage = "recurrent_param";

struct Extents {
    std::int64_t steps, streams, width, units;
};

/// The name of a port for a state: "h0" before the first step, "hT" after the last.
std::string statePort(std::string_view state, char when)
{
    return std::string(state) + when;
}

/// "h0 and c0"
std::string statePorts(const Cell& cell, char when)
{
    std::string names;
    for (const std::string_view state : cell.states) {
        names += (names.empty() ? "" : ENGINE_TEXT("Sentences", " and ")) + statePort(state, when);
    }
    return names;
}

/// Throws Error where the settings name no cell.
RecurrentStack stackOf(const RecurrentLayer& layer, const Params& params)
{
    return {.cell = layer.cellBy ? &layer.cellBy(params) : layer.cell,
            .layers = intParam(params, "num_layers"),
            .directions = flagParam(params, "bidirectional") ? 2 : 1};
}

void checkInitialState(const LayerRequest& request, const RecurrentStack& stack, const Extents& e)
{
    const Shape wanted{stack.parts(), e.streams, e.units};
    for (std::size_t input = 2; input < request.inputs.size(); ++input) {
        if (request.inputs[input] != wanted) {
            refuse(request, say(ENGINE_TEXT("Sentences", "input %1 is %2, but must be %3%4 × streams × units)"),
                                statePort(stack.cell->states[input - 2], '0'), request.inputs[input], wanted,
                                stack.isBidirectional() ? ENGINE_TEXT("Sentences", " (2·layers")
                                                        : ENGINE_TEXT("Sentences", " (layers")));
        }
    }
}

void checkPorts(const LayerRequest& request, const Cell& cell)
{
    const bool exposed = flagParam(request.params, "expose_hidden");
    const bool stateIn = exposed || flagParam(request.params, "expose_hidden_input");
    const bool stateOut = exposed || flagParam(request.params, "expose_hidden_output");
    const std::size_t inputs = request.inputs.size(), outputs = request.outputCount, states = cell.states.size();
    if (inputs > 2 && !stateIn) {
        refuse(request, say(ENGINE_TEXT("Sentences", "it has %1 bottoms, but without expose_hidden only x and cont are "
                                                     "read (a static input is not supported)"),
                            inputs));
    }
    if (inputs > 2 && inputs < 2 + states) {
        refuse(request,
               say(ENGINE_TEXT("Sentences",
                               "it has %1 bottoms, but %2 must be given together (a static input is not supported)"),
                   inputs, statePorts(cell, '0')));
    }
    if (inputs > 2 + states || outputs > 1 + states) {
        refuse(request,
               say(ENGINE_TEXT("Sentences", "it has ports for %1 states before and %2 after, but its cell has %3"),
                   std::max<std::size_t>(inputs, 2) - 2, std::max<std::size_t>(outputs, 1) - 1, states));
    }
    if (outputs > 1 && !stateOut) {
        refuse(request,
               say(ENGINE_TEXT("Sentences", "it has %1 tops, but without expose_hidden only h is made"), outputs));
    }
    if (outputs > 1 && outputs < 1 + states) {
        refuse(request, say(ENGINE_TEXT("Sentences", "it has %1 tops, but %2 must be taken together"), outputs,
                            statePorts(cell, 'T')));
    }
}

/// What this layer's settings may ask for that no engine here does, or that would do nothing.
void checkSupport(const LayerRequest& request, const Cell& cell)
{
    using cells::Learned;
    const bool drops =
        !cell.typed || std::ranges::count(cell.typed->definition.learned, Learned::Kind::Matrix, &Learned::kind) > 0;
    for (const std::string_view key : {"weight_dropout", "state_dropout"}) {
        if (const double share = floatParam(request.params, key); share > 0 && !drops) {
            refuse(request,
                   say(ENGINE_TEXT("Sentences", "%1 is %2, but must be 0: the cell has no matrix that multiplies "
                                                "units, so that nothing would be dropped"),
                       key, share));
        }
    }
    for (const std::string_view key : {"batch_first", "auto_repeat_hidden_states_across_layers"}) {
        if (flagParam(request.params, key)) {
            refuse(request, say(ENGINE_TEXT("Sentences", "%1 is true, but only false is supported"), key));
        }
    }
}

Extents extents(const LayerRequest& request)
{
    const Shape& x = request.inputs[0];
    const Shape& cont = request.inputs[1];
    if (x.axes() < 2) {
        refuse(request, say(ENGINE_TEXT("Sentences", "input x is %1, but must be steps × streams × width"), x));
    }
    if (cont != Shape{x[0], x[1]}) {
        refuse(request, say(ENGINE_TEXT("Sentences", "input cont is %1, but must be %2 (steps × streams of x)"), cont,
                            Shape{x[0], x[1]}));
    }
    return {x[0], x[1], x.count(2), intParam(request.params, "num_output")};
}

/// "4H, I", or "H, I" of a cell with one gate.
std::string axesText(std::int64_t gates, std::string_view second)
{
    return say("%1H%2%3", gates == 1 ? std::string() : say("%1", gates), second.empty() ? "" : ", ", second);
}

/// One direction of one of the stacked layers.
struct LayerDirection {
    std::int64_t layer;
    Direction direction;
};

void addWeights(const LayerRequest& request, const RecurrentLayer& own, const RecurrentStack& stack, const Extents& e,
                const LayerDirection& part, Sizes& sizes)
{
    const Cell& cell = *stack.cell;
    const std::int64_t rows = product({cell.gateCount(), e.units});
    const std::int64_t width = stack.widthOf(part.layer, e.width, e.units);
    const std::string prefix = stack.prefix(part.layer, part.direction);
    const Filler& matrix = fillerParam(request.params, "weight_filler");
    const Filler& bias = fillerParam(request.params, "bias_filler");
    const std::size_t first = sizes.weights.size();
    const auto add = [&](RecurrentWeight which, const Shape& shape, std::string_view second, const Filler& filler) {
        const auto place = static_cast<std::size_t>(which);
        const std::optional<std::size_t> blob =
            place < own.blobs.size() ? std::optional(first + own.blobs[place]) : std::nullopt;
        sizes.weights.push_back({.name = say("%1%2", prefix, weightName(which)),
                                 .shape = shape,
                                 .axes = axesText(cell.gateCount(), second),
                                 .filler = filler,
                                 .blob = blob});
    };
    const std::string_view below = stack.isBidirectional() ? "2H" : "H"; // what an upper layer reads
    add(RecurrentWeight::Wx, {rows, width}, part.layer == 0 ? "I" : below, matrix);
    add(RecurrentWeight::Wh, {rows, e.units}, "H", matrix);
    add(RecurrentWeight::b, {rows}, "", bias);
    if (own.biasStart) {
        const double start = floatParam(request.params, own.biasStart->key);
        const auto gate = static_cast<std::int64_t>(cell.gateNumber(own.biasStart->gate));
        if (start != 0) {
            sizes.weights.back().blocks.push_back({.first = gate * e.units, .count = e.units, .value = start});
        }
    }
    if (cell.recurrentBias) {
        add(RecurrentWeight::bh, {rows}, "", bias);
    }
}

/// The tensors of a typed cell by their names. What an upper layer reads is as wide as the output of the one below.
void addTypedWeights(const LayerRequest& request, const cells::TypedCell& cell, const RecurrentStack& stack,
                     const Extents& e, const LayerDirection& part, Sizes& sizes)
{
    const cells::CellSizes inner{.width = stack.widthOf(part.layer, e.width, e.units), .units = e.units};
    const std::string prefix = stack.prefix(part.layer, part.direction);
    for (const cells::Learned& learned : cell.definition.learned) {
        const bool vector = learned.kind == cells::Learned::Kind::Vector;
        const bool below = learned.kind == cells::Learned::Kind::InputMatrix && part.layer > 0;
        const Filler filler = learned.firstValue
                                  ? Filler{.value = *learned.firstValue}
                                  : fillerParam(request.params, vector ? "bias_filler" : "weight_filler");
        sizes.weights.push_back({.name = prefix + learned.name,
                                 .shape = cells::shapeOf(learned, inner),
                                 .axes = !below                    ? cells::axesOf(learned)
                                         : stack.isBidirectional() ? "H, 2H"
                                                                   : "H, H",
                                 .filler = filler});
    }
}

/// What one direction of one layer computes, over all steps and streams.
void addFlops(const RecurrentStack& stack, const Extents& e, std::int64_t width, Sizes& sizes)
{
    const std::int64_t cells = product({e.steps, e.streams});
    const Cell& cell = *stack.cell;
    if (cell.typed) {
        addTo(sizes.flopsForward, product({cells, cell.typed->forward.flops({width, e.units})}));
        addTo(sizes.flopsBackward, product({cells, cell.typed->backward.flops({width, e.units})}));
        return;
    }
    const std::int64_t products = product({2, cells, cell.gateCount(), e.units, width + e.units});
    addTo(sizes.flopsForward, products + product({cell.flopsForward, cells, e.units}));
    addTo(sizes.flopsBackward, product({2, products}) + product({cell.flopsBackward, cells, e.units}));
}

void addPart(const LayerRequest& request, const RecurrentLayer& own, const RecurrentStack& stack, const Extents& e,
             const LayerDirection& part, Sizes& sizes)
{
    const Cell& cell = *stack.cell;
    if (cell.typed) {
        addTypedWeights(request, *cell.typed, stack, e, part, sizes);
    } else {
        addWeights(request, own, stack, e, part, sizes);
    }
    if (request.inputs.size() == 2 && part.direction == Direction::Forward) {
        for (const std::string_view state : cell.states) {
            sizes.state.push_back(
                {stack.prefix(part.layer, part.direction) + std::string(state), {e.streams, e.units}});
        }
    }
    addFlops(stack, e, stack.widthOf(part.layer, e.width, e.units), sizes);
}

/// Refuses what cannot be built: settings that name no cell, and a typed cell that cannot have these sizes.
RecurrentStack checkedStack(const RecurrentLayer& own, const LayerRequest& request)
{
    try {
        return stackOf(own, request.params);
    } catch (const Error& error) {
        refuse(request, error.sentence());
    }
}

void checkCellSizes(const LayerRequest& request, const RecurrentStack& stack, const Extents& e)
{
    try {
        for (std::int64_t layer = 0; stack.cell->typed && layer < std::min<std::int64_t>(stack.layers, 2); ++layer) {
            cells::checkSizes(stack.cell->typed->definition, {stack.widthOf(layer, e.width, e.units), e.units});
        }
    } catch (const Error& error) {
        refuse(request, error.sentence());
    }
}

/// How many floats of a step and a stream a direction of a layer keeps for the backward pass, by unit.
std::int64_t keptOf(const Cell& cell)
{
    return cell.typed ? cell.typed->keptVectors : cell.gateCount() + cell.stateCount();
}

Sizes inferRecurrent(const RecurrentLayer& own, const LayerRequest& request)
{
    const RecurrentStack stack = checkedStack(own, request);
    checkSupport(request, *stack.cell);
    checkPorts(request, *stack.cell);
    const Extents e = extents(request);
    checkInitialState(request, stack, e);
    checkCellSizes(request, stack, e);

    Sizes sizes{.outputs = {{e.steps, e.streams, stack.directions * e.units}}};
    if (request.outputCount > 1) {
        sizes.outputs.resize(1 + stack.cell->states.size(), {stack.parts(), e.streams, e.units});
    }
    for (std::int64_t layer = 0; layer < stack.layers; ++layer) {
        addPart(request, own, stack, e, {layer, Direction::Forward}, sizes);
        if (stack.isBidirectional()) {
            addPart(request, own, stack, e, {layer, Direction::Backward}, sizes);
        }
    }

    if (floatParam(request.params, "dropout_ratio") > 0) {
        const std::int64_t between = product({stack.layers - 1, e.steps, e.streams, stack.directions * e.units});
        addTo(sizes.flopsForward, between);
        addTo(sizes.flopsBackward, between);
    }
    sizes.kept = product({stack.parts(), keptOf(*stack.cell), e.steps, e.streams, e.units});
    return sizes;
}

std::vector<ParamSpec> stackSpecs()
{
    return {
        {.key = "engine",
         .label = ENGINE_TEXT("Layers", "Engine"),
         .help = ENGINE_TEXT("Layers", "The engine that runs the layer. DEFAULT: the fastest available; CAFFE: step by "
                                       "step; the others: all steps in one call."),
         .kind = Choices{{"DEFAULT", "CAFFE", "CUDNN", "FUSED", "ONEDNN"}},
         .message = recurrentMessage,
         .extension = true},
        {.key = "num_layers",
         .label = ENGINE_TEXT("Layers", "Layers"),
         .help = ENGINE_TEXT("Layers", "The number of stacked layers; each reads the output of the one below."),
         .kind = IntRange{.fallback = 1, .least = 1, .most = 16},
         .message = recurrentMessage,
         .extension = true},
        {.key = "dropout_ratio",
         .label = ENGINE_TEXT("Layers", "Dropout between layers"),
         .help = ENGINE_TEXT("Layers", "Share of values set to zero between stacked layers during training."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 0.999},
         .message = recurrentMessage,
         .extension = true},
        {.key = "weight_dropout",
         .label = ENGINE_TEXT("Layers", "Weight dropout"),
         .help =
             ENGINE_TEXT("Layers", "Share of recurrent weights (Wh) set to zero during training; one mask per batch."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 0.999},
         .message = recurrentMessage,
         .extension = true},
        {.key = "state_dropout",
         .label = ENGINE_TEXT("Layers", "State dropout"),
         .help = ENGINE_TEXT(
             "Layers", "Share of hidden units dropped from the recurrent input during training; one mask per batch."),
         .kind = FloatRange{.fallback = 0, .least = 0, .most = 0.999},
         .message = recurrentMessage,
         .extension = true},
        {.key = "dropout_seed",
         .label = ENGINE_TEXT("Layers", "Dropout seed"),
         .help = ENGINE_TEXT("Layers", "Random seed of the dropout mask; 0: derived from the seed of the run."),
         .kind = IntRange{.fallback = 0, .least = INT64_MIN, .most = INT64_MAX},
         .message = recurrentMessage,
         .extension = true},
    };
}

std::vector<ParamSpec> hiddenSpecs()
{
    return {
        {.key = "expose_hidden",
         .label = ENGINE_TEXT("Layers", "State as ports"),
         .help = ENGINE_TEXT(
             "Layers",
             "Whether the initial state (h0, and c0 of an LSTM) is an input and the final state (hT, cT) an output."),
         .kind = Flag{false},
         .message = recurrentMessage},
        {.key = "expose_hidden_input",
         .label = ENGINE_TEXT("Layers", "Initial state as ports"),
         .help = ENGINE_TEXT("Layers", "Whether the initial state (h0, and c0 of an LSTM) is an input."),
         .kind = Flag{false},
         .message = recurrentMessage,
         .extension = true},
        {.key = "expose_hidden_output",
         .label = ENGINE_TEXT("Layers", "Final state as ports"),
         .help = ENGINE_TEXT("Layers", "Whether the final state (hT, and cT of an LSTM) is an output."),
         .kind = Flag{false},
         .message = recurrentMessage,
         .extension = true},
        {.key = "debug_info",
         .label = ENGINE_TEXT("Layers", "Debug output"),
         .help = ENGINE_TEXT("Layers",
                             "Whether Caffe prints what happens inside; kept in the file and without effect here."),
         .kind = Flag{false},
         .message = recurrentMessage},
        {.key = "bidirectional",
         .label = ENGINE_TEXT("Layers", "Bidirectional"),
         .help = ENGINE_TEXT("Layers", "Whether a second set of cells reads the sequence backwards, so that each step "
                                       "knows what follows it; the output is twice as wide."),
         .kind = Flag{false},
         .message = recurrentMessage,
         .extension = true},
        {.key = "batch_first",
         .label = ENGINE_TEXT("Layers", "Streams first"),
         .help = ENGINE_TEXT("Layers", "Whether x is streams × steps × width; not supported."),
         .kind = Flag{false},
         .message = recurrentMessage,
         .extension = true},
        {.key = "auto_repeat_hidden_states_across_layers",
         .label = ENGINE_TEXT("Layers", "Repeat the initial state"),
         .help = ENGINE_TEXT("Layers", "Whether all stacked layers start from the same state; not supported."),
         .kind = Flag{false},
         .message = recurrentMessage,
         .extension = true},
    };
}

std::vector<ParamSpec> specs(const std::vector<ParamSpec>& own)
{
    std::vector<ParamSpec> all = {
        {.key = "num_output",
         .label = ENGINE_TEXT("Layers", "Units"),
         .help = ENGINE_TEXT(
             "Layers",
             "Number of hidden units (H), the width of state and output: more units remember more and cost more."),
         .kind = IntRange{.fallback = 0, .least = 1, .most = 65'536},
         .message = recurrentMessage},
        {.key = "weight_filler",
         .label = ENGINE_TEXT("Layers", "Initial weights"),
         .help = ENGINE_TEXT("Layers", "How the weights are initialized; small random values make the units differ."),
         .kind = FillerKind{},
         .message = recurrentMessage,
         .myCaffeFallback = Filler{.type = "xavier"}},
        {.key = "bias_filler",
         .label = ENGINE_TEXT("Layers", "Initial bias"),
         .help = ENGINE_TEXT("Layers", "How the biases are initialized."),
         .kind = FillerKind{},
         .message = recurrentMessage,
         .myCaffeFallback = Filler{.type = "constant", .value = 0.1}},
    };
    for (const std::vector<ParamSpec>& more : {stackSpecs(), own, hiddenSpecs()}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

struct StateWords {
    std::string_view before, after;
};

/// What the ports of a state are for: the output's, and that of a memory beside it; of typed cells, any.
StateWords wordsOf(const RecurrentLayer& layer, std::size_t state)
{
    if (!layer.cell) {
        return {ENGINE_TEXT("Layers", "A state before the first step; they come in the order in which the equations "
                                      "read them."),
                ENGINE_TEXT("Layers", "A state after the last step; they come in the order in which the equations "
                                      "read them.")};
    }
    constexpr std::array<StateWords, 2> words = {
        StateWords{ENGINE_TEXT("Layers", "Hidden state h before the first step."),
                   ENGINE_TEXT("Layers", "Hidden state h after the last step.")},
        StateWords{ENGINE_TEXT("Layers", "Cell state c before the first step."),
                   ENGINE_TEXT("Layers", "Cell state c after the last step.")}};
    return words[state];
}

constexpr std::array<std::string_view, 2> firstStates = {"h0", "c0"}, lastStates = {"hT", "cT"};
constexpr std::array<std::string_view, 8> anyFirstStates = {"s1_0", "s2_0", "s3_0", "s4_0",
                                                            "s5_0", "s6_0", "s7_0", "s8_0"};
constexpr std::array<std::string_view, 8> anyLastStates = {"s1_T", "s2_T", "s3_T", "s4_T",
                                                           "s5_T", "s6_T", "s7_T", "s8_T"};

} // namespace

LayerType recurrentType(const RecurrentLayer& layer)
{
    LayerType type{
        .name = layer.name,
        .caffeName = layer.caffeName,
        .group = LayerGroup::Recurrent,
        .help = layer.help,
        .formula = layer.formula,
        .inputs = {{"x", ENGINE_TEXT("Layers", "The sequence: steps × streams × width.")},
                   {"cont", ENGINE_TEXT("Layers", "0 where a sequence starts, else 1: steps × streams."),
                    Presence::Required, GradientFlow::Stops, Role::Cont}},
        .outputs = {{"h",
                     ENGINE_TEXT(
                         "Layers",
                         "Hidden state h of each step: steps × streams × units; twice the units if bidirectional.")}},
        .params = specs(layer.params),
        .infer = [layer](const LayerRequest& request) { return inferRecurrent(layer, request); },
        .recurrent = [layer](const Params& params) { return stackOf(layer, params); },
        .extension = layer.extension,
    };
    for (std::size_t state = 0; state < (layer.cell ? layer.cell->states.size() : anyFirstStates.size()); ++state) {
        const StateWords words = wordsOf(layer, state);
        type.inputs.push_back(
            {layer.cell ? firstStates[state] : anyFirstStates[state], words.before, Presence::Optional});
        type.outputs.push_back(
            {layer.cell ? lastStates[state] : anyLastStates[state], words.after, Presence::Optional});
    }
    return type;
}

} // namespace engine
