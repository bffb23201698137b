// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace engine {

/// How much of its time a device must rest to stay below a temperature.
///
/// It begins once the device is above the limit, holds it a degree below that, and ends once it is three degrees below
/// without any rest. The share follows how far the device is from there (at once) and for how long (slowly), so that it
/// settles where the heat that is made is the heat that goes: no hotter, and no slower than that.
class ThermalGuard {
public:
    explicit ThermalGuard(double limitCelsius) : m_limit(limitCelsius) {}

    /// A reading, so many seconds after the one before.
    void note(double celsius, double seconds);

    double limit() const { return m_limit; }
    bool paces() const { return m_paces; }
    double restShare() const { return m_share; } ///< 0: none, 1: it must not work at all

private:
    double m_limit;
    bool m_paces = false;
    double m_share = 0;
    double m_gathered = 0; ///< the part of the share that comes from how long it has been too warm
};

} // namespace engine
