// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/inside_watch.h"

#include <algorithm>

namespace studio {

void InsideWatch::begin()
{
    m_asked = false;
    m_next.reset();
}

bool InsideWatch::isDue(double now) const
{
    return m_shown && !m_asked && (!m_next || now >= *m_next);
}

void InsideWatch::ask()
{
    m_asked = true;
}

void InsideWatch::tell(double now, double took)
{
    m_asked = false;
    m_next = now + std::max(pause, took / share);
}

} // namespace studio
