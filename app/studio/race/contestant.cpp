// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/contestant.h"

#include "app/contest/engine_process.h"
#include "editor/document/sentence_words.h"
#include "engine/graph/error.h"

#include <exception>
#include <numeric>
#include <utility>

namespace studio {

Contestant::Contestant(const contest::Contender& contender, const contest::Measurement& net, const RaceLimit& limit,
                       QObject* parent)
    : QObject(parent), m_contender(contender), m_measurement(net), m_limit(limit)
{
    m_measurement.run.settings.insert_or_assign("engine", contender.engine.value_or(""));
    m_measurement.device = contender.device;
    m_measurement.device.threads = net.device.threads;
}

void Contestant::start()
{
    come(State::Starting);
    m_thread = std::jthread([this](const std::stop_token& stop) { train(stop); });
}

void Contestant::stop()
{
    m_thread.request_stop();
    if (m_state == State::Waiting) {
        come(State::Stopped);
    }
}

void Contestant::fail(const QString& sentence)
{
    m_failure = sentence;
    m_thread.request_stop();
}

/// On the thread that waits for the process; what it tells arrives on the screen's.
void Contestant::train(const std::stop_token& stop)
{
    const auto tell = [this](auto what) { QMetaObject::invokeMethod(this, std::move(what), Qt::QueuedConnection); };
    try {
        contest::Measurement measurement = m_measurement;
        measurement.goOn = engine::until(stop);
        contest::EngineProcess process(measurement);
        tell([this, loaded = process.loaded()] { begin(loaded); });
        std::int64_t iterations = 0, count = 1; // the first step by itself: it makes what the others use
        for (double seconds = 0; count > 0;) {
            contest::Lap lap = process.lap(count);
            const double took = std::accumulate(lap.steps.seconds.begin(), lap.steps.seconds.end(), 0.0);
            const double step = took / static_cast<double>(count);
            iterations += count;
            seconds += took;
            count = lap.divergence.empty() ? nextLap(m_limit, iterations, seconds, step) : 0;
            tell([this, lap = std::move(lap)] { follow(lap); });
        }
        tell([this] { end(State::Done, {}); });
    } catch (const engine::CancelledError&) {
        tell([this] { end(State::Stopped, {}); });
    } catch (const std::exception& error) {
        tell([this, sentence = editor::inWords(error)] { end(State::Failed, sentence); });
    }
}

void Contestant::begin(const contest::Loaded& loaded)
{
    m_loaded = loaded;
    emit weightsKnown();
    if (m_failure.isEmpty()) {
        come(State::Training);
    }
}

void Contestant::follow(const contest::Lap& lap)
{
    for (const contest::MeterReading& reading : lap.meters) {
        m_share = reading.process.value_or(0);
        emit metered(reading);
    }
    m_memory = lap.memory;
    contest::append(m_curve, lap.steps.seconds, lap.steps.losses);
    m_curve.cut(pointsWithin(m_curve, m_limit));
    m_sums.follow();
    if (!lap.divergence.empty()) {
        m_sentence = tr("diverged: %1").arg(editor::inWords(lap.divergence));
    }
}

void Contestant::add(const contest::MeterReading& reading)
{
    m_meter.add(reading, m_curve.empty() ? 0 : m_curve.seconds(m_curve.size() - 1));
}

void Contestant::come(State state)
{
    m_state = state;
    emit changed();
}

void Contestant::end(State state, const QString& sentence)
{
    if (!m_failure.isEmpty() || state == State::Failed) {
        m_sentence = m_failure.isEmpty() ? sentence : m_failure;
        state = State::Failed;
    }
    come(state);
}

} // namespace studio

#include "moc_contestant.cpp"
