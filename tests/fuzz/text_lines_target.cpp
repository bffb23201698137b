// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of text with labels.
#include "engine/data/text_lines.h"
#include "tests/fuzz/target.h"

namespace fuzz {

namespace {

void eatTextLines(std::span<const std::byte> file)
{
    static MemoryFile memory;
    const std::filesystem::path& name = memory.with(file);
    reads([&] {
        const engine::TextLines lines = engine::readTextLines(name);
        std::string text;
        for (std::int64_t line = 0; line < lines.count(); ++line) {
            require(!lines.line(line).empty(), "no line is empty");
            require(lines.labels[static_cast<std::size_t>(line)] < static_cast<std::int32_t>(lines.classes.size()),
                    "each label has a class");
            text += lines.line(line);
        }
        require(text == lines.text, "the lines are the text");
    });
}

std::vector<Bytes> textLinesSeeds()
{
    return {
        bytesOf("TOM\tThe bell – is in\n\nANN\tthe weir\r\nTOM\tGo"),
        bytesOf("\xEF\xBB\xBF"
                "a\tx\ty\nb\tz\n"),
    };
}

} // namespace

const Target textLines = {"text_lines", eatTextLines, textLinesSeeds};

} // namespace fuzz
