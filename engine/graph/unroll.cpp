// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/unroll.h"

#include "engine/graph/sentence.h"

#include <utility>

namespace engine {
namespace {

std::string numbered(std::string_view name, std::int64_t step)
{
    return sentence(name, "_", step);
}

/// name_1 .. name_T
std::vector<std::string> everyStep(std::string_view name, std::int64_t steps)
{
    std::vector<std::string> names;
    for (std::int64_t step = 1; step <= steps; ++step) {
        names.push_back(numbered(name, step));
    }
    return names;
}

Layer input(std::string name, std::vector<std::string> tops, std::vector<Shape> shapes)
{
    return {
        .name = std::move(name), .type = "INPUT", .tops = std::move(tops), .params = {{"shape", std::move(shapes)}}};
}

Layer slice(const std::string& tensor, std::string name, std::int64_t steps)
{
    return {.name = std::move(name),
            .type = "SLICE",
            .bottoms = {tensor},
            .tops = everyStep(tensor, steps),
            .params = {{"axis", std::int64_t{0}}}};
}

/// h_{t-1} -> h_{t-1} of the streams that go on; their part of the sums; the sums; the step itself.
void addStep(std::vector<Layer>& layers, std::int64_t step, std::int64_t units)
{
    const std::string hBefore = numbered("h", step - 1), conted = numbered("h_conted", step - 1);
    const std::string recurrent = numbered("W_hc_h", step - 1), gates = numbered("gate_input", step);
    const std::string cont = numbered("cont", step);
    layers.push_back({.name = numbered("h_conted", step),
                      .type = "SCALE",
                      .bottoms = {hBefore, cont},
                      .tops = {conted},
                      .params = {{"axis", std::int64_t{0}}}});
    layers.push_back({.name = numbered("transform", step),
                      .type = "INNERPRODUCT",
                      .bottoms = {conted},
                      .tops = {recurrent},
                      .params = {{"num_output", 4 * units}, {"bias_term", false}, {"axis", std::int64_t{2}}},
                      .weights = {{.name = "Wh"}}});
    layers.push_back({.name = gates,
                      .type = "ELTWISE",
                      .bottoms = {recurrent, numbered("W_xc_x", step)},
                      .tops = {gates},
                      .params = {{"operation", std::string("SUM")}}});
    layers.push_back({.name = numbered("unit", step),
                      .type = "LSTM_UNIT",
                      .bottoms = {numbered("c", step - 1), gates, cont},
                      .tops = {numbered("c", step), numbered("h", step)},
                      .params = {{"gate_order", std::string("IFGO")}}});
}

} // namespace

Model unrollLstm(const UnrollSizes& sizes)
{
    const auto [steps, streams, width, units] = sizes;
    const Shape state{1, streams, units};
    Model model{.name = "unrolled LSTM"};
    model.layers.push_back(input("input", {"cont", "x"}, {{steps, streams}, {steps, streams, width}}));
    model.layers.push_back(input("state", {"h_0", "c_0"}, {state}));
    model.layers.push_back(slice("cont", "cont_slice", steps));
    model.layers.push_back({.name = "x_transform",
                            .type = "INNERPRODUCT",
                            .bottoms = {"x"},
                            .tops = {"W_xc_x"},
                            .params = {{"num_output", 4 * units}, {"axis", std::int64_t{2}}},
                            .weights = {{.name = "Wx"}, {.name = "b"}}});
    model.layers.push_back(slice("W_xc_x", "W_xc_x_slice", steps));
    for (std::int64_t step = 1; step <= steps; ++step) {
        addStep(model.layers, step, units);
    }

    // The last h goes into the whole and out as the state, so its gradient is the sum of both.
    std::vector<std::string> all = everyStep("h", steps);
    model.layers.push_back({.name = "h_T_split", .type = "SPLIT", .bottoms = {all.back()}, .tops = {"h_last", "h_T"}});
    model.layers.push_back({.name = "c_T_split", .type = "SPLIT", .bottoms = {numbered("c", steps)}, .tops = {"c_T"}});
    all.back() = "h_last";
    model.layers.push_back({.name = "h_concat",
                            .type = "CONCAT",
                            .bottoms = std::move(all),
                            .tops = {"h"},
                            .params = {{"axis", std::int64_t{0}}}});
    return model;
}

} // namespace engine
