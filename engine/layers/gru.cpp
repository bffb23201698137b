// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layers/layers.h"
#include "engine/layers/recurrent.h"

namespace engine {
namespace {

constexpr std::string_view gruGates[] = {"r", "z", "n"}, gruStates[] = {"h"};
constexpr StepInput gruStepInputs[] = {StepInput::KeptH, StepInput::InputSums, StepInput::RecurrentSums};
constexpr std::string_view gruOnnxFunctions[] = {"Sigmoid", "Tanh"};

} // namespace

const Cell& gruCell()
{
    static constexpr Cell cell{.kind = Cell::Kind::Gru,
                               .name = "GRU",
                               .layer = "GRU",
                               .gates = gruGates,
                               .states = gruStates,
                               .recurrentBias = true,
                               .flopsForward = 16, // 6 biases, 3 curves, 7 for the sums and h
                               .flopsBackward = 20,
                               .step = {.type = "GRU_UNIT", .inputs = gruStepInputs},
                               .onnx = {"GRU", "zrn", gruOnnxFunctions}};
    return cell;
}

/// Gated recurrent unit over a whole sequence (Cho et al. 2014, with the reset behind the product as cuDNN, PyTorch and
/// oneDNN's lbr_gru have it).
///
///     x [T, N, ...], cont [T, N]  ->  h [T, N, H]        T steps, N streams, H units; the axes after N are I wide
///     together
///
///     Wx [3H, I]   Wh [3H, H]   b [3H]   bh [3H]         gate blocks in the order r, z, n
///
///     a   = Wx x_t + b,  u = Wh h_{t-1} + bh
///     r   = σ(a_r + u_r)       z = σ(a_z + u_z)          n = tanh(a_n + r u_n)
///     h_t = (1 - z) n + z h_{t-1}
///
/// States at ports, stacks and both directions: engine/layers/recurrent.h.
LayerType gruType()
{
    return recurrentType({
        .name = "GRU",
        .caffeName = "GRU",
        .help = ENGINE_TEXT("Layers", "Reads a sequence and remembers what it has seen so far, with fewer gates and "
                                      "weights than an LSTM."),
        .formula = "x [T, N, I], cont [T, N] -> h [T, N, H]; a = Wx x_t + b; u = Wh h_{t-1} + bh; r = σ(a_r + u_r); "
                   "z = σ(a_z + u_z); n = tanh(a_n + r u_n); h_t = (1 - z) n + z h_{t-1}; "
                   "Wx [3H, I], Wh [3H, H], b [3H], bh [3H]",
        .cell = &gruCell(),
        .extension = true,
    });
}

} // namespace engine
