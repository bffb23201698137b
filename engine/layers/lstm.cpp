// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/layers.h"
#include "engine/layers/recurrent.h"

namespace engine {
namespace {

constexpr std::string_view lstmGates[] = {"i", "f", "g", "o"}, lstmStates[] = {"h", "c"};
constexpr StepInput lstmStepInputs[] = {StepInput::CellBefore, StepInput::Sums, StepInput::Cont};
constexpr std::string_view lstmOnnxFunctions[] = {"Sigmoid", "Tanh", "Tanh"};

} // namespace

const Cell& lstmCell()
{
    static constexpr Cell cell{.kind = Cell::Kind::Lstm,
                               .name = "LSTM",
                               .layer = "LSTM",
                               .gates = lstmGates,
                               .states = lstmStates,
                               .flopsForward = 13, // 4 biases, 5 curves, 4 for c and h
                               .flopsBackward = 26,
                               .caffeGates = "ifog",
                               .step = {.type = "LSTM_UNIT", .inputs = lstmStepInputs, .gateOrder = "IFGO"},
                               .onnx = {"LSTM", "iofg", lstmOnnxFunctions}};
    return cell;
}

/// Long short-term memory over a whole sequence (Hochreiter & Schmidhuber 1997, with the forget gate of Gers et al.
/// 2000).
///
///     x [T, N, ...], cont [T, N]  ->  h [T, N, H]        T steps, N streams, H units; the axes after N are I wide
///     together
///
///     Wx [4H, I]   Wh [4H, H]   b [4H]                   gate blocks in the order i, f, g, o
///
///     a   = Wx x_t + Wh h_{t-1} + b
///     c_t = σ(a_f) c_{t-1} + σ(a_i) tanh(a_g)            h_t = σ(a_o) tanh(c_t)
///
/// States at ports, stacks and both directions: engine/layers/recurrent.h. L stacked layers have weights l0.Wx, l0.Wh,
/// l0.b, l1.Wx, ... and states l0.h, l0.c, ...; the backward direction's weights are l0.back.Wx, ...
LayerType lstmType()
{
    return recurrentType({
        .name = "LSTM",
        .caffeName = "LSTM",
        .help = ENGINE_TEXT("Layers", "Reads a sequence and remembers what it has seen so far."),
        .formula = "x [T, N, I], cont [T, N] -> h [T, N, H]; a = Wx x_t + Wh h_{t-1} + b; "
                   "c_t = σ(a_f) c_{t-1} + σ(a_i) tanh(a_g); h_t = σ(a_o) tanh(c_t); Wx [4H, I], Wh [4H, H], b [4H]",
        .params = {{.key = "forget_bias",
                    .label = ENGINE_TEXT("Layers", "Forget bias"),
                    .help = ENGINE_TEXT("Layers", "Initial bias of the forget gate. With 1 the cell remembers longer "
                                                  "at the start and learns faster; 0: as the initial bias says."),
                    .kind = FloatRange{.fallback = 0, .least = -10, .most = 10},
                    .message = "recurrent_param",
                    .extension = true}},
        .cell = &lstmCell(),
        .biasStart = RecurrentLayer::BiasStart{"f", "forget_bias"},
        .blobs = {0, 2, 1}, // Wx, Wh, b: Caffe's are W_xc, b_c, W_hc
    });
}

} // namespace engine
