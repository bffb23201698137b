// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace cli {

/// While it lives, Ctrl-C (SIGINT), SIGTERM and a closed terminal (SIGHUP) ask the work to stop instead of ending the
/// program; the second of them ends it at once. One at a time.
class Interrupt {
public:
    Interrupt();
    ~Interrupt(); ///< signals do again what they did before
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_source.get_token(); }
    bool requested() const { return m_source.stop_requested(); }
    void request() { m_source.request_stop(); } ///< as a signal would

private:
    void listen();

    int m_readEnd = -1; ///< of a pipe: a signal handler may write to one, but not call the stop source
    std::stop_source m_source;
    std::thread m_listener;
};

} // namespace cli
