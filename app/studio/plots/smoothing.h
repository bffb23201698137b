// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace studio {

/// Exponential average over every value, its start corrected:
///
///     s_n = w s_{n-1} + (1 - w) y_n        shown: s_n / (1 - w^n)        w strength, 0 .. below 1
///
/// so the first value shows as itself and no later one leans towards zero. Values that are no numbers leave it as it
/// is.
class Smoother {
public:
    explicit Smoother(double strength) : m_strength(strength) {}

    double next(double value)
    {
        if (std::isfinite(value)) {
            m_sum = m_strength * m_sum + (1 - m_strength) * value;
            m_left *= m_strength;
        }
        return m_left < 1 ? m_sum / (1 - m_left) : std::nan("");
    }

private:
    double m_strength;
    double m_sum = 0;
    double m_left = 1; ///< w^n
};

/// How many values such an average counts, about.
inline int averagedValues(double strength)
{
    return static_cast<int>(std::lround(1 / (1 - strength)));
}

} // namespace studio
