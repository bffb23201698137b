// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/training_steps.h"

#include "engine/graph/error.h"
#include "engine/training/run/shared_run.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <thread>
#include <utility>

namespace engine {
namespace {

/// Seconds of queued work: a delay that a person who pauses does not notice, with time left for the pause's own work.
constexpr double secondsAhead = 0.03;

/// Enough to keep the device busy while the host's thread sleeps. Far fewer than the records that a device keeps.
constexpr std::int64_t maxStepsAhead = 64;
static_assert(2 * maxStepsAhead <= DeviceUpdate::maxAhead);

/// Number of short steps in one recording: starting a recording costs the device some idle microseconds. Longer steps
/// gain nothing by it.
constexpr std::int64_t stepsOfALaunch = 8;
constexpr double longestShortStep = 1e-3;
static_assert(static_cast<double>(stepsOfALaunch) * longestShortStep < secondsAhead);

/// Sleep between two polls for a result. The longest is short against secondsAhead, the shortest costs little of a
/// core.
constexpr double shortestNap = 20e-6, longestNap = 5e-3;

/// After so long without a result the host synchronizes with the device, which throws if the device is lost.
constexpr std::chrono::milliseconds patience{250};

/// With several devices: what is not there then never comes.
constexpr double patienceWithGroup = 15;

double secondsBetween(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to)
{
    return std::chrono::duration<double>(to - from).count();
}

/// So that what runs next on the device does not take the fork for its own.
void joinAfterError(Device& device) noexcept
{
    try {
        device.join();
    } catch (...) { // NOLINT(bugprone-empty-catch): the first error is what is told
    }
}

} // namespace

Sentence TrainingSteps::Step::divergence(std::int64_t iteration) const
{
    if (finite || !std::isfinite(loss)) {
        return say(ENGINE_TEXT("Sentences", "the loss was %1 at iteration %2"), std::to_string(loss), iteration);
    }
    if (!std::isfinite(objective)) {
        return say(ENGINE_TEXT("Sentences", "the objective was %1 at iteration %2"), std::to_string(objective),
                   iteration);
    }
    return say(ENGINE_TEXT("Sentences", "a gradient was not finite at iteration %1, where the loss was %2"), iteration,
               std::to_string(loss));
}

TrainingSteps::TrainingSteps(Parts parts)
    : m_net(parts.net),
      m_store(parts.store),
      m_solver(parts.solver),
      m_device(parts.store.device()),
      m_batches(std::move(parts.batches)),
      m_onDevice(m_batches->onDevice(m_device, m_net)),
      m_group(parts.group)
{}

TrainingSteps::~TrainingSteps()
{
    if (idle()) {
        return;
    }
    try {
        m_device.finish();   // queued steps use what is destroyed now
    } catch (const Error&) { // NOLINT(bugprone-empty-catch): the run has ended by an error already
    }
}

TrainingSteps::Step TrainingSteps::next(std::int64_t last)
{
    assert(last > m_solver.iteration());
    if (idle()) {
        m_lastSeen = m_clock.now();
    }
    while (const std::int64_t steps = stepsToAsk(last)) {
        if (m_sum) {
            m_group->tell(inBytes({Order::Kind::Steps, steps}));
        }
        ask(steps);
    }
    return take();
}

/// The oldest result. Waits for it.
TrainingSteps::Step TrainingSteps::take()
{
    m_whole = false;
    if (m_measured == 0) {
        waitForResults();
        measure(m_solver.ready());
    }
    const DeviceUpdate::Record record = m_solver.take().value();
    --m_underWay;
    --m_measured;
    m_done += static_cast<std::uint64_t>(m_solver.batchesPerUpdate());
    m_warm = true;
    if (idle()) {
        m_device.finish(); // throws what kernels found wrong; nothing but the end of the last update is still running
    }
    m_whole = true;
    return {record, m_seconds};
}

void TrainingSteps::follow(std::int64_t steps)
{
    while (!idle() && (!m_warm || m_solver.ready() > 0)) {
        take();
    }
    m_lastSeen = idle() ? m_clock.now() : m_lastSeen;
    ask(steps);
}

void TrainingSteps::takeAll()
{
    while (!idle()) {
        take();
    }
}

/// How many steps to queue now, as one; 0: no more.
std::int64_t TrainingSteps::stepsToAsk(std::int64_t last) const
{
    const std::int64_t room = m_most - m_underWay, left = last - m_solver.iteration() - m_underWay;
    if (m_observer == nullptr && m_startsAsOne && m_seconds < longestShortStep && left >= stepsOfALaunch) {
        return room >= stepsOfALaunch ? stepsOfALaunch : 0;
    }
    return room > 0 && left > 0 ? 1 : 0;
}

/// Returns at once if the device is asynchronous.
void TrainingSteps::ask(std::int64_t steps)
{
    if (m_device.worksAhead() && m_warm && m_observer == nullptr) {
        std::unique_ptr<Recording>& recording = steps == 1 ? m_recording : m_recordingOfSeveral;
        if (!recording) {
            recording = m_device.record([this, steps] {
                for (std::int64_t step = 0; step < steps; ++step) {
                    m_store.touch(); // so that packing private copies of the weights is part of the recording
                    work(step);
                }
            });
        }
        m_startsAsOne = m_startsAsOne || recording->isOneLaunch();
        recording->run();
        m_store.touch(); // the host's version does not follow weights that change on the device
    } else {
        work(0);
    }
    m_underWay += steps;
}

/// The step that follows the queued ones and `ahead` more.
void TrainingSteps::work(std::int64_t ahead)
{
    m_onDevice->prepare(m_solver.batchesPerUpdate());
    m_whole = false;
    for (int batch = 0; batch < m_solver.batchesPerUpdate(); ++batch) {
        m_device.fork();
        try {
            runBatch(nextBatch(ahead, batch), batch);
        } catch (...) {
            joinAfterError(m_device);
            throw;
        }
    }
    if (m_sum) {
        m_sum->add(m_store.gradients(), m_solver.lossSums());
    }
    m_solver.askForUpdate();
    m_whole = true;
}

/// Forward and backward with a batch. The device has forked since the weights changed last.
void TrainingSteps::runBatch(const Pass& pass, int batch)
{
    if (m_observer != nullptr && batch + 1 == m_solver.batchesPerUpdate()) {
        observed(pass);
        return;
    }
    m_net.forward(pass);
    afterForward(batch);
    m_net.backward();
}

/// Clears the gradients, beside the forward pass that was queued; adds up the losses beside the backward pass to come.
void TrainingSteps::afterForward(int batch)
{
    if (batch == 0) {
        m_device.beside([this] { m_store.clearGradients(); });
    }
    m_device.join();
    m_device.beside([this] { m_solver.addLosses(); });
}

/// The last batch of a step, with an observer.
void TrainingSteps::observed(const Pass& pass)
{
    StepObserver& observer = *std::exchange(m_observer, nullptr);
    observer.beforeForward(m_solver.iteration() + m_underWay + 1,
                           m_seconds / static_cast<double>(m_solver.batchesPerUpdate()));
    m_net.forward(pass);
    afterForward(m_solver.batchesPerUpdate() - 1);
    observer.afterForward();
    m_net.sequence().backward([&](std::size_t layer) { observer.beforeBackward(layer); });
    observer.afterBackward();
}

/// Puts a batch of the step that is being queued into the net's input.
Pass TrainingSteps::nextBatch(std::int64_t ahead, int batch)
{
    m_onDevice->next();
    const std::int64_t step = m_solver.iteration() + m_underWay + ahead;
    return {.number = static_cast<std::uint64_t>(step * m_solver.batchesPerUpdate() + batch),
            .counter = m_onDevice->pass(),
            .startsOnlyFirst = m_batches->startOnlyFirst()};
}

/// Sleeps between polls, so that no core is kept busy: the rate of results is known.
void TrainingSteps::waitForResults()
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    while (m_solver.ready() == 0) {
        if (m_group != nullptr) {
            m_group->requireAll();
            if (m_warm && secondsBetween(begin, Clock::now()) > std::max(patienceWithGroup, 20 * m_seconds)) {
                m_sum->abort();
                throw Error(say(ENGINE_TEXT("Sentences", "%1: a step that several devices do together does not end"),
                                m_device.name()));
            }
        } else if (Clock::now() - begin > patience) {
            m_device.finish(); // throws if the device is lost
            if (m_solver.ready() == 0) {
                m_underWay = 0;
                throw Error(say(ENGINE_TEXT("Sentences", "%1: a step has ended without its result"), m_device.name()));
            }
            return;
        }
        const double nap = std::clamp(m_seconds * static_cast<double>(m_underWay) / 4, shortestNap, longestNap);
        std::this_thread::sleep_for(std::chrono::duration<double>(nap));
    }
}

/// Divides the time since the last poll among the results that have arrived.
void TrainingSteps::measure(std::int64_t results)
{
    const RunClock::TimePoint now = m_clock.now();
    m_seconds = secondsBetween(m_lastSeen, now) / static_cast<double>(results);
    m_lastSeen = now;
    m_measured = results;
    if (m_device.worksAhead()) {
        const double wanted =
            m_warm ? secondsAhead / std::max(m_seconds, 1e-9) : 2; // the first step's time is not typical
        m_most = static_cast<std::int64_t>(std::clamp(wanted, 2.0, static_cast<double>(maxStepsAhead)));
    }
}

void TrainingSteps::giveUp()
{
    if (m_sum && m_group->rank() == 0) {
        m_group->tell(inBytes({Order::Kind::GiveUp}));
    } else if (m_sum) { // the results that rank 0 has taken
        m_device.finish();
        while (!idle() && m_solver.ready() > 0) {
            take();
        }
    }
    m_solver.forgetAsked();
    const std::uint64_t batches = m_batches->cursor().batches + m_done;
    if (m_underWay > 0) { // the steps after it have put their batches into the net
        m_onDevice->seek(batches - 1, pass());
        m_onDevice->prepare(1);
        m_onDevice->next();
    }
    m_onDevice->seek(batches, pass());
    m_underWay = 0;
    m_measured = 0;
}

/// The number of the next step's first batch among all that were trained on.
std::uint64_t TrainingSteps::pass() const
{
    return static_cast<std::uint64_t>(m_solver.iteration() * m_solver.batchesPerUpdate());
}

BatchCursor TrainingSteps::cursor() const
{
    assert(idle());
    if (const BatchCursor* const cursor = m_onDevice->cursor()) {
        return *cursor;
    }
    return m_batches->cursor(m_done);
}

void TrainingSteps::seek(const BatchCursor& cursor)
{
    m_batches->seek(cursor);
    m_done = 0;
    m_onDevice->seek(cursor.batches, pass());
}

} // namespace engine
