// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace studio {

/// Decides when the net in training is looked into: never while it is hidden, else as often as a look's cost allows.
/// All times are seconds of one clock.
class InsideWatch {
public:
    static constexpr double share = 0.01; ///< of the time that looks may take
    static constexpr double pause = 0.5;  ///< between two looks at least: no person reads faster

    void begin(); ///< another run: nothing is known of its looks
    void show(bool shown) { m_shown = shown; }
    bool isShown() const { return m_shown; }

    bool isDue(double now) const;
    void ask();                         ///< a look was asked for; none is due before it is told
    void tell(double now, double took); ///< it came, and took so long

private:
    bool m_shown = false;
    bool m_asked = false;
    std::optional<double> m_next; ///< nothing: at once
};

} // namespace studio
