// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/training_run.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/not_finite.h"
#include "engine/graph/sentence.h"
#include "engine/net/weight_check.h"
#include "engine/training/measure/reported_loss.h"
#include "engine/training/run/best.h"
#include "engine/training/run/run_verdict.h"
#include "engine/training/run/trainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace engine {
namespace {

/// Puts the sentence of an Error into one that says what was tried.
template <typename Try>
void explaining(Pattern<Sentence> what, const Try& attempt)
{
    try {
        attempt();
    } catch (const UnavailableError&) {
        throw;
    } catch (const Error& error) {
        throw Error(say(what, error.sentence()));
    }
}

/// Nothing where the net writes texts.
std::optional<Sentence> whyItCannotWrite(const Trainer& trainer)
{
    return trainer.source().kind().writes ? whyItCannotWrite(trainer.model())
                                          : ENGINE_TEXT("Sentences", "it learns no text");
}

constexpr double secondsBetweenMeters = 5;

/// Between two copies of the state, one of which a run falls back to when it diverges.
constexpr double secondsBetweenCopies = 20;

constexpr auto noGauge =
    ENGINE_TEXT("Sentences", "a temperature limit is set, but the temperature of the device is not available");

/// Throws Error if best_by names a metric that is not measured.
void requireMetric(const Validation& validation, const std::string& bestBy)
{
    std::vector<std::string> names = validation.metricNames();
    names.insert(names.begin(), "loss");
    if (std::ranges::find(names, bestBy) == names.end()) {
        std::string all;
        for (const std::string& name : names) {
            all += (all.empty() ? "" : ", ") + name;
        }
        throw Error(
            say(ENGINE_TEXT("Sentences", "the solver's best_by (or --best-by) is %1, but a validation measures %2"),
                bestBy, all));
    }
}

} // namespace

Run::Progress::Progress(const RunSettings& settings, std::stop_token whenToStop, const EventSink& whomToTell,
                        RunControl* requests, RunClock& time)
    : stop(std::move(whenToStop)),
      sink(whomToTell),
      control(requests),
      clock(time),
      start(time.now()),
      limit(settings.limits.seconds),
      goodTaken(start),
      metersTold(start)
{}

bool Run::Progress::copyIsDue() const
{
    return clock.secondsSince(goodTaken) > secondsBetweenCopies;
}

RunSaver::Told Run::Progress::told() const
{
    return [this](std::int64_t iteration, const std::filesystem::path& file, bool best) {
        sink(CheckpointEvent{.iteration = iteration, .file = file.string(), .best = best});
    };
}

Run::Run(Trainer& trainer, DeviceGauge* gauge)
    : m_trainer(trainer),
      m_gauge(gauge),
      m_solver(trainer.solver()),
      m_steps(trainer.training()),
      m_clock(m_steps.clock()),
      m_record(trainer.record()),
      m_curve(m_record.curve),
      m_abortLoss(reportedLoss(trainer.net()).perCharacter ? trainer.source().abortLoss() : std::nullopt)
{}

bool Run::hasDiverged(const TrainingSteps::Step& step) const
{
    return !step.finite || (m_abortLoss && step.loss > *m_abortLoss);
}

bool Run::hasReachedTarget() const
{
    const std::optional<double>& target = m_settings.limits.targetLoss;
    if (!target || std::cmp_less(m_curve.size(), targetWindow)) {
        return false;
    }
    return sumOfLast(targetWindow) / static_cast<double>(targetWindow) <= *target;
}

StartEvent Run::startEvent() const
{
    const std::optional<Sentence> why = whyItCannotWrite(m_trainer);
    const BatchSource& source = m_trainer.source();
    const Net& net = m_trainer.net();
    const Device& device = m_trainer.weights().device();
    DataSize size = source.size(m_trainer.model());
    StartEvent event{.parameters = m_trainer.weights().count(),
                     .vocabulary = source.kind().writes ? source.vocabulary().size() : 0,
                     .engine = net.recurrentEngine(),
                     .method = net.recurrentMethod(),
                     .device = device.name(),
                     .deviceDescription = device.description(),
                     .precision = device.precision(),
                     .busId = device.busId(),
                     .seed = m_trainer.seed(),
                     .iteration = m_trainer.iteration(),
                     .iterations = m_settings.limits.iterations,
                     .batchUnits = m_steps.unitsInBatch() * m_solver.batchesPerUpdate(),
                     .stepsPerEpoch = m_trainer.batchesPerEpoch() / static_cast<double>(m_solver.batchesPerUpdate()),
                     .kind = &source.kind(),
                     .writesText = !why,
                     .dataWords = std::move(size.words),
                     .units = size.units,
                     .learned = size.learned,
                     .heldOut = size.units - size.learned,
                     .holdsOutNothing = m_trainer.holdsOutNothing(),
                     .model = writeModel(m_trainer.model()),
                     .solver = writeSolver(m_trainer.solverSettings()),
                     .data = source.file(),
                     .checkpoint = m_settings.checkpoint.string(),
                     .limits = m_settings.limits,
                     .time = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(),
                     .notes = m_trainer.notes()};
    for (const std::vector<Sentence>& more : {device.notes(), net.notes()}) {
        event.notes.insert(event.notes.end(), more.begin(), more.end());
    }
    if (why && source.kind().writes) {
        event.notes.push_back(say(ENGINE_TEXT("Sentences", "no samples are written: %1"), *why));
    }
    if (!event.holdsOutNothing.empty()) {
        event.notes.push_back(
            ENGINE_TEXT("Sentences", "no data are held out for validation, so nothing can be validated"));
    }
    return event;
}

std::int64_t Run::checkpointEvery() const
{
    return m_settings.checkpointEvery == 0 ? m_settings.validateEvery : m_settings.checkpointEvery;
}

void Run::saveNow()
{
    if (m_saver) {
        const double begin = m_now->seconds();
        m_saver->save(m_trainer.checkpoint(), m_now->told());
        m_now->saved = m_trainer.iteration();
        m_now->limit.saveTakes(m_now->seconds() - begin);
    }
}

/// Saves the best checkpoint if this is the iteration of the best validation and nothing as good is saved.
void Run::saveBest()
{
    const bool here = m_record.bestIteration == m_trainer.iteration() && !std::isnan(m_record.best);
    if (m_saver && here && m_saver->isBest(m_record.best)) {
        m_saver->saveBest(m_trainer.checkpoint(), m_now->told());
    }
}

/// Handles requests, and waits while the run is paused. False: the run is to stop.
bool Run::handleRequests(RunControl::Place place)
{
    using Kind = RunControl::Turn::Kind;
    if (m_now->control == nullptr) {
        return !m_now->stop.stop_requested();
    }
    const RunClock::TimePoint begin = m_clock.now(), start = m_now->start;
    std::optional<double> joulesAtPause;
    while (true) {
        const RunControl::Turn turn = m_now->control->next(m_now->stop, place);
        if (turn.kind == Kind::Continue || turn.kind == Kind::Stop) {
            if (turn.endsPause) {
                m_now->sink(PauseEvent{.iteration = m_trainer.iteration(), .paused = false});
            }
            m_now->start = start + (m_clock.now() - begin); // also if a request handled here waited itself
            if (joulesAtPause && m_now->joulesBefore) {
                *m_now->joulesBefore += joulesNow().value_or(*joulesAtPause) - *joulesAtPause;
            }
            return turn.kind == Kind::Continue;
        }
        if (turn.kind == Kind::Paused) {
            m_now->sink(PauseEvent{.iteration = m_trainer.iteration(), .paused = true});
            joulesAtPause = joulesNow();
        }
        if (turn.kind == Kind::Save || (turn.kind == Kind::Paused && m_settings.checkpointAtPause)) {
            saveNow();
        } else if (turn.kind == Kind::Change) {
            change(turn.limits);
        } else if (turn.kind == Kind::Work) {
            turn.work(m_trainer);
        } else if (turn.kind == Kind::Validate) {
            noteValidation();
        }
    }
}

std::optional<double> Run::joulesNow() const
{
    return m_gauge != nullptr ? m_gauge->now().joules : std::nullopt;
}

/// Lets the device cool. Like a pause, cooling is not counted in the run's time.
void Run::rest()
{
    const RunClock::TimePoint begin = m_clock.now();
    m_now->pacer->rest([&] { return m_now->asksSomething(); });
    const RunClock::TimePoint::duration rested = m_clock.now() - begin;
    m_now->start += rested;
    m_now->pacedSeconds += std::chrono::duration<double>(rested).count();
}

EndEvent Run::endEvent(EndReason reason, const Sentence& detail) const
{
    RunVerdict verdict = verdictOf(m_curve, reason, m_solver.bestBy(), m_record.metrics);
    verdict.holdsOutNothing = m_trainer.holdsOutNothing();
    EndEvent event{.iterations = m_trainer.iteration(),
                   .seconds = m_now->seconds(),
                   .reason = reason,
                   .detail = detail,
                   .verdict = m_curve.size() < 2 ? std::string() : inWords(verdict),
                   .pacedSeconds = m_now->pacedSeconds};
    const std::optional<double> joules = m_now->joulesBefore ? joulesNow() : std::nullopt;
    const std::int64_t characters =
        (m_trainer.iteration() - m_now->begun) * m_steps.unitsInBatch() * m_solver.batchesPerUpdate();
    if (joules) {
        event.joules = *joules - *m_now->joulesBefore;
    }
    if (joules && characters > 0) {
        event.joulesPerThousand = 1000 * *event.joules / static_cast<double>(characters);
    }
    return event;
}

/// Begins to watch the run's temperature, if that has a limit, and its energy.
void Run::beginWatching()
{
    watchTemperature();
    m_now->begun = m_trainer.iteration();
    m_now->joulesBefore = joulesNow();
    m_now->vitalsBefore = m_gauge != nullptr ? m_gauge->each() : std::vector<Vitals>();
}

void Run::tellMeters()
{
    MetersEvent event{.iteration = m_trainer.iteration(), .devices = m_gauge->each()};
    for (std::size_t index = 0; index < event.devices.size(); ++index) {
        std::optional<double>& joules = event.devices[index].joules;
        const std::optional<double> before = m_now->vitalsBefore.at(index).joules;
        joules = joules && before ? std::optional(*joules - *before) : std::nullopt;
    }
    m_now->metersTold = m_clock.now();
    m_now->sink(event);
}

void Run::watchTemperature()
{
    m_now->pacer.reset();
    const std::optional<double> limit = m_settings.limits.maxTemperature;
    if (limit && m_gauge == nullptr) {
        throw UnavailableError(noGauge);
    }
    if (limit) {
        m_now->pacer.emplace(*m_gauge, *limit, [this, limit, &sink = m_now->sink](const Pacer::Change& change) {
            sink(PacingEvent{.iteration = m_trainer.iteration(),
                             .paced = change.paces,
                             .celsius = change.celsius,
                             .limit = *limit,
                             .place = m_gauge->place()});
        });
    }
}

/// Applies limits that were requested during the run; they count from the next step.
void Run::change(const RunLimits& limits, Sentence refusal)
{
    RunLimits& now = m_settings.limits;
    const bool otherTemperature = limits.maxTemperature != now.maxTemperature;
    if (otherTemperature && limits.maxTemperature && (m_gauge == nullptr || !m_gauge->now().celsius)) {
        RunLimits held = limits;
        held.maxTemperature = now.maxTemperature;
        change(held, noGauge);
        return;
    }
    now = limits;
    now.iterations = lastIteration(limits);
    m_now->limit.change(limits.seconds);
    if (otherTemperature) {
        watchTemperature();
    }
    m_now->sink(ChangeEvent{.iteration = m_trainer.iteration(),
                            .iterations = now.iterations,
                            .limits = limits,
                            .refusal = std::move(refusal)});
}

/// The iteration at which a run with these limits ends.
std::int64_t Run::lastIteration(const RunLimits& limits) const
{
    if (limits.epochs) {
        const std::int64_t last = m_trainer.iterationsOf(*limits.epochs);
        return limits.iterations == 0 ? last : std::min(limits.iterations, last);
    }
    return limits.iterations == 0 ? m_solver.maxIterations() : limits.iterations;
}

void Run::sample()
{
    SamplingSettings sampling = m_settings.sample;
    sampling.seed += static_cast<std::uint64_t>(m_trainer.iteration());
    TextSample sample{.iteration = m_trainer.iteration(), .seed = sampling.seed, .text = {}};
    std::vector<float> bits;
    bool whole = true;
    const auto each = [&](const TextGenerator::Character& character) {
        bits.push_back(static_cast<float>(character.bits));
        whole = !m_now->limit.isOver(m_now->seconds()) && handleRequests(RunControl::Place::WithinOne);
        return whole;
    };
    try {
        sample.text = m_trainer.write(sampling, each);
    } catch (const NotFiniteError&) { // the loss tells it, and what becomes of the run
        whole = false;
    }
    if (whole) {
        m_now->sink(SampleEvent{.iteration = sample.iteration,
                                .seed = sample.seed,
                                .text = sample.text,
                                .bits = bits,
                                .prompt = sampling.prompt,
                                .length = sampling.length,
                                .temperature = sampling.temperature,
                                .topK = sampling.topK,
                                .topP = sampling.topP});
        m_record.samples.push_back(std::move(sample));
        m_now->saved = -1;
    }
}

/// Validates and reports. True: the solver's patience is over.
bool Run::noteValidation()
{
    const EventSink& sink = m_now->sink;
    const double begin = m_now->seconds();
    m_now->isCut = !m_now->limit.mayValidate(begin);
    if (m_now->isCut) {
        return false;
    }
    const std::optional<ValidationReport> report = m_trainer.validate([&] {
        m_now->isCut = m_now->limit.isOver(m_now->seconds());
        return !m_now->isCut && handleRequests(RunControl::Place::WithinOne);
    });
    if (!report) {
        return false;
    }
    m_validationEstimate = m_now->seconds() - begin;
    m_now->limit.validationTakes(m_validationEstimate);
    m_now->validated = m_trainer.iteration();
    m_now->saved = -1;
    const bool byLoss = findMetric(report->metrics, m_solver.bestBy()) == nullptr;
    const double value = judged(m_solver.bestBy(), byLoss ? report->loss : valueOf(report->metrics, m_solver.bestBy()));
    const bool best = value < m_record.best || std::isnan(m_record.best);
    if (best) {
        m_record.best = value;
        m_record.bestValidationLoss = report->loss;
        m_record.bestIteration = m_trainer.iteration();
    }
    if (!m_curve.empty() && lastInCurve() == m_trainer.iteration()) {
        m_curve.validate(report->loss);
    }
    for (const Metric& metric : report->metrics) {
        m_record.metrics.push_back({m_trainer.iteration(), metric.name, metric.value});
    }
    for (const Metric& metric : ofTraining(report->training)) {
        m_record.metrics.push_back({m_trainer.iteration(), metric.name, metric.value});
    }
    m_record.validationsWithoutGain = countWithoutGain();
    sink(ValidationEvent{.iteration = m_trainer.iteration(),
                         .epoch = epochs(),
                         .loss = report->loss,
                         .metrics = report->metrics,
                         .training = report->training,
                         .units = report->units,
                         .ofUnits = report->ofUnits,
                         .best = best,
                         .stepSeconds = m_now->steps > 0 ? m_now->stepSeconds / static_cast<double>(m_now->steps) : 0});
    m_now->stepSeconds = 0;
    m_now->steps = 0;
    saveBest();
    return patienceIsOver();
}

std::int64_t Run::countWithoutGain() const
{
    return validationsWithoutGain(judgements(m_solver.bestBy(), m_curve, m_record.metrics), m_settings.validateEvery);
}

bool Run::patienceIsOver() const
{
    const std::int64_t patience = m_solver.earlyStop();
    return patience > 0 && m_record.validationsWithoutGain >= patience;
}

/// Does the validation and the sample that are due at this iteration and not done yet. Returns what noteValidation
/// does.
bool Run::runDueChecks()
{
    const auto due = [&](std::int64_t every) { return every > 0 && m_trainer.iteration() % every == 0; };
    const bool validates = due(m_settings.validateEvery);
    const bool enough = validates && (m_now->validated == m_trainer.iteration() ? patienceIsOver() : noteValidation());
    const bool sampled = !m_record.samples.empty() && m_record.samples.back().iteration == m_trainer.iteration();
    if (due(m_settings.sampleEvery) && !sampled && !enough) {
        sample();
    }
    return enough;
}

/// The iteration up to which steps may be queued: the next one at which something due needs the state, or the next one
/// at all if a request waits already.
std::int64_t Run::nextSyncIteration()
{
    if (m_now->asksSomething() || m_now->timeIsUp() || m_now->copyIsDue() || m_now->reached || m_now->restIsDue()) {
        return m_trainer.iteration() + 1;
    }
    std::int64_t next = m_settings.limits.iterations;
    if (m_trainer.lastLook() && m_trainer.iteration() + 1 < next) {
        --next; // the last step is queued alone, so that it can be observed
    }
    for (const std::int64_t every : {m_settings.validateEvery, m_settings.sampleEvery, checkpointEvery()}) {
        if (every > 0) {
            next = std::min(next, (m_trainer.iteration() / every + 1) * every);
        }
    }
    return next;
}

/// The sum of the last `losses` losses, which the curve must have.
double Run::sumOfLast(std::int64_t losses) const
{
    double sum = 0;
    for (std::size_t index = m_curve.size() - static_cast<std::size_t>(losses); index < m_curve.size(); ++index) {
        sum += m_curve.loss(index);
    }
    return sum;
}

/// Computed from the curve, which a checkpoint keeps: so a resumed run reports what the uninterrupted one would.
double Run::smoothedLoss() const
{
    const std::int64_t every = m_settings.reportEvery;
    const std::int64_t sinceReport = every > 0 ? (m_trainer.iteration() - 1) % every + 1 : m_trainer.iteration();
    const std::int64_t wanted = m_settings.averageLoss > 0 ? m_settings.averageLoss : sinceReport;
    const std::int64_t losses = std::min(wanted, static_cast<std::int64_t>(m_curve.size()));
    return sumOfLast(losses) / static_cast<double>(losses);
}

/// Adds an iteration to the curve.
CurvePoint Run::keep(const TrainingSteps::Step& step)
{
    m_record.seconds += step.seconds;
    const CurvePoint point{.iteration = m_trainer.iteration(),
                           .seconds = inMicroseconds(m_record.seconds),
                           .loss = step.loss,
                           .learningRate = step.learningRate,
                           .gradientNorm = static_cast<float>(step.gradientNorm)};
    m_curve.append(point);
    return point;
}

/// How often the training part was read through.
double Run::epochs() const
{
    return static_cast<double>(m_trainer.iteration() * m_solver.batchesPerUpdate()) / m_trainer.batchesPerEpoch();
}

/// Keeps an iteration, and reports it if a report is due.
void Run::note(const TrainingSteps::Step& step)
{
    TrainEvent event{keep(step)};
    m_now->stepSeconds += step.seconds;
    ++m_now->steps;
    Report& report = m_now->report;
    report.seconds += step.seconds;
    report.characters += m_steps.unitsInBatch() * m_solver.batchesPerUpdate();
    const std::int64_t every = m_settings.reportEvery;
    if ((every > 0 && m_trainer.iteration() % every == 0) || m_trainer.iteration() == m_settings.limits.iterations) {
        event.objective = step.objective;
        event.smoothedLoss = smoothedLoss();
        event.epoch = epochs();
        event.perSecond = static_cast<double>(report.characters) / report.seconds;
        m_now->sink(event);
        report = {};
    }
    if (m_gauge != nullptr && m_clock.secondsSince(m_now->metersTold) >= secondsBetweenMeters) {
        tellMeters();
    }
}

Sentence Run::whereItDiverged(const TrainingSteps::Step& step)
{
    m_steps.giveUp();
    const Sentence where = m_trainer.firstNotFinite();
    const Sentence what = step.divergence(m_trainer.iteration());
    return where.empty()
               ? what
               : say(ENGINE_TEXT("Sentences", "%1; the first value that is not finite is in %2"), what, where);
}

void Run::prepare(const RunSettings& settings)
{
    tryValidation();
    if (settings.sampleEvery > 0 && !whyItCannotWrite(m_trainer)) {
        trySample(settings.sample);
    }
    tryFiles(settings);
}

/// Measures two batches of a validation: the second gives an estimate of its time.
void Run::tryValidation()
{
    if (m_hasTriedValidation || !m_trainer.source().holdsOut(m_trainer.model())) {
        return;
    }
    double seconds = 0;
    const Pattern<Sentence> what(ENGINE_TEXT("Sentences", "the net cannot be measured on held-out data: %1"));
    explaining(what, [&] {
        Validation& tried = *m_trainer.validation();
        requireMetric(tried, m_solver.bestBy());
        // The first batch includes one-time costs.
        RunClock::TimePoint begin;
        int batches = 0;
        tried.measure([&] {
            seconds = batches == 2 ? m_clock.secondsSince(begin) : 0;
            begin = m_clock.now();
            return batches++ < 2;
        });
        m_validationEstimate = seconds * static_cast<double>(tried.batches());
        m_hasTriedValidation = true;
    });
}

/// Reads its prompt and writes its first character.
void Run::trySample(const SamplingSettings& settings)
{
    if (m_tried != settings) {
        SamplingSettings first = settings;
        first.length = 1;
        explaining(ENGINE_TEXT("Sentences", "the net cannot write a sample: %1"), [&] {
            try {
                m_trainer.generator().text(first);
            } catch (const NotFiniteError&) { // NOLINT(bugprone-empty-catch): the first step tells where
            }
        });
        m_tried = settings;
    }
}

void Run::tryFiles(const RunSettings& settings)
{
    const std::filesystem::path& file = settings.checkpoint;
    if (file.empty()) {
        m_saver.reset();
    } else if (!m_saver || m_saver->checkpoint() != file) {
        const Checkpoint first = m_trainer.checkpoint();
        requireWeights(readModel(first.model, "the checkpoint's model"),
                       first.weights); // and the next: can it be read?
        readSolver(first.solver, "the checkpoint's solver");
        const RunClock::TimePoint begin = m_clock.now();
        m_saver.emplace(file, first);
        m_saveEstimate = m_clock.secondsSince(begin);
    }
    if (m_saver) {
        m_saver->keep(settings.keepLast, settings.keepBest);
    }
}

/// After an error: takes the results of all queued steps, so that the state is that of an iteration. False if it is
/// not: one of them diverged or was cut short, or the device is lost.
bool Run::drain()
{
    try {
        while (!m_steps.idle()) {
            const TrainingSteps::Step step = m_steps.next(m_trainer.iteration() + 1);
            if (hasDiverged(step)) {
                m_steps.giveUp();
                return false;
            }
            keep(step);
        }
    } catch (const std::exception&) {
        return false;
    }
    return m_steps.isWhole();
}

/// Saves what can be saved after an error: the state as it is, or an earlier copy. Says where, as the end of a
/// sentence.
Sentence Run::rescue()
{
    std::optional<Checkpoint> state;
    if (m_now->good) {
        state = std::move(*m_now->good);
    }
    try {
        if (!m_now->diverged && drain() && m_saver) {
            state = m_trainer.checkpoint();
        }
    } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the device is lost, or there is no memory
    }
    return m_saver ? m_saver->rescue(state, m_now->told()) : Sentence();
}

EndReason Run::go(const RunSettings& settings, std::stop_token stop, const EventSink& sink, RunControl* control)
{
    m_settings = settings;
    m_settings.limits.iterations = lastIteration(settings.limits);
    if (whyItCannotWrite(m_trainer)) {
        m_settings.sampleEvery = 0; // the start event says so
    }
    prepare(m_settings);
    m_now.emplace(m_settings, std::move(stop), sink, control, m_clock);
    struct End {
        std::optional<Progress>& now;
        ~End() { now.reset(); } // with its copy of the state, and with what it was called with
    } const end{m_now};
    const RunClock::Watch watch(m_clock);
    m_now->followsFailure = std::exchange(m_hasFailed, true); // until train() has returned
    try {
        const EndReason reason = train();
        m_hasFailed = false;
        return reason;
    } catch (const UnavailableError& error) {
        throw UnavailableError(say("%1%2", error.sentence(), rescue()));
    } catch (const CancelledError& error) {
        throw CancelledError(say("%1%2", error.sentence(), rescue()));
    } catch (const Error& error) {
        throw Error(say("%1%2", error.sentence(), rescue()));
    } catch (...) {
        rescue();
        throw;
    }
}

EndReason Run::train()
{
    const RunSettings& settings = m_settings;
    const EventSink& sink = m_now->sink;
    if (!m_curve.empty() && lastInCurve() == m_trainer.iteration() && m_curve.isValidated()) {
        m_now->validated = m_trainer.iteration(); // a resumed run was validated here before it was saved
    }
    m_record.validationsWithoutGain = countWithoutGain();
    beginWatching();
    sink(startEvent());
    m_now->start = m_clock.now();
    m_now->report = {};
    m_now->limit.validationMayTake(m_validationEstimate);
    m_now->limit.saveTakes(m_saver ? m_saveEstimate : 0);
    if (settings.validateFirst && m_trainer.iteration() == 0 && std::isnan(m_record.bestValidationLoss)) {
        noteValidation();
    }

    // A stop or an error may have cut short what was due where this run goes on. After an error a pause comes first:
    // what failed, as on a disk that is full, would fail again at once.
    const bool goesOn = !m_now->followsFailure || handleRequests(RunControl::Place::BeforeStep);
    if (goesOn) {
        saveBest();
    }
    bool enough = goesOn && m_trainer.iteration() > 0 && runDueChecks();
    EndReason reason = enough ? EndReason::EarlyStop : EndReason::Iterations;
    Sentence detail;
    while (!enough && m_trainer.iteration() < settings.limits.iterations) {
        if (m_steps.idle() && m_now->restIsDue()) {
            rest();
        }
        if (m_steps.idle() && !handleRequests(RunControl::Place::BeforeStep)) {
            reason = EndReason::Stopped;
            break;
        }
        if (m_steps.idle() && m_trainer.iteration() >= settings.limits.iterations) {
            break; // the limit was changed
        }
        if (m_steps.idle() && m_now->timeIsUp()) {
            reason = EndReason::TimeLimit;
            break;
        }
        if (m_trainer.lastLook() && m_steps.idle() && m_trainer.iteration() + 1 == settings.limits.iterations) {
            m_trainer.lookIntoNextStep(m_trainer.lastLook());
        }
        const TrainingSteps::Step step = m_steps.next(nextSyncIteration());
        if (hasDiverged(step)) {
            m_now->diverged = true;
            reason = EndReason::Diverged;
            detail = whereItDiverged(step);
            break;
        }
        m_now->limit.stepTakes(step.seconds);
        note(step);
        m_now->reached = m_now->reached || hasReachedTarget();
        if (!m_steps.idle()) {
            continue; // nothing is due here, else no further steps would have been queued
        }
        enough = runDueChecks();
        // Last, so that the checkpoint has all of this iteration: a run that is killed after it has lost nothing.
        if (checkpointEvery() > 0 && m_trainer.iteration() % checkpointEvery() == 0) {
            saveNow();
        }
        if (enough || m_now->reached) {
            reason = enough ? EndReason::EarlyStop : EndReason::TargetLoss;
            break;
        }
        if (m_now->copyIsDue()) {
            m_now->good = m_trainer.checkpoint();
            m_now->goodTaken = m_clock.now();
        }
    }

    if (reason == EndReason::Diverged) {
        if (m_saver && m_now->good && m_now->good->iteration > m_saver->saved()) {
            m_saver->save(std::move(*m_now->good), m_now->told());
        }
    } else {
        if (m_now->validated != m_trainer.iteration() && reason != EndReason::Stopped) {
            noteValidation();
            detail = m_now->isCut ? ENGINE_TEXT("Sentences", "the limit left no time for the last validation") : "";
            const bool isMissing = m_trainer.validation() != nullptr && m_now->validated != m_trainer.iteration();
            reason = isMissing && !m_now->isCut ? EndReason::Stopped : reason; // a run that goes on makes it up
        }
        const bool isDone = reason == EndReason::Iterations;
        if ((!isDone || settings.checkpointAtEnd) && m_now->saved != m_trainer.iteration()) {
            saveNow();
        }
    }
    const EndEvent end = endEvent(reason, detail);
    if (m_now->vitalsBefore.size() > 1) {
        tellMeters(); // what each took in all
    }
    sink(end);
    return reason;
}

} // namespace engine
