// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"
#include "engine/graph/model.h"
#include "engine/graph/sentence.h"

#include <map>
#include <optional>
#include <string>

namespace engine {

/// Weights that several layers share by a name. As in Caffe all of them agree: on the shape, and on lr_mult and
/// decay_mult as far as they are given; a layer that gives none takes the others'.
class SharedWeights {
public:
    /// Notes a layer's use of a weight. Gives the sentence where it does not agree with the uses before it.
    std::optional<Sentence> add(const Layer& layer, const WeightSpec& spec, const WeightSettings& settings);

private:
    struct Multiplier {
        std::optional<double> value = {};
        std::string layer = {}; ///< which gave it
    };
    struct Use {
        std::string layer; ///< the first
        Shape shape;
        Multiplier rate = {}, decay = {};
    };

    std::map<std::string, Use, std::less<>> m_uses;
};

} // namespace engine
