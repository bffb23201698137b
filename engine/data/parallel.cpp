// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/parallel.h"

#include "engine/graph/sentence.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace engine {
namespace {

/// The exception of the first task that threw. Tasks are handed out in order, so once one has thrown, those before it
/// were all begun and are waited for.
class FirstFailure {
public:
    void keep(std::size_t task, std::exception_ptr exception)
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_exception || task < m_task) {
            m_task = task;
            m_exception = std::move(exception);
        }
    }
    void rethrow() const // after all threads are joined
    {
        if (m_exception) {
            std::rethrow_exception(m_exception);
        }
    }

private:
    std::mutex m_mutex;
    std::size_t m_task = 0;         // guarded by m_mutex
    std::exception_ptr m_exception; // guarded by m_mutex
};

} // namespace

void inParallel(std::size_t tasks, const GoOn& goOn, const std::string& owner,
                const std::function<void(std::size_t task)>& work)
{
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> stop = false;
    FirstFailure failure;
    const auto runOne = [&] {
        const std::size_t task = next++;
        if (task >= tasks || stop) {
            return false;
        }
        try {
            work(task);
        } catch (...) {
            failure.keep(task, std::current_exception());
            stop = true;
        }
        return true;
    };
    bool cancelled = false;
    {
        std::vector<std::jthread> threads;
        const std::size_t wanted = std::min<std::size_t>(tasks, std::thread::hardware_concurrency());
        for (std::size_t count = 1; count < wanted; ++count) {
            threads.emplace_back([&] {
                while (runOne()) {}
            });
        }
        while (!cancelled) {
            if (!goesOn(goOn)) {
                cancelled = stop = true;
            } else if (!runOne()) {
                break;
            }
        }
    }
    failure.rethrow();
    if (cancelled) {
        throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), owner));
    }
}

} // namespace engine
