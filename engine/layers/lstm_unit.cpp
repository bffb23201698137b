// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sizing.h"
#include "engine/layers/layers.h"

namespace engine {
namespace {

Sizes inferLstmUnit(const LayerRequest& request)
{
    const Shape& before = request.inputs[0];
    if (before.axes() != 3 || before[0] != 1) {
        refuse(request, say(ENGINE_TEXT("Sentences", "input c is %1, but must be 1 × streams × units"), before));
    }
    const std::int64_t streams = before[1], units = before[2];
    const Shape gates{1, streams, product({4, units})}, cont{1, streams};
    if (request.inputs[1] != gates) {
        refuse(request, say(ENGINE_TEXT("Sentences", "input gates is %1, but must be %2 (1 × streams × 4·units)"),
                            request.inputs[1], gates));
    }
    if (request.inputs[2] != cont) {
        refuse(request, say(ENGINE_TEXT("Sentences", "input cont is %1, but must be %2 (1 × streams)"),
                            request.inputs[2], cont));
    }
    const std::int64_t cells = product({streams, units});
    return {.outputs = {before, before},
            .flopsForward = product({10, cells}),
            .flopsBackward = product({30, cells})}; // with the gates, which are worked out again
}

} // namespace

/// One step of an LSTM, from the sums in front of the gates on: what an unrolled LSTM has T of.
///
///     c_{t-1} [1, N, H], a [1, N, 4H], cont [1, N]  ->  c_t, h_t [1, N, H]     blocks of a: i, f, o, g
///                                                                       (gate_order IFGO: i, f, g, o)
///
///     c_t = cont σ(a_f) c_{t-1} + σ(a_i) tanh(a_g)       h_t = σ(a_o) tanh(c_t)
LayerType lstmUnitType()
{
    return {
        .name = "LSTM_UNIT",
        .caffeName = "LSTMUnit",
        .group = LayerGroup::Recurrent,
        .help = ENGINE_TEXT("Layers", "One step of an LSTM: applies the gates and updates the cell state."),
        .formula = "c_{t-1} [1, N, H], a [1, N, 4H], cont [1, N] -> c_t, h_t [1, N, H]; "
                   "c_t = cont σ(a_f) c_{t-1} + σ(a_i) tanh(a_g); h_t = σ(a_o) tanh(c_t)",
        .inputs = {{"c", ENGINE_TEXT("Layers", "Cell state c before the step.")},
                   {"gates", ENGINE_TEXT("Layers", "The pre-activations of gates and candidate, one block each.")},
                   {"cont", ENGINE_TEXT("Layers", "0 where a sequence starts, else 1."), Presence::Required,
                    GradientFlow::Stops, Role::Cont}},
        .outputs = {{"c", ENGINE_TEXT("Layers", "Cell state c after the step.")},
                    {"h", ENGINE_TEXT("Layers", "Hidden state h after the step.")}},
        .params = {{.key = "gate_order",
                    .label = ENGINE_TEXT("Layers", "Gate order"),
                    .help = ENGINE_TEXT("Layers",
                                        "Order of the pre-activation blocks. IFOG: input, forget, output, candidate, "
                                        "as in Caffe; IFGO: the last two swapped, as in Hamnet's LSTM."),
                    .kind = Choices{{"IFOG", "IFGO"}},
                    .message = "lstm_unit_param",
                    .extension = true}},
        .infer = inferLstmUnit,
    };
}

} // namespace engine
