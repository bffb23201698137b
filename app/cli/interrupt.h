// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"

#include <signal.h>

#include <array>
#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

namespace cli {

/// While it lives, Ctrl-C (SIGINT), SIGTERM and a closed terminal (SIGHUP) ask the work to stop instead of ending the
/// program; the second of them ends it at once. One at a time, made and destroyed by the same thread.
///
/// Only its own thread takes these signals: the thread that makes it, and those that are started while it lives, have
/// them blocked. A handler writes to the stack of the thread that it interrupts, but oneDNN's kernels use the stack
/// pointer as a plain register. Threads that compute must therefore be started after it.
///
/// Work that does not look at it for `patience`, such as a library's, is not waited for: the program then ends as it
/// would have. But once there is something to save, it may take as long as it needs.
class Interrupt {
public:
    explicit Interrupt(std::chrono::milliseconds patience = std::chrono::milliseconds(700));
    ~Interrupt(); ///< signals do again what they did before
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_source.get_token(); }
    engine::GoOn goOn() const { return engine::until(token()); }
    bool requested() const { return m_source.stop_requested(); }
    void request() { m_source.request_stop(); } ///< as a signal would, but for the patience

    void hasSomethingToSave() { m_saves = true; } ///< from here on: see above

private:
    void listen(const sigset_t& waited);

    std::chrono::milliseconds m_patience;
    std::atomic<bool> m_saves = false;
    std::atomic<bool> m_done = false;
    std::array<struct sigaction, 3> m_earlier;
    sigset_t m_earlierMask; ///< of the thread that made it
    std::stop_source m_source;
    std::thread m_listener;
};

} // namespace cli
