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
#include <cmath>
#include <exception>
#include <map>

namespace studio {
namespace {

constexpr std::chrono::milliseconds interval{200}; ///< between two pictures: the meters' figures are no newer

} // namespace

std::size_t pointsWithin(const engine::Curve& curve, const RaceLimit& limit)
{
    std::size_t count = curve.size();
    if (limit.iterations) {
        count = std::min(count, static_cast<std::size_t>(*limit.iterations));
    }
    while (limit.seconds && count > 0 && curve.seconds(count - 1) > *limit.seconds) { // of the last lap some may be
        --count;
    }
    return count;
}

std::int64_t nextLap(const RaceLimit& limit, std::int64_t iterations, double seconds, double stepSeconds)
{
    constexpr double longest = 0.1, shortestStep = 1e-6; // seconds
    const double time = limit.seconds ? std::min(*limit.seconds - seconds, longest) : longest;
    const std::int64_t steps = std::max<std::int64_t>(1, std::llround(time / std::max(stepSeconds, shortestStep)));
    return time <= 0 ? 0 : std::min(steps, limit.iterations ? *limit.iterations - iterations : steps);
}

std::optional<double> stepSeconds(const engine::Curve& curve)
{
    if (curve.empty()) {
        return std::nullopt;
    }
    const double first = curve.seconds(0), all = curve.back().seconds;
    return curve.size() == 1 ? first : (all - first) / static_cast<double>(curve.size() - 1);
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
    m_stop.request_stop();
}

void Race::start(const TrainingRequest& request, const std::vector<contest::Contender>& contenders,
                 const RaceLimit& limit)
{
    if (m_state != State::Idle) {
        return;
    }
    const engine::RunSettings settings = runSettingsOf(request);
    m_stop = {};
    m_net = request.run;
    m_net.settings.insert_or_assign("seed", static_cast<std::int64_t>(settings.seed));
    m_seed = settings.seed;
    m_request = request;
    m_limit = limit;
    m_devices.clear();
    m_contestants.clear();
    m_weights.clear();
    for (const contest::Contender& contender : contenders) {
        auto& one = *m_contestants.emplace_back(std::make_unique<Contestant>(Contestant{.contender = contender}));
        one.run.id = static_cast<int>(m_contestants.size());
        one.run.name = contender.name;
        one.contender.device.threads = settings.device.threads;
    }
    m_state = State::Waiting;
    beginIfAlone();
}

/// A thread for each device, which trains its contestants one after another.
void Race::beginIfAlone()
{
    if (m_state != State::Waiting) {
        return;
    }
    if (m_run.isBusy() || m_writing.isBusy()) {
        emit stateChanged();
        return;
    }
    m_state = State::Running;
    m_tick.start();
    std::map<std::string, std::vector<Contestant*>> byDevice;
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        byDevice[engine::folded(one->contender.device.name)].push_back(one.get());
    }
    for (const auto& [device, contestants] : byDevice) {
        m_devices.push_back(std::make_unique<editor::LatestWork>());
        m_devices.back()->start([this, contestants = contestants](const editor::LatestWork::Screen& screen) {
            for (Contestant* const one : contestants) {
                train(*one, screen);
            }
            return [] {};
        });
    }
    emit stateChanged();
}

const engine::DataKind& Race::kind() const
{
    return engine::dataKindOf(m_request.run.model);
}

void Race::stop()
{
    m_stop.request_stop(); // processes end at once
    if (m_state == State::Waiting) {
        for (const std::unique_ptr<Contestant>& one : m_contestants) {
            one->state = Contestant::State::Stopped;
        }
        noteState();
    }
}

/// After a contestant's state has changed. The race is over when all are.
void Race::noteState()
{
    emit grew();
    if (std::ranges::all_of(
            m_contestants, &Contestant::isOver, [](const auto& one) -> auto& { return *one; })) {
        m_tick.stop();
        m_state = State::Idle;
        emit stateChanged();
    }
}

/// On the thread that waits for the process.
void Race::train(Contestant& one, const editor::LatestWork::Screen& screen)
{
    const auto tell = [&](Contestant::State state, const QString& sentence = {}) {
        screen.tell([this, &one, state, sentence] {
            one.state = state;
            one.sentence = sentence.isEmpty() ? one.sentence : sentence;
            noteState();
        });
    };
    try {
        const engine::GoOn goOn = engine::until(m_stop.get_token());
        if (!goOn()) {
            throw engine::CancelledError("the race was stopped");
        }
        tell(Contestant::State::Starting);
        contest::EngineProcess process(one.contender, m_net, goOn);
        screen.tell([&one, loaded = process.loaded()] {
            one.loaded = loaded;
            one.run.start.kind = &loaded.dataKind();
            one.run.start.batchUnits = loaded.batchUnits;
            one.run.start.stepsPerEpoch = loaded.stepsPerEpoch;
        });
        if (const QString unlike = unlikeOthers(one, process.loaded().weights); !unlike.isEmpty()) {
            tell(Contestant::State::Failed, unlike);
            return;
        }
        tell(Contestant::State::Training);
        double before = 0;
        for (std::int64_t count = 1; count > 0;) { // the first step by itself: it makes what the others use
            const contest::Lap lap = process.lap(count);
            const auto size = static_cast<std::int64_t>(process.curve().size());
            const double seconds = size == 0 ? 0 : process.curve().back().seconds;
            const double step = (seconds - std::exchange(before, seconds)) / static_cast<double>(count);
            count = lap.divergence.empty() ? nextLap(m_limit, size, seconds, step) : 0;
            screen.tell([this, &one, memory = lap.memory, effort = lap.effort, divergence = lap.divergence,
                         curve = process.curve()] {
                one.memory = memory;
                one.effort = effort;
                one.run.curve = curve;
                one.run.curve.cut(pointsWithin(curve, m_limit));
                one.sentence = divergence.empty() ? QString() : tr("diverged: %1").arg(editor::inWords(divergence));
            });
        }
        tell(Contestant::State::Done);
    } catch (const engine::CancelledError&) {
        tell(Contestant::State::Stopped);
    } catch (const std::exception& error) {
        tell(Contestant::State::Failed, editor::inWords(error));
        const std::scoped_lock lock(m_mutex);
        std::erase_if(m_weights, [&](const auto& known) { return known.first == &one; });
    }
}

/// Weights are compared with those of the others that had any and have not failed; empty: they are the same.
QString Race::unlikeOthers(const Contestant& one, const std::string& weights)
{
    const std::scoped_lock lock(m_mutex);
    const auto other = std::ranges::find_if(m_weights, [&](const auto& known) { return known.second != weights; });
    if (other == m_weights.end()) {
        m_weights.emplace_back(&one, weights);
        return {};
    }
    return tr("does not start from the same weights as %1, so that they cannot be compared")
        .arg(QString::fromStdString(other->first->contender.name));
}

engine::Sentence Race::verdict() const
{
    std::vector<contest::Figures> figures;
    std::vector<const engine::Curve*> curves;
    for (const std::unique_ptr<Contestant>& one : m_contestants) {
        if (!one->run.curve.empty() && one->state != Contestant::State::Failed) {
            figures.push_back({.name = one->run.name,
                               .stepSeconds = *stepSeconds(one->run.curve),
                               .bytes = one->memory.whereItTrains()});
            curves.push_back(&one->run.curve);
        }
    }
    const bool isOver = m_state == State::Idle;
    if (figures.size() < (isOver ? 1 : 2)) {
        return {};
    }
    constexpr std::size_t quick = 10'000; // iterations that are compared again and again while it goes on
    const std::size_t all = curves.front()->size();
    return contest::sentenceOf(figures, contest::agreementOf(curves, isOver ? all : std::min(all, quick)));
}

} // namespace studio

#include "moc_race.cpp"
