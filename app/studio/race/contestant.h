// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/contender.h"
#include "app/contest/curves.h"
#include "app/contest/measurement.h"
#include "app/studio/race/race_figures.h"
#include "app/studio/race/race_meter.h"

#include <cstdint>
#include <optional>
#include <QObject>
#include <QString>
#include <stop_token>
#include <string>
#include <thread>

namespace studio {

/// One contender in a race: its training, in a process of its own, and what its device's meters show. A thread waits
/// for the process.
class Contestant : public QObject {
    Q_OBJECT

public:
    enum class State { Waiting, Starting, Training, Done, Stopped, Failed };
    Q_ENUM(State)

    /// `net` is what all train, with the number of threads; engine, device and precision are the contender's.
    Contestant(const contest::Contender& contender, const contest::Measurement& net, const RaceLimit& limit,
               QObject* parent = nullptr);

    void start();
    void stop();                          ///< its process ends at once, also where it still waits; Stopped follows
    void fail(const QString& sentence);   ///< stops, and gives up what it has
    void follow(const contest::Lap& lap); ///< what it has trained since the lap before; those of its process come here
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

    /// Percent of the processors that its process takes.
    double share() const { return isAtWork() ? m_share : 0; }

    /// See contest::TimeToLoss.
    std::optional<double> secondsTo(double loss, std::int64_t window) const
    {
        return m_toLoss.first(m_curve, loss, window);
    }

signals:
    void weightsKnown();                                ///< loaded() has their digest
    void changed();                                     ///< the state
    void metered(const contest::MeterReading& reading); ///< to be given to add()

private:
    void train(const std::stop_token& stop);
    void begin(const contest::Loaded& loaded);
    void come(State state);
    void end(State state, const QString& sentence);

    contest::Contender m_contender;
    contest::Measurement m_measurement;
    RaceLimit m_limit;
    State m_state = State::Waiting;
    QString m_sentence, m_failure; ///< the latter: fail() was called
    contest::Loaded m_loaded = {};
    engine::Curve m_curve;
    contest::LossSums m_sums{m_curve};
    mutable contest::TimeToLoss m_toLoss; ///< remembers what it has read of the curve
    RaceMeter m_meter;
    double m_share = 0;
    contest::Memory m_memory = {};
    std::jthread m_thread; // last, so that it joins before what it uses goes
};

} // namespace studio
