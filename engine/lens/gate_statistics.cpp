// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/gate_statistics.h"

#include "engine/cells/typed_cell.h"

namespace engine {
namespace {

/// The candidates: tanh, or in RNN with RELU what that lets through.
bool isCandidate(const Cell& cell, std::int64_t gate)
{
    const std::string_view name = cell.gates[static_cast<std::size_t>(gate)];
    return name == "g" || name == "n";
}

/// Of what a sigmoid or a tanh gives as a whole; nothing for other equations.
std::optional<GateBounds> boundsOfEquation(const cells::Definition& cell, std::size_t gate)
{
    using cells::Node, cells::Operation;
    const Node& node = cell.syntax.nodes[static_cast<std::size_t>(cell.syntax.equations[cell.gates()[gate]].value)];
    const bool isOperation = node.kind == Node::Kind::Operation;
    return isOperation && node.operation == Operation::Sigmoid ? std::optional(GateBounds{0, 1})
           : isOperation && node.operation == Operation::Tanh  ? std::optional(GateBounds{-1, 1})
                                                               : std::nullopt;
}

GateSaturation saturationOf(const UnitValues& values, std::int64_t gate, const GateBounds& bounds)
{
    const float near = GateSaturation::margin * (bounds.high - bounds.low);
    GateSaturation found{.gate = gate};
    std::int64_t low = 0, high = 0;
    for (std::int64_t unit = 0; unit < values.units; ++unit) {
        std::int64_t lowSteps = 0, highSteps = 0;
        for (std::int64_t step = 0; step < values.steps; ++step) {
            const float value = values.at(gate, step, unit);
            lowSteps += value < bounds.low + near ? 1 : 0;
            highSteps += value > bounds.high - near ? 1 : 0;
        }
        low += lowSteps;
        high += highSteps;
        if (lowSteps == values.steps) {
            found.lowUnits.push_back(unit);
        }
        if (highSteps == values.steps) {
            found.highUnits.push_back(unit);
        }
    }
    const auto all = static_cast<double>(values.units * values.steps);
    found.low = static_cast<double>(low) / all;
    found.high = static_cast<double>(high) / all;
    return found;
}

} // namespace

std::optional<GateBounds> boundsOf(const Cell& cell, std::int64_t gate)
{
    if (cell.typed) {
        return boundsOfEquation(cell.typed->definition, static_cast<std::size_t>(gate));
    }
    if (!isCandidate(cell, gate)) {
        return GateBounds{0, 1};
    }
    return cell.kind == Cell::Kind::RnnRelu ? std::nullopt : std::optional(GateBounds{-1, 1});
}

std::vector<GateSaturation> gateSaturations(const std::vector<UnitValues>& parts)
{
    std::vector<GateSaturation> all;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const UnitValues& values = parts[part];
        if (values.steps == 0 || values.units == 0) {
            continue;
        }
        for (std::int64_t gate = 0; gate < values.cell->gateCount(); ++gate) {
            if (const std::optional<GateBounds> bounds = boundsOf(*values.cell, gate)) {
                all.push_back(saturationOf(values, gate, *bounds));
                all.back().part = part;
            }
        }
    }
    return all;
}

} // namespace engine
