// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "app/cli/sources.h"
#include "app/contest/weights_digest.h"
#include "engine/backends/open_device.h"
#include "engine/devices/monitor/device_gauge.h"
#include "engine/devices/monitor/device_monitor.h"
#include "engine/devices/monitor/nvml.h"
#include "engine/formats/prototxt/prototxt.h"
#include "engine/graph/catalog.h"
#include "engine/graph/error.h"
#include "engine/graph/sample_wiring.h"
#include "engine/graph/size_report.h"
#include "engine/training/measure/sample_evaluation.h"
#include "engine/training/run/open_source.h"
#include "engine/training/run/trainer.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

namespace cli {
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

/// One engine under measurement: the other end of EngineProcess.
class Subject {
public:
    explicit Subject(const Json& measurement)
        : m_device(openDevice(measurement)), m_deviceSeconds(secondsSince(m_start))
    {
        const std::string wish = measurement.at("engine");
        const engine::TrainingJob job{
            .model = engine::readModel(measurement.at("model").get<std::string>(), "the model"),
            .solver = engine::readSolver(measurement.at("solver").get<std::string>(), "the solver"),
            .engine = wish.empty() ? engine::EngineWish() : engine::EngineWish(wish),
            .seed = measurement.at("seed")};
        m_wish = job.engine;
        m_batchesInStep = engine::intParam(engine::completeParams(job.solver), "iter_size");
        std::unique_ptr<engine::BatchSource> source = engine::openSource(textIn(measurement, "data"), job.model);
        m_remarks = source->samples() ? source->samples()->remarks : std::vector<engine::Sentence>();
        const Clock::time_point begin = Clock::now();
        m_trainer = std::make_unique<engine::Trainer>(job, std::move(source), *m_device);
        m_device->finish();
        m_netSeconds = secondsSince(begin);
    }

    Json loaded() const
    {
        const engine::SizeReport training = engine::sizeReport(m_trainer->model());
        return {{"is_text", isText()},
                {"writes", isText() && !engine::whyItCannotWrite(m_trainer->model())},
                {"parameters", m_trainer->weights().count()},
                {"vocabulary", isText() ? m_trainer->corpus().vocabulary().size() : 0},
                {"batch_units", batchUnits()},
                {"streams", streams()},
                {"steps_per_epoch", m_trainer->batchesPerEpoch() / static_cast<double>(m_batchesInStep)},
                {"engine", m_trainer->net().recurrentEngine()},
                {"device", m_device->name()},
                {"description", m_device->description()},
                {"precision", engine::nameOf(m_device->precision())},
                {"threads", m_device->threads()},
                {"device_seconds", m_deviceSeconds},
                {"net_seconds", m_netSeconds},
                {"weights", contest::digestOf(m_trainer->weights().read())},
                {"flops", training.flopsForward + training.flopsBackward},
                {"flops_of_one", flopsOfOne()},
                {"remarks", m_remarks}};
    }

    Json answer(const Json& question)
    {
        if (question.contains("train")) {
            return train(question.at("train"));
        }
        if (question.contains("generate")) {
            return generate(question.at("generate"));
        }
        if (question.contains("write")) {
            engine::SamplingSettings sampling;
            sampling.length = question.at("write");
            sampling.seed = question.at("seed");
            return {{"text", m_trainer->write(sampling)}};
        }
        if (question.contains("validate")) {
            return validate();
        }
        if (question.contains("use")) {
            return useTimes();
        }
        if (question.contains("work")) {
            return work(question.at("work"));
        }
        return {{"process", peakMemory()},
                {"device", m_device->peakBytes()},
                {"by_driver", m_byDriver ? Json(*m_byDriver) : Json()}};
    }

private:
    bool isText() const { return m_trainer->source().text() != nullptr; }

    std::int64_t streams() const
    {
        return isText() ? m_trainer->net().wiring().streams : m_trainer->net().samples().streams;
    }

    /// Characters or sequences of one iteration.
    std::int64_t batchUnits() const
    {
        const engine::TextWiring& text = m_trainer->net().wiring();
        return m_batchesInStep * (isText() ? text.steps * text.streams : streams());
    }

    /// Of a character that is written, or of a sequence whose answer is said.
    std::int64_t flopsOfOne() const
    {
        if (isText()) {
            return engine::sizeReport(engine::forGeneration(m_trainer->model()), {.phase = engine::Phase::Run})
                .flopsForward;
        }
        const std::int64_t batch = engine::sampleWiring(m_trainer->model(), engine::Phase::Test).streams;
        return engine::sizeReport(m_trainer->model(), {.phase = engine::Phase::Test}).flopsForward /
               std::max<std::int64_t>(batch, 1);
    }

    /// On what is held out, after a first time that makes what it needs.
    Json validate()
    {
        if (!m_trainer->source().holdsOut(m_trainer->model())) {
            return {{"units", 0}};
        }
        if (!m_hasValidated) {
            static_cast<void>(m_trainer->validate());
            m_hasValidated = true;
        }
        const Clock::time_point start = Clock::now();
        const std::optional<engine::ValidationReport> report = m_trainer->validate();
        const double seconds = secondsSince(start);
        Json metrics = Json::object();
        for (const engine::Metric& metric : report->metrics) {
            metrics[metric.name] = metric.value;
        }
        return {{"seconds", seconds}, {"loss", report->loss}, {"units", report->units}, {"metrics", metrics}};
    }

    /// Evaluating and predicting the sequences that are held out, and no others; of a text nothing.
    Json useTimes()
    {
        const engine::Samples* const samples = m_trainer->source().samples();
        if (!samples || !m_trainer->source().holdsOut(m_trainer->model())) {
            return {{"units", 0}};
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
        return {{"evaluate_seconds", evaluating}, {"predict_seconds", predicting}, {"units", heldOut.size()}};
    }

    Json train(std::int64_t iterations)
    {
        std::vector<double> seconds, losses;
        m_trainer->steps(iterations, [&](const engine::TrainingSteps::Step& step) {
            losses.push_back(step.loss);
            seconds.push_back(step.seconds);
        });
        return {{"seconds", seconds}, {"losses", losses}};
    }

    /// Trains for a while under the eyes of the device's meters.
    Json work(double wanted)
    {
        constexpr double piece = 0.1; ///< seconds, between two looks at the clock
        const engine::GaugedDevice place = engine::gaugedDevice(*m_device);
        if (!m_gauge) {
            m_gauge = engine::makeGauge(place);
            m_monitor = std::make_unique<engine::DeviceMonitor>(
                engine::DeviceMonitor::Settings{.interval = std::chrono::milliseconds(200)});
        }
        const std::int64_t begun = m_trainer->iteration();
        static_cast<void>(m_monitor->take()); // of when another engine had its turn
        const std::optional<double> before = m_gauge->now().joules;
        const Clock::time_point start = Clock::now();
        double took = 0;
        for (std::int64_t count = 1; took < wanted; took = secondsSince(start)) {
            m_trainer->steps(count, [](const engine::TrainingSteps::Step&) {});
            const double step = secondsSince(start) / static_cast<double>(m_trainer->iteration() - begun);
            count = std::clamp<std::int64_t>(std::llround(piece / step), 1, 10'000);
        }
        const std::optional<double> after = m_gauge->now().joules;
        return {{"seconds", took},
                {"characters", (m_trainer->iteration() - begun) * batchUnits()},
                {"joules", before && after ? Json(*after - *before) : Json()},
                {"utilisation_percent", meanUtilisation(m_monitor->take(), place.busId)}};
    }

    /// Null where none is told. Also sees how much memory the driver counts as this process's.
    Json meanUtilisation(const std::vector<engine::DeviceReading>& readings, const std::string& busId)
    {
        double sum = 0;
        int count = 0;
        for (std::size_t index = 1; index < readings.size(); ++index) { // the first one looks back to before
            const engine::DeviceReading& reading = readings[index];
            std::optional<double> percent = reading.processor.processPercent;
            for (const engine::GpuReading& gpu : reading.gpus) {
                if (!busId.empty() && engine::isSameBus(gpu.busId, busId)) {
                    percent = gpu.utilisationPercent;
                    noteMemory(gpu);
                }
            }
            sum += percent.value_or(0);
            count += percent ? 1 : 0;
        }
        return count > 0 ? Json(sum / count) : Json();
    }

    void noteMemory(const engine::GpuReading& gpu)
    {
        for (const engine::GpuProcess& process : gpu.processes.value_or(std::vector<engine::GpuProcess>())) {
            if (process.id == static_cast<std::uint32_t>(::getpid()) && process.bytes) {
                m_byDriver = std::max(m_byDriver.value_or(0), *process.bytes);
            }
        }
    }

    static std::unique_ptr<engine::Device> openDevice(const Json& measurement)
    {
        return engine::openDevice({.name = measurement.at("device"),
                                   .threads = measurement.at("threads"),
                                   .precision = engine::precisionNamed(measurement.at("precision").get<std::string>()),
                                   .engine = measurement.at("engine"),
                                   .graphs = measurement.at("graphs")});
    }

    Json generate(std::int64_t characters)
    {
        engine::TextGenerator& generator = m_trainer->generator();
        engine::SamplingSettings sampling;
        sampling.length = characters;
        const Clock::time_point start = Clock::now();
        static_cast<void>(generator.text(sampling));
        return {{"seconds", secondsSince(start)}};
    }

    Clock::time_point m_start = Clock::now();
    std::unique_ptr<engine::Device> m_device;
    std::vector<engine::Sentence> m_remarks;
    double m_deviceSeconds = 0, m_netSeconds = 0;
    engine::EngineWish m_wish;
    std::unique_ptr<engine::Trainer> m_trainer;
    std::unique_ptr<engine::DeviceGauge> m_gauge; ///< null before anything is measured with it, and so is the next
    std::unique_ptr<engine::DeviceMonitor> m_monitor;
    std::optional<std::int64_t> m_byDriver;
    std::int64_t m_batchesInStep = 1; ///< the solver's iter_size
    bool m_hasValidated = false;
};

class MeasureCommand : public Command {
public:
    using Command::Command;

    ExitCode run(Console& console) override
    {
        ::signal(SIGINT, SIG_IGN); // Ctrl-C is for the program that asks, which then ends this one
        try {
            serve(console);
        } catch (const engine::Error& error) {
            const bool unavailable = dynamic_cast<const engine::UnavailableError*>(&error) != nullptr;
            printLine(console.out, {{"error", error.what()}, {"unavailable", unavailable}});
        }
        return ExitCode::Done;
    }

private:
    static void serve(Console& console)
    {
        std::string line;
        if (!std::getline(std::cin, line)) {
            return;
        }
        Subject subject(Json::parse(line));
        printLine(console.out, subject.loaded());
        while (std::getline(std::cin, line)) {
            printLine(console.out, subject.answer(Json::parse(line)));
        }
    }
};

} // namespace

std::unique_ptr<Command> makeMeasureCommand(CLI::App& program)
{
    CLI::App* const command =
        program.add_subcommand("measure", "Measure one engine; asked and answered in lines of JSON.");
    command->group(""); // not in the help
    return std::make_unique<MeasureCommand>(*command);
}

} // namespace cli
