// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/samples.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/training/run/events.h"
#include "engine/training/run/run_description.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace python {

/// A run on a thread of its own, which waits at each event until whoever asks for events has seen it.
class Training {
public:
    /// `samples`: what it learns from in place of the data that the run names. Begins at once.
    Training(engine::RunDescription run, std::optional<engine::Samples> samples);
    ~Training();

    enum class Next { Event, NotYet, End };

    /// Waits a tenth of a second at most. The event before it counts as seen. Throws what has ended the run.
    Next next();

    const std::string& event() const { return m_event; } ///< the last one, as a line of a log has it
    void stop();                                         ///< after the step under way

    /// What was trained, once it has ended. Throws what has ended the run.
    const engine::Checkpoint& result() const;

    /// Once it has ended: why TensorBoard's files are not whole. Empty: they are, or none were asked for.
    const std::string& warning() const { return m_warning; }

private:
    void train(const std::stop_token& stop);
    void tell(const engine::Event& event);

    engine::RunDescription m_run;
    std::optional<engine::Samples> m_samples;
    std::optional<engine::Checkpoint> m_result;
    std::exception_ptr m_failure;
    std::string m_event;
    std::string m_warning;

    enum class Turn { Trains, Tells, Ended };
    std::mutex m_mutex;
    std::condition_variable m_changed;
    Turn m_turn = Turn::Trains; ///< guarded by m_mutex
    bool m_isSeen = false;      ///< the event that it tells; guarded by m_mutex
    bool m_isAlone = false;     ///< nobody asks for events any more; guarded by m_mutex

    std::jthread m_thread; // last, so that it stops and joins before what it uses goes
};

} // namespace python
