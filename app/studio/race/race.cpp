// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace studio {
namespace {

constexpr std::chrono::milliseconds interval{200}; ///< between two pictures: the meters' figures are no newer

std::string deviceOf(const Contestant& contestant)
{
    return engine::folded(contestant.contender().device.name);
}

} // namespace

Race::Race(TrainingSession& run, GenerationSession& writing, QObject* parent)
    : QObject(parent), m_run(run), m_writing(writing)
{
    m_tick.setInterval(interval);
    connect(&m_tick, &QTimer::timeout, this, &Race::grew);
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

/// Asks all of them first: the destructors then wait for processes that end side by side.
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
    const engine::RunPlan plan = planOf(request);
    contest::Measurement net{.run = request.run, .device = plan.device};
    net.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(plan.seed));
    m_seed = plan.seed;
    m_request = request;
    m_limit = limit;
    m_contestants.clear();
    m_distances = {};
    for (const contest::Contender& contender : contenders) {
        m_contestants.push_back(std::make_unique<Contestant>(contender, net, limit));
        Contestant* const one = m_contestants.back().get();
        connect(one, &Contestant::weightsKnown, this, [this, one] { compareWeights(*one); });
        connect(one, &Contestant::metered, this,
                [this, one](const contest::MeterReading& reading) { add(*one, reading); });
        connect(one, &Contestant::changed, this, &Race::advance, Qt::QueuedConnection); // later: this may be start()
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
    m_tick.start();
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
        if (one->isAtWork()) {
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
        m_tick.stop();
        m_state = State::Idle;
        emit stateChanged();
    }
}

bool Race::readsText() const
{
    return !engine::learnsSequences(m_request.run.model);
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
        if (counts && !one->loaded().weights.empty() && one->loaded().weights != contestant.loaded().weights) {
            contestant.fail(tr("does not start from the same weights as %1, so that they cannot be compared")
                                .arg(QString::fromStdString(one->contender().name)));
            return;
        }
    }
}

/// What the others in the race take of the processors is no other program's.
void Race::add(Contestant& contestant, contest::MeterReading reading)
{
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        if (one.get() != &contestant && reading.machine) {
            *reading.machine -= one->share();
        }
    }
    contestant.add(reading);
}

engine::Sentence Race::verdict() const
{
    std::vector<contest::Figures> figures;
    std::vector<const engine::Curve*> curves;
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        if (!one->curve().empty() && one->state() != Contestant::State::Failed) {
            figures.push_back(
                {.name = one->contender().name, .stepSeconds = *stepSeconds(one->curve()), .bytes = one->bytes()});
            curves.push_back(&one->curve());
        }
    }
    const bool isAlone = figures.size() == 1 && m_state == State::Idle;
    return figures.size() > 1 || isAlone ? contest::sentenceOf(figures, m_distances.of(curves)) : engine::Sentence();
}

} // namespace studio

#include "moc_race.cpp"
