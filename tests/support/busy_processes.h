// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <functional>
#include <vector>

/// While it lives, this thread, and the threads and processes that it starts, run on so many processors at most.
class BoundTo {
public:
    explicit BoundTo(int processors);
    ~BoundTo();
    BoundTo(const BoundTo&) = delete;
    BoundTo& operator=(const BoundTo&) = delete;

private:
    cpu_set_t m_before{};
};

/// Processes that compute without end, such as a browser does beside a training. They begin stopped, on the processors
/// that this thread is bound to.
class BusyProcesses {
public:
    explicit BusyProcesses(int count);
    ~BusyProcesses();
    BusyProcesses(const BusyProcesses&) = delete;
    BusyProcesses& operator=(const BusyProcesses&) = delete;

    void goOn() const;
    void stop() const;

private:
    void send(int signal) const;

    std::vector<pid_t> m_processes;
};

/// What is left of the speed of a pool's work beside so many busy processes, on one processor that all of them share
/// with two threads of the pool: the pool's threads wait for each other, and none of them has a processor of its own.
/// Held against one thread without the processes, in turns, so that whatever else the machine does slows both. Measured
/// again, up to ten times, until it is `wanted`. `make` makes the work and a pool with so many threads.
double shareBeside(int processes, double wanted, const std::function<std::function<void()>(int threads)>& make);
