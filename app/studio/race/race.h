// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/contest/curves.h"
#include "app/contest/measurement.h"
#include "app/studio/race/race_figures.h"
#include "app/studio/race/race_meter.h"
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "editor/work/latest_work.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <QObject>
#include <QString>
#include <QTimer>
#include <stop_token>
#include <vector>

namespace studio {

/// One contender in a race: what its process has trained, and what its device's meters show.
class Contestant {
public:
    enum class State { Waiting, Starting, Training, Done, Stopped, Failed };

    Contestant(const contest::Contender& contender, const RaceLimit& limit) : m_contender(contender), m_limit(limit) {}

    void follow(const contest::Lap& lap); ///< what it has trained since the lap before; its meters are for add()
    void add(const contest::MeterReading& reading);

    const contest::Contender& contender() const { return m_contender; }
    State state() const { return m_state; }
    bool isAtWork() const { return m_state == State::Starting || m_state == State::Training; }
    bool isOver() const { return m_state >= State::Done; }
    const QString& sentence() const { return m_sentence; } ///< why it failed, or where it diverged; else empty
    const engine::Curve& curve() const { return m_curve; } ///< within the limit
    const contest::LossSums& sums() const { return m_sums; }
    const RaceMeter& meter() const { return m_meter; }
    const contest::Loaded& loaded() const { return m_loaded; }      ///< empty before it can train
    std::int64_t bytes() const { return m_memory.whereItTrains(); } ///< the most that it held at once; 0: not known

    /// See contest::TimeToLoss.
    std::optional<double> secondsTo(double loss, std::int64_t window) const
    {
        return m_toLoss.first(m_curve, loss, window);
    }

private:
    friend class Race;

    contest::Contender m_contender;
    RaceLimit m_limit;
    State m_state = State::Waiting;
    QString m_sentence;
    bool m_isRefused = false; ///< for its first weights: its process ends
    contest::Loaded m_loaded = {};
    engine::Curve m_curve;
    contest::LossSums m_sums{m_curve};
    mutable contest::TimeToLoss m_toLoss; ///< remembers what it has read of the curve
    RaceMeter m_meter;
    double m_share = 0; ///< percent of the processors that its process takes
    contest::Memory m_memory = {};
    std::stop_source m_stop;   ///< of its process, whose end is told all the same
    editor::LatestWork m_work; // waits for its process; last, so that it ends before what it uses goes
};

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
    const engine::DataKind& kind() const;                        ///< of its data

    /// What `hamnet compare` says of those that trained a step and did not fail; empty: they are not two yet.
    engine::Sentence verdict() const;

signals:
    void stateChanged(); ///< or what it waits for
    void grew();         ///< a state, or a few times a second: curves and meters

private:
    void beginIfAlone();
    void begin();
    void advance();
    void launch(Contestant& one);
    editor::LatestWork::Deliver train(Contestant& one, const contest::Measurement& measurement,
                                      const editor::LatestWork::Screen& screen);
    void take(Contestant& one, const contest::Loaded& loaded);
    void take(Contestant& one, const contest::Lap& lap);
    void end(Contestant& one, Contestant::State state, const QString& sentence);

    TrainingSession& m_run;
    GenerationSession& m_writing;
    State m_state = State::Idle;
    TrainingRequest m_request;
    contest::Measurement m_net; ///< that all train, with the number of threads
    RaceLimit m_limit;
    std::uint64_t m_seed = 0;
    QTimer m_tick;                                          ///< while it runs
    mutable contest::LossDistances m_distances;             ///< remembers what it has read of the curves
    std::vector<std::unique_ptr<Contestant>> m_contestants; ///< last, as their threads use the others
};

} // namespace studio
