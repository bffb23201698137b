// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/run/run.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

namespace engine {

class Trainer;

/// Requests of other threads to a running run: to pause, to go on, to take one step, to do something between two steps.
/// A pause keeps everything in memory. Requests are handled after the current step, or within a validation or a sample
/// after the current batch or character.
class RunControl {
public:
    using Work = std::function<void(Trainer&)>;

    // For any thread, at any time; requests made before a run are handled at its start.

    void pause();
    void resume();
    void step();                          ///< one iteration with all that is due after it, then a pause
    void validate();                      ///< once, before the next step
    void save();                          ///< the checkpoint that the settings name, if they name one
    void change(const RunLimits& limits); ///< of the current run, all of them; the last request counts
    void between(Work work); ///< reads the trainer between two steps, or asks it for a look; must not change it

    // For the run.

    enum class Place { BeforeStep, WithinOne };
    struct Turn {
        enum class Kind { Continue, Paused, Validate, Save, Change, Work, Stop };
        Kind kind;
        Work work = {};
        RunLimits limits = {};  ///< of Change
        bool endsPause = false; ///< of Continue and Stop
    };
    /// Whether there is a request for next() to handle, or the run is to pause.
    bool asks();

    /// What the run is to do now. Returns Paused once when a pause begins; then blocks until there is something else.
    Turn next(const std::stop_token& stop, Place place);

private:
    std::optional<Turn> takeTurn(Place place);

    bool m_paused = false; ///< the pause has begun, and was told; of the run's thread alone
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    // Guarded by m_mutex:
    bool m_pauseWanted = false;
    std::int64_t m_steps = 0;
    bool m_finishFirst = false; ///< a step or a validation was asked for by itself: it ends before the pause goes on
    bool m_validate = false, m_save = false;
    std::optional<RunLimits> m_limits; ///< that were asked for
    std::deque<Work> m_works;
};

} // namespace engine
