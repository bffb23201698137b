// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "app/cli/console.h"
#include "engine/graph/error.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace cli {
namespace {

constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};

// What the handler can reach: it is called without arguments of ours.
std::atomic<pthread_t> listener; // 0: none
std::atomic<int> passing;        // handlers at work
static_assert(std::atomic<pthread_t>::is_always_lock_free, "a signal handler must not wait for a lock");

/// On a thread that was there before the Interrupt, as a library's may be.
void passOn(int signal)
{
    const int error = errno;
    ++passing;
    if (const pthread_t thread = listener) {
        ::pthread_kill(thread, signal);
    }
    --passing;
    errno = error;
}

} // namespace

Interrupt::Interrupt(std::chrono::milliseconds patience) : m_patience(patience)
{
    sigset_t waited;
    sigemptyset(&waited);
    for (std::size_t index = 0; index < signals.size(); ++index) {
        ::sigaction(signals[index], nullptr, &m_earlier[index]);
        // nohup's wish stands: who started it so wants it to outlive the terminal.
        if (signals[index] != SIGHUP || m_earlier[index].sa_handler != SIG_IGN) {
            sigaddset(&waited, signals[index]);
        }
    }
    sigset_t blocked = waited;
    sigaddset(&blocked, SIGHUP);
    ::pthread_sigmask(SIG_BLOCK, &blocked, &m_earlierMask); // threads that are started from here on inherit it
    try {
        m_listener = std::thread([this, waited] { listen(waited); });
    } catch (const std::system_error&) {
        ::pthread_sigmask(SIG_SETMASK, &m_earlierMask, nullptr);
        throw engine::UnavailableError(
            "the system starts no more threads for this process (ulimit -u, ulimit -v), but it needs one "
            "that listens for a stop");
    }
    listener = m_listener.native_handle();
    struct sigaction action = {};
    action.sa_handler = passOn;
    action.sa_flags = SA_RESTART;
    for (const int signal : signals) {
        if (sigismember(&waited, signal) == 1) {
            ::sigaction(signal, &action, nullptr);
        }
    }
}

Interrupt::~Interrupt()
{
    for (std::size_t index = 0; index < signals.size(); ++index) {
        ::sigaction(signals[index], &m_earlier[index], nullptr);
    }
    m_done = true;
    listener = 0;
    while (passing > 0) { // on another thread: the listener must not go before
        std::this_thread::yield();
    }
    ::pthread_kill(m_listener.native_handle(), SIGTERM);
    m_listener.join();
    ::pthread_sigmask(SIG_SETMASK, &m_earlierMask, nullptr);
}

void Interrupt::listen(const sigset_t& waited)
{
    const std::chrono::seconds whole = std::chrono::floor<std::chrono::seconds>(m_patience);
    const timespec patience = {whole.count(), std::chrono::nanoseconds(m_patience - whole).count()};
    bool asked = false;
    while (true) {
        const int signal =
            asked && !m_saves ? ::sigtimedwait(&waited, nullptr, &patience) : ::sigwaitinfo(&waited, nullptr);
        if (m_done) {
            return;
        }
        const bool isOver = signal < 0 && errno == EAGAIN && !m_saves;
        const bool isSecond = asked && signal > 0 && signal != SIGHUP; // a terminal that closes hangs up twice
        if (isOver || isSecond) {
            _exit(static_cast<int>(ExitCode::Interrupted));
        }
        if (signal > 0) {
            asked = true;
            m_source.request_stop();
        }
    }
}

} // namespace cli
