// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace studio {

/// The mean of the last `count` values, or of all while there are fewer. Values that are no numbers leave it as it is.
///
/// Values come in blocks of `count`. A whole block is turned into the sums of each value and those behind it: what the
/// window still has of it is one of them, so nothing is ever subtracted, and no spike leaves its rounding behind.
class Smoother {
public:
    explicit Smoother(int count = 0) : m_count(static_cast<std::size_t>(std::max(1, count))) {}

    double next(double value)
    {
        if (std::isfinite(value)) {
            if (m_block.size() == m_count) {
                for (std::size_t at = m_count - 1; at > 0; --at) {
                    m_block[at - 1] += m_block[at];
                }
                m_before.swap(m_block);
                m_block.clear();
                m_sum = 0;
            }
            m_block.push_back(value);
            m_sum += value;
        }
        const std::size_t size = m_block.size();
        const bool isFull = !m_before.empty() || size == m_count;
        const double older = size < m_before.size() ? m_before[size] : 0;
        return (m_sum + older) / static_cast<double>(isFull ? m_count : size); // NaN of none
    }

private:
    std::size_t m_count;
    std::vector<double> m_block, m_before; ///< values; sums of the block before
    double m_sum = 0;                      ///< of m_block
};

} // namespace studio
