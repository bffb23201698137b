// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/formats/prototxt.h"
#include "engine/graph/error.h"
#include "engine/graph/size_report.h"
#include "engine/training/trainer.h"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <fstream>
#include <iostream>

namespace cli {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// FNV-1a over the bits of all weights: tells whether two engines start from the same.
std::string digestOf(const engine::WeightStore& weights)
{
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const engine::NamedTensor& tensor : weights.read()) {
        for (const float value : tensor.values) {
            hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 0x100'0000'01b3;
        }
    }
    return fmt::format("{:016x}", hash);
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
    explicit Subject(const Json& measurement) : m_device(measurement.at("threads").get<int>())
    {
        const std::string wish = measurement.at("engine");
        const engine::TrainingJob job{
            .model = engine::readModel(measurement.at("model").get<std::string>(), "the model"),
            .solver = engine::readSolver(measurement.at("solver").get<std::string>(), "the solver"),
            .engine = wish.empty() ? engine::EngineWish() : engine::EngineWish(wish),
            .seed = measurement.at("seed")};
        engine::Corpus text(measurement.at("text").get<std::string>(), engine::dataSettings(job.model).encoding);
        m_trainer = std::make_unique<engine::Trainer>(job, std::move(text), m_device);
    }

    Json loaded() const
    {
        const engine::SizeReport training = engine::sizeReport(m_trainer->model());
        const engine::SizeReport writing =
            engine::sizeReport(engine::forGeneration(m_trainer->model()), {.phase = engine::Phase::Run});
        const engine::TextInput input = m_trainer->net().input();
        return {{"parameters", m_trainer->weights().count()},
                {"vocabulary", m_trainer->corpus().vocabulary().size()},
                {"batch_characters", input.steps * input.streams},
                {"engine", m_trainer->net().recurrentEngine()},
                {"weights", digestOf(m_trainer->weights())},
                {"flops", training.flopsForward + training.flopsBackward},
                {"flops_of_one", writing.flopsForward}};
    }

    Json answer(const Json& question)
    {
        if (question.contains("train")) {
            return train(question.at("train"));
        }
        if (question.contains("generate")) {
            return generate(question.at("generate"));
        }
        return {{"peak", peakMemory()}};
    }

private:
    Json train(std::int64_t iterations)
    {
        std::vector<double> seconds, losses;
        for (std::int64_t iteration = 0; iteration < iterations; ++iteration) {
            const Clock::time_point start = Clock::now();
            losses.push_back(m_trainer->step().loss);
            seconds.push_back(secondsSince(start));
        }
        return {{"seconds", seconds}, {"losses", losses}};
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

    engine::CpuDevice m_device;
    std::unique_ptr<engine::Trainer> m_trainer;
};

class MeasureCommand : public Command {
public:
    using Command::Command;

    ExitCode run(Console& console) override
    {
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
