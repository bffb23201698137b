// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/parallel.h"

#include "engine/graph/sentence.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace engine {

void inParallel(std::size_t tasks, const GoOn& goOn, const std::string& owner,
                const std::function<void(std::size_t task)>& work)
{
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> stop = false;
    std::vector<std::exception_ptr> failures(tasks); // each its own task's
    const auto runOne = [&] {
        const std::size_t task = next++;
        if (task >= tasks || stop) {
            return false;
        }
        try {
            work(task);
        } catch (...) {
            failures[task] = std::current_exception();
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
    // Tasks are handed out in order, so once one has thrown, those before it were all begun and are waited for.
    const auto first = std::ranges::find_if(failures, [](const std::exception_ptr& one) { return one != nullptr; });
    if (first != failures.end()) {
        std::rethrow_exception(*first);
    }
    if (cancelled) {
        throw CancelledError(say(ENGINE_TEXT("Sentences", "%1: cancelled"), owner));
    }
}

} // namespace engine
