// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace studio {

/// The last hour of one meter, second by second, in the same memory however long it runs.
class MeterHistory {
public:
    static constexpr std::size_t length = 3'600; ///< seconds

    MeterHistory();

    /// Readings within one second become their mean; seconds without any stay empty.
    void add(double seconds, std::optional<double> value);

    bool everHadValue() const { return m_everHadValue; }
    std::optional<double> newest() const { return m_newest; }

    /// The greatest value of each of `columns` equal parts of the last `seconds` seconds, the newest last; NaN for
    /// none.
    std::vector<float> columns(std::size_t seconds, std::size_t columns) const;

private:
    std::vector<float> m_values; ///< a ring; second s stands at s mod length
    std::int64_t m_second = -1;  ///< the newest
    int m_inSecond = 0;          ///< readings that its mean is of
    bool m_everHadValue = false;
    std::optional<double> m_newest;
};

} // namespace studio
