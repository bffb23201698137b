// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "app/cli/exit_code.h"
#include "engine/graph/error.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace cli {
namespace {

constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};
constexpr char asked = 's', done = 'd';

// What the handler can reach: it is called without arguments of ours, at any moment, on any thread.
std::atomic<int> writeEnd = -1;
std::atomic<int> count = 0;
std::array<struct sigaction, signals.size()> earlier;

static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not wait for a lock");

void onSignal(int)
{
    const int error = errno;
    if (count.fetch_add(1) > 0) {
        _exit(static_cast<int>(ExitCode::Interrupted));
    }
    [[maybe_unused]] const ssize_t written = ::write(writeEnd.load(), &asked, 1);
    errno = error;
}

} // namespace

Interrupt::Interrupt()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        throw engine::Error(std::string("no pipe can be opened: ") + std::strerror(errno));
    }
    m_readEnd = ends[0];
    writeEnd = ends[1];
    count = 0;
    m_listener = std::thread([this] { listen(); });
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
    ::close(writeEnd.exchange(-1));
    ::close(m_readEnd);
}

void Interrupt::listen()
{
    char message = asked;
    while (message != done) {
        const ssize_t size = ::read(m_readEnd, &message, 1);
        if (size == 1 && message == asked) {
            m_source.request_stop();
        } else if (size <= 0 && errno != EINTR) {
            return;
        }
    }
}

} // namespace cli
