// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/model.h"

#include <sstream>
#include <string>
#include <utility>

namespace engine {

/// "embed EMBED data -> x" is a layer's name, type, bottoms and tops.
inline Layer layerFrom(const std::string& words, Params params = {})
{
    Layer layer;
    layer.params = std::move(params);
    std::istringstream stream(words);
    stream >> layer.name >> layer.type;
    for (auto [word, ends] = std::pair(std::string(), &layer.bottoms); stream >> word;) {
        if (word == "->") {
            ends = &layer.tops;
        } else {
            ends->push_back(word);
        }
    }
    return layer;
}

} // namespace engine
