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

/// What other threads ask of a run under way: to pause, to go on, to take one step, to do something between two steps.
/// A pause keeps all in memory. Whatever is asked is answered after the step under way, or within a validation or a
/// sample after the batch or the character under way.
class RunControl {
public:
    using Work = std::function<void(Trainer&)>;
    using Told = std::function<void(bool paused)>;

    /// `told` is called on the run's thread when a pause has begun and when it is over.
    explicit RunControl(Told told = {}) : m_told(std::move(told)) {}

    // For any thread, at any time; what is asked before a run counts from its start.

    void pause();
    void resume();
    void step();                          ///< one iteration with all that is due after it, then a pause
    void validate();                      ///< once, before the next step
    void save();                          ///< the checkpoint that the settings name, if they name one
    void change(const RunLimits& limits); ///< of the run under way, all of them; the last that was asked for counts
    void between(Work work); ///< reads the trainer between two steps, or asks it for a look; must not change it

    // For the run.

    enum class Place { BeforeStep, WithinOne };
    struct Turn {
        enum class Kind { Continue, Paused, Validate, Save, Change, Work, Stop };
        Kind kind;
        Work work = {};
        RunLimits limits = {}; ///< of Change
    };
    /// Whether next() would do anything but let a run go on that is not paused.
    bool asks();

    /// What the run is to do now. Says Paused once as a pause begins; then waits until there is something else.
    Turn next(const std::stop_token& stop, Place place);

private:
    std::optional<Turn> takeTurn(Place place);
    void tell(bool paused);

    Told m_told;
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
