// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/run_clock.h"

#include "engine/data/file_descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stop_token>
#include <system_error>
#include <utility>

namespace engine {

namespace {

/// How long a thread was ready to run, but waited for a processor: the second number of the system's schedstat. Made on
/// that thread; always 0 where the system does not tell.
class Delay {
public:
    Delay() : m_file(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

    StopMeter::Duration soFar() const
    {
        std::array<char, 128> text = {};
        if (!m_file.open() || ::pread(m_file.number(), text.data(), text.size() - 1, 0) <= 0) {
            return {};
        }
        char* second = nullptr;
        std::strtoull(text.data(), &second, 10);
        return std::chrono::nanoseconds(std::strtoull(second, nullptr, 10));
    }

private:
    FileDescriptor m_file;
};

} // namespace

void StopMeter::note(TimePoint now, Duration delayed)
{
    const Duration gap = now - m_looked - (delayed - m_delayed);
    if (gap > patience) {
        m_stopped += gap - interval;
    }
    restart(now, delayed);
}

void StopMeter::restart(TimePoint now, Duration delayed)
{
    m_looked = now;
    m_delayed = delayed;
}

RunClock::RunClock() : RunClock(&std::chrono::steady_clock::now) {}

RunClock::RunClock(std::function<TimePoint()> now) : m_now(std::move(now)) {}

RunClock::~RunClock()
{
    end();
}

RunClock::TimePoint RunClock::now()
{
    std::unique_lock lock(m_mutex);
    // The first caller after a stop waits for the watcher thread, which knows how long the stop was.
    m_changed.wait(lock, [&] { return !m_watched || !m_meter.isLate(m_now()); });
    return m_now() - m_meter.stopped();
}

void RunClock::watch()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_watched = true;
        m_meter.restart(m_now(), {});
    }
    try {
        m_watcher = std::jthread([this](const std::stop_token& stop) { lookAgainAndAgain(stop); });
    } catch (const std::system_error&) { // no more threads (ulimit -u): then a stop counts as time
        end();
    }
}

void RunClock::end()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_watched = false;
    }
    m_changed.notify_all();
    m_watcher = {};
}

void RunClock::lookAgainAndAgain(const std::stop_token& stop)
{
    const Delay delay;
    std::unique_lock lock(m_mutex);
    m_meter.restart(m_now(), delay.soFar());
    while (!stop.stop_requested()) {
        m_changed.wait_for(lock, stop, StopMeter::interval, [] { return false; });
        m_meter.note(m_now(), delay.soFar());
        lock.unlock();
        m_changed.notify_all();
        lock.lock();
    }
}

} // namespace engine
