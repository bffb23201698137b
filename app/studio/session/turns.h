// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <QTimer>

namespace studio {

/// Parts of the GUI thread's work, one in each turn of the event loop and in the order that they came in: what is typed
/// or painted meanwhile waits for one of them, not for all.
class Turns {
public:
    Turns();
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    void add(std::function<void()> part); ///< done in a later turn
    void finish();                        ///< does now all that is left

private:
    void doNext();

    std::deque<std::function<void()>> m_parts;
    QTimer m_timer;
};

} // namespace studio
