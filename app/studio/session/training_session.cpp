// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/training_session.h"

#include "app/studio/session/code_points.h"
#include "app/watch/tensorboard_log.h"
#include "editor/document/sentence_words.h"
#include "engine/backends/device_trial.h"
#include "engine/formats/checkpoint/checkpoint.h"
#include "engine/formats/exchange/file_bytes.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/training/run/run_files.h"
#include "engine/training/run/trainer.h"
#include "engine/training/run/training_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QDateTime>
#include <utility>

namespace studio {

std::filesystem::path descriptionFile(const std::filesystem::path& checkpoint)
{
    return std::filesystem::path(checkpoint).replace_extension(".json");
}

namespace {

/// What the window adds: reports of each iteration, and a checkpoint at a pause and at the end.
engine::RunSettings settledFor(const TrainingRequest& request, engine::RunSettings settings)
{
    settings.reportEvery = 1;
    settings.checkpointAtPause = true;
    settings.checkpointAtEnd = true; // the project names the file
    settings.checkpoint = request.checkpoint;
    return settings;
}

/// One training while it lasts.
class Work {
public:
    Work(const TrainingRequest& request, const std::stop_token& stop, engine::RunControl& control,
         const std::function<void(TrainingReport)>& tell, const std::function<bool()>& isReady)
        : m_request(request),
          m_stop(stop),
          m_control(control),
          m_tell(tell),
          m_isReady(isReady),
          m_notes(request.run.resume.empty() ? request.notes : std::vector<engine::Sentence>())
    {}

    /// The net as the run left it goes to `last`, also after a failure, where it is there.
    void run(std::shared_ptr<const NetSnapshot>& last)
    {
        const engine::RunFiles files =
            m_request.checkpoint.empty() ? engine::RunFiles() : engine::RunFiles(m_request.checkpoint);
        requireUnused(files);
        engine::StartedRun run =
            engine::startWhereItPays(m_request.run, {}, [this] { return !m_stop.stop_requested(); });
        m_notes.insert(m_notes.end(), run.notes.begin(), run.notes.end());
        writeDescription();
        m_wish = run.settings.engine;
        m_settings = settledFor(m_request, run.settings);
        m_trainer = run.trainer.get();
        if (!m_settings.tensorboard.empty()) {
            m_board =
                std::make_unique<watch::TensorBoardLog>(m_settings.tensorboard, [this](engine::LookInside::Tell tell) {
                    m_trainer->lookIntoNextStep(std::move(tell));
                });
        }
        engine::Run training(*m_trainer, run.gauge.get());
        m_run = &training;
        training.prepare(m_settings); // what fails here is no trouble that could be waited out
        try {
            while (!runOnce(*run.device)) {}
            if (m_board) {
                m_board->finish();
            }
        } catch (...) {
            tellCurve();
            try {
                last = snapshotOf(*m_trainer, m_wish);
            } catch (const engine::Error&) { // NOLINT(bugprone-empty-catch): the failure itself is what is told
            }
            throw;
        }
        last = snapshotOf(*m_trainer, m_wish);
    }

private:
    /// Throws Error where the files of another run would be replaced, or a new run has nothing to learn from.
    void requireUnused(const engine::RunFiles& files)
    {
        if (!m_request.run.resume.empty()) {
            m_resumed = engine::loadStructure(m_request.run.resume);
            files.requireUnusedBut(m_request.run.resume, *m_resumed);
            return;
        }
        files.requireUnused();
        if (m_request.run.data.empty()) {
            throw engine::Error(ENGINE_TEXT("Session", "no text was chosen to learn from"));
        }
    }

    /// A run is trained as well where that cannot be written.
    void writeDescription()
    {
        if (m_request.checkpoint.empty()) {
            return;
        }
        try {
            const std::filesystem::path file = descriptionFile(m_request.checkpoint);
            engine::writeFileBytes(file, engine::toJson(m_request.run, file.parent_path()));
        } catch (const engine::Error& error) {
            m_notes.push_back(error.sentence());
        }
    }

    /// Whether the run is over. False after a failure that it survives: the next call goes on, in a pause.
    bool runOnce(engine::Device& device)
    {
        try {
            m_run->go(
                m_settings, m_stop, [this](const engine::Event& event) { note(event); }, &m_control);
            return true;
        } catch (const engine::Error& error) {
            device.finish(); // throws where the device itself is gone: then there is nothing to go on with
            const bool ends =
                m_settings.limits.iterations > 0 && m_trainer->iteration() >= m_settings.limits.iterations;
            if (m_stop.stop_requested() || ends || !m_trainer->isWhole()) {
                throw;
            }
            m_settings.checkpointAtPause = false;
            m_control.pause();
            m_tell(error.sentence());
            return false;
        }
    }

    void note(const engine::Event& event)
    {
        tellTensorBoard(event);
        if (std::holds_alternative<engine::TrainEvent>(event)) {
            m_isCurveNew = true;
            if (m_isReady()) {
                tellCurve();
            }
        } else if (const auto* start = std::get_if<engine::StartEvent>(&event)) {
            noteStart(*start);
        } else if (const auto* sample = std::get_if<engine::SampleEvent>(&event)) {
            put(inCodePoints(*sample));
        } else if (const auto* change = std::get_if<engine::ChangeEvent>(&event)) {
            m_settings.limits = change->limits;
            m_settings.limits.iterations = change->iterations;
            put(event);
            if (!change->refusal.empty()) {
                m_tell(change->refusal);
            }
        } else {
            put(event);
        }
    }

    /// A file that cannot be written pauses the run, once: it goes on without them.
    void tellTensorBoard(const engine::Event& event)
    {
        if (!m_board) {
            return;
        }
        try {
            m_board->take(event);
        } catch (const engine::Error&) {
            m_board.reset();
            throw;
        }
    }

    /// Behind the steps before it.
    void put(const engine::Event& event)
    {
        tellCurve();
        m_tell(event);
    }

    void tellCurve()
    {
        if (std::exchange(m_isCurveNew, false)) {
            m_tell(m_trainer->record().curve);
        }
    }

    /// What the net wrote may be single bytes.
    engine::SampleEvent inCodePoints(engine::SampleEvent sample) const
    {
        WrittenCharacters characters = codePoints(sample.text, sample.bits, encoding());
        sample.text = std::move(characters.text);
        sample.bits = std::move(characters.bits);
        return sample;
    }

    void noteStart(const engine::StartEvent& event)
    {
        if (m_begun) {
            return; // it goes on after a failure
        }
        m_begun = true;
        engine::StartEvent start = event;
        start.notes.insert(start.notes.begin(), m_notes.begin(), m_notes.end());
        put(start);
        if (m_resumed) {
            notePast(*m_resumed);
        }
        m_resumed.reset();
    }

    /// What a run that goes on has shown before, but what its record has.
    void notePast(const engine::Checkpoint& checkpoint)
    {
        m_tell(checkpoint.curve);
        const RunRecord known = m_request.record.value_or(RunRecord());
        const auto isNew = [](const auto& one, const auto& before) {
            return before.empty() || one.iteration > before.back().iteration;
        };
        for (engine::ValidationEvent& validation : validationsIn(checkpoint)) {
            if (isNew(validation, known.validations)) {
                put(std::move(validation));
            }
        }
        const engine::SamplingSettings& settings = m_settings.sample;
        for (const engine::TextSample& sample : checkpoint.samples) {
            if (!isNew(sample, known.samples)) {
                continue;
            }
            put(inCodePoints({.iteration = sample.iteration,
                              .seed = sample.seed,
                              .text = sample.text,
                              .prompt = settings.prompt,
                              .length = settings.length,
                              .temperature = settings.temperature,
                              .topK = settings.topK,
                              .topP = settings.topP}));
        }
    }

    engine::Encoding encoding() const { return m_trainer->source().vocabulary().encoding(); }

    const TrainingRequest& m_request;
    engine::RunSettings m_settings;
    std::stop_token m_stop;
    engine::RunControl& m_control;
    const std::function<void(TrainingReport)>& m_tell;
    const std::function<bool()>& m_isReady;
    bool m_isCurveNew = false;                   ///< it has points that were not told
    std::optional<engine::Checkpoint> m_resumed; ///< without its tensors' values, until its past is told
    engine::EngineWish m_wish;
    std::vector<engine::Sentence> m_notes; ///< of the first weights
    engine::Trainer* m_trainer = nullptr;
    engine::Run* m_run = nullptr;
    std::unique_ptr<watch::TensorBoardLog> m_board; ///< null: not asked for
    bool m_begun = false;
};

} // namespace

engine::RunSettings runSettingsOf(const TrainingRequest& request)
{
    return settledFor(request, engine::runSettings(request.run.settings, request.run.solver));
}

TrainingEnd train(const TrainingRequest& request, const std::stop_token& stop, engine::RunControl& control,
                  const std::function<void(TrainingReport)>& tell, const std::function<bool()>& isReady)
{
    TrainingEnd end;
    end.failure = failureOf([&] { Work(request, stop, control, tell, isReady).run(end.last); },
                            ENGINE_TEXT("Session", "there is not enough memory to train this model"));
    return end;
}

namespace {

constexpr std::size_t maxParts = 500; ///< that wait for their turns: beyond, the screen lags behind the run
constexpr int tickTime = 250;         ///< ms: labels that change more often cost more than the curves
constexpr double lookShare = 0.01;    ///< of the time that looks into the net may take
constexpr double lookPause = 500;     ///< ms between two of them at least: no person reads faster

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
    m_tick.setInterval(tickTime);
    m_tick.callOnTimeout(this, &TrainingSession::tick);
    m_turn.setInterval(0);
    m_turn.callOnTimeout(this, &TrainingSession::nextTurn);
}

TrainingSession::~TrainingSession()
{
    m_stop.request_stop();
}

bool TrainingSession::start(const TrainingRequest& request)
{
    if (m_state != State::Idle) {
        return false;
    }
    const std::string name = request.name.empty() ? tr("Run %1").arg(request.id).toStdString() : request.name;
    RunRecord run = newRun(request, name); // throws before anything has begun
    m_run = request.record.value_or(std::move(run));
    m_request = request;
    m_progress = ProgressTracker();
    m_last.reset();
    m_nextLook = 0;
    m_sinceStart.start();
    m_stop = std::stop_source();
    m_control = std::make_shared<engine::RunControl>();
    m_work.start([this, request, stop = m_stop.get_token(),
                  control = m_control](const editor::LatestWork::Screen& screen) -> editor::LatestWork::Deliver {
        const auto tell = [this, &screen](TrainingReport report) {
            screen.tell(
                [this, report = std::move(report)] { std::visit([this](const auto& what) { take(what); }, report); });
        };
        const TrainingEnd end = train(request, stop, *control, tell, screen.isReady);
        return [this, end] { finish(end); };
    });
    m_tick.start();
    setState(State::Starting);
    return true;
}

void TrainingSession::stop()
{
    if (m_state != State::Idle && m_state != State::Stopping) {
        m_stop.request_stop();
        setState(State::Stopping);
    }
}

void TrainingSession::snapshot(TakeSnapshot take)
{
    if (!isBusy()) {
        QMetaObject::invokeMethod(
            this, [take = std::move(take), net = m_last] { take(net); }, Qt::QueuedConnection);
        return;
    }
    m_wanted.push_back(std::move(take));
    m_control->between([this, engine = runSettingsOf(m_request).engine](const engine::Trainer& trainer) {
        const auto hand = [this, control = m_control, net = snapshotOf(trainer, engine)] {
            if (control == m_control && !m_wanted.empty()) { // else the run has ended: all were given its last net
                const TakeSnapshot oldest = std::move(m_wanted.front());
                m_wanted.erase(m_wanted.begin());
                oldest(net);
            }
        };
        QMetaObject::invokeMethod(this, hand, Qt::QueuedConnection);
    });
}

void TrainingSession::lookInside(bool shown)
{
    if (m_looksInside && !shown) {
        m_control->between([](engine::Trainer& trainer) { trainer.lookIntoLastStep({}); });
    }
    m_looksInside = shown;
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
    showProgress(); // where it stands now, and not a quarter of a second ago
    emit stateChanged(state);
}

void TrainingSession::showProgress()
{
    if (m_state != State::Starting) { // there is nothing yet
        m_progress.update(m_run);
        emit progressed(m_progress.now());
    }
}

void TrainingSession::tick()
{
    if (m_state != State::Paused) { // nothing moves there
        inTurn([this] { showProgress(); });
    }
    const bool trains = m_state == State::Running || m_state == State::Paused;
    if (!trains || !m_looksInside || m_sinceStart.elapsed() < m_nextLook) {
        return;
    }
    m_nextLook = std::numeric_limits<qint64>::max();
    m_control->between([this](engine::Trainer& trainer) {
        const auto tell = [this](engine::NetLook look) {
            auto shared = std::make_shared<const engine::NetLook>(std::move(look));
            const auto show = [this, control = m_control, shared = std::move(shared)] {
                if (control != m_control) {
                    return; // of a run that has ended
                }
                m_nextLook =
                    m_sinceStart.elapsed() + std::llround(std::max(lookPause, 1000 * shared->seconds / lookShare));
                inTurn([this, shared] { emit lookedInside(shared); });
            };
            QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
        };
        trainer.lookIntoNextStep(tell); // waits in the run until then
        trainer.lookIntoLastStep(tell);
    });
}

/// What comes at once, as a sample, a validation and new figures, would fill all panels together: each is told in a
/// turn of its own, so that what is typed or painted meanwhile waits for one of them only.
void TrainingSession::inTurn(std::function<void()> part)
{
    m_parts.push_back(std::move(part));
    m_turn.start();
    while (m_parts.size() > maxParts) {
        nextTurn();
    }
}

/// A part may add others, or open a dialog in which further turns come.
void TrainingSession::nextTurn()
{
    if (!m_parts.empty()) {
        const std::function<void()> part = std::move(m_parts.front());
        m_parts.pop_front();
        part();
    }
    if (m_parts.empty()) {
        m_turn.stop();
    }
}

void TrainingSession::take(const engine::Curve& curve)
{
    m_run.curve.follow(curve);
    if (!std::exchange(m_growthWaits, true)) {
        inTurn([this] {
            m_growthWaits = false;
            emit curveGrew();
        });
    }
}

void TrainingSession::take(const engine::Sentence& trouble)
{
    inTurn([this, sentence = editor::inWords(trouble)] { emit troubled(sentence); });
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
        m_progress.begin(m_run);
        emit started(m_run.start);
        if (m_state == State::Starting) {
            setState(State::Running);
        }
    } else if (const auto* const change = std::get_if<engine::ChangeEvent>(&event)) {
        m_run.run.settings = engine::withLimits(m_run.run.settings, change->limits);
    } else if (std::holds_alternative<engine::ValidationEvent>(event)) {
        inTurn([this, point = m_run.validations.back()] { emit validated(point); });
    } else if (std::holds_alternative<engine::SampleEvent>(event)) {
        inTurn([this, sample = m_run.samples.back()] { emit sampled(sample); });
    } else if (const auto* const saved = std::get_if<engine::CheckpointEvent>(&event)) {
        inTurn([this, mark = *saved] { emit checkpointed(mark); });
    } else if (const auto* const pause = std::get_if<engine::PauseEvent>(&event)) {
        inTurn([this, paused = pause->paused] {
            if (m_state == State::Running || m_state == State::Paused) {
                setState(paused ? State::Paused : State::Running);
            }
        });
    }
}

void TrainingSession::finish(const TrainingEnd& end)
{
    while (!m_parts.empty()) {
        nextTurn();
    }
    m_tick.stop();
    m_control = std::make_shared<engine::RunControl>();
    m_last = end.last;
    const std::vector<TakeSnapshot> wanted = std::exchange(m_wanted, {});
    if (!m_request.record || m_state != State::Starting) { // else the run is still cut off, and can go on again
        m_run.failure = end.failure;
    }
    setState(State::Idle);
    for (const TakeSnapshot& take : wanted) {
        take(end.last);
    }
    if (!end.failure.empty()) {
        emit failed(editor::inWords(end.failure));
    } else if (m_run.end) {
        emit ended(m_run.end->reason, editor::inWords(m_run.end->detail));
    }
}

} // namespace studio

#include "moc_training_session.cpp"
