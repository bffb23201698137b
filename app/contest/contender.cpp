// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/contender.h"

#include "engine/graph/sentence.h"

namespace contest {

bool Contender::onGpu() const
{
    return engine::folded(device.name).starts_with("cuda");
}

std::vector<Contender> allContenders(std::span<const engine::EngineChoice> engines,
                                     std::span<const engine::DeviceChoice> devices)
{
    std::vector<Contender> all;
    for (const engine::DeviceChoice& device : devices) {
        for (const engine::EngineChoice& engine : engines) {
            const bool isOfItsKind = device.name.substr(0, device.name.find(':')) == engine.device;
            if (!isOfItsKind) {
                continue; // also DEFAULT, which is always one of the others
            }
            all.push_back({.name = device.name + "/" + engine.name,
                           .device = {.name = device.name, .engine = engine.name},
                           .refusal = device.refusal.value_or(engine.refusal.value_or(""))});
        }
    }
    return all;
}

} // namespace contest
