// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/exchange/unit_gates.h"

#include "engine/graph/catalog.h"
#include "engine/graph/sentence.h"
#include "engine/graph/wires.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace engine {
namespace {

using End = Wires::End;

constexpr std::size_t gatesPort = 1; ///< of an LSTM_UNIT

/// Whether a layer leaves each column what it is where it leaves the last axis as long as it was. The factors of a
/// SCALE may lie along the columns.
bool isColumnwise(const LayerType& type)
{
    return type.passing != Passing::Nothing && type.name != "SCALE";
}

bool isUnit(const Layer& layer)
{
    return layerType(layer.type).name == "LSTM_UNIT";
}

GateRows orderOf(const Layer& unit, Dialect dialect)
{
    return textParam(completeParams(unit, dialect), "gate_order") == "IFGO" ? GateRows::Canonical : GateRows::Caffe;
}

class Search {
public:
    Search(const Model& phase, const std::vector<LayerSizes>& sizes) : m_model(phase), m_sizes(sizes), m_wires(phase) {}

    UnitGates run()
    {
        for (std::size_t layer = 0; layer < m_model.layers.size(); ++layer) {
            if (isUnit(m_model.layers[layer])) {
                follow(layer);
            }
        }
        return std::move(m_found);
    }

private:
    bool isType(std::size_t layer, std::string_view name) const
    {
        return layerType(m_model.layers[layer].type).name == name;
    }
    GateRows orderOf(std::size_t unit) const { return engine::orderOf(m_model.layers[unit], m_model.dialect); }
    std::int64_t columns(const End& top) const
    {
        const Shape& shape = m_sizes[top.layer].sizes.outputs[top.index];
        return shape.axes() == 0 ? 1 : shape.extents().back();
    }
    bool passes(std::size_t layer, std::int64_t width) const
    {
        const auto keepsWidth = [&](const Shape& shape) { return shape.axes() > 0 && shape.extents().back() == width; };
        return isColumnwise(layerType(m_model.layers[layer].type)) &&
               std::all_of(m_sizes[layer].inputs.begin(), m_sizes[layer].inputs.end(), keepsWidth) &&
               std::all_of(m_sizes[layer].sizes.outputs.begin(), m_sizes[layer].sizes.outputs.end(), keepsWidth);
    }

    /// From a unit back to the INNERPRODUCTs that make its gates.
    void follow(std::size_t unit)
    {
        std::vector<End> open = {*m_wires.maker({unit, gatesPort})};
        std::set<End> seen;
        while (!open.empty()) {
            const End top = open.back();
            open.pop_back();
            if (!seen.insert(top).second) {
                continue;
            }
            if (isType(top.layer, "INNERPRODUCT")) {
                take(top, unit);
            } else if (passes(top.layer, columns(top))) {
                for (std::size_t bottom = 0; bottom < m_model.layers[top.layer].bottoms.size(); ++bottom) {
                    open.push_back(*m_wires.maker({top.layer, bottom}));
                }
            } else {
                refuse(unit, top.layer);
            }
        }
    }

    void take(const End& top, std::size_t unit)
    {
        const Params params = completeParams(m_model.layers[top.layer], m_model.dialect);
        const GateRows order = orderOf(unit);
        const auto known = m_found.layers.find(top.layer);
        const bool fits =
            known != m_found.layers.end()
                ? known->second == order
                : !flagParam(params, "transpose") && intParam(params, "heads") == 1 && leadsToGatesOnly(top, order);
        if (!fits) {
            refuse(unit, top.layer);
            return;
        }
        m_found.layers.emplace(top.layer, order);
    }

    bool leadsToGatesOnly(const End& from, GateRows order) const
    {
        std::vector<End> open = {from};
        while (!open.empty()) {
            const End top = open.back();
            open.pop_back();
            for (const End& bottom : m_wires.readers(top)) {
                if (isUnit(m_model.layers[bottom.layer]) && bottom.index == gatesPort &&
                    orderOf(bottom.layer) == order) {
                    continue;
                }
                if (!passes(bottom.layer, columns(top))) {
                    return false;
                }
                for (std::size_t next = 0; next < m_model.layers[bottom.layer].tops.size(); ++next) {
                    open.push_back({bottom.layer, next});
                }
            }
        }
        return true;
    }

    void refuse(std::size_t unit, std::size_t maker)
    {
        if (orderOf(unit) == GateRows::Caffe) {
            return;
        }
        m_found.problems.push_back(
            say(ENGINE_TEXT(
                    "Sentences",
                    "layer %1: its gates come from layer %2, whose rows cannot be put into Caffe's order of the gates"),
                m_model.layers[unit].name, m_model.layers[maker].name));
    }

    const Model& m_model;
    const std::vector<LayerSizes>& m_sizes;
    Wires m_wires;
    UnitGates m_found;
};

} // namespace

std::set<GateRows> unitOrders(const Model& phase)
{
    std::set<GateRows> orders;
    for (const Layer& layer : phase.layers) {
        if (isUnit(layer)) {
            orders.insert(orderOf(layer, phase.dialect));
        }
    }
    return orders;
}

UnitGates unitGates(const Model& phase, const std::vector<LayerSizes>& sizes)
{
    return Search(phase, sizes).run();
}

} // namespace engine
