// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/engine_process.h"
#include "app/contest/messages.h"
#include "engine/backends/open_device.h"
#include "engine/backends/start_run.h"
#include "engine/devices/monitor/device_gauge.h"
#include "engine/devices/monitor/device_monitor.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/graph/catalog.h"
#include "engine/graph/data_kind.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/training/measure/reported_loss.h"
#include "engine/training/measure/sample_evaluation.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/pacer.h"
#include "engine/training/run/run_settings.h"
#include "engine/training/run/trainer.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <fstream>
#include <memory>
#include <new>
#include <optional>

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

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::int64_t peakMemory()
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word == "VmHWM:") {
            std::int64_t kibibytes = 0;
            status >> kibibytes;
            return kibibytes * 1024;
        }
    }
    return 0;
}

/// A mean over time.
struct Mean {
    double sum = 0, seconds = 0;

    void add(std::optional<double> number, double passed)
    {
        sum += number.value_or(0) * passed;
        seconds += number ? passed : 0;
    }
    std::optional<double> value() const { return seconds > 0 ? std::optional(sum / seconds) : std::nullopt; }
};

/// Since when an effort counts, and what the meters showed meanwhile.
struct Begun {
    Clock::time_point time = Clock::now();
    std::int64_t iteration = 0;
    std::optional<double> joules = {}; ///< of the gauge
    std::optional<double> clock = {};  ///< of the last reading
    Mean device = {}, process = {}, machine = {};
    Mean watts = {}; ///< of the GPU
};

/// One engine under measurement.
class MeasuredEngine {
public:
    MeasuredEngine(const engine::RunDescription& run, const engine::DeviceWish& device)
        : m_device(engine::openDevice(device)), m_deviceSeconds(secondsSince(m_start))
    {
        const engine::RunSettings settings = engine::runSettings(run.settings, run.solver);
        m_wish = settings.engine;
        m_batchesInStep = engine::intParam(engine::completeParams(run.solver), "iter_size");
        std::unique_ptr<engine::BatchSource> source = engine::openSource(run.data, run.model);
        if (source->samples()) {
            const std::vector<engine::Sentence>& remarks = source->samples()->remarks;
            m_remarks.assign(remarks.begin(), remarks.end());
        }
        static_cast<void>(engine::memoryOfRun(run, *source, *m_device)); // throws where there is no room
        const Clock::time_point begin = Clock::now();
        std::vector<engine::Sentence> notes; // on the first weights, which nobody asks for
        m_trainer = engine::makeTrainer(run, std::move(source), *m_device, {}, notes);
        m_device->finish();
        m_netSeconds = secondsSince(begin);
        m_abortLoss = engine::reportedLoss(m_trainer->net()).perCharacter ? m_trainer->source().abortLoss()
                                                                          : std::nullopt; // objectives have no scale
        if (settings.limits.maxTemperature) {
            makeGauge();
            m_pacer.emplace(*m_gauge, *settings.limits.maxTemperature, [](const engine::Pacer::Change&) {});
        }
    }

    Loaded loaded() const
    {
        const engine::SizeReport training = engine::sizeReport(m_trainer->model());
        return {.seconds = 0, // told by who started the process
                .deviceSeconds = m_deviceSeconds,
                .netSeconds = m_netSeconds,
                .kind = std::string(kind().name),
                .writes = kind().writes && !engine::whyItCannotWrite(m_trainer->model()),
                .parameters = m_trainer->weights().count(),
                .vocabulary = m_trainer->source().vocabulary().size(),
                .batchUnits = batchUnits(),
                .streams = streams(),
                .stepsPerEpoch = m_trainer->batchesPerEpoch() / static_cast<double>(m_batchesInStep),
                .engine = m_trainer->net().recurrentEngine(),
                .device = m_device->name(),
                .description = m_device->description(),
                .precision = std::string(engine::nameOf(m_device->precision())),
                .threads = m_device->threads(),
                .weights = digestOf(m_trainer->weights().read()),
                .flops = training.flopsForward + training.flopsBackward,
                .flopsOfOne = flopsOfOne(),
                .remarks = m_remarks};
    }

    Message answer(const std::string& question, const Message& argument)
    {
        if (question == "train") {
            return train(argument);
        }
        if (question == "generate") {
            return generate(argument);
        }
        if (question == "write") {
            engine::SamplingSettings sampling;
            sampling.length = argument.at("length");
            sampling.seed = argument.at("seed");
            return m_trainer->write(sampling);
        }
        if (question == "validate") {
            return validate();
        }
        if (question == "use") {
            return useTimes();
        }
        if (question == "work") {
            return work(argument);
        }
        if (question == "lap") {
            return lap(argument);
        }
        return memory();
    }

private:
    const engine::DataKind& kind() const { return m_trainer->source().kind(); }

    std::int64_t streams() const { return m_trainer->net().wiring().streams; }

    /// Characters or sequences of one iteration.
    std::int64_t batchUnits() const
    {
        return m_batchesInStep * streams() * (kind().answersEachStep ? m_trainer->net().wiring().steps : 1);
    }

    /// Of a character that is written, or of a sequence whose answer is said.
    std::int64_t flopsOfOne() const
    {
        if (kind().writes) {
            return engine::sizeReport(engine::forGeneration(m_trainer->model()), {.phase = engine::Phase::Run})
                .flopsForward;
        }
        const std::int64_t batch = engine::wiringOf(m_trainer->model(), engine::Phase::Test).streams;
        return engine::sizeReport(m_trainer->model(), {.phase = engine::Phase::Test}).flopsForward /
               std::max<std::int64_t>(batch, 1);
    }

    /// On what is held out, after a first time that makes what it needs.
    std::optional<Validated> validate()
    {
        if (!m_trainer->source().holdsOut(m_trainer->model())) {
            return std::nullopt;
        }
        if (!m_hasValidated) {
            static_cast<void>(m_trainer->validate());
            m_hasValidated = true;
        }
        const Clock::time_point start = Clock::now();
        const std::optional<engine::ValidationReport> report = m_trainer->validate();
        if (!report || report->units == 0) {
            return std::nullopt;
        }
        return Validated{
            .seconds = secondsSince(start), .loss = report->loss, .units = report->units, .metrics = report->metrics};
    }

    /// Evaluating and predicting the sequences that are held out, and no others; of a text nothing.
    std::optional<UseTimes> useTimes()
    {
        const engine::Samples* const samples = m_trainer->source().samples();
        if (!samples || !m_trainer->source().holdsOut(m_trainer->model())) {
            return std::nullopt;
        }
        const std::vector<std::int32_t>& validation = samples->part(engine::Split::Validation);
        const std::vector<std::int32_t>& heldOut = validation.empty() ? samples->part(engine::Split::Test) : validation;
        engine::WeightStore weights(m_trainer->model(), *m_device, 1);
        weights.write(m_trainer->weights().read());
        engine::SampleEvaluator evaluator(m_trainer->model(), weights, samples->facts, m_wish);
        const auto secondPass = [](const auto& pass) { // the first one makes what it needs
            static_cast<void>(pass());
            const Clock::time_point start = Clock::now();
            static_cast<void>(pass());
            return secondsSince(start);
        };
        const double evaluating = secondPass([&] { return evaluator.evaluate(*samples, heldOut); });
        const double predicting =
            secondPass([&] { return evaluator.predict(*samples, heldOut, {}, [](const engine::Prediction&) {}); });
        return heldOut.empty() ? std::nullopt : std::optional(UseTimes{evaluating, predicting});
    }

    using Step = engine::TrainingSteps::Step;

    static void note(const Step& step, Steps& steps)
    {
        steps.seconds.push_back(step.seconds);
        steps.losses.push_back(step.loss);
        steps.learningRates.push_back(step.learningRate);
        steps.gradientNorms.push_back(step.gradientNorm);
    }

    Steps train(std::int64_t iterations)
    {
        Steps steps;
        m_trainer->steps(iterations, [&](const Step& step) { note(step, steps); });
        return steps;
    }

    engine::Sentence divergenceOf(const Step& step) const
    {
        const bool isFine = step.finite && step.loss <= m_abortLoss.value_or(step.loss);
        return isFine ? engine::Sentence() : step.divergence(m_trainer->iteration());
    }

    Memory memory() const { return {.process = peakMemory(), .device = m_device->peakBytes(), .byDriver = m_byDriver}; }

    Lap lap(std::int64_t iterations)
    {
        if (m_pacer && m_pacer->restIsDue()) {
            m_pacer->rest([] { return false; });
        }
        Lap lap;
        m_trainer->steps(iterations, [&](const Step& step) {
            lap.divergence = lap.divergence.empty() ? divergenceOf(step) : lap.divergence;
            if (lap.divergence.empty()) {
                note(step, lap.steps);
            }
        });
        if (m_monitor) {
            lap.effort = effort();
        } else { // in the first step libraries try their ways, and graphs are recorded
            beginEffort();
        }
        lap.memory = memory();
        return lap;
    }

    /// Trains for a while under the eyes of the device's meters.
    Effort work(double wanted)
    {
        constexpr double piece = 0.1; ///< seconds, between two looks at the clock
        beginEffort();
        const Clock::time_point start = Clock::now();
        double took = 0;
        for (std::int64_t count = 1; took < wanted; took = secondsSince(start)) {
            m_trainer->steps(count, [](const Step&) {});
            const double step = secondsSince(start) / static_cast<double>(m_trainer->iteration() - m_begun.iteration);
            count = std::clamp<std::int64_t>(std::llround(piece / step), 1, 10'000);
        }
        return effort();
    }

    void makeGauge()
    {
        if (!m_gauge) {
            m_gauge = engine::makeGauge(engine::gaugedDevice(*m_device));
        }
    }

    /// From now on the meters count.
    void beginEffort()
    {
        makeGauge();
        if (!m_monitor) {
            m_monitor = std::make_unique<engine::DeviceMonitor>(
                engine::DeviceMonitor::Settings{.interval = std::chrono::milliseconds(200)});
        }
        static_cast<void>(m_monitor->take()); // of when another engine had its turn
        m_begun = {.iteration = m_trainer->iteration(), .joules = m_gauge->now().joules};
        m_begun.time = Clock::now(); // a busy GPU's meters answer late
    }

    /// Since then. Also sees how much memory the driver counts as this process's.
    Effort effort()
    {
        const double seconds = secondsSince(m_begun.time);
        const std::string busId = m_device->busId();
        for (const engine::DeviceReading& reading : m_monitor->take()) {
            std::optional<double> percent = reading.processor.processPercent, watts;
            for (const engine::GpuReading& gpu : reading.gpus) {
                if (!busId.empty() && engine::isSameBus(gpu.busId, busId)) {
                    percent = gpu.utilisationPercent;
                    watts = gpu.watts;
                    noteMemory(gpu);
                }
            }
            const double passed =
                m_begun.clock ? reading.seconds - *m_begun.clock : 0; // the first looks back to before
            m_begun.device.add(percent, passed);
            m_begun.process.add(reading.processor.processPercent, passed);
            m_begun.machine.add(reading.processor.machinePercent, passed);
            m_begun.watts.add(watts, passed);
            m_begun.clock = reading.seconds;
        }
        return {.seconds = seconds,
                .characters = (m_trainer->iteration() - m_begun.iteration) * batchUnits(),
                .joules = joules(),
                .percent = m_begun.device.value(),
                .processPercent = m_begun.process.value(),
                .machinePercent = m_begun.machine.value()};
    }

    /// By the device's counter, else by its power.
    std::optional<double> joules()
    {
        const std::optional<double> now = m_gauge->now().joules;
        if (m_begun.joules) {
            return now ? std::optional(*now - *m_begun.joules) : std::nullopt;
        }
        return m_begun.watts.seconds > 0 ? std::optional(m_begun.watts.sum) : std::nullopt;
    }

    void noteMemory(const engine::GpuReading& gpu)
    {
        for (const engine::GpuProcess& process : gpu.processes.value_or(std::vector<engine::GpuProcess>())) {
            if (process.id == static_cast<std::uint32_t>(::getpid()) && process.bytes) {
                m_byDriver = std::max(m_byDriver.value_or(0), *process.bytes);
            }
        }
    }

    double generate(std::int64_t characters)
    {
        engine::TextGenerator& generator = m_trainer->generator();
        engine::SamplingSettings sampling;
        sampling.length = characters;
        const Clock::time_point start = Clock::now();
        static_cast<void>(generator.text(sampling));
        return secondsSince(start);
    }

    Clock::time_point m_start = Clock::now();
    std::unique_ptr<engine::Device> m_device;
    std::vector<std::string> m_remarks;
    double m_deviceSeconds = 0, m_netSeconds = 0;
    engine::EngineWish m_wish;
    std::unique_ptr<engine::Trainer> m_trainer;
    std::unique_ptr<engine::DeviceGauge> m_gauge;     ///< null before it is read
    std::unique_ptr<engine::DeviceMonitor> m_monitor; ///< null before an effort
    Begun m_begun;
    std::optional<engine::Pacer> m_pacer; ///< where the device is to stay below a temperature
    std::optional<double> m_abortLoss;    ///< above it a run has diverged
    std::optional<std::int64_t> m_byDriver;
    std::int64_t m_batchesInStep = 1; ///< the solver's iter_size
    bool m_hasValidated = false;
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
            const auto& argument = asked->at("argument");
            Message answer;
            if (engine) {
                answer = engine->answer(asked->at("question"), argument);
            } else {
                engine = std::make_unique<MeasuredEngine>(argument.at("run").get<engine::RunDescription>(),
                                                          argument.at("device").get<engine::DeviceWish>());
                answer = engine->loaded();
            }
            if (!send(socket, {{"answer", answer}})) {
                break;
            }
        }
    } catch (const engine::UnavailableError& error) {
        refuse(error.sentence(), true);
    } catch (const engine::Error& error) {
        refuse(error.sentence(), false);
    } catch (const std::bad_alloc&) {
        refuse(ENGINE_TEXT("Session", "there is not enough memory to train this model"), false);
    }
    return true;
}

} // namespace contest
