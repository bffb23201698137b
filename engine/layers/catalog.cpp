// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/catalog.h"

#include "engine/layers/layers.h"

#include <vector>

namespace engine {

std::span<const LayerMaker> layerMakers()
{
    return layerTypes;
}

std::span<const Cell* const> recurrentCells()
{
    static const std::vector<const Cell*> all = [] {
        std::vector<const Cell*> made;
        for (const Cell& (*const cell)() : cellMakers) {
            made.push_back(&cell());
        }
        return made;
    }();
    return all;
}

} // namespace engine
