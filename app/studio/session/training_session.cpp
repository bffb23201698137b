// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_session.h"

#include "app/studio/session/training_work.h"
#include "editor/document/sentence_words.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/training/run/run_control.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/trainer.h"

#include <QCoreApplication>
#include <QDateTime>
#include <utility>

namespace studio {

namespace {

constexpr int pollPause = 33; ///< milliseconds: the screen's pace, not the trainer's

double secondsOf(const QElapsedTimer& clock)
{
    return static_cast<double>(clock.nsecsElapsed()) / 1e9;
}

/// A look waits in the run until its next step; another follows at the end.
void askForLook(engine::RunControl& control, const std::shared_ptr<ReportMailbox>& mailbox)
{
    control.between([mailbox](engine::Trainer& trainer) {
        const auto tell = [mailbox](engine::NetLook look) {
            auto told = std::make_shared<const engine::NetLook>(std::move(look));
            mailbox->put([&](TrainingReports& reports) { reports.look = std::move(told); });
        };
        trainer.lookIntoNextStep(tell);
        trainer.lookIntoLastStep(tell);
    });
}

/// A run that has not said anything yet. Throws Error for settings out of range.
RunRecord newRun(const TrainingRequest& request, const std::string& name)
{
    const engine::RunSettings settings = runSettingsOf(request);
    RunRecord run;
    run.id = request.id;
    run.name = name;
    run.origin = request.origin;
    run.run = request.run;
    run.start = {.device = settings.device.name,
                 .seed = settings.seed,
                 .kind = &engine::dataKindOf(request.run.model),
                 .data = request.run.data.string(),
                 .limits = settings.limits,
                 .time = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000};
    if (request.run.resume.empty()) {
        run.start.model = engine::writeModel(request.run.model);
        run.start.solver = engine::writeSolver(request.run.solver);
    }
    return run;
}

} // namespace

TrainingSession::TrainingSession(QObject* parent) : QObject(parent)
{
    m_poll.setInterval(pollPause);
    m_poll.setTimerType(Qt::PreciseTimer);
    connect(&m_poll, &QTimer::timeout, this, &TrainingSession::poll);
}

TrainingSession::~TrainingSession() = default;

bool TrainingSession::start(const TrainingRequest& request)
{
    if (m_state != State::Idle) {
        return false;
    }
    const std::string name = request.name.empty() ? tr("Run %1").arg(request.id).toStdString() : request.name;
    m_run = newRun(request, name); // throws before anything has begun
    m_request = request;
    m_progress = ProgressTracker();
    m_last.reset();
    m_inside.begin();
    m_sinceStart.start();
    m_mailbox = std::make_shared<ReportMailbox>();
    m_control = std::make_shared<engine::RunControl>();
    m_thread = std::jthread([this, request, control = m_control, mailbox = m_mailbox](const std::stop_token& stop) {
        train(request, stop, *control, *mailbox);
        // That it is over is told at once, not at the next tick of the timer.
        QMetaObject::invokeMethod(this, &TrainingSession::poll, Qt::QueuedConnection);
    });
    m_poll.start();
    setState(State::Starting);
    return true;
}

void TrainingSession::pause()
{
    if (m_control && m_state != State::Stopping) {
        m_control->pause();
    }
}

void TrainingSession::resume()
{
    if (m_control && m_state != State::Stopping) {
        m_control->resume();
    }
}

void TrainingSession::step()
{
    if (m_control && m_state != State::Stopping) {
        m_control->step();
    }
}

void TrainingSession::stop()
{
    if (m_state != State::Idle && m_state != State::Stopping) {
        m_thread.request_stop();
        setState(State::Stopping);
    }
}

void TrainingSession::change(const engine::RunLimits& limits)
{
    if (m_control && m_state != State::Stopping) {
        m_control->change(limits);
    }
}

void TrainingSession::validateNow()
{
    if (m_control) {
        m_control->validate();
    }
}

void TrainingSession::saveNow()
{
    if (m_control) {
        m_control->save();
    }
}

void TrainingSession::snapshot(TakeSnapshot take)
{
    if (!m_control) {
        QMetaObject::invokeMethod(
            this, [take = std::move(take), net = m_last] { take(net); }, Qt::QueuedConnection);
        return;
    }
    m_wanted.push_back(std::move(take));
    m_control->between([mailbox = m_mailbox, engine = runSettingsOf(m_request).engine](const engine::Trainer& trainer) {
        std::shared_ptr<const NetSnapshot> net = snapshotOf(trainer, engine);
        mailbox->put([&](TrainingReports& reports) { reports.snapshots.push_back(std::move(net)); });
    });
}

void TrainingSession::lookInside(bool shown)
{
    if (m_control && m_inside.isShown() && !shown) {
        m_control->between([](engine::Trainer& trainer) { trainer.lookIntoLastStep({}); });
    }
    m_inside.show(shown);
}

bool TrainingSession::hasNet() const
{
    return m_last || m_state == State::Running || m_state == State::Paused;
}

void TrainingSession::setNameAndRemark(const std::string& name, const std::string& remark)
{
    m_run.name = name;
    m_run.remark = remark;
}

void TrainingSession::setState(State state)
{
    if (m_state == state) {
        return;
    }
    if (m_state == State::Running) {
        m_progress.pause();
    }
    if (state == State::Running) {
        m_progress.resume();
    }
    m_state = state;
    if (m_progress.isUnshown()) {
        emit progressed(m_progress.show()); // where it stands now, and not a quarter of a second ago
    }
    emit stateChanged(state);
}

void TrainingSession::poll()
{
    m_turns.finish();
    if (!m_mailbox) { // a part opened a dialog, and the run ended meanwhile
        return;
    }
    const TrainingReports reports = m_mailbox->take();
    deliver(reports);
    const bool trains = m_state == State::Running || m_state == State::Paused;
    if (reports.over) {
        m_turns.finish();
        if (m_mailbox) {
            finish(reports);
        }
    } else if (trains && m_inside.isDue(secondsOf(m_sinceStart))) {
        m_inside.ask();
        askForLook(*m_control, m_mailbox);
    }
}

/// A report with a sample, a validation and new figures would fill all panels at once: each is told in a turn of its
/// own.
void TrainingSession::deliver(const TrainingReports& reports)
{
    m_last = reports.last ? reports.last : m_last;
    for (const engine::Event& event : reports.events) {
        take(event);
        tell(event);
    }
    if (!reports.curve.empty()) {
        m_run.curve.follow(reports.curve);
        m_turns.add([this] { emit curveGrew(); });
    }
    if (!reports.events.empty() || !reports.curve.empty() || m_progress.isOld()) {
        m_progress.update(m_run);
        m_turns.add([this] { showProgress(); });
    }
    for (const std::shared_ptr<const NetSnapshot>& net : reports.snapshots) {
        m_turns.add([this, net] {
            const TakeSnapshot take = std::move(m_wanted.front());
            m_wanted.erase(m_wanted.begin());
            take(net);
        });
    }
    if (reports.look) {
        m_inside.tell(secondsOf(m_sinceStart), reports.look->seconds);
        m_turns.add([this, look = reports.look] { emit lookedInside(look); });
    }
    for (const engine::Sentence& sentence : reports.troubles) {
        m_turns.add([this, sentence] { emit troubled(editor::inWords(sentence)); });
    }
}

void TrainingSession::take(const engine::Event& event)
{
    const double asked = m_run.start.time; // by which a project tells this run from another with its number
    m_run.take(event);
    if (std::holds_alternative<engine::StartEvent>(event)) {
        m_run.start.time = asked;
        for (engine::Sentence& note : m_run.start.notes) {
            note = editor::inWords(note).toStdString(); // a project keeps the text alone
        }
    } else if (const auto* const change = std::get_if<engine::ChangeEvent>(&event)) {
        m_run.run.settings = engine::withLimits(m_run.run.settings, change->limits);
    }
}

void TrainingSession::tell(const engine::Event& event)
{
    if (std::holds_alternative<engine::StartEvent>(event)) {
        m_progress.begin(m_run);
        emit started(m_run.start);
        if (m_state == State::Starting) {
            setState(State::Running);
        }
    } else if (std::holds_alternative<engine::ChangeEvent>(event)) {
        m_turns.add([this] { emit changed(m_run.start.limits); });
    } else if (std::holds_alternative<engine::ValidationEvent>(event)) {
        m_turns.add([this, point = m_run.validations.back()] { emit validated(point); });
    } else if (std::holds_alternative<engine::SampleEvent>(event)) {
        m_turns.add([this, sample = m_run.samples.back()] { emit sampled(sample); });
    } else if (const auto* const saved = std::get_if<engine::CheckpointEvent>(&event)) {
        m_turns.add([this, mark = *saved] { emit checkpointed(mark); });
    } else if (const auto* const pause = std::get_if<engine::PauseEvent>(&event)) {
        m_turns.add([this, paused = pause->paused] {
            if (m_state == State::Running || m_state == State::Paused) {
                setState(paused ? State::Paused : State::Running);
            }
        });
    }
}

void TrainingSession::showProgress()
{
    if (m_progress.isDue()) {
        emit progressed(m_progress.show());
    }
}

void TrainingSession::finish(const TrainingReports& reports)
{
    m_poll.stop();
    m_thread.join();
    m_control.reset();
    m_mailbox.reset();
    for (const TakeSnapshot& take : std::exchange(m_wanted, {})) {
        take(m_last);
    }
    m_run.failure = reports.failure.value_or(engine::Sentence());
    setState(State::Idle);
    if (reports.failure) {
        emit failed(editor::inWords(*reports.failure));
    } else {
        emit ended(m_run.end->reason, editor::inWords(m_run.end->detail));
    }
}

} // namespace studio

#include "moc_training_session.cpp"
