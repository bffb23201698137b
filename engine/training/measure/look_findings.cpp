// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/measure/look_inside.h"

#include <algorithm>

namespace engine {
namespace {

constexpr double muchOfAGate = 0.75; ///< a forget gate that is open half of the time is usual, and healthy

void addOfLayer(std::vector<LookFinding>& all, const LayerLook& layer)
{
    std::int64_t notFinite = 0, looked = 0;
    bool anyGradient = false, reached = false;
    for (const std::vector<TensorLook>* tensors : {&layer.weights, &layer.outputs}) {
        for (const TensorLook& tensor : *tensors) {
            notFinite += tensor.values.notFinite + (tensor.gradients ? tensor.gradients->notFinite : 0);
            looked += tensor.values.sampled + (tensor.gradients ? tensor.gradients->sampled : 0);
        }
    }
    for (const TensorLook& weight : layer.weights) {
        anyGradient = anyGradient || weight.gradients;
        reached = reached || (weight.gradients && (weight.gradients->norm > 0 || weight.gradients->notFinite > 0));
    }
    if (notFinite > 0) {
        all.push_back({.kind = LookFinding::Kind::NotFinite, .layer = layer.layer, .count = notFinite, .of = looked});
    }
    if (anyGradient && !reached) {
        all.push_back({.kind = LookFinding::Kind::NoGradient, .layer = layer.layer});
    }
    if (!layer.deadUnits.empty()) {
        all.push_back({.kind = LookFinding::Kind::DeadUnits,
                       .layer = layer.layer,
                       .count = static_cast<std::int64_t>(layer.deadUnits.size()),
                       .of = layer.units,
                       .units = layer.deadUnits});
    }
}

void addOfGate(std::vector<LookFinding>& all, const GateSaturation& gate, const UnitValues& values)
{
    const auto add = [&](LookFinding::Kind kind, double share, const std::vector<std::int64_t>& units) {
        if (share >= muchOfAGate) {
            all.push_back({.kind = kind,
                           .layer = values.layer,
                           .part = gate.part,
                           .gate = gate.gate,
                           .share = share,
                           .count = static_cast<std::int64_t>(units.size()),
                           .of = values.units,
                           .units = units});
        }
    };
    add(LookFinding::Kind::GateLow, gate.low, gate.lowUnits);
    add(LookFinding::Kind::GateHigh, gate.high, gate.highUnits);
}

} // namespace

std::vector<LookFinding> findingsOf(const NetLook& look)
{
    std::vector<LookFinding> all;
    for (const LayerLook& layer : look.layers) {
        addOfLayer(all, layer);
    }
    for (const GateSaturation& gate : look.gates) {
        addOfGate(all, gate, look.units[gate.part]);
    }
    std::ranges::stable_sort(all, {}, &LookFinding::kind);
    return all;
}

} // namespace engine
