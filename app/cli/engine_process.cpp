// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/engine_process.h"

#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "engine/graph/error.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>

namespace cli {
namespace {

[[noreturn]] void fail(const std::string& what, int error)
{
    throw engine::Error("the process of an engine " + what + ": " + std::strerror(error));
}

struct Pipe {
    int readEnd, writeEnd;
};

Pipe openPipe()
{
    std::array<int, 2> ends = {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        fail("does not respond", errno);
    }
    return {ends[0], ends[1]};
}

/// Starts this program with its standard input and output on the pipes.
pid_t start(int input, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    const sigset_t mask = maskOfStartedPrograms();
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::string name = "hamnet", command = "measure";
    std::array<char*, 3> arguments = {name.data(), command.data(), nullptr};
    pid_t process = -1;
    const int error = ::posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        fail("cannot be started", error);
    }
    return process;
}

} // namespace

EngineProcess::EngineProcess(const Measurement& measurement) : m_goOn(measurement.goOn)
{
    const Pipe questions = openPipe();
    const Pipe answers = openPipe();
    m_questions = questions.writeEnd;
    m_answers = answers.readEnd;
    const auto begin = std::chrono::steady_clock::now();
    try {
        m_process = start(questions.readEnd, answers.writeEnd);
        ::close(questions.readEnd);
        ::close(answers.writeEnd);
        const Json answer =
            ask({{"model", measurement.model},
                 {"solver", measurement.solver},
                 {"data", measurement.data},
                 {"engine", measurement.engine},
                 {"seed", measurement.seed},
                 {"device", measurement.device.name},
                 {"threads", measurement.device.threads},
                 {"precision", measurement.device.precision ? std::string(engine::nameOf(*measurement.device.precision))
                                                            : std::string()},
                 {"graphs", measurement.device.graphs}});
        m_loaded = {.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
                    .deviceSeconds = answer.at("device_seconds"),
                    .netSeconds = answer.at("net_seconds"),
                    .isText = answer.at("is_text"),
                    .writes = answer.at("writes"),
                    .parameters = answer.at("parameters"),
                    .vocabulary = answer.at("vocabulary"),
                    .batchUnits = answer.at("batch_units"),
                    .streams = answer.at("streams"),
                    .stepsPerEpoch = answer.at("steps_per_epoch"),
                    .engine = answer.at("engine"),
                    .device = answer.at("device"),
                    .description = answer.at("description"),
                    .precision = answer.at("precision"),
                    .threads = answer.at("threads"),
                    .weights = answer.at("weights"),
                    .flops = answer.at("flops"),
                    .flopsOfOne = answer.at("flops_of_one"),
                    .remarks = answer.at("remarks")};
    } catch (...) {
        close();
        throw;
    }
}

EngineProcess::~EngineProcess()
{
    close();
}

void EngineProcess::close()
{
    ::close(m_questions); // the other end then reads the end of its input, and goes
    ::close(m_answers);
    if (m_process > 0) {
        if (m_works) { // its results are not wanted any more, and it has nothing to save
            ::kill(m_process, SIGKILL);
        }
        while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {}
    }
}

namespace {

template <typename Value>
std::optional<Value> optional(const Json& value)
{
    return value.is_null() ? std::nullopt : std::optional(value.get<Value>());
}

/// JSON has no NaN and no infinity: they are null.
double numberIn(const Json& value)
{
    return optional<double>(value).value_or(std::numeric_limits<double>::quiet_NaN());
}

} // namespace

EngineProcess::Steps EngineProcess::train(std::int64_t iterations)
{
    const Json answer = ask({{"train", iterations}});
    Steps steps{.seconds = answer.at("seconds"), .losses = {}};
    for (const Json& loss : answer.at("losses")) {
        steps.losses.push_back(numberIn(loss));
    }
    return steps;
}

double EngineProcess::generate(std::int64_t characters)
{
    return ask({{"generate", characters}}).at("seconds");
}

std::string EngineProcess::write(std::int64_t characters, std::uint64_t seed)
{
    return textIn(ask({{"write", characters}, {"seed", seed}}), "text");
}

std::optional<EngineProcess::Validated> EngineProcess::validate()
{
    const Json answer = ask({{"validate", true}});
    if (answer.at("units").get<std::int64_t>() == 0) {
        return std::nullopt;
    }
    Validated validated{
        .seconds = answer.at("seconds"), .loss = numberIn(answer.at("loss")), .units = answer.at("units")};
    for (const auto& [name, value] : answer.at("metrics").items()) {
        validated.metrics.push_back({name, numberIn(value)});
    }
    return validated;
}

std::optional<EngineProcess::UseTimes> EngineProcess::useTimes()
{
    const Json answer = ask({{"use", true}});
    if (answer.at("units").get<std::int64_t>() == 0) {
        return std::nullopt;
    }
    return UseTimes{.evaluate = answer.at("evaluate_seconds"), .predict = answer.at("predict_seconds")};
}

EngineProcess::Effort EngineProcess::work(double seconds)
{
    const Json answer = ask({{"work", seconds}});
    return {.seconds = answer.at("seconds"),
            .characters = answer.at("characters"),
            .joules = optional<double>(answer.at("joules")),
            .utilisationPercent = optional<double>(answer.at("utilisation_percent"))};
}

EngineProcess::Memory EngineProcess::memory()
{
    const Json answer = ask({{"memory", true}});
    return {.process = answer.at("process"),
            .device = answer.at("device"),
            .byDriver = optional<std::int64_t>(answer.at("by_driver"))};
}

Json EngineProcess::ask(const Json& question)
{
    m_works = true;
    try {
        Output output(m_questions);
        printLine(output, question);
    } catch (const ReaderGone&) { // then its last words say why
    }
    Json answer = readAnswer();
    if (answer.contains("error")) {
        const std::string sentence = answer.at("error");
        if (answer.at("unavailable").get<bool>()) {
            throw engine::UnavailableError(sentence);
        }
        throw engine::Error(sentence);
    }
    return answer;
}

Json EngineProcess::readAnswer()
{
    constexpr int milliseconds = 100;
    std::array<char, 65536> block;
    pollfd answers = {m_answers, POLLIN, 0};
    std::size_t end = m_read.find('\n');
    while (end == std::string::npos) {
        if (!engine::goesOn(m_goOn)) {
            throw engine::CancelledError("the measurement was stopped");
        }
        if (::poll(&answers, 1, milliseconds) <= 0) {
            continue;
        }
        const ssize_t size = ::read(m_answers, block.data(), block.size());
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size <= 0) {
            throw engine::Error("the process of an engine ended before it had measured anything");
        }
        m_read.append(block.data(), static_cast<std::size_t>(size));
        end = m_read.find('\n');
    }
    Json answer = Json::parse(m_read.substr(0, end));
    m_read.erase(0, end + 1);
    m_works = false;
    return answer;
}

} // namespace cli
