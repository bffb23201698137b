// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/series.h"

#include <algorithm>
#include <cmath>

namespace studio {

void Series::append(float value)
{
    m_values.push_back(value);
    enter(static_cast<std::uint32_t>(m_values.size() - 1));
}

/// Files the value at `index`, which is the newest, in every level.
void Series::enter(std::uint32_t index)
{
    const bool finite = std::isfinite(m_values[index]);
    std::size_t span = 1;
    for (std::vector<Bucket>& level : m_pyramid) {
        span *= width;
        level.resize(index / span + 1);
        if (finite) {
            merge(level.back(), index, index);
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

void Series::merge(Bucket& into, std::uint32_t least, std::uint32_t most) const
{
    if (least == empty) {
        return;
    }
    if (into.least == empty) {
        into = {least, most};
        return;
    }
    into.least = m_values[least] < m_values[into.least] ? least : into.least;
    into.most = m_values[most] > m_values[into.most] ? most : into.most;
}

void Series::cut(std::size_t size)
{
    if (size >= m_values.size()) {
        return;
    }
    // The widest bucket that is cut through is filled anew from its first value; all before it stays.
    std::size_t widest = 1;
    for (std::size_t level = 0; level < levels; ++level) {
        widest *= width;
    }
    const std::size_t refilled = size / widest * widest;
    m_values.resize(size);
    std::size_t span = 1;
    for (std::vector<Bucket>& level : m_pyramid) {
        span *= width;
        level.resize(refilled / span);
    }
    while (!m_notFinite.empty() && m_notFinite.back().last > refilled) {
        if (m_notFinite.back().first < refilled) {
            m_notFinite.back().last = refilled;
        } else {
            m_notFinite.pop_back();
        }
    }
    for (std::size_t index = refilled; index < size; ++index) {
        enter(static_cast<std::uint32_t>(index));
    }
}

std::optional<Series::Extremes> Series::extremes(std::size_t first, std::size_t last) const
{
    last = std::min(last, m_values.size());
    Bucket found;
    while (first < last) {
        // The widest bucket that begins here and ends before `last`.
        std::size_t span = 1;
        std::size_t level = 0;
        while (level < levels && first % (span * width) == 0 && first + span * width <= last) {
            span *= width;
            ++level;
        }
        if (level > 0) {
            const Bucket& bucket = m_pyramid[level - 1][first / span];
            merge(found, bucket.least, bucket.most);
        } else if (std::isfinite(m_values[first])) {
            merge(found, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first));
        }
        first += span;
    }
    if (found.least == empty) {
        return std::nullopt;
    }
    return Extremes{found.least, found.most};
}

} // namespace studio
