// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/runner.h"

#include "engine/graph/error.h"

#include <chrono>
#include <thread>

namespace queue {
namespace {

constexpr std::chrono::milliseconds betweenClaims{200};

/// A runner that the queue knows of while it lives.
class Joined {
public:
    Joined(RunQueue& queue, const Runner& runner) : m_queue(&queue), m_runner(&runner) { queue.join(runner); }
    ~Joined()
    {
        try {
            m_queue->leave(*m_runner);
        } catch (const engine::Error&) {} // whoever claims next removes the dead
    }
    Joined(const Joined&) = delete;
    Joined& operator=(const Joined&) = delete;

private:
    RunQueue* m_queue;
    const Runner* m_runner;
};

void trainOne(RunQueue& queue, const Work& work, const QueuedRun& run, const std::function<bool()>& isToStop)
{
    TrainingEnd end{.state = RunState::Waiting, .result = run.result};
    try {
        if (work.begins) {
            QueuedRun asFound = run;
            asFound.result = asSaved(run.result, {queue.folder(), run.id});
            work.begins(asFound);
        }
        end = train(run, {queue.folder(), run.id},
                    {.device = work.device, .isToStop = isToStop, .progress = [&](const Result& result) {
                         end.result = result; // what counts if it fails from here on
                         queue.note(run, result);
                     }});
    } catch (...) {
        try {
            queue.finish(run, RunState::Waiting, end.result);
        } catch (const engine::Error&) {} // then it goes back when this process is gone
        throw;
    }
    queue.finish(run, end.state, end.result);
    if (work.ends) {
        work.ends(run, end);
    }
}

} // namespace

WorkEnd work(RunQueue& queue, const Work& work)
{
    const Runner self{.process = watch::thisProcess(), .device = work.device};
    const Joined joined(queue, self);
    const auto isToStop = [&] { return work.stop.stop_requested() || queue.isToStop(self); };
    while (!isToStop()) {
        if (const std::optional<QueuedRun> run = queue.claim(self, work.only)) {
            trainOne(queue, work, *run, isToStop);
        } else if (work.only || !queue.isAnyRunning()) {
            return WorkEnd::Empty;
        } else {
            std::this_thread::sleep_for(betweenClaims);
        }
    }
    return WorkEnd::Stopped;
}

} // namespace queue
