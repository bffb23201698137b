// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/contest/verdict.h"
#include "app/studio/race/contestant.h"
#include "engine/devices/monitor/device_monitor.h"

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
    enum class State { Idle, WaitingForRun, Running };
    Q_ENUM(State)

    /// A race waits until `run` is idle: what else trains would take part of the device.
    explicit Race(TrainingSession& run, QObject* parent = nullptr);
    ~Race() override; ///< stops all and waits for them

    /// Idle -> WaitingForRun or Running, and what the race before came to is forgotten. Net, seed, data and weights are
    /// the request's; engine, device and precision are the contenders'. The limit has one part at least. Asked for in
    /// another state it does nothing.
    void start(const TrainingRequest& request, const std::vector<contest::Contender>& contenders,
               const RaceLimit& limit);

    void stop(); ///< all of them; Idle follows, with what they came to

    State state() const { return m_state; }
    const std::vector<std::unique_ptr<Contestant>>& contestants() const { return m_contestants; }
    const TrainingRequest& request() const { return m_request; } ///< of the race under way, or of the last one
    const RaceLimit& limit() const { return m_limit; }           ///< the same

    /// What the verdict is made from: those that trained a step and did not fail.
    std::vector<contest::Figures> figures() const;

signals:
    void stateChanged();
    void grew(); ///< a curve, a state or a meter of one of them

private:
    void begin();
    void advance();
    void compareWeights(Contestant& contestant);
    void poll();

    TrainingSession& m_run;
    State m_state = State::Idle;
    TrainingRequest m_request;
    RaceLimit m_limit;
    std::unique_ptr<engine::DeviceMonitor> m_monitor; ///< while it runs
    QTimer m_poll;
    std::vector<std::unique_ptr<Contestant>> m_contestants;
};

} // namespace studio
