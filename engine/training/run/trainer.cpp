// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/trainer.h"

#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/not_finite.h"
#include "engine/graph/sentence.h"
#include "engine/net/weight_check.h"
#include "engine/training/measure/reported_loss.h"
#include "engine/training/run/best.h"
#include "engine/training/run/pacer.h"
#include "engine/training/run/time_limit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

namespace engine {

namespace {

TrainingJob jobOf(const Checkpoint& checkpoint, const EngineWish& wish)
{
    TrainingJob job{.model = readModel(checkpoint.model, "the checkpoint's model"),
                    .solver = readSolver(checkpoint.solver, "the checkpoint's solver"),
                    .engine = wish,
                    .seed = checkpoint.seed};
    if (!wish && !checkpoint.engine.empty()) {
        job.engine = checkpoint.engine;
    }
    if (!wish) {
        job.enginesBefore = checkpoint.engines;
    }
    requireWeights(job.model, checkpoint.weights);
    return job;
}

/// Prefixes the sentence of an Error with what was tried.
template <typename Try>
void explaining(const char* what, const Try& attempt)
{
    try {
        attempt();
    } catch (const UnavailableError&) {
        throw;
    } catch (const Error& error) {
        throw Error(say("%1%2", what, error.sentence()));
    }
}

/// Between two copies of the state, one of which a run falls back to when it diverges.
constexpr double secondsBetweenCopies = 20;

constexpr auto noGauge =
    ENGINE_TEXT("Sentences", "a temperature limit is set, but the temperature of the device is not available");

} // namespace

/// The clocks of one call of run().
struct Trainer::Timing {
    RunClock::TimePoint start;
    double reportSeconds = 0; ///< of training, since the last report
    std::int64_t reportCharacters = 0;
};

/// One call of run(): what was asked for, and how far it is.
struct Trainer::RunState {
    RunSettings settings;
    std::stop_token stop;
    const EventSink* sink;
    RunControl* control; ///< may be null
    RunClock& clock;
    Timing timing = {.start = clock.now()};
    TimeLimit limit = TimeLimit(settings.limits.seconds);
    bool isCut = false;                  ///< the limit left no time for a validation that was due
    std::int64_t validated = -1;         ///< the last iteration that was
    double stepSeconds = 0;              ///< of training, since the last validation
    std::int64_t steps = 0;              ///< likewise
    std::int64_t saved = -1;             ///< the last iteration that was, if nothing was noted since
    std::optional<Checkpoint> good = {}; ///< the last copy, to fall back to after a divergence
    RunClock::TimePoint goodTaken = clock.now();
    bool reached = false;   ///< the target loss
    bool diverged = false;  ///< the state is no longer worth saving
    std::int64_t begun = 0; ///< the iteration where it began
    std::optional<Pacer> pacer = {};
    double pacedSeconds = 0;
    std::optional<double> joulesBefore = {}; ///< what the gauge showed at its start, and what pauses added to that
    bool followsFailure = false;             ///< the run before ended by an error

    RunSaver::Told told() const
    {
        return [this](std::int64_t iteration, const std::filesystem::path& file, bool best) {
            (*sink)(CheckpointEvent{.iteration = iteration, .file = file, .best = best});
        };
    }
    bool restIsDue() { return pacer && pacer->restIsDue(); }
    double seconds() const { return clock.secondsSince(timing.start); }
    bool timeIsUp() const { return !limit.mayStep(seconds()); }
    bool copyIsDue() const { return clock.secondsSince(goodTaken) > secondsBetweenCopies; }
    std::int64_t checkpointEvery() const
    {
        return settings.checkpointEvery == 0 ? settings.validateEvery : settings.checkpointEvery;
    }
};

Trainer::Trainer(const TrainingJob& job, std::unique_ptr<BatchSource> source, Device& device)
    : m_job(job),
      m_source(std::move(source)),
      m_device(&device),
      m_store((m_job.model = m_source->settled(job.model, m_notes)), device, job.seed),
      m_net(m_job.model, Phase::Train, m_store, job.engine, job.seed, job.enginesBefore),
      m_solver(job.solver, m_store, reportedLoss(m_net).tensors),
      m_steps({.net = m_net,
               .store = m_store,
               .solver = m_solver,
               .batches = m_source->batches(m_net, m_job.model, job.seed),
               .clock = m_clock}),
      m_lossPerCharacter(reportedLoss(m_net).perCharacter),
      m_bestValidationLoss(std::numeric_limits<double>::quiet_NaN()),
      m_best(m_bestValidationLoss)
{
    if (!job.firstWeights.empty()) {
        m_store.write(job.firstWeights);
        m_solver.restartAverages();
        m_job.firstWeights = {};
    }
    if (m_net.sequence().losses().empty()) {
        throw Error(say(ENGINE_TEXT("Sentences", "the model \"%1\" has no loss in the phase TRAIN, but training needs "
                                                 "one, such as a SOFTMAXWITHLOSS layer"),
                        m_job.model.name));
    }
}

Trainer::Trainer(const TrainingJob& job, Corpus corpus, Device& device)
    : Trainer(job, textSource(std::move(corpus)), device)
{}

Trainer::Trainer(const Checkpoint& checkpoint, Corpus corpus, Device& device, const EngineWish& wish)
    : Trainer(checkpoint, textSource(std::move(corpus)), device, wish)
{}

Trainer::Trainer(const Checkpoint& checkpoint, std::unique_ptr<BatchSource> source, Device& device,
                 const EngineWish& wish)
    : Trainer(jobOf(checkpoint, wish), std::move(source), device)
{
    m_source->requireSame(checkpoint);
    m_store.write(checkpoint.weights);
    m_net.setState(checkpoint.state);
    m_solver.restore(checkpoint.history, checkpoint.iteration);
    m_solver.setRateScale(checkpoint.rateScale);
    m_net.setPrivateState(checkpoint.privateState,
                          static_cast<std::uint64_t>(iteration() * m_solver.batchesPerUpdate()));
    noteWhatDiffers(checkpoint);
    m_steps.seek(checkpoint.cursor);
    m_seconds = checkpoint.seconds;
    m_bestValidationLoss = checkpoint.bestValidationLoss;
    m_best = bestOf(checkpoint);
    m_bestIteration = checkpoint.bestIteration;
    m_validationsWithoutGain = checkpoint.validationsWithoutGain;
    m_curve = checkpoint.curve;
    m_samples = checkpoint.samples;
    m_metrics = checkpoint.metrics;
    m_begin = RunSaver::Begin::Resumed;
}

Trainer::~Trainer() = default;

/// Notes what keeps the resumed run from being bit for bit the uninterrupted one.
void Trainer::noteWhatDiffers(const Checkpoint& checkpoint)
{
    const std::string precision(nameOf(m_device->precision()));
    if (!checkpoint.precision.empty() && checkpoint.precision != precision) {
        m_notes.push_back(say(ENGINE_TEXT("Sentences", "the run was trained in %1 and goes on in %2"),
                              checkpoint.precision, precision));
    }
    const std::int64_t threads = m_device->threads();
    const bool bothKnown = checkpoint.threads > 0 && threads > 0;
    if (bothKnown && checkpoint.threads != threads && m_net.recurrentEngine().find("ONEDNN") != std::string::npos) {
        m_notes.push_back(
            say(ENGINE_TEXT("Sentences",
                            "the run was computed with %1%2 and goes on with %3; oneDNN's sums depend on their number, "
                            "so the last bits of its numbers are not those of a run that was never stopped"),
                checkpoint.threads,
                checkpoint.threads == 1 ? ENGINE_TEXT("Sentences", " thread") : ENGINE_TEXT("Sentences", " threads"),
                threads));
    }
    for (const NamedTensor& mine : m_net.privateState()) {
        const auto same = [&](const NamedTensor& one) { return one.name == mine.name && one.shape == mine.shape; };
        if (std::ranges::none_of(checkpoint.privateState, same)) {
            m_notes.push_back(
                say(ENGINE_TEXT("Sentences", "the checkpoint does not have %1 of this engine, so other random numbers "
                                             "follow than if the run had not been stopped"),
                    mine.name));
        }
    }
}

TrainingSteps::Step Trainer::step()
{
    const TrainingSteps::Step step = m_steps.next(iteration() + 1);
    if (!step.finite) {
        m_steps.giveUp();
    }
    return step;
}

void Trainer::steps(std::int64_t count, const std::function<void(const TrainingSteps::Step&)>& each)
{
    const std::int64_t last = iteration() + count;
    while (iteration() < last) {
        const TrainingSteps::Step step = m_steps.next(last);
        each(step);
        if (!step.finite) {
            m_steps.giveUp();
            return;
        }
    }
}

void Trainer::lookIntoNextStep(LookInside::Tell tell)
{
    auto look = std::make_unique<LookInside>(m_net, m_store, std::move(tell));
    m_steps.observeNext(*look);
    m_look = std::move(look);
}

bool Trainer::hasDiverged(const TrainingSteps::Step& step) const
{
    const std::optional<double> abortLoss = m_lossPerCharacter ? m_source->abortLoss() : std::nullopt;
    return !step.finite || (abortLoss && step.loss > *abortLoss); // objectives have no scale
}

bool Trainer::hasReached(const std::optional<double>& targetLoss) const
{
    if (!targetLoss || std::cmp_less(m_curve.size(), targetWindow)) {
        return false;
    }
    return sumOfLast(targetWindow) / static_cast<double>(targetWindow) <= *targetLoss;
}

std::optional<ValidationReport> Trainer::validate()
{
    return validate([] { return true; });
}

std::optional<ValidationReport> Trainer::validate(const GoOn& goOn)
{
    Validation* const measuring = validation();
    std::optional<ValidationReport> report;
    if (measuring != nullptr) {
        m_solver.withAverages([&] { report = measuring->measure(goOn); });
    }
    return report;
}

/// Null where nothing is held out.
Validation* Trainer::validation()
{
    if (!m_validation) {
        m_validation = m_source->validation(m_job.model, m_job.solver, m_store, m_job.engine);
    }
    return m_validation.get();
}

/// Nothing where the net writes texts.
std::optional<Sentence> Trainer::whyItCannotWrite() const
{
    return m_source->text() == nullptr ? ENGINE_TEXT("Sentences", "it learns no text")
                                       : engine::whyItCannotWrite(m_job.model);
}

std::int64_t Trainer::iterationsOf(std::int64_t epochs) const
{
    const double iterations =
        static_cast<double>(epochs) * batchesPerEpoch() / static_cast<double>(m_solver.batchesPerUpdate());
    constexpr double most = 9e15; // whole numbers are exact below
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(std::min(iterations, most) - 1e-9)));
}

/// How often the training part was read through.
double Trainer::epochs() const
{
    return static_cast<double>(iteration() * m_solver.batchesPerUpdate()) / batchesPerEpoch();
}

TextGenerator& Trainer::generator()
{
    if (!m_generator) {
        m_generator = std::make_unique<TextGenerator>(m_job.model, m_store, corpus().vocabulary(), m_job.engine);
    }
    return *m_generator;
}

std::string Trainer::write(const SamplingSettings& settings)
{
    std::string text;
    m_solver.withAverages([&] { text = generator().text(settings); });
    return text;
}

Checkpoint Trainer::checkpoint() const
{
    Checkpoint checkpoint{
        .model = writeModel(m_job.model),
        .solver = writeSolver(m_job.solver),
        .vocabulary = {}, // the source describes what is learned from
        .corpus = {},
        .engine = m_job.engine.value_or(""),
        .engines = m_net.recurrentEngines(),
        .device = m_device->name(),
        .precision = std::string(nameOf(m_device->precision())),
        .threads = m_device->threads(),
        .seed = m_job.seed,
        .weights = m_solver.weights(),
        .history = m_solver.history(),
        .state = m_net.state(),
        .privateState = m_net.privateState(),
        .iteration = iteration(),
        .rateScale = m_solver.rateScale(),
        .cursor = m_steps.cursor(),
        .seconds = m_seconds,
        .bestValidationLoss = m_bestValidationLoss,
        .bestIteration = m_bestIteration,
        .validationsWithoutGain = m_validationsWithoutGain,
        .curve = m_curve,
        .samples = m_samples,
        .metrics = m_metrics,
    };
    m_source->describe(checkpoint, m_job.model);
    return checkpoint;
}

StartEvent Trainer::startEvent(const RunSettings& settings) const
{
    StartEvent event{.parameters = m_store.count(),
                     .vocabulary = m_source->text() ? corpus().vocabulary().size() : 0,
                     .engine = m_net.recurrentEngine(),
                     .method = m_net.recurrentMethod(),
                     .device = m_device->name(),
                     .seed = m_job.seed,
                     .iteration = iteration(),
                     .iterations = settings.limits.iterations,
                     .batchCharacters = m_steps.unitsInBatch() * m_solver.batchesPerUpdate(),
                     .stepsPerEpoch = batchesPerEpoch() / static_cast<double>(m_solver.batchesPerUpdate()),
                     .notes = m_notes};
    for (const std::vector<Sentence>& more : {m_device->notes(), m_net.notes()}) {
        event.notes.insert(event.notes.end(), more.begin(), more.end());
    }
    const std::optional<Sentence> why = whyItCannotWrite();
    if (why && m_source->text()) {
        event.notes.push_back(say(ENGINE_TEXT("Sentences", "no samples are written: %1"), *why));
    }
    if (!m_source->holdsOut(m_job.model)) {
        event.notes.push_back(m_source->text()
                                  ? say(ENGINE_TEXT("Sentences", "no text is held out, so nothing can be validated"))
                                  : say(ENGINE_TEXT("Sentences", "no data are held out, so nothing can be validated")));
    }
    return event;
}

void Trainer::saveNow(RunState& course)
{
    if (m_saver) {
        const double begin = course.seconds();
        m_saver->save(checkpoint(), course.told());
        course.saved = iteration();
        course.limit.saveTakes(course.seconds() - begin);
    }
}

/// Saves the best checkpoint if this is the iteration of the best validation and nothing as good is saved.
void Trainer::saveBest(RunState& course)
{
    const bool here = m_bestIteration == iteration() && !std::isnan(m_best);
    if (m_saver && here && m_saver->isBest(m_best)) {
        m_saver->saveBest(checkpoint(), course.told());
    }
}

/// Handles requests, and waits while the run is paused. False: the run is to stop.
bool Trainer::handleRequests(RunState& course, RunControl::Place place)
{
    using Kind = RunControl::Turn::Kind;
    if (course.control == nullptr) {
        return !course.stop.stop_requested();
    }
    const RunClock::TimePoint begin = m_clock.now(), start = course.timing.start;
    std::optional<double> joulesAtPause;
    while (true) {
        const RunControl::Turn turn = course.control->next(course.stop, place);
        if (turn.kind == Kind::Continue || turn.kind == Kind::Stop) {
            course.timing.start = start + (m_clock.now() - begin); // also if a request handled here waited itself
            if (joulesAtPause && course.joulesBefore) {
                *course.joulesBefore += joulesNow().value_or(*joulesAtPause) - *joulesAtPause;
            }
            return turn.kind == Kind::Continue;
        }
        if (turn.kind == Kind::Paused) {
            joulesAtPause = joulesNow();
        }
        if (turn.kind == Kind::Save || (turn.kind == Kind::Paused && course.settings.checkpointAtPause)) {
            saveNow(course);
        } else if (turn.kind == Kind::Change) {
            change(course, turn.limits);
        } else if (turn.kind == Kind::Work) {
            turn.work(*this);
        } else if (turn.kind == Kind::Validate) {
            noteValidation(course);
        }
    }
}

std::optional<double> Trainer::joulesNow() const
{
    return m_gauge != nullptr ? m_gauge->now().joules : std::nullopt;
}

/// Lets the device cool. Like a pause, cooling is not counted in the run's time.
void Trainer::rest(RunState& course)
{
    const RunClock::TimePoint begin = m_clock.now();
    course.pacer->rest(
        [&] { return course.stop.stop_requested() || (course.control != nullptr && course.control->asks()); });
    const RunClock::TimePoint::duration rested = m_clock.now() - begin;
    course.timing.start += rested;
    course.pacedSeconds += std::chrono::duration<double>(rested).count();
}

EndEvent Trainer::endEvent(const RunState& course, EndReason reason, const Sentence& detail) const
{
    EndEvent event{.iterations = iteration(),
                   .seconds = course.seconds(),
                   .reason = reason,
                   .detail = detail,
                   .pacedSeconds = course.pacedSeconds};
    const std::optional<double> joules = course.joulesBefore ? joulesNow() : std::nullopt;
    const std::int64_t characters = (iteration() - course.begun) * m_steps.unitsInBatch() * m_solver.batchesPerUpdate();
    if (joules) {
        event.joules = *joules - *course.joulesBefore;
    }
    if (joules && characters > 0) {
        event.joulesPerThousandCharacters = 1000 * *event.joules / static_cast<double>(characters);
    }
    return event;
}

/// Begins to watch the run's temperature, if that has a limit, and its energy.
void Trainer::beginWatching(RunState& course)
{
    watchTemperature(course);
    course.begun = iteration();
    course.joulesBefore = joulesNow();
}

void Trainer::watchTemperature(RunState& course)
{
    course.pacer.reset();
    const std::optional<double> limit = course.settings.limits.maxTemperature;
    if (limit && m_gauge == nullptr) {
        throw UnavailableError(noGauge);
    }
    if (limit) {
        course.pacer.emplace(*m_gauge, *limit, [this, limit, sink = course.sink](const Pacer::Change& change) {
            (*sink)(PacingEvent{.iteration = iteration(),
                                .paced = change.paces,
                                .celsius = change.celsius,
                                .limit = *limit,
                                .place = m_gauge->place()});
        });
    }
}

/// Applies limits that were requested during the run; they count from the next step.
void Trainer::change(RunState& course, const RunLimits& limits, Sentence refusal)
{
    RunLimits& now = course.settings.limits;
    const bool otherTemperature = limits.maxTemperature != now.maxTemperature;
    if (otherTemperature && limits.maxTemperature && (m_gauge == nullptr || !m_gauge->now().celsius)) {
        RunLimits held = limits;
        held.maxTemperature = now.maxTemperature;
        change(course, held, noGauge);
        return;
    }
    now = limits;
    now.iterations = lastIteration(limits);
    course.limit.change(limits.seconds);
    if (otherTemperature) {
        watchTemperature(course);
    }
    (*course.sink)(ChangeEvent{
        .iteration = iteration(), .iterations = now.iterations, .limits = limits, .refusal = std::move(refusal)});
}

/// The iteration at which a run with these limits ends.
std::int64_t Trainer::lastIteration(const RunLimits& limits) const
{
    if (limits.epochs) {
        const std::int64_t last = iterationsOf(*limits.epochs);
        return limits.iterations == 0 ? last : std::min(limits.iterations, last);
    }
    return limits.iterations == 0 ? m_solver.maxIterations() : limits.iterations;
}

void Trainer::sample(RunState& course)
{
    SamplingSettings sampling = course.settings.sample;
    sampling.seed += static_cast<std::uint64_t>(iteration());
    TextSample sample{.iteration = iteration(), .seed = sampling.seed, .text = {}};
    std::vector<float> bits;
    bool whole = true;
    const auto write = [&] {
        generator().generate(sampling, [&](const TextGenerator::Character& character) {
            sample.text += character.text;
            bits.push_back(static_cast<float>(character.bits));
            whole = !course.limit.isOver(course.seconds()) && handleRequests(course, RunControl::Place::WithinOne);
            return whole;
        });
    };
    try {
        m_solver.withAverages(write);
    } catch (const NotFiniteError&) { // the loss tells it, and what becomes of the run
        whole = false;
    }
    if (whole) {
        (*course.sink)(
            SampleEvent{.iteration = sample.iteration, .seed = sample.seed, .text = sample.text, .bits = bits});
        m_samples.push_back(std::move(sample));
        course.saved = -1;
    }
}

/// Validates and reports. True: the solver's patience is over.
bool Trainer::noteValidation(RunState& course)
{
    const EventSink& sink = *course.sink;
    const double begin = course.seconds();
    course.isCut = !course.limit.mayValidate(begin);
    if (course.isCut) {
        return false;
    }
    const std::optional<ValidationReport> report = validate([&] {
        course.isCut = course.limit.isOver(course.seconds());
        return !course.isCut && handleRequests(course, RunControl::Place::WithinOne);
    });
    if (!report) {
        return false;
    }
    m_validationEstimate = course.seconds() - begin;
    course.limit.validationTakes(m_validationEstimate);
    course.validated = iteration();
    course.saved = -1;
    const bool byLoss = findMetric(report->metrics, m_solver.bestBy()) == nullptr;
    const double value = judged(m_solver.bestBy(), byLoss ? report->loss : valueOf(report->metrics, m_solver.bestBy()));
    const bool best = value < m_best || std::isnan(m_best);
    if (best) {
        m_best = value;
        m_bestValidationLoss = report->loss;
        m_bestIteration = iteration();
    }
    if (!m_curve.empty() && lastInCurve() == iteration()) {
        m_curve.validate(report->loss);
    }
    for (const Metric& metric : report->metrics) {
        m_metrics.push_back({iteration(), metric.name, metric.value});
    }
    for (const Metric& metric : ofTraining(report->training)) {
        m_metrics.push_back({iteration(), metric.name, metric.value});
    }
    m_validationsWithoutGain = countWithoutGain(course.settings.validateEvery);
    sink(ValidationEvent{.iteration = iteration(),
                         .epoch = epochs(),
                         .loss = report->loss,
                         .metrics = report->metrics,
                         .training = report->training,
                         .units = report->units,
                         .ofUnits = report->ofUnits,
                         .best = best,
                         .stepSeconds = course.steps > 0 ? course.stepSeconds / static_cast<double>(course.steps) : 0});
    course.stepSeconds = 0;
    course.steps = 0;
    saveBest(course);
    return patienceIsOver();
}

std::int64_t Trainer::countWithoutGain(std::int64_t every) const
{
    return validationsWithoutGain(judgements(m_solver.bestBy(), m_curve, m_metrics), every);
}

bool Trainer::patienceIsOver() const
{
    const std::int64_t patience = m_solver.earlyStop();
    return patience > 0 && m_validationsWithoutGain >= patience;
}

/// Does the validation and the sample that are due at this iteration and not done yet. Returns what noteValidation
/// does.
bool Trainer::runDueChecks(RunState& course)
{
    const auto due = [&](std::int64_t every) { return every > 0 && iteration() % every == 0; };
    const bool validates = due(course.settings.validateEvery);
    const bool enough = validates && (course.validated == iteration() ? patienceIsOver() : noteValidation(course));
    const bool sampled = !m_samples.empty() && m_samples.back().iteration == iteration();
    if (due(course.settings.sampleEvery) && !sampled && !enough) {
        sample(course);
    }
    return enough;
}

/// The iteration up to which steps may be queued: the next one at which something due needs the state, or the next one
/// at all if a request waits already.
std::int64_t Trainer::nextSyncIteration(RunState& course) const
{
    if (course.stop.stop_requested() || (course.control != nullptr && course.control->asks()) || course.timeIsUp() ||
        course.copyIsDue() || course.reached || course.restIsDue()) {
        return iteration() + 1;
    }
    std::int64_t next = course.settings.limits.iterations;
    if (m_tellLast && iteration() + 1 < next) {
        --next; // the last step is queued alone, so that it can be observed
    }
    for (const std::int64_t every :
         {course.settings.validateEvery, course.settings.sampleEvery, course.checkpointEvery()}) {
        if (every > 0) {
            next = std::min(next, (iteration() / every + 1) * every);
        }
    }
    return next;
}

/// The sum of the last `losses` losses, which the curve must have.
double Trainer::sumOfLast(std::int64_t losses) const
{
    double sum = 0;
    for (std::size_t index = m_curve.size() - static_cast<std::size_t>(losses); index < m_curve.size(); ++index) {
        sum += m_curve.loss(index);
    }
    return sum;
}

/// Computed from the curve, which a checkpoint keeps: so a resumed run reports what the uninterrupted one would.
double Trainer::smoothedLoss(const RunSettings& settings) const
{
    const std::int64_t every = settings.reportEvery;
    const std::int64_t sinceReport = every > 0 ? (iteration() - 1) % every + 1 : iteration();
    const std::int64_t wanted = settings.averageLoss > 0 ? settings.averageLoss : sinceReport;
    const std::int64_t losses = std::min(wanted, static_cast<std::int64_t>(m_curve.size()));
    return sumOfLast(losses) / static_cast<double>(losses);
}

void Trainer::keep(const TrainingSteps::Step& step)
{
    m_seconds += step.seconds;
    m_curve.append({.iteration = iteration(),
                    .seconds = inMicroseconds(m_seconds),
                    .loss = step.loss,
                    .learningRate = step.update.learningRate,
                    .gradientNorm = static_cast<float>(step.update.gradientNorm),
                    .validationLoss = std::numeric_limits<double>::quiet_NaN()});
}

/// Adds an iteration to the curve, and reports it if a report is due.
void Trainer::note(const TrainingSteps::Step& step, RunState& course)
{
    keep(step);
    course.stepSeconds += step.seconds;
    ++course.steps;
    Timing& timing = course.timing;
    timing.reportSeconds += step.seconds;
    timing.reportCharacters += m_steps.unitsInBatch() * m_solver.batchesPerUpdate();
    const std::int64_t every = course.settings.reportEvery;
    if ((every > 0 && iteration() % every == 0) || iteration() == course.settings.limits.iterations) {
        (*course.sink)(TrainEvent{.iteration = iteration(),
                                  .loss = step.loss,
                                  .objective = step.objective,
                                  .smoothedLoss = smoothedLoss(course.settings),
                                  .learningRate = step.update.learningRate,
                                  .gradientNorm = step.update.gradientNorm,
                                  .epoch = epochs(),
                                  .charsPerSecond = static_cast<double>(timing.reportCharacters) / timing.reportSeconds,
                                  .seconds = m_seconds});
        timing = {.start = timing.start};
    }
}

Sentence Trainer::whereItDiverged(const TrainingSteps::Step& step)
{
    m_steps.giveUp();
    const Sentence where = m_net.firstNotFinite({});
    const bool isLoss = step.finite || !std::isfinite(step.loss);
    const Sentence what = isLoss ? say(ENGINE_TEXT("Sentences", "the loss was %1 at iteration %2"),
                                       std::to_string(step.loss), iteration())
                                 : say(ENGINE_TEXT("Sentences", "the objective was %1 at iteration %2"),
                                       std::to_string(step.objective), iteration());
    return where.empty()
               ? what
               : say(ENGINE_TEXT("Sentences", "%1; the first value that is not finite is in %2"), what, where);
}

void Trainer::prepare(const RunSettings& settings)
{
    tryValidation();
    if (settings.sampleEvery > 0 && !whyItCannotWrite()) {
        trySample(settings.sample);
    }
    tryFiles(settings);
}

namespace {

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

/// Measures two batches of a validation: the second gives an estimate of its time.
void Trainer::tryValidation()
{
    if (m_validation || !m_source->holdsOut(m_job.model)) {
        return;
    }
    double seconds = 0;
    const char* const what = m_source->text()
                                 ? ENGINE_TEXT("Sentences", "the net cannot be measured on held-out text: ")
                                 : ENGINE_TEXT("Sentences", "the net cannot be measured on held-out data: ");
    explaining(what, [&] {
        Validation& tried = *validation();
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
    });
}

/// Reads its prompt and writes its first character.
void Trainer::trySample(const SamplingSettings& settings)
{
    if (m_tried != settings) {
        SamplingSettings first = settings;
        first.length = 1;
        explaining("the net cannot write a sample: ", [&] { generator().text(first); });
        m_tried = settings;
    }
}

void Trainer::tryFiles(const RunSettings& settings)
{
    const std::filesystem::path& file = settings.checkpoint;
    if (file.empty()) {
        m_saver.reset();
    } else if (!m_saver || m_saver->checkpoint() != file) {
        const Checkpoint first = checkpoint();
        jobOf(first, {}); // throws where the text of model or solver does not read
        const RunClock::TimePoint begin = m_clock.now();
        m_saver.emplace(file, first, m_begin);
        m_saveEstimate = m_clock.secondsSince(begin);
    }
    if (m_saver) {
        m_saver->keep(settings.keepLast, settings.keepBest);
    }
}

/// After an error: takes the results of all queued steps, so that the state is that of an iteration. False if it is
/// not: one of them diverged or was cut short, or the device is lost.
bool Trainer::drain()
{
    try {
        while (!m_steps.idle()) {
            const TrainingSteps::Step step = m_steps.next(iteration() + 1);
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
Sentence Trainer::rescue(RunState& course)
{
    std::optional<Checkpoint> state;
    if (course.good) {
        state = std::move(*course.good);
    }
    try {
        if (!course.diverged && drain() && m_saver) {
            state = checkpoint();
        }
    } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): the device is lost, or there is no memory
    }
    return m_saver ? m_saver->rescue(state, course.told()) : Sentence();
}

EndReason Trainer::run(const RunSettings& given, std::stop_token stop, const EventSink& sink, RunControl* control)
{
    RunState course{.settings = given, .stop = std::move(stop), .sink = &sink, .control = control, .clock = m_clock};
    course.settings.limits.iterations = lastIteration(given.limits);
    if (whyItCannotWrite()) {
        course.settings.sampleEvery = 0; // the start event says so
    }
    prepare(course.settings);
    const RunClock::Watch watch(m_clock);
    course.followsFailure = std::exchange(m_hasFailed, true); // until train() has returned
    try {
        const EndReason reason = train(course);
        m_hasFailed = false;
        return reason;
    } catch (const UnavailableError& error) {
        throw UnavailableError(say("%1%2", error.sentence(), rescue(course)));
    } catch (const CancelledError& error) {
        throw CancelledError(say("%1%2", error.sentence(), rescue(course)));
    } catch (const Error& error) {
        throw Error(say("%1%2", error.sentence(), rescue(course)));
    } catch (...) {
        rescue(course);
        throw;
    }
}

EndReason Trainer::train(RunState& course)
{
    const RunSettings& settings = course.settings;
    const EventSink& sink = *course.sink;
    if (!m_curve.empty() && lastInCurve() == iteration() && m_curve.isValidated()) {
        course.validated = iteration(); // a resumed run was validated here before it was saved
    }
    m_validationsWithoutGain = countWithoutGain(settings.validateEvery);
    beginWatching(course);
    sink(startEvent(settings));
    course.timing = {.start = m_clock.now()};
    course.limit.validationMayTake(m_validationEstimate);
    course.limit.saveTakes(m_saver ? m_saveEstimate : 0);
    if (settings.validateFirst && iteration() == 0 && std::isnan(m_bestValidationLoss)) {
        noteValidation(course);
    }

    // A stop or an error may have cut short what was due where this run goes on. After an error a pause comes first:
    // what failed, as on a disk that is full, would fail again at once.
    const bool goesOn = !course.followsFailure || handleRequests(course, RunControl::Place::BeforeStep);
    if (goesOn) {
        saveBest(course);
    }
    bool enough = goesOn && iteration() > 0 && runDueChecks(course);
    EndReason reason = enough ? EndReason::EarlyStop : EndReason::Iterations;
    Sentence detail;
    while (!enough && iteration() < settings.limits.iterations) {
        if (m_steps.idle() && course.restIsDue()) {
            rest(course);
        }
        if (m_steps.idle() && !handleRequests(course, RunControl::Place::BeforeStep)) {
            reason = EndReason::Stopped;
            break;
        }
        if (m_steps.idle() && iteration() >= settings.limits.iterations) {
            break; // the limit was changed
        }
        if (m_steps.idle() && course.timeIsUp()) {
            reason = EndReason::TimeLimit;
            break;
        }
        if (m_tellLast && m_steps.idle() && iteration() + 1 == settings.limits.iterations) {
            lookIntoNextStep(m_tellLast);
        }
        const TrainingSteps::Step step = m_steps.next(nextSyncIteration(course));
        if (hasDiverged(step)) {
            course.diverged = true;
            reason = EndReason::Diverged;
            detail = whereItDiverged(step);
            break;
        }
        course.limit.stepTakes(step.seconds);
        note(step, course);
        course.reached = course.reached || hasReached(settings.limits.targetLoss);
        if (!m_steps.idle()) {
            continue; // nothing is due here, else no further steps would have been queued
        }
        enough = runDueChecks(course);
        // Last, so that the checkpoint has all of this iteration: a run that is killed after it has lost nothing.
        if (course.checkpointEvery() > 0 && iteration() % course.checkpointEvery() == 0) {
            saveNow(course);
        }
        if (enough || course.reached) {
            reason = enough ? EndReason::EarlyStop : EndReason::TargetLoss;
            break;
        }
        if (course.copyIsDue()) {
            course.good = checkpoint();
            course.goodTaken = m_clock.now();
        }
    }

    if (reason == EndReason::Diverged) {
        if (m_saver && course.good && course.good->iteration > m_saver->saved()) {
            m_saver->save(std::move(*course.good), course.told());
        }
    } else {
        if (course.validated != iteration() && reason != EndReason::Stopped) {
            noteValidation(course);
            detail = course.isCut ? ENGINE_TEXT("Sentences", "the limit left no time for the last validation") : "";
        }
        const bool isDone = reason == EndReason::Iterations;
        if ((!isDone || settings.checkpointAtEnd) && course.saved != iteration()) {
            saveNow(course);
        }
    }
    sink(endEvent(course, reason, detail));
    return reason;
}

} // namespace engine
