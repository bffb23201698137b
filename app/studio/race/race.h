// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/contest/measurement.h"
#include "app/studio/session/generation_session.h"
#include "app/studio/session/training_session.h"
#include "editor/work/latest_work.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <QObject>
#include <QString>
#include <QTimer>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace studio {

/// Both may be given: whichever comes first ends a contender's part.
struct RaceLimit {
    std::optional<double> seconds = {};          ///< of training
    std::optional<std::int64_t> iterations = {}; ///< at least 1
};

/// How many points of a curve lie within the limit: an iteration that ended after the time is not one.
std::size_t pointsWithin(const engine::Curve& curve, const RaceLimit& limit);

/// How many iterations to train before looking again, a tenth of a second of them, after so many iterations and seconds
/// with steps that take so long; 0 where the limit is reached.
std::int64_t nextLap(const RaceLimit& limit, std::int64_t iterations, double seconds, double stepSeconds);

/// Mean over all steps but the first, which makes what the others use; of that one where it is the only one. Nothing
/// without a step.
std::optional<double> stepSeconds(const engine::Curve& curve);

/// One contender in a race, and what its process has told.
struct Contestant {
    enum class State { Waiting, Starting, Training, Done, Stopped, Failed };

    contest::Contender contender;
    RunRecord run = {}; ///< its name, and its curve within the limit; nothing keeps it
    State state = State::Waiting;
    QString sentence = {};       ///< why it failed, or where it diverged; else empty
    contest::Loaded loaded = {}; ///< empty before it can train
    contest::Memory memory = {}; ///< the most that it held at once
    contest::Effort effort = {}; ///< since the end of its first step

    bool isOver() const { return state >= State::Done; }
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
    void train(Contestant& one, const editor::LatestWork::Screen& screen);
    QString unlikeOthers(const Contestant& one, const std::string& weights);
    void noteState();

    TrainingSession& m_run;
    GenerationSession& m_writing;
    State m_state = State::Idle;
    TrainingRequest m_request;
    engine::RunDescription m_net; ///< that all train
    RaceLimit m_limit;
    std::uint64_t m_seed = 0;
    QTimer m_tick; ///< while it runs
    std::mutex m_mutex;
    /// Of those that could train and have not failed; guarded by m_mutex.
    std::vector<std::pair<const Contestant*, std::string>> m_weights;
    std::stop_source m_stop; ///< of all processes, whose end is told all the same
    std::vector<std::unique_ptr<Contestant>> m_contestants;
    std::vector<std::unique_ptr<editor::LatestWork>> m_devices; // a thread for each; last, as they use the others
};

} // namespace studio
