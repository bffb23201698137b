// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace studio {

/// One column of a curve with a pyramid of extremes over it: the least and the greatest of any range are found in a few
/// dozen looks, however long the range is. Appending costs the same for the first and the millionth value.
class Series {
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

    void append(float value);
    void cut(std::size_t size); ///< forgets what stands from there on
    void clear() { cut(0); }

    std::size_t size() const { return m_values.size(); }
    float at(std::size_t index) const { return m_values[index]; }

    /// Of the finite values in first .. last - 1; nothing where there is none.
    std::optional<Extremes> extremes(std::size_t first, std::size_t last) const;

    /// The values that are no numbers, in order.
    const std::vector<Range>& notFinite() const { return m_notFinite; }

private:
    struct Bucket {
        std::uint32_t least = empty, most = empty;
    };
    static constexpr std::uint32_t empty = UINT32_MAX;
    static constexpr std::size_t levels = 4;
    static constexpr std::size_t width = 16; ///< buckets of a level under one of the next

    void enter(std::uint32_t index);
    void merge(Bucket& into, std::uint32_t least, std::uint32_t most) const;

    std::vector<float> m_values;
    std::array<std::vector<Bucket>, levels> m_pyramid; ///< level k: a bucket for 16^(k + 1) values
    std::vector<Range> m_notFinite;
};

} // namespace studio
