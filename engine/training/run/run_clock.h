// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace engine {

/// How long a process was stopped, from what one of its threads sees that looks at a clock again and again.
class StopMeter {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::steady_clock::duration;

    /// Between two looks; how much later than the one before a look may come.
    static constexpr std::chrono::milliseconds interval{50}, patience{250};

    /// A look. `delayed`: how long the thread has waited for a processor so far.
    void note(TimePoint now, Duration delayed);
    void restart(TimePoint now, Duration delayed); ///< what was before does not count

    bool isLate(TimePoint now) const { return now - m_looked > patience; }
    Duration stopped() const { return m_stopped; } ///< in all

private:
    TimePoint m_looked;
    Duration m_delayed{}, m_stopped{};
};

/// The clock of a run. It stands while the process is stopped (SIGSTOP, Ctrl-Z) and while the machine sleeps.
///
/// The system's steady clock stands while a machine sleeps, but goes on while a process is stopped, which the process
/// is not told. So a thread looks at it many times a second; where it comes to look much too late, though it did not
/// wait for a processor, nothing of the process ran in between.
class RunClock {
public:
    using TimePoint = StopMeter::TimePoint;

    RunClock();
    /// For tests: the time is what `now` says. Nobody watches it.
    explicit RunClock(std::function<TimePoint()> now);
    ~RunClock();
    RunClock(const RunClock&) = delete;
    RunClock& operator=(const RunClock&) = delete;

    /// For any thread.
    TimePoint now();

    double secondsSince(TimePoint start) { return std::chrono::duration<double>(now() - start).count(); }

    /// Stops are noticed as long as one of these lives; one at a time.
    class Watch {
    public:
        explicit Watch(RunClock& clock) : m_clock(clock) { m_clock.watch(); }
        ~Watch() { m_clock.end(); }
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

    private:
        RunClock& m_clock;
    };

private:
    void watch();
    void end();
    void lookAgainAndAgain(const std::stop_token& stop);

    std::function<TimePoint()> m_now;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    // Guarded by m_mutex:
    bool m_watched = false;
    StopMeter m_meter;
    std::jthread m_watcher; ///< last, as it uses the others
};

} // namespace engine
