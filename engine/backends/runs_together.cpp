// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backends/runs_together.h"

#include "engine/backends/open_device.h"
#include "engine/backends/run_device.h"
#include "engine/graph/error.h"
#include "engine/graph/model.h"
#include "engine/training/run/training_run.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <variant>

namespace engine {
namespace {

/// What the run takes of the processor's memory, and what it found free of it.
Room hostRoomOf(const RunMemory& memory)
{
    const auto host = std::ranges::find(memory.rooms, "CPU", &Room::of);
    return host == memory.rooms.end() ? Room() : *host;
}

/// The runs of one call of trainTogether().
class ConcurrentRuns {
public:
    ConcurrentRuns(std::vector<RunDescription> runs, StartPlace place, std::stop_token stop, TogetherView& view)
        : m_runs(std::move(runs)), m_place(std::move(place)), m_stop(std::move(stop)), m_view(view)
    {}

    /// On each of the threads: takes the next run until none is left.
    void work()
    {
        while (const std::optional<std::size_t> index = next()) {
            train(*index);
        }
    }

private:
    std::optional<std::size_t> next()
    {
        const std::lock_guard lock(m_taking);
        return m_next < m_runs.size() ? std::optional(m_next++) : std::nullopt;
    }

    void train(std::size_t index)
    {
        std::exception_ptr failure;
        try {
            trainOne(index);
        } catch (...) {
            failure = std::current_exception();
        }
        m_view.ended(index, failure);
    }

    void trainOne(std::size_t index)
    {
        std::unique_lock starting(m_starting);
        StartedRun run = begin(index, starting);
        const Room host = hostRoomOf(run.memory);
        const std::int64_t bytes = host.needed + host.needed / 8; // more than is counted: what allocators hold back
        m_free = m_running == 0 ? host.memory.available : m_free;
        ++m_running;
        m_promised += bytes;
        try {
            go(index, std::move(run), starting);
        } catch (...) {
            leave(starting, bytes);
            throw;
        }
        leave(starting, bytes);
    }

    /// One after the other, as each measures what is free before it takes its part; the processor's memory is taken
    /// only as it is written to, so what was promised of it counts. Waits for another run's end where there is no room.
    StartedRun begin(std::size_t index, std::unique_lock<std::mutex>& starting)
    {
        for (;;) {
            if (m_stop.stop_requested()) {
                throw CancelledError("the run was stopped before it began");
            }
            const int others = m_running;
            StartPlace place = m_place;
            if (others > 0) {
                place.hostRoom = m_free - m_promised;
            }
            try {
                return startRun(m_runs[index], place, until(m_stop));
            } catch (const UnavailableError&) {
                if (others == 0) {
                    throw;
                }
            }
            m_ended.wait(starting, [&] { return m_running < others; });
        }
    }

    /// The run is gone when this returns. The next one begins when this one has made its first steps, with their
    /// recordings: a GPU's library that is opened meanwhile, or loads a kernel, could end those. The processor has
    /// none.
    void go(std::size_t index, StartedRun started, std::unique_lock<std::mutex>& starting)
    {
        Run run(*started.trainer, started.gauge.get());
        const TogetherView::Go how = m_view.begins(index, started);
        std::stop_source stop;
        const std::stop_callback withAll(m_stop, [&] { stop.request_stop(); });
        const std::stop_callback alone(how.stop, [&] { stop.request_stop(); });
        run.prepare(how.settings); // so that the next run sees the memory that this one needs
        if (!started.device->worksAhead()) {
            starting.unlock();
        }
        const auto sink = [&](const Event& event) {
            m_view.show(index, event);
            if (starting.owns_lock() && !std::holds_alternative<StartEvent>(event)) {
                starting.unlock();
            }
        };
        run.go(how.settings, stop.get_token(), sink, how.control);
    }

    void leave(std::unique_lock<std::mutex>& starting, std::int64_t bytes)
    {
        if (!starting.owns_lock()) {
            starting.lock();
        }
        --m_running;
        m_promised -= bytes;
        m_ended.notify_all();
    }

    std::vector<RunDescription> m_runs;
    StartPlace m_place;
    std::stop_token m_stop;
    TogetherView& m_view;
    std::mutex m_taking;   ///< of m_next
    std::mutex m_starting; ///< of starts and m_running
    std::size_t m_next = 0;
    int m_running = 0;           ///< that have begun and not ended
    std::int64_t m_promised = 0; ///< of the processor's memory, to those
    std::int64_t m_free = 0;     ///< of it, as the first of them began
    std::condition_variable m_ended;
};

} // namespace

TogetherPlan togetherPlan(const DeviceWish& wish, int runs, int atOnce)
{
    const std::string device = folded(wish.name) == "auto" ? defaultDevice() : folded(wish.name);
    if (device != "cpu") {
        return {.atOnce = atOnce > 0 ? std::min(atOnce, runs) : runs, .threads = wish.threads};
    }
    DeviceWish all = wish;
    all.name = device;
    all.threads = 0;
    const int cores = openDevice(all)->threads();
    const int fit = wish.threads > 0 ? cores / wish.threads : cores;
    TogetherPlan plan{.atOnce = std::clamp(atOnce > 0 ? atOnce : fit, 1, runs), .threads = wish.threads};
    if (plan.threads == 0) {
        plan.threads = std::max(1, cores / plan.atOnce);
    }
    return plan;
}

void trainTogether(std::vector<RunDescription> runs, int atOnce, std::stop_token stop, TogetherView& view,
                   const StartPlace& place)
{
    ConcurrentRuns together(std::move(runs), place, std::move(stop), view);
    std::vector<std::jthread> threads;
    for (int i = 1; i < atOnce; ++i) {
        threads.emplace_back([&] { together.work(); });
    }
    together.work();
}

} // namespace engine
