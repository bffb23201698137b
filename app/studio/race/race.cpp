// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race.h"

#include "engine/graph/sentence.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace studio {
namespace {

constexpr std::chrono::milliseconds interval{200}; ///< of the meters: a GPU's own figures are no newer

std::string deviceOf(const Contestant& contestant)
{
    return engine::folded(contestant.contender().device.name);
}

} // namespace

Race::Race(TrainingSession& run, GenerationSession& writing, QObject* parent)
    : QObject(parent), m_run(run), m_writing(writing)
{
    m_poll.setInterval(interval);
    connect(&m_poll, &QTimer::timeout, this, &Race::poll);
    // Later: who else hears that something has ended may begin something by that.
    const auto later = [this](auto signal, auto* sender) {
        connect(sender, signal, this, &Race::beginIfAlone, Qt::QueuedConnection);
    };
    later(&TrainingSession::stateChanged, &run);
    later(&GenerationSession::finished, &writing);
    later(&GenerationSession::failed, &writing);
    later(&GenerationSession::surprised, &writing);
    later(&GenerationSession::placeFound, &writing);
}

/// Asks all of them first: the destructors then wait for threads that end side by side.
Race::~Race()
{
    for (const std::unique_ptr<Contestant>& contestant : m_contestants) {
        disconnect(contestant.get(), nullptr, this, nullptr);
        contestant->stop();
    }
}

void Race::start(const TrainingRequest& request, const std::vector<contest::Contender>& contenders,
                 const RaceLimit& limit)
{
    if (m_state != State::Idle) {
        return;
    }
    m_seed = planOf(request).seed;
    m_request = request;
    m_limit = limit;
    m_contestants.clear();
    m_distances = {};
    for (const contest::Contender& contender : contenders) {
        m_contestants.push_back(std::make_unique<Contestant>(contender, request, limit));
        Contestant* const one = m_contestants.back().get();
        connect(one, &Contestant::weightsKnown, this, [this, one] { compareWeights(*one); });
        // Later: its session has just ended, and is not to see another one begin before it is through.
        connect(one, &Contestant::changed, this, &Race::advance, Qt::QueuedConnection);
    }
    m_state = State::Waiting;
    beginIfAlone();
}

void Race::beginIfAlone()
{
    if (m_state != State::Waiting) {
        return;
    }
    if (m_run.isBusy() || m_writing.isBusy()) {
        emit stateChanged();
    } else {
        begin();
    }
}

void Race::begin()
{
    m_state = State::Running;
    m_monitor = std::make_unique<engine::DeviceMonitor>(engine::DeviceMonitor::Settings{.interval = interval});
    m_poll.start();
    emit stateChanged();
    advance();
}

/// Starts the next on each device that is free. The race is over when none is left.
void Race::advance()
{
    if (m_state != State::Running) {
        return;
    }
    std::set<std::string> taken;
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        if (one->state() == Contestant::State::Starting || one->state() == Contestant::State::Training) {
            taken.insert(deviceOf(*one));
        }
    }
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        if (one->state() == Contestant::State::Waiting && taken.insert(deviceOf(*one)).second) {
            one->start();
        }
    }
    emit grew();
    if (std::ranges::all_of(m_contestants, [](const auto& one) { return one->isOver(); })) {
        m_poll.stop();
        m_monitor.reset();
        m_state = State::Idle;
        emit stateChanged();
    }
}

void Race::stop()
{
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        if (!one->isOver()) {
            one->stop();
        }
    }
    if (m_state == State::Waiting) {
        m_state = State::Idle;
        emit stateChanged();
    }
}

/// Against the first whose weights are known.
void Race::compareWeights(Contestant& contestant)
{
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        const bool counts = one.get() != &contestant && one->state() != Contestant::State::Failed;
        if (counts && !one->firstWeights().empty() && one->firstWeights() != contestant.firstWeights()) {
            contestant.fail(tr("does not start from the same weights as %1, so that they cannot be compared")
                                .arg(QString::fromStdString(one->contender().name)));
            return;
        }
    }
}

void Race::poll()
{
    for (const engine::DeviceReading& reading : m_monitor->take()) {
        for (const std::unique_ptr<Contestant>& one : m_contestants) {
            one->add(reading);
        }
    }
    emit grew();
}

/// Those that are compared.
std::vector<const Contestant*> Race::compared() const
{
    std::vector<const Contestant*> some;
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        if (!one->curve().empty() && one->state() != Contestant::State::Failed) {
            some.push_back(one.get());
        }
    }
    return some;
}

std::vector<contest::Figures> Race::figures() const
{
    std::vector<contest::Figures> all;
    for (const Contestant* const one : compared()) {
        all.push_back(
            {.name = one->contender().name, .stepSeconds = *stepSeconds(one->curve()), .bytes = one->bytes()});
    }
    return all;
}

std::optional<contest::Verdict> Race::verdict() const
{
    std::vector<const engine::Curve*> curves;
    for (const Contestant* const one : compared()) {
        curves.push_back(&one->curve().points());
    }
    return contest::verdictOf(figures(), m_distances.of(curves));
}

} // namespace studio
