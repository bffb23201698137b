// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
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

/// Extremes over a column of values that lies elsewhere: the least and the greatest of any range are found in a few
/// dozen looks, however long the range is. Filing a value costs the same for the first and the millionth. About half a
/// byte a value.
///
/// `at(index)` gives the column's values; the same for all calls.
class Pyramid {
public:
    /// Where the finite least and greatest of a range stand.
    struct Extremes {
        std::size_t least, most;
    };
    /// Positions first .. last - 1.
    struct Range {
        std::size_t first, last;
        bool operator==(const Range&) const = default;
    };

    std::size_t size() const { return m_size; } ///< values that were filed

    /// Files the value behind those that are there.
    template <typename At>
    void append(const At& at)
    {
        const auto index = static_cast<std::uint32_t>(m_size++);
        const bool finite = std::isfinite(at(index));
        std::size_t span = 1;
        for (std::vector<Bucket>& level : m_levels) {
            span *= width;
            level.resize(index / span + 1);
            if (finite) {
                merge(at, level.back(), index, index);
            }
        }
        if (finite) {
            return;
        }
        if (!m_notFinite.empty() && m_notFinite.back().last == index) {
            m_notFinite.back().last = index + 1;
        } else {
            m_notFinite.push_back({index, index + std::size_t{1}});
        }
    }

    /// Forgets what stands from there on.
    template <typename At>
    void cut(const At& at, std::size_t newSize)
    {
        if (newSize >= m_size) {
            return;
        }
        // The widest bucket that is cut through is filled from its first value on; all before it stays.
        std::size_t widest = 1;
        for (std::size_t level = 0; level < m_levels.size(); ++level) {
            widest *= width;
        }
        const std::size_t kept = newSize / widest * widest;
        std::size_t span = 1;
        for (std::vector<Bucket>& level : m_levels) {
            span *= width;
            level.resize(kept / span);
        }
        while (!m_notFinite.empty() && m_notFinite.back().last > kept) {
            if (m_notFinite.back().first < kept) {
                m_notFinite.back().last = kept;
            } else {
                m_notFinite.pop_back();
            }
        }
        m_size = kept;
        while (m_size < newSize) {
            append(at);
        }
    }

    /// Of the finite values in first .. last - 1; nothing where there is none.
    template <typename At>
    std::optional<Extremes> extremes(const At& at, std::size_t first, std::size_t last) const
    {
        last = std::min(last, m_size);
        Bucket found;
        while (first < last) {
            // The widest bucket that begins here and ends before `last`.
            std::size_t span = 1;
            std::size_t level = 0;
            while (level < m_levels.size() && first % (span * width) == 0 && first + span * width <= last) {
                span *= width;
                ++level;
            }
            if (level > 0) {
                const Bucket& bucket = m_levels[level - 1][first / span];
                merge(at, found, bucket.least, bucket.most);
            } else if (std::isfinite(at(first))) {
                merge(at, found, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first));
            }
            first += span;
        }
        if (found.least == empty) {
            return std::nullopt;
        }
        return Extremes{found.least, found.most};
    }

    /// The values that are no numbers, in order.
    const std::vector<Range>& notFinite() const { return m_notFinite; }

private:
    static constexpr std::uint32_t empty = UINT32_MAX;
    static constexpr std::size_t width = 16; ///< buckets of a level under one of the next

    struct Bucket {
        std::uint32_t least = empty, most = empty;
    };

    template <typename At>
    static void merge(const At& at, Bucket& into, std::uint32_t least, std::uint32_t most)
    {
        if (least == empty) {
            return;
        }
        if (into.least == empty) {
            into = {least, most};
            return;
        }
        into.least = at(least) < at(into.least) ? least : into.least;
        into.most = at(most) > at(into.most) ? most : into.most;
    }

    std::size_t m_size = 0;
    std::array<std::vector<Bucket>, 4> m_levels; ///< level k: a bucket for 16^(k + 1) values
    std::vector<Range> m_notFinite;
};

/// A column of values of its own with the extremes over it.
class Series {
    /// The values, for the pyramid.
    struct Values {
        const std::vector<float>& all;
        float operator()(std::size_t index) const { return all[index]; }
    };

public:
    void append(float value)
    {
        m_values.push_back(value);
        m_pyramid.append(Values{m_values});
    }

    /// Forgets what stands from there on.
    void cut(std::size_t newSize)
    {
        m_pyramid.cut(Values{m_values}, newSize);
        m_values.resize(std::min(newSize, m_values.size()));
    }

    std::size_t size() const { return m_values.size(); }
    float at(std::size_t index) const { return m_values[index]; }

    /// Of the finite values in first .. last - 1; nothing where there is none.
    std::optional<Pyramid::Extremes> extremes(std::size_t first, std::size_t last) const
    {
        return m_pyramid.extremes(Values{m_values}, first, last);
    }
    const std::vector<Pyramid::Range>& notFinite() const { return m_pyramid.notFinite(); } ///< no numbers, in order

private:
    std::vector<float> m_values;
    Pyramid m_pyramid;
};

} // namespace studio
