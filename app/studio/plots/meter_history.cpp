// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/meter_history.h"

#include <algorithm>
#include <cmath>

namespace studio {

MeterHistory::MeterHistory() : m_values(length, std::nanf("")) {}

void MeterHistory::add(double seconds, std::optional<double> value)
{
    const auto second = static_cast<std::int64_t>(seconds);
    if (second < m_second) {
        return; // late: its place may belong to another second by now
    }
    const std::int64_t empty = std::min<std::int64_t>(second - m_second, length);
    for (std::int64_t ago = 0; ago < empty; ++ago) {
        m_values[static_cast<std::size_t>(second - ago) % length] = std::nanf("");
        m_inSecond = 0;
    }
    m_second = second;
    m_newest = value;
    if (!value) {
        return;
    }
    m_everHadValue = true;
    float& mean = m_values[static_cast<std::size_t>(second) % length];
    ++m_inSecond;
    const auto reading = static_cast<float>(*value);
    mean = m_inSecond == 1 ? reading : mean + (reading - mean) / static_cast<float>(m_inSecond);
}

std::vector<float> MeterHistory::columns(std::size_t seconds, std::size_t columns) const
{
    std::vector<float> greatest(columns, std::nanf(""));
    seconds = std::min(seconds, length);
    for (std::size_t ago = 0; ago < seconds && static_cast<std::int64_t>(ago) <= m_second; ++ago) {
        const float value = m_values[static_cast<std::size_t>(m_second - static_cast<std::int64_t>(ago)) % length];
        const std::size_t column = columns - 1 - std::min(ago * columns / seconds, columns - 1);
        if (!std::isnan(value) && !(greatest[column] > value)) {
            greatest[column] = value;
        }
    }
    return greatest;
}

} // namespace studio
