// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/wires.h"

#include <string_view>
#include <unordered_map>

namespace engine {

Wires::Wires(const Model& model, std::optional<Phase> phase)
{
    std::unordered_map<std::string_view, End> newest;
    for (std::size_t number = 0; number < model.layers.size(); ++number) {
        const Layer& layer = model.layers[number];
        if (phase && !inPhase(layer, *phase)) {
            continue;
        }
        m_layers.push_back(number);
        for (std::size_t bottom = 0; bottom < layer.bottoms.size(); ++bottom) {
            if (const auto top = newest.find(layer.bottoms[bottom]); top != newest.end()) {
                m_makers.emplace(End{number, bottom}, top->second);
                m_readers[top->second].push_back({number, bottom});
            }
        }
        for (std::size_t top = 0; top < layer.tops.size(); ++top) {
            newest.insert_or_assign(layer.tops[top], End{number, top});
        }
    }
}

std::optional<Wires::End> Wires::maker(const End& bottom) const
{
    const auto top = m_makers.find(bottom);
    return top == m_makers.end() ? std::nullopt : std::optional(top->second);
}

const std::vector<Wires::End>& Wires::readers(const End& top) const
{
    static const std::vector<End> none;
    const auto found = m_readers.find(top);
    return found == m_readers.end() ? none : found->second;
}

} // namespace engine
