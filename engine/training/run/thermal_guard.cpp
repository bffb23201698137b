// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/thermal_guard.h"

#include <algorithm>

namespace engine {

namespace {

constexpr double below = 1, enough = 3; ///< degrees under the limit: where it is held, and where that ends

// From full rest to full work a device gets some 50 degrees warmer, within a second (a GPU's chip) to a minute (its
// heat sink). With these the whole comes to rest without swinging for both.
constexpr double atOnce = 0.05;  ///< share a degree
constexpr double slowly = 0.005; ///< share a degree and second

} // namespace

void ThermalGuard::note(double celsius, double seconds)
{
    if (!m_paces && celsius <= m_limit) {
        return;
    }
    m_paces = true;
    const double excess = celsius - (m_limit - below);
    m_gathered = std::clamp(m_gathered + slowly * excess * seconds, 0.0, 1.0);
    m_share = std::clamp(atOnce * excess + m_gathered, 0.0, 1.0);
    if (m_share == 0 && celsius <= m_limit - enough) {
        m_paces = false;
    }
}

} // namespace engine
