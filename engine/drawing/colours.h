// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/layer_type.h"

#include <cstdint>

namespace engine {

enum class Ground { Light, Dark };

/// The colours of a drawing as 0xrrggbb, on the canvas as in a file. Contrast to `canvas` and `node` is at least 4.5
/// for text and 3 for graphics.
struct DrawingColours {
    std::uint32_t canvas, node, nodeBorder, text, mutedText, wire, port, accent, error, frame, note;
    std::uint32_t source, recurrent, common, activation, shape, loss; ///< a group's stripe

    std::uint32_t group(LayerGroup group) const;
};

const DrawingColours& drawingColours(Ground ground);

} // namespace engine
