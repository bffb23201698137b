// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/race/contestant.h"

#include "app/contest/weights_digest.h"
#include "app/studio/session/will_it_fit.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/go_on.h"

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
    return request;
}

} // namespace

Contestant::Contestant(const contest::Contender& contender, const TrainingRequest& request, const RaceLimit& limit,
                       QObject* parent)
    : QObject(parent), m_contender(contender), m_request(requestFor(contender, request)), m_limit(limit)
{
    connect(&m_session, &TrainingSession::started, this, [this](const TrainingStart& start) {
        m_meter = RaceMeter(start.busId);
        if (m_last) {
            m_meter.add(*m_last, 0);
        }
        countMemory(start);
        if (m_failure.isEmpty()) {
            come(State::Training);
        }
    });
    connect(&m_session, &TrainingSession::curveGrew, this, [this](const RunCurve& grown) {
        for (std::size_t index = m_curve.size(); index < grown.size(); ++index) {
            m_curve.push_back(grown[index]);
        }
        if (studio::isOver(m_curve, m_limit)) {
            m_session.stop();
        }
        emit grew();
    });
    // A disk that fails pauses a run; a race does not wait until that is mended.
    connect(&m_session, &TrainingSession::troubled, this, &Contestant::fail);
    connect(&m_session, &TrainingSession::failed, this,
            [this](const QString& sentence) { end(State::Failed, sentence); });
    connect(&m_session, &TrainingSession::ended, this, [this](engine::EndReason reason, const QString& detail) {
        if (reason == engine::EndReason::Diverged) {
            end(State::Done, tr("diverged: %1").arg(detail));
        } else {
            end(studio::isOver(m_curve, m_limit) ? State::Done : State::Stopped, {});
        }
    });
}

void Contestant::start()
{
    come(State::Starting);
    m_curve.clear();
    m_session.start(m_request);
    // Asked for before the run begins, it is taken before the first step.
    m_session.snapshot([this](const std::shared_ptr<const NetSnapshot>& net) {
        if (net && net->iteration == begun().iteration) {
            m_firstWeights = contest::digestOf(net->weights);
            emit weightsKnown();
        }
    });
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
    if (m_state == State::Training && m_session.state() == TrainingSession::State::Running && !curve().empty()) {
        m_meter.add(reading, curve().back().seconds);
    }
}

std::span<const CurvePoint> Contestant::curve() const
{
    return within(m_curve, m_limit);
}

std::int64_t Contestant::bytes() const
{
    return isCounted() ? m_counted : m_session.progressNow().deviceBytes;
}

void Contestant::countMemory(const TrainingStart& start)
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
