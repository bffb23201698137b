// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/pacer.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

namespace engine {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr Seconds betweenNotes{0.25};
constexpr Seconds minWork{0.1};       ///< short enough for a chip's warmth, long against a synchronization with a GPU
constexpr Seconds longestSleep{0.05}; ///< before requests are checked again
constexpr Seconds longestSilence{5};  ///< of a sensor, in which it is still rested

} // namespace

Pacer::Pacer(DeviceGauge& gauge, double limitCelsius, std::function<void(const Change&)> changed)
    : m_gauge(&gauge),
      m_guard(limitCelsius),
      m_changed(std::move(changed)),
      m_workBegan(Clock::now()),
      m_told(m_workBegan)
{
    if (!gauge.now().celsius) {
        throw UnavailableError(say(
            ENGINE_TEXT("Sentences",
                        "the training is to stay below %1 °C, but this machine's %2 does not report its temperature"),
            limitCelsius, gauge.place()));
    }
}

void Pacer::note()
{
    const Clock::time_point now = Clock::now();
    const Seconds since = m_noted ? now - *m_noted : betweenNotes;
    if (since < betweenNotes) {
        return;
    }
    m_noted = now;
    const std::optional<double> celsius = m_gauge->latest().celsius;
    if (!celsius) { // it goes on as before: a sensor that fails for a while cools nothing
        return;
    }
    m_told = now;
    const bool before = m_guard.paces();
    m_guard.note(*celsius, since.count());
    if (m_guard.paces() != before) {
        m_changed({.paces = m_guard.paces(), .celsius = *celsius});
    }
}

bool Pacer::restIsDue()
{
    note();
    return m_guard.restShare() > 0 && Clock::now() - m_workBegan >= minWork;
}

void Pacer::rest(const std::function<bool()>& interrupted)
{
    const Clock::time_point begin = Clock::now();
    const Seconds worked = begin - m_workBegan;
    while (!interrupted()) {
        note();
        if (Clock::now() - m_told > longestSilence) {
            break; // the work that follows reports what is wrong with the device
        }
        const double share = m_guard.restShare();
        const Seconds wanted = share < 1 ? worked * share / (1 - share) : Seconds(std::numeric_limits<double>::max());
        const Seconds left = wanted - (Clock::now() - begin);
        if (left <= Seconds(0)) {
            break;
        }
        std::this_thread::sleep_for(std::min(left, longestSleep));
    }
    m_workBegan = Clock::now();
}

} // namespace engine
