// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/busy_processes.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>

namespace {

using Seconds = std::chrono::duration<double>;

/// How often a second the work is done, over a moment that is longer than the system's turns.
double speed(const std::function<void()>& work)
{
    constexpr Seconds moment(0.06);
    work(); // what is done once
    const auto begin = std::chrono::steady_clock::now();
    Seconds passed(0);
    int times = 0;
    for (; passed < moment; ++times) {
        work();
        passed = std::chrono::steady_clock::now() - begin;
    }
    return times / passed.count();
}

[[noreturn]] void computeForEver()
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // should the test die
    for (std::atomic<unsigned> number = 0;; ++number) {}
}

} // namespace

BoundTo::BoundTo(int processors)
{
    ::sched_getaffinity(0, sizeof m_before, &m_before);
    cpu_set_t few;
    CPU_ZERO(&few);
    for (int processor = 0; processor < CPU_SETSIZE && CPU_COUNT(&few) < processors; ++processor) {
        if (CPU_ISSET(processor, &m_before)) {
            CPU_SET(processor, &few);
        }
    }
    ::sched_setaffinity(0, sizeof few, &few);
}

BoundTo::~BoundTo()
{
    ::sched_setaffinity(0, sizeof m_before, &m_before);
}

BusyProcesses::BusyProcesses(int count)
{
    for (int index = 0; index < count; ++index) {
        const pid_t process = ::fork();
        if (process == 0) {
            computeForEver();
        }
        if (process < 0) {
            throw std::runtime_error("no process can be started");
        }
        m_processes.push_back(process);
    }
    stop();
}

BusyProcesses::~BusyProcesses()
{
    send(SIGKILL);
    for (const pid_t process : m_processes) {
        ::waitpid(process, nullptr, 0);
    }
}

void BusyProcesses::goOn() const
{
    send(SIGCONT);
}

void BusyProcesses::stop() const
{
    send(SIGSTOP);
}

void BusyProcesses::send(int signal) const
{
    for (const pid_t process : m_processes) {
        ::kill(process, signal);
    }
}

double shareBeside(int processes, double wanted, const std::function<std::function<void()>(int threads)>& make)
{
    const BoundTo shared(1);
    const BusyProcesses others(processes);
    double best = 0;
    for (int round = 0; round < 10 && best < wanted; ++round) {
        double alone = 0, beside = 0;
        for (int turn = 0; turn < 6; ++turn) {
            alone += speed(make(1));
            others.goOn();
            beside += speed(make(2));
            others.stop();
        }
        best = std::max(best, beside / alone);
    }
    return best;
}
