// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/packed_rows.h"

#include "engine/devices/cpu/fast_math.h"
#include "engine/devices/cpu/parallel.h"

#include <algorithm>

namespace engine {
namespace {

constexpr std::int64_t blockRows = 64; ///< four vectors of 16 floats

using Vector = float __attribute__((vector_size(64), aligned(4), may_alias));

ENGINE_VECTOR_CLONES
void addProduct(const float* values, const float* h, float* sums, std::int64_t units)
{
    auto* const to = reinterpret_cast<Vector*>(sums);
    Vector s0 = to[0], s1 = to[1], s2 = to[2], s3 = to[3];
    const auto* from = reinterpret_cast<const Vector*>(values);
    for (std::int64_t column = 0; column < units; ++column, from += 4) {
        const float x = h[column];
        s0 += from[0] * x;
        s1 += from[1] * x;
        s2 += from[2] * x;
        s3 += from[3] * x;
    }
    to[0] = s0;
    to[1] = s1;
    to[2] = s2;
    to[3] = s3;
}

} // namespace

PackedRows::PackedRows(const float* Wh, const float* bias, std::int64_t rows, std::int64_t units)
    : m_units(units),
      m_blocks((rows + blockRows - 1) / blockRows),
      m_values(static_cast<std::size_t>(m_blocks * units * blockRows)),
      m_bias(static_cast<std::size_t>(m_blocks * blockRows)),
      m_sums(m_bias.size())
{
    if (bias != nullptr) {
        std::copy_n(bias, rows, m_bias.begin());
    }
    parallelFor(m_blocks, 1, [&](IndexRange blocks) {
        for (std::int64_t row = blocks.first * blockRows; row < std::min(blocks.last * blockRows, rows); ++row) {
            float* const to = m_values.data() + row / blockRows * units * blockRows + row % blockRows;
            for (std::int64_t column = 0; column < units; ++column) {
                to[column * blockRows] = Wh[row * units + column];
            }
        }
    });
}

const float* PackedRows::times(const float* h)
{
    std::ranges::copy(m_bias, m_sums.begin());
    if (h == nullptr) {
        return m_sums.data();
    }
    // In turns from the first block and from the last: what was read last is still in the second-level cache.
    m_fromTheEnd = !m_fromTheEnd;
    for (std::int64_t number = 0; number < m_blocks; ++number) {
        const std::int64_t block = m_fromTheEnd ? m_blocks - 1 - number : number;
        addProduct(m_values.data() + block * m_units * blockRows, h, m_sums.data() + block * blockRows, m_units);
    }
    return m_sums.data();
}

} // namespace engine
