// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/document/document.h"

namespace editor {

/// An input or output of a layer as a sentence, "input x from embed", for those who do not see its wires.
struct PortWords {
    bool isInput;
    QString text;
    std::optional<engine::Shape> shape = {}; ///< of what flows there, where it is known
    Id neighbour = 0;                        ///< the first layer at the other end; 0: none
    bool operator==(const PortWords&) const = default;
};

/// Those that are connected or must be.
std::vector<PortWords> portWords(const Document& document, const Node& node);

} // namespace editor
