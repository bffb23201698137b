// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/verdict.h"
#include "app/studio/race/contestant.h"
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"

#include <memory>
#include <QObject>
#include <QTimer>
#include <vector>

namespace studio {

/// Several engines train one net from the same weights: those on one device one after another, those on different
/// devices at once. Lives on the GUI thread, as do its signals.
class Race : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Waiting, Running };
    Q_ENUM(State)

    /// A race waits until `run` and `writing` are idle: what else computes would take part of the devices.
    Race(TrainingSession& run, GenerationSession& writing, QObject* parent = nullptr);
    ~Race() override; ///< stops all and waits for them

    /// Idle -> Waiting or Running, and what the race before came to is forgotten. Net, seed, data and weights are the
    /// request's; engine, device and precision are the contenders'. The limit has one part at least. Asked for in
    /// another state it does nothing. Throws Error for settings out of range, before anything has begun.
    void start(const TrainingRequest& request, const std::vector<contest::Contender>& contenders,
               const RaceLimit& limit);

    void stop(); ///< all of them; Idle follows, with what they came to

    State state() const { return m_state; }
    const std::vector<std::unique_ptr<Contestant>>& contestants() const { return m_contestants; }
    const TrainingRequest& request() const { return m_request; } ///< of the race under way, or of the last one
    const RaceLimit& limit() const { return m_limit; }           ///< the same
    std::uint64_t seed() const { return m_seed; }                ///< the same
    bool readsText() const;                                      ///< the same; else sequences

    /// What `hamnet compare` says of those that trained a step and did not fail; empty: they are not two yet.
    engine::Sentence verdict() const;

signals:
    void stateChanged(); ///< or what it waits for
    void grew();         ///< a state, or a few times a second: curves and meters

private:
    void beginIfAlone();
    void begin();
    void advance();
    void compareWeights(Contestant& contestant);
    void add(Contestant& contestant, contest::MeterReading reading);

    TrainingSession& m_run;
    GenerationSession& m_writing;
    State m_state = State::Idle;
    TrainingRequest m_request;
    RaceLimit m_limit;
    std::uint64_t m_seed = 0;
    QTimer m_tick; ///< while it runs
    std::vector<std::unique_ptr<Contestant>> m_contestants;

    mutable contest::LossDistances m_distances; ///< remembers what it has read of the curves
};

} // namespace studio
