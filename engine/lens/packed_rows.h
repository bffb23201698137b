// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace engine {

/// Wh [G·H, H] for a product with one vector after the other, packed once into blocks of 64 rows, column by column, so
/// that it is read in one stream.
class PackedRows {
public:
    /// `bias` [rows] or null.
    PackedRows(const float* Wh, const float* bias, std::int64_t rows, std::int64_t units);

    /// bias + Wh · h; h null counts as zero. Valid until the next call.
    const float* times(const float* h);

private:
    std::int64_t m_units, m_blocks;
    std::vector<float> m_values; ///< [blocks, H, 64]
    std::vector<float> m_bias, m_sums;
    bool m_fromTheEnd = false;
};

} // namespace engine
