// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/contestant.h"

#include "app/studio/session/will_it_fit.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"

namespace studio {
namespace {

constexpr std::int64_t beyondAnyRace = 1'000'000'000'000; ///< iterations

/// The training of one contender: it ends when the race stops it, so that nothing is validated or saved.
TrainingRequest requestFor(const contest::Contender& contender, TrainingRequest request)
{
    request.id = 1;
    request.name = contender.name;
    request.checkpoint.clear();
    const auto set = [&](const char* key, std::optional<engine::ParamValue> value) {
        request.settings.erase(key);
        if (value) {
            request.settings.emplace(key, *value);
        }
    };
    set("engine", contender.engine);
    set("device", contender.device.name);
    const auto& precision = contender.device.precision;
    set("precision",
        precision ? std::optional<engine::ParamValue>(std::string(engine::nameOf(*precision))) : std::nullopt);
    set("iterations", beyondAnyRace);
    for (const char* never : {"validate_every", "sample_every"}) {
        set(never, std::int64_t{0});
    }
    const engine::RunLimits none;
    engine::RunLimits::each(none, [&](const char* key, const auto&) {
        if (std::string_view(key) != "max_temperature") { // which ends no run
            set(key, std::nullopt);
        }
    });
    request.resume.clear();
    request.digestsWeights = true;
    return request;
}

} // namespace

Contestant::Contestant(const contest::Contender& contender, const TrainingRequest& request, const RaceLimit& limit,
                       QObject* parent)
    : QObject(parent), m_contender(contender), m_request(requestFor(contender, request)), m_limit(limit)
{
    connect(&m_session, &TrainingSession::started, this, [this](const engine::StartEvent& start) {
        m_meter = RaceMeter(start.busId);
        if (m_last) {
            m_meter.add(*m_last, 0);
        }
        countMemory(start);
        emit weightsKnown();
        if (m_failure.isEmpty()) {
            come(State::Training);
        }
    });
    connect(&m_session, &TrainingSession::curveGrew, this, &Contestant::follow);
    // A disk that fails pauses a run; a race does not wait until that is mended.
    connect(&m_session, &TrainingSession::troubled, this, &Contestant::fail);
    connect(&m_session, &TrainingSession::failed, this,
            [this](const QString& sentence) { end(State::Failed, sentence); });
    connect(&m_session, &TrainingSession::ended, this, [this](engine::EndReason reason, const QString& detail) {
        if (reason == engine::EndReason::Diverged) {
            end(State::Done, tr("diverged: %1").arg(detail));
        } else {
            end(m_hasReachedLimit ? State::Done : State::Stopped, {});
        }
    });
}

void Contestant::start()
{
    come(State::Starting);
    try {
        m_session.start(m_request);
    } catch (const engine::Error& error) {
        end(State::Failed, editor::inWords(error));
    }
}

void Contestant::stop()
{
    if (m_state == State::Waiting) {
        come(State::Stopped);
    } else {
        m_session.stop();
    }
}

void Contestant::fail(const QString& sentence)
{
    m_failure = sentence;
    m_session.stop();
}

void Contestant::add(const engine::DeviceReading& reading)
{
    m_last = reading;
    if (m_state == State::Training && m_session.state() == TrainingSession::State::Running) {
        m_meter.add(reading, m_curve.empty() ? 0 : m_curve.seconds(m_curve.size() - 1));
    }
}

void Contestant::follow(const RunCurve& curve)
{
    m_curve.follow(curve);
    m_hasReachedLimit = studio::isOver(m_curve, m_limit);
    m_curve.cut(pointsWithin(m_curve, m_limit));
    m_means.follow(m_curve);
    if (m_hasReachedLimit) {
        m_session.stop();
    }
}

std::int64_t Contestant::bytes() const
{
    return isCounted() ? m_counted : m_session.run().deviceBytes;
}

void Contestant::countMemory(const engine::StartEvent& start)
{
    if (!isCounted()) {
        return;
    }
    try {
        const engine::RunPlace place = engine::placeFor(m_contender.device, m_contender.engine);
        m_counted = willItFit(engine::readModel(start.model, "the model"), m_request.solver, place, m_contender.engine)
                        .parts.onDevice();
    } catch (const engine::Error&) {
        m_counted = 0; // the table says that it is not known
    }
}

void Contestant::come(State state)
{
    m_state = state;
    emit changed();
}

void Contestant::end(State state, const QString& sentence)
{
    m_sentence = m_failure.isEmpty() ? sentence : m_failure;
    come(m_failure.isEmpty() ? state : State::Failed);
}

} // namespace studio
