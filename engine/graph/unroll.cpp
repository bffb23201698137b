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

Layer slice(const std::string& whole, const std::string& part, std::int64_t steps)
{
    return {.name = part + "_slice",
            .type = "SLICE",
            .bottoms = {whole},
            .tops = everyStep(part, steps),
            .params = {{"axis", std::int64_t{0}}}};
}

/// The steps of a cell that is not typed.
class CellSteps {
public:
    CellSteps(const Cell& cell, const UnrollSizes& sizes, DirectionWriter& writer)
        : m_cell(cell), m_sizes(sizes), m_writer(writer)
    {}

    void put()
    {
        putInputTransform();
        m_writer.forEachStep([this](std::int64_t step) { putStep(step); });
    }

private:
    std::string name(std::string_view part) const { return m_writer.name(part); }
    std::string name(std::string_view part, std::int64_t step) const { return m_writer.name(part, step); }
    WeightSettings weight(RecurrentWeight which) const { return {.name = m_writer.weight(weightName(which))}; }
    std::int64_t rows() const { return m_cell.gateCount() * m_sizes.units; }

    void putInputTransform()
    {
        m_writer.put({.name = name("x_transform"),
                      .type = "INNERPRODUCT",
                      .bottoms = {"x"},
                      .tops = {name("W_xc_x")},
                      .params = {{"num_output", rows()}, {"axis", std::int64_t{2}}},
                      .weights = {weight(RecurrentWeight::Wx), weight(RecurrentWeight::b)}},
                     UnrolledPart::InputProduct);
        m_writer.putSlices(name("W_xc_x"), "W_xc_x");
    }

    /// Of a step: h of the step before times cont; its product with Wh; the sums of the gates; the cell.
    void putStep(std::int64_t step)
    {
        const std::int64_t before = m_writer.before(step);
        const std::string conted = name("h_conted", before);
        m_writer.putKept("h", step, conted);
        Layer transform{.name = name("transform", step),
                        .type = "INNERPRODUCT",
                        .bottoms = {conted},
                        .tops = {name("W_hc_h", before)},
                        .params = {{"num_output", rows()}, {"axis", std::int64_t{2}}},
                        .weights = {weight(RecurrentWeight::Wh)}};
        if (m_cell.recurrentBias) {
            transform.weights.push_back(weight(RecurrentWeight::bh));
        } else {
            transform.params["bias_term"] = false;
        }
        m_writer.put(std::move(transform), UnrolledPart::Step, step);
        putCell(step, before);
    }

    void putCell(std::int64_t step, std::int64_t before)
    {
        const StepLayer& last = m_cell.step;
        const std::string fromX = name("W_xc_x", step), fromH = name("W_hc_h", before), sums = name("gate_input", step);
        if (std::ranges::count(last.inputs, StepInput::Sums) > 0) {
            m_writer.put({.name = sums,
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
                                                          {StepInput::Cont, m_writer.cont(step)}};
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
        m_writer.put(std::move(unit), UnrolledPart::Step, step);
    }

    const Cell& m_cell;
    const UnrollSizes& m_sizes;
    DirectionWriter& m_writer;
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

std::string DirectionWriter::name(std::string_view part) const
{
    return (isBackward() ? "back_" : "") + std::string(part);
}

std::string DirectionWriter::name(std::string_view part, std::int64_t step) const
{
    return numbered(name(part), step);
}

std::string DirectionWriter::weight(std::string_view name) const
{
    return (isBackward() ? "back." : "") + std::string(name);
}

std::string DirectionWriter::cont(std::int64_t step) const
{
    return numbered("cont", isBackward() ? step + 1 : step);
}

void DirectionWriter::put(Layer layer, UnrolledPart part, std::int64_t step)
{
    m_net->model.layers.push_back(std::move(layer));
    m_net->places.push_back({part, m_direction, step});
}

void DirectionWriter::putSlices(const std::string& whole, std::string_view part)
{
    put(slice(whole, name(part), m_sizes->steps), UnrolledPart::Slices);
}

void DirectionWriter::putKept(std::string_view state, std::int64_t step, const std::string& kept)
{
    put({.name = name(unrolledName(state) + "_conted", step),
         .type = "SCALE",
         .bottoms = {name(unrolledName(state), before(step)), cont(step)},
         .tops = {kept},
         .params = {{"axis", std::int64_t{0}}}},
        UnrolledPart::Step, step);
}

/// A last h that is a state goes into the whole and out as the state, so its gradient is the sum of both.
void DirectionWriter::putEnd(const Cell& cell, const std::string& h)
{
    const std::int64_t last = isBackward() ? 1 : m_sizes->steps;
    std::vector<std::string> all = everyStep(name("h"), m_sizes->steps);
    for (const std::string_view state : cell.states) {
        const std::string part = unrolledName(state);
        const std::string after = unrolledState(state, m_direction, m_sizes->steps).after;
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

void DirectionWriter::forEachStep(const std::function<void(std::int64_t step)>& visit) const
{
    for (std::int64_t index = 0; index < m_sizes->steps; ++index) {
        visit(isBackward() ? m_sizes->steps - index : index + 1);
    }
}

std::string unrolledName(std::string_view value)
{
    const bool isTaken = value == "cont" || value.starts_with("back_");
    return std::string(value) + (isTaken ? "'" : "");
}

UnrolledState unrolledState(std::string_view state, Direction direction, std::int64_t steps)
{
    const std::string name = unrolledName(state);
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
    return unrollWith(cell, sizes, [&](DirectionWriter& writer) { CellSteps(cell, sizes, writer).put(); });
}

Unrolled unrollWith(const Cell& cell, const UnrollSizes& sizes, const std::function<void(DirectionWriter&)>& write)
{
    const bool both = sizes.directions == 2;
    const std::int64_t steps = sizes.steps, streams = sizes.streams;
    Unrolled net{.model = {.name = say(ENGINE_TEXT("Sentences", "unrolled %1"), cell.name)}, .places = {}};
    const auto put = [&](Layer layer, const UnrolledPlace& place) {
        net.model.layers.push_back(std::move(layer));
        net.places.push_back(place);
    };
    put(input("input", {"cont", "x"}, {{steps, streams}, {steps, streams, sizes.width}}), {UnrolledPart::Input});
    const auto putStates = [&](Direction direction) {
        if (!cell.states.empty()) {
            put(stateInput(cell, sizes, direction), {UnrolledPart::Input, direction});
        }
    };
    putStates(Direction::Forward);
    if (both) {
        putStates(Direction::Backward);
        put(input("behind_last", {contBehindLast(steps)}, {{1, streams}}), {UnrolledPart::Input, Direction::Backward});
    }
    put(slice("cont", "cont", steps), {UnrolledPart::Slices});
    const auto putDirection = [&](Direction direction, const std::string& h) {
        DirectionWriter writer(sizes, direction, net);
        write(writer);
        writer.putEnd(cell, h);
    };
    putDirection(Direction::Forward, both ? "h_forward" : "h");
    if (both) {
        putDirection(Direction::Backward, "h_back");
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
