// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "app/cli/console.h"
#include "engine/graph/error.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

namespace cli {
namespace {

constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};
constexpr char asked = 's', done = 'd';

// What the handler can reach: it is called without arguments of ours, at any moment, on the listener's thread.
std::atomic<int> writeEnd = -1;
std::atomic<int> count = 0;
std::array<struct sigaction, signals.size()> earlier;
sigset_t earlierMask; // of the thread that made the Interrupt

static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not wait for a lock");

void onSignal(int signal)
{
    const int error = errno;
    const bool first = count.fetch_add(1) == 0;
    if (!first && signal != SIGHUP) { // a terminal that closes hangs up twice: by its shell and by the system
        _exit(static_cast<int>(ExitCode::Interrupted));
    }
    if (first) {
        [[maybe_unused]] const ssize_t written = ::write(writeEnd.load(), &asked, 1);
    }
    errno = error;
}

sigset_t signalSet()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : signals) {
        sigaddset(&set, signal);
    }
    return set;
}

} // namespace

Interrupt::Interrupt(std::chrono::milliseconds patience) : m_patience(patience)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        throw engine::Error(std::string("no pipe can be opened: ") + std::strerror(errno));
    }
    m_readEnd = ends[0];
    writeEnd = ends[1];
    count = 0;
    const sigset_t set = signalSet();
    ::pthread_sigmask(SIG_BLOCK, &set, &earlierMask); // threads that are started from here on inherit it
    try {
        m_listener = std::thread([this] { listen(); });
    } catch (const std::system_error&) {
        ::pthread_sigmask(SIG_SETMASK, &earlierMask, nullptr);
        ::close(writeEnd.exchange(-1));
        ::close(m_readEnd);
        throw engine::UnavailableError(
            "the system starts no more threads for this process (ulimit -u, ulimit -v), but it needs one "
            "that listens for a stop");
    }
    for (std::size_t index = 0; index < signals.size(); ++index) {
        struct sigaction action = {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        ::sigaction(signals[index], nullptr, &earlier[index]);
        // nohup's wish stands: who started it so wants it to outlive the terminal.
        if (signals[index] != SIGHUP || earlier[index].sa_handler != SIG_IGN) {
            ::sigaction(signals[index], &action, nullptr);
        }
    }
}

Interrupt::~Interrupt()
{
    for (std::size_t index = 0; index < signals.size(); ++index) {
        ::sigaction(signals[index], &earlier[index], nullptr);
    }
    [[maybe_unused]] const ssize_t written = ::write(writeEnd.load(), &done, 1);
    m_listener.join();
    ::pthread_sigmask(SIG_SETMASK, &earlierMask, nullptr);
    ::close(writeEnd.exchange(-1));
    ::close(m_readEnd);
}

void Interrupt::listen()
{
    ::pthread_sigmask(SIG_SETMASK, &earlierMask, nullptr);
    constexpr int forEver = -1;
    pollfd messages = {m_readEnd, POLLIN, 0};
    int patience = forEver;
    char message = asked;
    while (message != done) {
        const int ready = ::poll(&messages, 1, patience);
        if (ready == 0) {
            if (!m_saves) {
                _exit(static_cast<int>(ExitCode::Interrupted));
            }
            patience = forEver;
            continue;
        }
        if (ready < 0 || ::read(m_readEnd, &message, 1) != 1) {
            if (errno == EINTR) {
                continue;
            }
            return;
        }
        if (message == asked) {
            m_source.request_stop();
            patience = static_cast<int>(m_patience.count());
        }
    }
}

} // namespace cli
