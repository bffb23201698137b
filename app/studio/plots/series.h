// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/plots/pyramid.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace studio {

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
