// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/engine_process.h"
#include "app/contest/messages.h"
#include "engine/backends/start_run.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/devices/monitor/processor_meter.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/training/measure/reported_loss.h"
#include "engine/training/measure/sample_evaluation.h"
#include "engine/training/run/pacer.h"
#include "engine/training/run/training_run.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <deque>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <utility>

namespace contest {

std::string digestOf(std::span<const engine::NamedTensor> weights)
{
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const engine::NamedTensor& tensor : weights) {
        for (const float value : tensor.values) {
            hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100'0000'01b3;
        }
    }
    return fmt::format("{:016x}", hash);
}

namespace {

/// How many steps that take so long fit into the time, one at least.
std::int64_t stepsIn(double seconds, double step)
{
    constexpr double shortestStep = 1e-6; ///< seconds: a clock may see no time pass
    return std::max<std::int64_t>(1, std::llround(seconds / std::max(step, shortestStep)));
}

constexpr double piece = 0.1; ///< seconds, between two looks at the clock

} // namespace

std::int64_t nextLap(const Trial& trial, std::int64_t iterations, double seconds, double stepSeconds)
{
    const double time = trial.seconds ? std::min(*trial.seconds - seconds, piece) : piece;
    const std::int64_t steps = stepsIn(time, stepSeconds);
    return time <= 0 ? 0 : std::min(steps, trial.iterations ? *trial.iterations - iterations : steps);
}

Effort Efforts::add(const Effort& effort, double seconds, std::int64_t units)
{
    m_percent += effort.percent.value_or(0) * seconds;
    m_watched += effort.percent ? seconds : 0;
    m_joules += effort.joules.value_or(0);
    m_units += effort.joules ? static_cast<double>(units) : 0;
    Effort all = effort;
    all.percent = m_watched > 0 ? std::optional(m_percent / m_watched) : std::nullopt;
    all.joules = m_units > 0 ? std::optional(m_joules) : std::nullopt;
    all.joulesPerThousand = m_units > 0 ? std::optional(1000 * m_joules / m_units) : std::nullopt;
    return all;
}

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::int64_t peakMemory()
{
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word && word != "VmHWM:") {}
    std::int64_t kibibytes = 0;
    status >> kibibytes;
    return kibibytes * 1024;
}

/// Since when an effort counts, and what a GPU's meters showed meanwhile.
struct Begun {
    Clock::time_point time = Clock::now();
    std::int64_t iteration = 0;
    std::optional<double> joules = {}; ///< of the gauge
    double percent = 0, watts = 0;     ///< sums over the looks that showed them
    int percents = 0, wattages = 0;    ///< such looks
};

/// The step after which an epoch is over.
std::int64_t endOf(std::int64_t epoch, double stepsPerEpoch)
{
    constexpr double rounding = 1e-9;
    return std::max<std::int64_t>(1, std::llround(std::ceil(static_cast<double>(epoch) * stepsPerEpoch - rounding)));
}

/// One engine under measurement.
class MeasuredEngine {
public:
    MeasuredEngine(const engine::RunDescription& described, const Trial& trial)
        : m_run(engine::startRun(described)), m_trainer(*m_run.trainer), m_trial(trial)
    {
        m_abortLoss = engine::reportedLoss(m_trainer.net()).perCharacter ? m_trainer.source().abortLoss()
                                                                         : std::nullopt; // objectives have no scale
        if (const std::optional<double> limit = m_run.settings.limits.maxTemperature) {
            m_pacer.emplace(*m_run.gauge, *limit, [](const engine::Pacer::Change&) {});
        }
        const engine::SizeReport training = engine::sizeReport(m_trainer.model());
        static_cast<engine::StartEvent&>(m_loaded) = engine::Run(m_trainer).startEvent();
        m_loaded.deviceSeconds = m_run.deviceSeconds;
        m_loaded.netSeconds = m_run.trainerSeconds;
        m_loaded.streams = m_trainer.net().wiring().streams;
        m_loaded.threads = m_run.device->threads();
        m_loaded.weights = digestOf(m_trainer.weights().read());
        m_loaded.flops = training.flopsForward + training.flopsBackward;
        m_loaded.flopsOfOne = flopsOfOne();
        if (const engine::Samples* const samples = m_trainer.source().samples()) {
            m_loaded.remarks.assign(samples->remarks.begin(), samples->remarks.end());
        }
        plan();
    }

    const Loaded& loaded() const { return m_loaded; }

    /// The next one, and what came of all: steps of this one alone.
    SeedResult turn()
    {
        m_now.steps.clear();
        const std::function<void()> next = std::move(m_turns.front());
        m_turns.pop_front();
        next();
        m_now.isOver = m_turns.empty();
        if (m_now.isOver) {
            finish();
        }
        return m_now;
    }

private:
    using Step = engine::TrainingSteps::Step;

    void plan()
    {
        constexpr std::int64_t turns = 5;
        const auto inTurns = [&](const std::function<void(std::int64_t)>& does) {
            for (std::int64_t turn = 1; turn <= turns; ++turn) {
                m_turns.emplace_back([=] { does(turn); });
            }
        };
        const double seconds = m_trial.seconds.value_or(0) / static_cast<double>(turns);
        const std::int64_t last = m_trial.iterations.value_or(endOf(m_trial.epochs, m_loaded.stepsPerEpoch));
        if (m_trial.form == Trial::Form::Race) {
            m_turns.emplace_back([this] { lap(1); }); // by itself: it makes what the others use
        } else if (m_trial.form == Trial::Form::Pace) {
            m_turns.emplace_back([this] { // to warm up
                m_trainer.steps(3, [](const Step&) {});
                static_cast<void>(useOnce());
            });
            inTurns([=, this](std::int64_t) { measurePace(seconds); });
        } else if (m_trial.form == Trial::Form::Learn) {
            for (std::int64_t epoch = 1, end = 0; end < last; ++epoch) {
                end = std::min(endOf(epoch, m_loaded.stepsPerEpoch), last);
                m_turns.emplace_back([=, this] { learnUntil(end); });
            }
        } else {
            inTurns([=, this](std::int64_t turn) { train(last * turn / turns - m_newest.iteration); });
            if (m_trial.textLength > 0 && m_loaded.writesText) { // before the efforts, in which the quick get further
                m_turns.emplace_back([this] {
                    engine::SamplingSettings sampling;
                    sampling.length = m_trial.textLength;
                    sampling.seed = m_trial.firstSeed;
                    m_now.text = m_trainer.write(sampling);
                });
            }
            if (seconds > 0) {
                inTurns([=, this](std::int64_t) { work(seconds); });
            }
        }
    }

    const engine::DataKind& kind() const { return m_trainer.source().kind(); }

    /// Of a character that is written, or of a sequence whose answer is said.
    std::int64_t flopsOfOne() const
    {
        if (kind().writes) {
            return engine::sizeReport(engine::forGeneration(m_trainer.model()), {.phase = engine::Phase::Run})
                .flopsForward;
        }
        const std::int64_t batch = engine::wiringOf(m_trainer.model(), engine::Phase::Test).streams;
        return engine::sizeReport(m_trainer.model(), {.phase = engine::Phase::Test}).flopsForward /
               std::max<std::int64_t>(batch, 1);
    }

    // What a turn does

    void note(const Step& step)
    {
        m_newest = {.iteration = m_newest.iteration + 1,
                    .seconds = m_newest.seconds + step.seconds,
                    .loss = step.loss,
                    .learningRate = step.learningRate,
                    .gradientNorm = step.gradientNorm};
        m_now.steps.push_back(m_newest);
    }

    /// Seconds that the steps took.
    double train(std::int64_t iterations)
    {
        const double before = m_newest.seconds;
        m_trainer.steps(iterations, [&](const Step& step) { note(step); });
        return m_newest.seconds - before;
    }

    void learnUntil(std::int64_t end)
    {
        const std::int64_t begin = m_newest.iteration;
        train(end - begin);
        if (m_newest.iteration < end || !std::isfinite(m_newest.loss)) {
            throw engine::Error(
                engine::say("it diverged at iteration %1 with seed %2", m_newest.iteration, m_run.settings.seed));
        }
        double sum = 0;
        for (const engine::CurvePoint& step : m_now.steps) {
            sum += step.loss;
        }
        std::vector<engine::Metric> figures = {{"training loss", sum / static_cast<double>(end - begin)}};
        if (const std::optional<engine::ValidationReport> held = validate()) {
            figures.push_back({"validation loss", held->loss});
            figures.insert(figures.end(), held->metrics.begin(), held->metrics.end());
            m_now.validating.push_back(m_validationSeconds);
            if (kind().writes) {
                m_now.evaluating.push_back(m_validationSeconds);
            }
        }
        m_now.epochs.push_back({m_newest.seconds, std::move(figures)});
    }

    /// On what is held out, after a first time that makes what it needs. Nothing where nothing was measured.
    std::optional<engine::ValidationReport> validate()
    {
        if (!std::exchange(m_hasValidated, true)) {
            static_cast<void>(m_trainer.validate());
        }
        const Clock::time_point start = Clock::now();
        std::optional<engine::ValidationReport> report = m_trainer.validate();
        m_validationSeconds = secondsSince(start);
        return report && report->units > 0 ? std::move(report) : std::nullopt;
    }

    /// Trains, and writes or answers for half of that. An asynchronous device is at its pace only in a long row of
    /// steps, so steps are asked for in a few rows, and each row is one sample, but not the first where there are more:
    /// a GPU that had nothing to do raises its clock only then.
    void measurePace(double seconds)
    {
        constexpr double rows = 4;
        constexpr std::int64_t maxStepsAtOnce = 1000;
        const double one = train(1);
        const std::int64_t count = std::min(stepsIn(seconds / rows, one), maxStepsAtOnce);
        const double first = train(count);
        for (double used = one + first; used < seconds;) {
            const double took = train(count);
            m_now.rows.push_back(took / static_cast<double>(count));
            used += took;
        }
        if (m_now.rows.empty()) {
            m_now.rows.push_back(first / static_cast<double>(count));
        }
        m_now.steps.clear(); // their rows are told
        const Clock::time_point start = Clock::now();
        while (secondsSince(start) < seconds / 2) {
            const std::optional<double> took = useOnce();
            if (!took) {
                return;
            }
            m_now.uses.push_back(*took);
        }
    }

    /// Seconds of writing a character, or of answering a sequence that is held out; nothing where it can do neither.
    std::optional<double> useOnce()
    {
        if (m_loaded.writesText) {
            engine::TextGenerator& generator = m_trainer.generator();
            engine::SamplingSettings sampling;
            sampling.length = 100;
            const Clock::time_point start = Clock::now();
            static_cast<void>(generator.text(sampling));
            return secondsSince(start) / static_cast<double>(sampling.length);
        }
        const auto held = kind().writes ? std::optional<engine::ValidationReport>() : validate();
        return held ? std::optional(m_validationSeconds / static_cast<double>(held->units)) : std::nullopt;
    }

    /// Trains some steps of a race, and plans the next ones where the limit leaves room and it has not diverged.
    void lap(std::int64_t count)
    {
        if (m_pacer && m_pacer->restIsDue()) {
            m_pacer->rest([] { return false; });
        }
        const double longest = m_trial.seconds.value_or(std::numeric_limits<double>::infinity()),
                     before = m_newest.seconds;
        bool isUp = false; // the step in which the time ran out does not count
        m_trainer.steps(count, [&](const Step& step) {
            const bool isFine = step.finite && step.loss <= m_abortLoss.value_or(step.loss);
            if (m_now.divergence.empty() && !isFine) {
                m_now.divergence = step.divergence(m_trainer.iteration());
            }
            isUp = isUp || m_newest.seconds + step.seconds > longest;
            if (m_now.divergence.empty() && !isUp) {
                note(step);
            }
        });
        if (m_meter) {
            look();
            m_now.effort = effort();
        } else { // in the first step libraries try their ways, and graphs are recorded
            beginEffort();
        }
        m_now.memory = {.process = peakMemory(), .device = m_run.device->peakBytes()};
        const double step = (m_newest.seconds - before) / static_cast<double>(count);
        const std::int64_t next = nextLap(m_trial, m_newest.iteration, m_newest.seconds, step);
        if (!isUp && next > 0 && m_now.divergence.empty()) {
            m_turns.emplace_back([this, next] { lap(next); });
        }
    }

    /// Trains for a while under the eyes of the device's meters.
    void work(double wanted)
    {
        beginEffort();
        const Clock::time_point start = Clock::now();
        double took = 0;
        for (std::int64_t count = 1; took < wanted; took = secondsSince(start)) {
            m_trainer.steps(count, [](const Step&) {});
            const double step = secondsSince(start) / static_cast<double>(m_trainer.iteration() - m_begun.iteration);
            count = std::min<std::int64_t>(stepsIn(piece, step), 10'000);
            look();
        }
        const double seconds = secondsSince(m_begun.time);
        m_now.effort = m_efforts.add(effort(), seconds, unitsSince());
    }

    /// Behind the last turn.
    void finish()
    {
        m_now.memory = {.process = peakMemory(), .device = m_run.device->peakBytes(), .byDriver = memoryByDriver()};
        if (m_trial.form != Trial::Form::Learn) {
            return;
        }
        if (m_newest.iteration == 1) { // which also made what later steps use
            const double loss = m_newest.loss;
            train(1);
            m_now.steps.back().loss = loss; // of this one only the time counts
        }
        useHeldOut();
    }

    /// Evaluating and predicting the sequences that are held out, and no others; of a text nothing.
    void useHeldOut()
    {
        const engine::Samples* const samples = m_trainer.source().samples();
        if (!samples || !m_trainer.source().holdsOut(m_trainer.model())) {
            return;
        }
        const std::vector<std::int32_t>& validation = samples->part(engine::Split::Validation);
        const std::vector<std::int32_t>& heldOut = validation.empty() ? samples->part(engine::Split::Test) : validation;
        engine::WeightStore weights(m_trainer.model(), *m_run.device, 1);
        weights.write(m_trainer.weights().read());
        engine::SampleEvaluator evaluator(m_trainer.model(), weights, samples->facts, m_run.settings.engine);
        const auto secondPass = [](const auto& pass) { // the first one makes what it needs
            static_cast<void>(pass());
            const Clock::time_point start = Clock::now();
            static_cast<void>(pass());
            return secondsSince(start);
        };
        m_now.evaluating.push_back(secondPass([&] { return evaluator.evaluate(*samples, heldOut); }));
        m_now.predicting.push_back(
            secondPass([&] { return evaluator.predict(*samples, heldOut, {}, [](const engine::Prediction&) {}); }));
    }

    // The meters

    /// From now on the meters count.
    void beginEffort()
    {
        m_meter = m_meter ? m_meter : engine::ProcessorMeter();
        static_cast<void>(m_meter->read());
        m_begun = {.iteration = m_trainer.iteration(), .joules = m_run.gauge->now().joules};
        m_begun.time = Clock::now(); // a busy GPU's meters answer late
    }

    void look()
    {
        const engine::Vitals now = m_run.gauge->latest();
        m_begun.percent += now.utilisationPercent.value_or(0);
        m_begun.percents += now.utilisationPercent ? 1 : 0;
        m_begun.watts += now.watts.value_or(0);
        m_begun.wattages += now.watts ? 1 : 0;
    }

    std::int64_t unitsSince() const { return (m_trainer.iteration() - m_begun.iteration) * m_loaded.batchUnits; }

    /// Since then.
    Effort effort() const
    {
        const double seconds = secondsSince(m_begun.time);
        engine::ProcessorMeter meter = *m_meter; // whose next one may look back to then, too
        const engine::ProcessorReading processors = meter.read();
        Effort effort{.percent = processors.processPercent,
                      .processPercent = processors.processPercent,
                      .machinePercent = processors.machinePercent};
        if (!m_run.device->busId().empty()) {
            effort.percent = m_begun.percents > 0 ? std::optional(m_begun.percent / m_begun.percents) : std::nullopt;
        }
        if (const std::optional<double> joules = m_run.gauge->now().joules; joules && m_begun.joules) {
            effort.joules = *joules - *m_begun.joules;
        } else if (m_begun.wattages > 0) { // where the device counts no energy
            effort.joules = m_begun.watts / m_begun.wattages * seconds;
        }
        return effort;
    }

    /// What the driver of a GPU counts as this process's.
    std::optional<std::int64_t> memoryByDriver() const
    {
        const std::string busId = m_run.device->busId();
        const auto gpus =
            busId.empty() ? std::vector<engine::GpuReading>() : engine::Nvml(engine::GaugedDevice().nvml).read();
        for (const engine::GpuReading& gpu : gpus) {
            for (const engine::GpuProcess& process : gpu.processes.value_or(std::vector<engine::GpuProcess>())) {
                if (engine::isSameBus(gpu.busId, busId) && process.id == static_cast<std::uint32_t>(::getpid())) {
                    return process.bytes;
                }
            }
        }
        return std::nullopt;
    }

    engine::StartedRun m_run;
    engine::Trainer& m_trainer;
    Trial m_trial;
    Loaded m_loaded;
    std::deque<std::function<void()>> m_turns; ///< those to come
    SeedResult m_now;
    engine::CurvePoint m_newest = {};              ///< with the seconds of all steps
    std::optional<engine::ProcessorMeter> m_meter; ///< nothing before an effort
    Begun m_begun;
    Efforts m_efforts;                    ///< of the turns so far
    std::optional<engine::Pacer> m_pacer; ///< where the device is to stay below a temperature
    std::optional<double> m_abortLoss;    ///< above it a run has diverged
    bool m_hasValidated = false;
    double m_validationSeconds = 0; ///< of the last one
};

} // namespace

bool answerMeasurements(int argumentCount, char** arguments)
{
    constexpr int socket = STDIN_FILENO;
    int type = 0;
    socklen_t size = sizeof(type);
    if (argumentCount != 2 || arguments[1] != measuringWord ||
        ::getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
        return false; // also where a file of that name is to be opened
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody is left to ask when the program that asks is killed
    ::signal(SIGINT, SIG_IGN);          // Ctrl-C is for the program that asks, which then ends this one
    std::unique_ptr<MeasuredEngine> engine;
    const auto refuse = [&](const engine::Sentence& sentence, bool unavailable) {
        static_cast<void>(send(socket, {{"error", sentence}, {"unavailable", unavailable}}));
    };
    try {
        while (const std::optional<Message> asked = receive(socket)) {
            Message answer;
            if (engine) {
                answer = engine->turn();
            } else {
                engine = std::make_unique<MeasuredEngine>(
                    engine::runIn(asked->at("run").get<std::string>(), "the measured run"), asked->at("trial"));
                answer = engine->loaded();
            }
            if (!send(socket, {{"answer", answer}})) {
                break;
            }
        }
    } catch (const engine::Error& error) {
        refuse(error.sentence(), dynamic_cast<const engine::UnavailableError*>(&error) != nullptr);
    } catch (const std::bad_alloc&) {
        refuse(ENGINE_TEXT("Session", "there is not enough memory to train this model"), false);
    }
    return true;
}

} // namespace contest
