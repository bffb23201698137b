// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/contest/curves.h"
#include "app/studio/race/race_figures.h"
#include "app/studio/race/race_meter.h"
#include "app/studio/session/training_session.h"

#include <optional>
#include <QObject>
#include <string>

namespace studio {

/// One contender in a race: its training, on a thread of its own as every training is, and its device's meters.
class Contestant : public QObject {
    Q_OBJECT

public:
    enum class State { Waiting, Starting, Training, Done, Stopped, Failed };
    Q_ENUM(State)

    /// `request` is of the net; engine, device and precision are the contender's.
    Contestant(const contest::Contender& contender, const TrainingRequest& request, const RaceLimit& limit,
               QObject* parent = nullptr);

    void start();                       ///< Failed follows where its settings are refused
    void stop();                        ///< also where it still waits; Stopped follows
    void fail(const QString& sentence); ///< stops, and gives up what it has
    void add(const engine::DeviceReading& reading);
    void follow(const RunCurve& curve); ///< what it has trained so far; its session's curves come here

    const contest::Contender& contender() const { return m_contender; }
    State state() const { return m_state; }
    bool isOver() const { return m_state >= State::Done; }
    const QString& sentence() const { return m_sentence; } ///< why it failed, or where it diverged; else empty
    const RunCurve& curve() const { return m_curve; }      ///< within the limit
    const LossMeans& means() const { return m_means; }     ///< of the curve

    /// See contest::TimeToLoss.
    std::optional<double> secondsTo(double loss, std::int64_t window) const
    {
        return m_toLoss.first(m_curve.points(), loss, window);
    }

    const RaceMeter& meter() const { return m_meter; }
    const engine::StartEvent& begun() const { return m_session.run().start; } ///< its engine, device and precision
    const std::string& firstWeights() const { return m_session.run().firstWeights; } ///< empty: not known yet

    /// That it held where it trains: of a GPU what was measured, of the processor what its engine counts; 0: not known.
    std::int64_t bytes() const;
    bool isCounted() const { return m_session.run().start.busId.empty(); }

signals:
    void weightsKnown(); ///< firstWeights() is there
    void changed();      ///< the state

private:
    void countMemory(const engine::StartEvent& start);
    void come(State state);
    void end(State state, const QString& sentence);

    contest::Contender m_contender;
    TrainingRequest m_request;
    RaceLimit m_limit;
    State m_state = State::Waiting;
    QString m_sentence, m_failure; ///< the latter: fail() was called
    std::int64_t m_counted = 0;    ///< bytes
    RunCurve m_curve;              ///< shares the points of the session's record
    bool m_hasReachedLimit = false;
    LossMeans m_means;
    mutable contest::TimeToLoss m_toLoss; ///< remembers what it has read of the curve
    RaceMeter m_meter;
    std::optional<engine::DeviceReading> m_last; ///< the meters' newest before it trains
    TrainingSession m_session;                   // last, so that its thread ends first
};

} // namespace studio
