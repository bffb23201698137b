// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/layers.h"
#include "engine/layers/recurrent.h"

namespace engine {
namespace {

constexpr std::string_view rnnGates[] = {"n"}, rnnStates[] = {"h"};
constexpr StepInput rnnStepInputs[] = {StepInput::Sums};
constexpr std::string_view tanhOfOnnx[] = {"Tanh"}, reluOfOnnx[] = {"Relu"};

struct Activation {
    Cell::Kind kind;
    std::string_view name, value, stepType;
    std::span<const std::string_view> onnxFunctions;
};

constexpr Cell rnnCell(const Activation& activation)
{
    return {.kind = activation.kind,
            .name = activation.name,
            .layer = "RNN",
            .choice = Cell::Choice{"activation", activation.value},
            .gates = rnnGates,
            .states = rnnStates,
            .flopsForward = 3, // bias, sum, curve
            .flopsBackward = 3,
            .step = {.type = activation.stepType, .inputs = rnnStepInputs, .readsOutput = true},
            .onnx = {"RNN", "n", activation.onnxFunctions}};
}

} // namespace

const Cell& rnnTanhCell()
{
    static constexpr Cell cell = rnnCell({Cell::Kind::RnnTanh, "RNN with TANH", "TANH", "TANH", tanhOfOnnx});
    return cell;
}

const Cell& rnnReluCell()
{
    static constexpr Cell cell = rnnCell({Cell::Kind::RnnRelu, "RNN with RELU", "RELU", "RELU", reluOfOnnx});
    return cell;
}

/// Plain recurrent net over a whole sequence (Elman 1990).
///
///     x [T, N, ...], cont [T, N]  ->  h [T, N, H]        T steps, N streams, H units; the axes after N are I wide
///     together
///
///     Wx [H, I]   Wh [H, H]   b [H]
///
///     h_t = f(Wx x_t + Wh h_{t-1} + b)                   f is tanh, or max(0, ·) with activation: RELU
///
/// States at ports, stacks and both directions: engine/layers/recurrent.h. This is not BVLC Caffe's RNN, whose output
/// is a second product with h.
LayerType rnnType()
{
    return recurrentType({
        .name = "RNN",
        .caffeName = "RNN",
        .help = ENGINE_TEXT(
            "Layers",
            "A plain recurrent layer: one weighted sum and one activation per step. Fast, but it soon forgets."),
        .formula = "x [T, N, I], cont [T, N] -> h [T, N, H]; h_t = f(Wx x_t + Wh h_{t-1} + b), f = tanh or max(0, ·); "
                   "Wx [H, I], Wh [H, H], b [H]",
        .params = {{.key = "activation",
                    .label = ENGINE_TEXT("Layers", "Activation"),
                    .help =
                        ENGINE_TEXT("Layers", "The activation function. TANH keeps values between -1 and 1; RELU lets "
                                              "gradients reach further back, but its values can grow without bound."),
                    .kind = Choices{{"TANH", "RELU"}},
                    .message = "recurrent_param",
                    .extension = true}},
        .cell = &rnnTanhCell(),
        .cellBy = [](const Params& params) -> const Cell& {
            return textParam(params, "activation") == "RELU" ? rnnReluCell() : rnnTanhCell();
        },
        .extension = true,
    });
}

} // namespace engine
