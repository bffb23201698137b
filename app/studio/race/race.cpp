// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/race.h"

#include "app/contest/engine_process.h"
#include "app/contest/verdict.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <numeric>
#include <set>
#include <utility>

namespace studio {
namespace {

constexpr std::chrono::milliseconds interval{200}; ///< between two pictures: the meters' figures are no newer

std::string deviceOf(const Contestant& contestant)
{
    return engine::folded(contestant.contender().device.name);
}

} // namespace

void Contestant::follow(const contest::Lap& lap)
{
    m_memory = lap.memory;
    contest::append(m_curve, lap.steps.seconds, lap.steps.losses);
    m_curve.cut(pointsWithin(m_curve, m_limit));
    m_sums.follow();
    if (!lap.divergence.empty()) {
        m_sentence = Race::tr("diverged: %1").arg(editor::inWords(lap.divergence));
    }
}

void Contestant::add(const contest::MeterReading& reading)
{
    m_meter.add(reading, m_curve.empty() ? 0 : m_curve.seconds(m_curve.size() - 1));
}

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
        contestant->m_stop.request_stop();
    }
}

void Race::start(const TrainingRequest& request, const std::vector<contest::Contender>& contenders,
                 const RaceLimit& limit)
{
    if (m_state != State::Idle) {
        return;
    }
    const engine::RunSettings settings = runSettingsOf(request);
    m_net = {.run = request.run, .device = settings.device};
    m_net.run.settings.insert_or_assign("seed", static_cast<std::int64_t>(settings.seed));
    m_seed = settings.seed;
    m_request = request;
    m_limit = limit;
    m_contestants.clear();
    m_distances = {};
    for (const contest::Contender& contender : contenders) {
        m_contestants.push_back(std::make_unique<Contestant>(contender, limit));
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
            launch(*one);
        }
    }
    emit grew();
    if (std::ranges::all_of(m_contestants, [](const auto& one) { return one->isOver(); })) {
        m_tick.stop();
        m_state = State::Idle;
        emit stateChanged();
    }
}

const engine::DataKind& Race::kind() const
{
    return engine::dataKindOf(m_request.run.model);
}

void Race::stop()
{
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        one->m_stop.request_stop(); // its process ends at once
        if (one->m_state == Contestant::State::Waiting) {
            one->m_state = Contestant::State::Stopped;
        }
    }
    if (m_state == State::Waiting) {
        m_state = State::Idle;
        emit stateChanged();
    }
    advance();
}

void Race::launch(Contestant& one)
{
    contest::Measurement measurement = m_net;
    measurement.run.settings.insert_or_assign("engine", one.m_contender.engine.value_or(""));
    measurement.device = one.m_contender.device;
    measurement.device.threads = m_net.device.threads;
    one.m_state = Contestant::State::Starting;
    measurement.goOn = engine::until(one.m_stop.get_token());
    one.m_work.start([this, &one, measurement](const editor::LatestWork::Screen& screen) {
        return train(one, measurement, screen);
    });
}

/// On the thread that waits for the process.
editor::LatestWork::Deliver Race::train(Contestant& one, const contest::Measurement& measurement,
                                        const editor::LatestWork::Screen& screen)
{
    const auto end = [&](Contestant::State state, const QString& sentence = {}) {
        return [this, &one, state, sentence] { this->end(one, state, sentence); };
    };
    try {
        contest::EngineProcess process(measurement);
        screen.tell([this, &one, loaded = process.loaded()] { take(one, loaded); });
        std::int64_t iterations = 0, count = 1; // the first step by itself: it makes what the others use
        for (double seconds = 0; count > 0;) {
            contest::Lap lap = process.lap(count);
            const double took = std::accumulate(lap.steps.seconds.begin(), lap.steps.seconds.end(), 0.0);
            const double step = took / static_cast<double>(count);
            iterations += count;
            seconds += took;
            count = lap.divergence.empty() ? nextLap(one.m_limit, iterations, seconds, step) : 0;
            screen.tell([this, &one, lap = std::move(lap)] { take(one, lap); });
        }
        return end(Contestant::State::Done);
    } catch (const engine::CancelledError&) {
        return end(Contestant::State::Stopped);
    } catch (const std::exception& error) {
        return end(Contestant::State::Failed, editor::inWords(error));
    }
}

/// Its weights are compared with those of the first that has any.
void Race::take(Contestant& one, const contest::Loaded& loaded)
{
    one.m_loaded = loaded;
    const auto isOther = [&](const auto& other) {
        return other.get() != &one && other->m_state != Contestant::State::Failed && !other->m_loaded.weights.empty() &&
               other->m_loaded.weights != loaded.weights;
    };
    const auto other = std::ranges::find_if(m_contestants, isOther);
    if (other == m_contestants.end()) {
        one.m_state = Contestant::State::Training;
    } else {
        one.m_sentence = tr("does not start from the same weights as %1, so that they cannot be compared")
                             .arg(QString::fromStdString((*other)->m_contender.name));
        one.m_isRefused = true;
        one.m_stop.request_stop();
    }
    advance();
}

/// What the others in the race take of the processors is no other program's.
void Race::take(Contestant& one, const contest::Lap& lap)
{
    for (contest::MeterReading reading : lap.meters) {
        one.m_share = reading.process.value_or(0);
        for (const std::unique_ptr<Contestant>& other : m_contestants) {
            if (other.get() != &one && reading.machine && other->isAtWork()) {
                *reading.machine -= other->m_share;
            }
        }
        one.add(reading);
    }
    if (!one.m_isRefused) {
        one.follow(lap);
    }
}

void Race::end(Contestant& one, Contestant::State state, const QString& sentence)
{
    if (state == Contestant::State::Failed && !one.m_isRefused) {
        one.m_sentence = sentence;
    }
    one.m_state = one.m_isRefused ? Contestant::State::Failed : state;
    advance();
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
