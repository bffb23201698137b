// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/net_source.h"
#include "app/studio/session/progress_tracker.h"
#include "app/studio/session/run_record.h"
#include "editor/work/latest_work.h"
#include "engine/training/measure/look_inside.h"
#include "engine/training/run/run.h"
#include "engine/training/run/run_control.h"
#include "engine/training/run/run_description.h"
#include "engine/training/run/run_settings.h"

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace studio {

/// All that a training is started from: a value, so that what is edited meanwhile changes nothing of the run.
struct TrainingRequest {
    int id = 1;            ///< the record's
    std::string name = {}; ///< the record's; empty: "Run <id>"
    engine::RunDescription run = {};
    std::filesystem::path checkpoint = {};    ///< where it is saved; empty: nowhere
    RunOrigin origin = {};                    ///< the record's: what it goes on or starts from
    std::optional<RunRecord> record = {};     ///< of a run that was cut off and goes on as itself; nothing: a new one
    std::vector<engine::Sentence> notes = {}; ///< sentences for the run's own: what the solver says in vain

    // For the equivalent command alone: where model and solver are kept as prototxt.
    std::filesystem::path modelFile = "net.prototxt", solverFile = "net_solver.prototxt";
};

/// Beside the checkpoint, where the run's description is written as it starts: "run-3.hamnet" -> "run-3.json".
std::filesystem::path descriptionFile(const std::filesystem::path& checkpoint);

/// What the request's settings come to. Throws Error for settings out of range.
engine::RunSettings runSettingsOf(const TrainingRequest& request);

/// What a training tells while it lasts: an event that is no TrainEvent; the curve of every iteration, from the first
/// on; or the sentence of a failure that paused the run.
using TrainingReport = std::variant<engine::Event, engine::Curve, engine::Sentence>;

struct TrainingEnd {
    engine::Sentence failure;                ///< empty: none
    std::shared_ptr<const NetSnapshot> last; ///< the net as the run left it; null: there was none
};

/// One training from its start to its end, on the thread that calls: device, net, solver and trainer are made, used and
/// destroyed in it. Never throws. A failure of the disk, of a checkpoint or of the corpus, pauses the run, so that
/// nothing is lost and it can go on once that is mended. Curves are told where the screen is ready for another one.
TrainingEnd train(const TrainingRequest& request, const std::stop_token& stop, engine::RunControl& control,
                  const std::function<void(TrainingReport)>& tell, const std::function<bool()>& isReady);

/// Runs one training at a time on a thread of its own. Lives on the GUI thread, as do its signals.
///
/// Device, net, solver and trainer are made, used and destroyed on the training thread. What it tells is taken 30 times
/// a second: however fast the training is, it cannot flood the event queue.
class TrainingSession : public QObject {
    Q_OBJECT

public:
    enum class State { Idle, Starting, Running, Paused, Stopping };
    Q_ENUM(State)

    explicit TrainingSession(QObject* parent = nullptr);
    ~TrainingSession() override; ///< stops, saves and waits for it

    /// Idle → Starting → Running, with a new record. Asked for in another state it does nothing and gives false.
    /// Throws Error for settings out of range.
    bool start(const TrainingRequest& request);

    // Without a run these do nothing.
    void pause() { m_control->pause(); }   ///< Paused follows within 100 ms and the step under way; all stays in memory
    void resume() { m_control->resume(); } ///< of a pause
    void step() { m_control->step(); }     ///< one iteration, then a pause
    void stop();                           ///< asks; the checkpoint is saved, then ended() follows
    /// Other limits, which count from the next step.
    void change(const engine::RunLimits& limits) { m_control->change(limits); }
    void validateNow() { m_control->validate(); }
    void saveNow() { m_control->save(); }

    /// The net in training as it is after the step under way, or as the last run left it. `take` is called later on
    /// this thread; with nothing where there is no net.
    using TakeSnapshot = std::function<void(std::shared_ptr<const NetSnapshot>)>;
    void snapshot(TakeSnapshot take);
    /// Whether snapshot() will give one.
    bool hasNet() const { return m_last || m_state == State::Running || m_state == State::Paused; }

    /// Whether what is in the net in training is shown; then lookedInside() follows again and again, as often as
    /// that costs next to nothing, and for the last iteration. Nothing is looked at otherwise.
    void lookInside(bool shown);

    /// Of the run under way, or of the last one.
    void setNameAndRemark(const std::string& name, const std::string& remark);

    State state() const { return m_state; }
    bool isBusy() const { return m_state != State::Idle; }
    const RunRecord& run() const { return m_run; } ///< under way, or the last one; grows before the signals are sent
    const TrainingRequest& request() const { return m_request; }             ///< that it was started from
    const TrainingProgress& progressNow() const { return m_progress.now(); } ///< of the same run

signals:
    void stateChanged(studio::TrainingSession::State state);
    void started(const engine::StartEvent& start);
    void curveGrew();
    void validated(const engine::ValidationEvent& point);
    void sampled(const engine::SampleEvent& sample);
    void checkpointed(const engine::CheckpointEvent& mark);
    void progressed(const studio::TrainingProgress& progress);      ///< four times a second, and as the state changes
    void lookedInside(std::shared_ptr<const engine::NetLook> look); ///< shared with the panels that show it
    void troubled(const QString& sentence); ///< a failure of the disk has paused the run: nothing is lost, resume()
    void ended(engine::EndReason reason, const QString& detail); ///< detail: where it diverged; the state is Idle
    void failed(const QString& sentence);                        ///< instead of ended(); the state is Idle

private:
    void take(const engine::Event& event);
    void take(const engine::Curve& curve);
    void take(const engine::Sentence& trouble);
    void showProgress();
    void tick(); ///< what goes by the clock: the time that is left, looks into the net
    void inTurn(std::function<void()> part);
    void nextTurn();
    void finish(const TrainingEnd& end);
    void setState(State state);

    TrainingRequest m_request;
    RunRecord m_run;
    ProgressTracker m_progress;
    State m_state = State::Idle;
    std::vector<TakeSnapshot> m_wanted;        ///< snapshots that were asked for, in order
    std::shared_ptr<const NetSnapshot> m_last; ///< as the run left it
    bool m_looksInside = false;
    QElapsedTimer m_sinceStart;
    qint64 m_nextLook = 0; ///< milliseconds after the start; past all times: one is under way
    QTimer m_tick;
    std::deque<std::function<void()>> m_parts; ///< of what was told: one in each turn of the event loop
    bool m_growthWaits = false;                ///< one of them tells that the curve has grown
    QTimer m_turn;
    std::stop_source m_stop; ///< of the run
    /// Shared with the run's thread alone; of no run while the state is Idle.
    std::shared_ptr<engine::RunControl> m_control = std::make_shared<engine::RunControl>();
    editor::LatestWork m_work; // last, so that it waits for the run before what it uses goes
};

} // namespace studio
