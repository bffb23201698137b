// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

/// Finds characters of a UTF-8 text by their number, though their widths differ: it knows how many start before each
/// block of the text and counts inside of one. Takes a five-hundredth of the text's size.
class CharacterIndex {
public:
    static constexpr std::int64_t blockBytes = 4096;

    /// Says how many characters start before the block; once for each block, in order, further times without effect.
    void startBlock(std::int64_t block, std::int64_t charactersBefore);

    /// How many characters start before `byte`, which is at most the text's size.
    std::int64_t charactersBefore(std::string_view text, std::int64_t byte) const;

    /// The byte where the character with this number starts; the text's size for the number after the last.
    std::int64_t byteOf(std::string_view text, std::int64_t character) const;

private:
    std::vector<std::int64_t> m_before; ///< by block
};

} // namespace engine
