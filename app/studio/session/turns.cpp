// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/turns.h"

#include <utility>

namespace studio {

Turns::Turns()
{
    m_timer.setInterval(0);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { doNext(); });
}

void Turns::add(std::function<void()> part)
{
    m_parts.push_back(std::move(part));
    m_timer.start();
}

void Turns::finish()
{
    while (!m_parts.empty()) {
        doNext();
    }
}

/// A part may add others, finish them, or open a dialog in which further turns come.
void Turns::doNext()
{
    if (!m_parts.empty()) {
        const std::function<void()> part = std::move(m_parts.front());
        m_parts.pop_front();
        part();
    }
    if (m_parts.empty()) {
        m_timer.stop();
    }
}

} // namespace studio
