// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace editor {

/// The lines of one layer in a model's text, from 0, both inside.
struct TextBlock {
    int first = 0, last = 0;
    bool operator==(const TextBlock&) const = default;
};

/// Where the layers stand, in their order. It reads on where a parser would stop, so that a text under work keeps its
/// layers: what counts is "layer" at the outermost level and its braces.
std::vector<TextBlock> layerBlocks(const QString& text);

/// The block that the line lies in; -1: none.
int blockAt(const std::vector<TextBlock>& blocks, int line);

} // namespace editor
