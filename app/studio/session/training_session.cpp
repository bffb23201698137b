// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_session.h"

#include "app/studio/session/loss_trend.h"
#include "app/studio/session/training_work.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/sample_wiring.h"
#include "engine/training/run_control.h"
#include "engine/training/run_plan.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <QCoreApplication>
#include <QDateTime>
#include <utility>

namespace studio {

namespace {

constexpr qint64 saidPause = 250;       ///< milliseconds: labels that change more often cost more than the curves
constexpr int pollPause = 33;           ///< milliseconds: the screen's pace, not the trainer's
constexpr int trendPause = 250;         ///< milliseconds between two looks at where the loss leads
constexpr int quietPause = 500;         ///< milliseconds without news after which progress is told all the same
constexpr double paceSpan = 3;          ///< seconds of training that the speed is taken from
constexpr std::size_t mostPaced = 4096; ///< iterations, the same

/// Characters and milliseconds of an iteration, from the last seconds of the curve.
struct Pace {
    double charsPerSecond = 0, millisecondsPerStep = 0;
};

/// Of the points from `first` on, of which there must be one.
Pace paceOf(const RunCurve& curve, std::size_t first)
{
    const CurvePoint last = curve.back();
    const std::size_t end = curve.size() - 1;
    std::size_t from = std::max(first, curve.size() - std::min(curve.size(), mostPaced));
    while (from < end && curve.seconds(from) < last.seconds - paceSpan) {
        ++from;
    }
    const double seconds = last.seconds - curve.seconds(from);
    const auto steps = static_cast<double>(last.iteration - curve.iteration(from));
    if (steps < 1 || !(seconds > 0)) {
        const double speed = static_cast<double>(last.charsPerSecond);
        return {speed, 1000 * curve.facts().characters / speed};
    }
    return {(last.characters - curve.characters(from)) / seconds, 1000 * seconds / steps};
}

/// Sentences of the engine stay as they are; those of this folder are texts of "Session".
QString translated(const std::string& sentence)
{
    return QCoreApplication::translate("Session", sentence.c_str());
}

std::string nowInWords()
{
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
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
    const engine::RunPlan plan = planOf(request); // throws before anything has begun
    m_request = request;
    m_limits = plan.run.limits;
    m_record = {};
    m_record.id = request.id;
    m_record.name = request.name.empty() ? tr("Run %1").arg(request.id).toStdString() : request.name;
    m_record.corpus = request.corpus.string();
    m_record.device = plan.device.name;
    m_record.seed = plan.seed;
    m_record.origin = request.origin;
    m_record.settings = request.settings;
    m_record.readsText = !engine::learnsSequences(request.model);
    m_record.started = nowInWords();
    if (request.resume.empty()) {
        m_record.model = engine::writeModel(request.model);
        m_record.solver = engine::writeSolver(request.solver);
    }
    m_start = {};
    m_progress = {};
    m_end.reset();
    m_last.reset();
    m_firstNew = 0;
    m_unpaused = 0;
    m_sinceUnpaused.invalidate();
    m_sinceTrend.invalidate();
    m_sinceProgress.start();
    m_sinceSaid.start();
    m_inside.begin();
    m_sinceStart.start();
    m_mailbox = std::make_shared<ReportMailbox>();
    m_control = std::make_shared<engine::RunControl>([mailbox = m_mailbox](bool paused) {
        mailbox->put([&](TrainingReports& reports) { reports.paused = paused; });
    });
    m_thread = std::jthread([request, control = m_control, mailbox = m_mailbox](const std::stop_token& stop) {
        train(request, stop, *control, *mailbox);
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
    m_control->between([mailbox = m_mailbox, engine = planOf(m_request).engine](const engine::Trainer& trainer) {
        std::shared_ptr<const NetSnapshot> net = snapshotOf(trainer, engine);
        mailbox->put([&](TrainingReports& reports) { reports.snapshots.push_back(std::move(net)); });
    });
}

bool TrainingSession::hasNet() const
{
    return m_last || m_state == State::Running || m_state == State::Paused;
}

void TrainingSession::setState(State state)
{
    if (m_state == state) {
        return;
    }
    if (m_state == State::Running) {
        m_unpaused += static_cast<double>(m_sinceUnpaused.nsecsElapsed()) / 1e9;
    }
    if (state == State::Running) {
        m_sinceUnpaused.start();
    }
    m_state = state;
    if (m_progressUnsaid) {
        sayProgress(); // where it stands now, and not a quarter of a second ago
    }
    emit stateChanged(state);
}

/// A look waits in the run until its next step.
void TrainingSession::askForLook()
{
    const bool runs = m_state == State::Running || m_state == State::Paused;
    if (!runs || !m_inside.isDue(static_cast<double>(m_sinceStart.nsecsElapsed()) / 1e9)) {
        return;
    }
    m_inside.ask();
    m_control->between([mailbox = m_mailbox](engine::Trainer& trainer) {
        trainer.lookIntoNextStep([mailbox](engine::NetLook look) {
            auto told = std::make_shared<const engine::NetLook>(std::move(look));
            mailbox->put([&](TrainingReports& reports) { reports.look = std::move(told); });
        });
    });
}

void TrainingSession::poll()
{
    const TrainingReports reports = m_mailbox->take();
    deliver(reports);
    if (reports.over) {
        finish(reports);
    } else {
        askForLook();
    }
}

void TrainingSession::deliver(const TrainingReports& reports)
{
    if (reports.start) {
        m_start = *reports.start;
        m_record.model = m_start.model;
        m_record.solver = m_start.solver;
        m_record.corpus = m_start.corpus;
        m_record.engine = m_start.engine;
        m_record.device = m_start.device;
        m_record.precision = m_start.precision;
        m_record.seed = m_start.seed;
        m_record.notes = m_start.notes;
        m_record.readsText = m_start.readsText;
    }
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    if (!reports.curve.empty()) {
        m_record.curve.follow(reports.curve);
    }
    m_progress.deviceBytes = std::max(m_progress.deviceBytes, reports.deviceBytes);
    append(m_record.validations, reports.validations);
    append(m_record.checkpoints, reports.checkpoints);
    append(m_record.diary, reports.samples);
    m_end = reports.end ? reports.end : m_end;
    m_last = reports.last ? reports.last : m_last;
    if (reports.start) {
        const std::optional<std::size_t> past = m_record.curve.lastUntil(m_start.iteration);
        m_firstNew = past ? *past + 1 : 0;
        emit started(m_start);
        if (m_state == State::Starting) {
            setState(State::Running);
        }
    }
    if (reports.change) {
        m_limits = reports.change->limits;
        m_record.settings = engine::withLimits(m_record.settings.value_or(engine::Params()), m_limits);
        m_start.iterations = reports.change->iterations;
        m_progress.secondsToTarget.reset();
        updateProgress();
        emit changed(m_limits);
    }
    if (!reports.curve.empty()) {
        emit curveGrew(m_record.curve);
    }
    for (const ValidationPoint& point : reports.validations) {
        emit validated(point);
    }
    // Time goes by within a long step too.
    const bool quiet = m_state == State::Running && m_sinceProgress.elapsed() > quietPause;
    if (!reports.curve.empty() || !reports.validations.empty() || quiet) {
        updateProgress();
    }
    for (const WrittenText& sample : reports.samples) {
        emit sampled(sample);
    }
    for (const CheckpointMark& mark : reports.checkpoints) {
        emit checkpointed(mark);
    }
    for (const std::shared_ptr<const NetSnapshot>& net : reports.snapshots) {
        const TakeSnapshot take = std::move(m_wanted.front());
        m_wanted.erase(m_wanted.begin());
        take(net);
    }
    if (reports.look) {
        m_inside.tell(static_cast<double>(m_sinceStart.nsecsElapsed()) / 1e9, reports.look->seconds);
        emit lookedInside(reports.look);
    }
    if (reports.paused && m_state != State::Stopping && !reports.over) {
        setState(*reports.paused ? State::Paused : State::Running);
    }
    for (const std::string& sentence : reports.troubles) {
        emit troubled(QString::fromStdString(sentence));
    }
}

void TrainingSession::updateProgress()
{
    const RunCurve& curve = m_record.curve;
    if (curve.size() > m_firstNew) {
        const Pace pace = paceOf(curve, m_firstNew);
        m_progress.charsPerSecond = pace.charsPerSecond;
        m_progress.millisecondsPerStep = pace.millisecondsPerStep;
    }
    m_progress.iteration = curve.empty() ? m_start.iteration : curve.iteration(curve.size() - 1);
    m_progress.iterations = m_start.hasEnd() ? m_start.iterations : 0;
    m_progress.loss = meanLoss(curve, engine::targetWindow);
    if (m_start.stepsPerEpoch > 0) {
        m_progress.epoch = static_cast<double>(m_progress.iteration) / m_start.stepsPerEpoch;
        m_progress.epochs = static_cast<double>(m_progress.iterations) / m_start.stepsPerEpoch;
        m_progress.secondsPerEpoch = m_progress.millisecondsPerStep / 1000 * m_start.stepsPerEpoch;
    }
    if (!m_record.validations.empty()) {
        const auto less = [](const ValidationPoint& a, const ValidationPoint& b) { return a.loss < b.loss; };
        m_progress.validationLoss = m_record.validations.back().loss;
        m_progress.metrics = m_record.validations.back().metrics;
        m_progress.bestValidationLoss =
            std::min_element(m_record.validations.begin(), m_record.validations.end(), less)->loss;
    }
    const double running = m_state == State::Running ? static_cast<double>(m_sinceUnpaused.nsecsElapsed()) / 1e9 : 0;
    m_progress.elapsed = m_unpaused + running;
    updateTimeLeft();
    m_sinceProgress.start();
    m_progressUnsaid = true;
    if (m_sinceSaid.elapsed() > saidPause) {
        sayProgress();
    }
}

void TrainingSession::sayProgress()
{
    m_progressUnsaid = false;
    m_sinceSaid.start();
    emit progressed(m_progress);
}

void TrainingSession::updateTimeLeft()
{
    const RunCurve& curve = m_record.curve;
    if (curve.size() < m_firstNew + 2) {
        return;
    }
    // Validations, samples and checkpoints take their time too.
    const double trained = curve.seconds(curve.size() - 1) - curve.seconds(m_firstNew);
    const double around = trained > 0 ? std::max(1.0, m_progress.elapsed / trained) : 1;
    const double perStep = m_progress.millisecondsPerStep / 1000 * around;
    m_progress.secondsLeft.reset();
    if (m_start.hasEnd()) {
        m_progress.secondsLeft = perStep * static_cast<double>(m_start.iterations - m_progress.iteration);
    }
    if (m_limits.seconds) {
        const double left = std::max(0.0, *m_limits.seconds - m_progress.elapsed);
        m_progress.secondsLeft = std::min(left, m_progress.secondsLeft.value_or(left));
    }
    if (!m_limits.targetLoss || (m_sinceTrend.isValid() && m_sinceTrend.elapsed() < trendPause)) {
        return;
    }
    m_sinceTrend.start();
    const std::optional<std::int64_t> there = iterationAtLoss(m_record.curve, *m_limits.targetLoss);
    m_progress.secondsToTarget.reset();
    if (there && (!m_start.hasEnd() || *there <= m_start.iterations)) {
        m_progress.secondsToTarget = perStep * static_cast<double>(*there - m_progress.iteration);
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
    m_record.ending = reports.failure ? *reports.failure : std::string(engine::toString(m_end->reason));
    setState(State::Idle);
    if (reports.failure) {
        emit failed(translated(*reports.failure));
    } else {
        emit ended(m_end->reason, QString::fromStdString(m_end->detail));
    }
}

} // namespace studio
