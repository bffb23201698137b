// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/losses.h"

#include <algorithm>

namespace engine {

bool hasLoss(const Model& model, Phase phase)
{
    return std::ranges::any_of(model.layers, [&](const Layer& layer) {
        for (std::size_t top = 0; top < layer.tops.size(); ++top) {
            if (inPhase(layer, phase) && lossWeight(layer, top) != 0) {
                return true;
            }
        }
        return false;
    });
}

} // namespace engine
