// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/panels/prototxt_blocks.h"

#include <algorithm>

namespace editor {
namespace {

/// The index behind a text in quotes that starts at `index`; it ends with its line, closed or not.
qsizetype behindQuotes(const QString& text, qsizetype index)
{
    const QChar quote = text[index++];
    while (index < text.size() && text[index] != QLatin1Char('\n')) {
        if (text[index] == quote) {
            return index + 1;
        }
        index +=
            text[index] == QLatin1Char('\\') && index + 1 < text.size() && text[index + 1] != QLatin1Char('\n') ? 2 : 1;
    }
    return index;
}

bool isWordCharacter(QChar letter)
{
    return letter.isLetterOrNumber() || letter == QLatin1Char('_');
}

} // namespace

std::vector<TextBlock> layerBlocks(const QString& text)
{
    std::vector<TextBlock> blocks;
    QString word; // the last one at the outermost level
    int line = 0, depth = 0, start = 0;
    bool isLayer = false;
    for (qsizetype index = 0; index < text.size();) {
        const QChar letter = text[index];
        if (letter == QLatin1Char('#')) {
            const qsizetype end = text.indexOf(QLatin1Char('\n'), index);
            index = end < 0 ? text.size() : end;
            continue;
        }
        if (letter == QLatin1Char('"') || letter == QLatin1Char('\'')) {
            index = behindQuotes(text, index);
            continue;
        }
        if (isWordCharacter(letter)) {
            const qsizetype first = index;
            while (index < text.size() && isWordCharacter(text[index])) {
                ++index;
            }
            if (depth == 0) {
                word = text.mid(first, index - first);
                start = line;
            }
            continue;
        }
        if (letter == QLatin1Char('{') && depth++ == 0) {
            isLayer = word == QLatin1String("layer") || word == QLatin1String("layers");
            if (isLayer) {
                blocks.push_back({start, start});
            }
        } else if (letter == QLatin1Char('}') && depth > 0 && --depth == 0 && isLayer) {
            blocks.back().last = line;
            isLayer = false;
        }
        line += letter == QLatin1Char('\n') ? 1 : 0;
        ++index;
    }
    if (isLayer) {
        blocks.back().last = line; // a brace is missing
    }
    return blocks;
}

int blockAt(const std::vector<TextBlock>& blocks, int line)
{
    const auto found = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const TextBlock& block) { return line >= block.first && line <= block.last; });
    return found == blocks.end() ? -1 : static_cast<int>(found - blocks.begin());
}

} // namespace editor
