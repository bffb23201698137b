// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/unroll.h"

#include "engine/graph/sentence.h"

#include <algorithm>
#include <map>
#include <utility>

namespace engine {
namespace {

std::string numbered(std::string_view name, std::int64_t step)
{
    return say("%1_%2", name, step);
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

/// The layers of one direction.
class UnrolledDirection {
public:
    UnrolledDirection(const Cell& cell, const UnrollSizes& sizes, Direction direction, Unrolled& net)
        : m_cell(cell),
          m_sizes(sizes),
          m_direction(direction),
          m_backward(direction == Direction::Backward),
          m_prefix(m_backward ? "back_" : ""),
          m_net(net)
    {}

    /// Everything between the inputs and h.
    void add(const std::string& h)
    {
        addInputTransform();
        for (std::int64_t index = 0; index < m_sizes.steps; ++index) {
            addStep(m_backward ? m_sizes.steps - index : index + 1);
        }
        addEnd(h);
    }

private:
    std::string name(std::string_view part) const { return m_prefix + std::string(part); }
    std::string name(std::string_view part, std::int64_t step) const { return numbered(name(part), step); }
    WeightSettings weight(RecurrentWeight which) const
    {
        return {.name = say("%1%2", m_backward ? "back." : "", weightName(which))};
    }
    void put(Layer layer, UnrolledPart part, std::int64_t step = 0)
    {
        m_net.model.layers.push_back(std::move(layer));
        m_net.places.push_back({part, m_direction, step});
    }
    std::int64_t rows() const { return m_cell.gateCount() * m_sizes.units; }

    void addInputTransform()
    {
        put({.name = name("x_transform"),
             .type = "INNERPRODUCT",
             .bottoms = {"x"},
             .tops = {name("W_xc_x")},
             .params = {{"num_output", rows()}, {"axis", std::int64_t{2}}},
             .weights = {weight(RecurrentWeight::Wx), weight(RecurrentWeight::b)}},
            UnrolledPart::InputProduct);
        put(slice(name("W_xc_x"), name("W_xc_x_slice"), m_sizes.steps), UnrolledPart::Slices);
    }

    /// Of a step: h of the step before times cont; its product with Wh; the sums of the gates; the cell.
    void addStep(std::int64_t step)
    {
        const std::int64_t before = m_backward ? step + 1 : step - 1;
        const std::string conted = name("h_conted", before), recurrent = name("W_hc_h", before);
        const std::string cont = numbered("cont", m_backward ? step + 1 : step);
        put({.name = name("h_conted", step),
             .type = "SCALE",
             .bottoms = {name("h", before), cont},
             .tops = {conted},
             .params = {{"axis", std::int64_t{0}}}},
            UnrolledPart::Step, step);
        Layer transform{.name = name("transform", step),
                        .type = "INNERPRODUCT",
                        .bottoms = {conted},
                        .tops = {recurrent},
                        .params = {{"num_output", rows()}, {"axis", std::int64_t{2}}},
                        .weights = {weight(RecurrentWeight::Wh)}};
        if (m_cell.recurrentBias) {
            transform.weights.push_back(weight(RecurrentWeight::bh));
        } else {
            transform.params["bias_term"] = false;
        }
        put(std::move(transform), UnrolledPart::Step, step);
        addCell(step, before, cont);
    }

    void addCell(std::int64_t step, std::int64_t before, const std::string& cont)
    {
        const StepLayer& last = m_cell.step;
        const std::string fromX = name("W_xc_x", step), fromH = name("W_hc_h", before), sums = name("gate_input", step);
        if (std::ranges::count(last.inputs, StepInput::Sums) > 0) {
            put({.name = sums,
                 .type = "ELTWISE",
                 .bottoms = {fromH, fromX},
                 .tops = {sums},
                 .params = {{"operation", std::string("SUM")}}},
                UnrolledPart::Step, step);
        }
        const std::map<StepInput, std::string> tensors = {{StepInput::KeptH, name("h_conted", before)},
                                                          {StepInput::CellBefore, name("c", before)},
                                                          {StepInput::InputSums, fromX},
                                                          {StepInput::RecurrentSums, fromH},
                                                          {StepInput::Sums, sums},
                                                          {StepInput::Cont, cont}};
        Layer unit{.name = name("unit", step), .type = std::string(last.type)};
        for (const StepInput input : last.inputs) {
            unit.bottoms.push_back(tensors.at(input));
        }
        for (std::size_t state = m_cell.states.size(); state-- > 0;) {
            unit.tops.push_back(name(m_cell.states[state], step));
        }
        if (!last.gateOrder.empty()) {
            unit.params["gate_order"] = std::string(last.gateOrder);
        }
        put(std::move(unit), UnrolledPart::Step, step);
    }

    /// The last h goes into the whole and out as the state, so its gradient is the sum of both.
    void addEnd(const std::string& h)
    {
        const std::int64_t last = m_backward ? 1 : m_sizes.steps;
        std::vector<std::string> all = everyStep(name("h"), m_sizes.steps);
        for (const std::string_view state : m_cell.states) {
            const std::string part(state);
            const std::string after = unrolledState(state, m_direction, m_sizes.steps).after;
            const std::string inWhole = name(part + "_last");
            put({.name = after + "_split",
                 .type = "SPLIT",
                 .bottoms = {name(part, last)},
                 .tops = state == "h" ? std::vector{inWhole, after} : std::vector{after}},
                UnrolledPart::End);
            if (state == "h") {
                all[static_cast<std::size_t>(last - 1)] = inWhole;
            }
        }
        put({.name = name("h_concat"),
             .type = "CONCAT",
             .bottoms = std::move(all),
             .tops = {h},
             .params = {{"axis", std::int64_t{0}}}},
            UnrolledPart::End);
    }

    const Cell& m_cell;
    const UnrollSizes& m_sizes;
    Direction m_direction;
    bool m_backward;
    std::string m_prefix;
    Unrolled& m_net;
};

Layer stateInput(const Cell& cell, const UnrollSizes& sizes, Direction direction)
{
    std::vector<std::string> tops;
    for (const std::string_view state : cell.states) {
        tops.push_back(unrolledState(state, direction, sizes.steps).before);
    }
    std::vector<Shape> shapes(tops.size(), Shape{1, sizes.streams, sizes.units});
    return input(direction == Direction::Backward ? "back_state" : "state", std::move(tops), std::move(shapes));
}

} // namespace

UnrolledState unrolledState(std::string_view state, Direction direction, std::int64_t steps)
{
    const std::string name(state);
    if (direction == Direction::Forward) {
        return {name + "_0", name + "_T"};
    }
    return {numbered("back_" + name, steps + 1), "back_" + name + "_T"};
}

std::string contBehindLast(std::int64_t steps)
{
    return numbered("cont", steps + 1);
}

Unrolled unrollRecurrent(const Cell& cell, const UnrollSizes& sizes)
{
    const bool both = sizes.directions == 2;
    const std::int64_t steps = sizes.steps, streams = sizes.streams;
    Unrolled net{.model = {.name = say(ENGINE_TEXT("Sentences", "unrolled %1"), cell.name)}, .places = {}};
    const auto put = [&](Layer layer, const UnrolledPlace& place) {
        net.model.layers.push_back(std::move(layer));
        net.places.push_back(place);
    };
    put(input("input", {"cont", "x"}, {{steps, streams}, {steps, streams, sizes.width}}), {UnrolledPart::Input});
    put(stateInput(cell, sizes, Direction::Forward), {UnrolledPart::Input});
    if (both) {
        put(stateInput(cell, sizes, Direction::Backward), {UnrolledPart::Input, Direction::Backward});
        put(input("behind_last", {contBehindLast(steps)}, {{1, streams}}), {UnrolledPart::Input, Direction::Backward});
    }
    put(slice("cont", "cont_slice", steps), {UnrolledPart::Slices});
    UnrolledDirection(cell, sizes, Direction::Forward, net).add(both ? "h_forward" : "h");
    if (both) {
        UnrolledDirection(cell, sizes, Direction::Backward, net).add("h_back");
        put({.name = "h_join",
             .type = "CONCAT",
             .bottoms = {"h_forward", "h_back"},
             .tops = {"h"},
             .params = {{"axis", std::int64_t{2}}}},
            {UnrolledPart::Join});
    }
    return net;
}

} // namespace engine
