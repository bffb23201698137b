// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/plots/replot_schedule.h"

#include <algorithm>

namespace studio {

namespace {

constexpr qint64 frame = 33;        ///< milliseconds: no more than 30 replots a second
constexpr qint64 share = 80;        ///< a replot of c ms is followed by 80 c ms without one: 1.25 % of one core at most
constexpr qint64 longestWait = 300; ///< milliseconds: however busy the machine is, the curves are seen to move
constexpr qint64 slowReplot = 24;   ///< milliseconds: above, the next ones are drawn without smooth edges

} // namespace

ReplotSchedule::ReplotSchedule(QObject* parent) : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ReplotSchedule::due);
}

void ReplotSchedule::request(Hurry hurry)
{
    const qint64 wait = hurry == Hurry::ByHand ? frame : std::clamp(m_cost * share, frame, longestWait);
    const qint64 passed = m_sinceEnd.isValid() ? m_sinceEnd.elapsed() : wait;
    const auto left = static_cast<int>(std::max<qint64>(wait - passed, 0));
    if (!m_timer.isActive() || left < m_timer.remainingTime()) {
        m_timer.start(left);
    }
}

void ReplotSchedule::begin()
{
    m_timer.stop();
    m_sinceBegin.start();
}

void ReplotSchedule::end()
{
    m_cost = m_sinceBegin.elapsed();
    m_slow = m_cost > (m_slow ? slowReplot / 4 : slowReplot);
    m_sinceEnd.start();
    ++m_replots;
}

} // namespace studio

#include "moc_replot_schedule.cpp"
