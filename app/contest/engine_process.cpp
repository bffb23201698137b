// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/engine_process.h"

#include "app/contest/messages.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

namespace contest {
namespace {

[[noreturn]] void fail(int error)
{
    throw engine::Error(engine::say("the process of an engine cannot be started: %1", std::strerror(error)));
}

/// Starts this program with the socket as its standard input. What libraries print does not get among our output, and
/// no signal is blocked.
pid_t start(int socket)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::string name = "hamnet", word(measuringWord);
    std::array<char*, 3> arguments = {name.data(), word.data(), nullptr};
    pid_t process = -1;
    const int error = ::posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        fail(error);
    }
    return process;
}

} // namespace

EngineProcess::EngineProcess(const Measurement& measurement) : m_goOn(measurement.goOn)
{
    std::array<int, 2> ends = {};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        fail(errno);
    }
    m_socket = ends[0];
    const auto begin = std::chrono::steady_clock::now();
    try {
        m_process = start(ends[1]);
        ::close(std::exchange(ends[1], -1));
        m_loaded = ask("load", measurement).get<Loaded>();
        m_loaded.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    } catch (...) {
        if (ends[1] >= 0) {
            ::close(ends[1]);
        }
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
    ::close(m_socket); // the other end then reads the end of its input, and goes
    if (m_process > 0) {
        if (m_works) { // its results are not wanted any more, and it has nothing to save
            ::kill(m_process, SIGKILL);
        }
        while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {}
    }
}

Steps EngineProcess::train(std::int64_t iterations)
{
    return ask("train", iterations).get<Steps>();
}

double EngineProcess::generate(std::int64_t characters)
{
    return ask("generate", characters).get<double>();
}

std::string EngineProcess::write(std::int64_t characters, std::uint64_t seed)
{
    return ask("write", {{"length", characters}, {"seed", seed}}).get<std::string>();
}

std::optional<Validated> EngineProcess::validate()
{
    return ask("validate", {}).get<std::optional<Validated>>();
}

std::optional<UseTimes> EngineProcess::useTimes()
{
    return ask("use", {}).get<std::optional<UseTimes>>();
}

Effort EngineProcess::work(double seconds)
{
    return ask("work", seconds).get<Effort>();
}

Memory EngineProcess::memory()
{
    return ask("memory", {}).get<Memory>();
}

Lap EngineProcess::lap(std::int64_t iterations)
{
    return ask("lap", iterations).get<Lap>();
}

engine::Sentence EngineProcess::howItEnded()
{
    int status = 0;
    while (::waitpid(m_process, &status, 0) < 0 && errno == EINTR) {}
    m_process = -1;
    return WIFSIGNALED(status) ? engine::Sentence(::strsignal(WTERMSIG(status)))
                               : engine::say(ENGINE_TEXT("Sentences", "exit code %1"), WEXITSTATUS(status));
}

Message EngineProcess::ask(const char* question, const Message& argument)
{
    m_works = true;
    static_cast<void>(send(m_socket, {{"question", question}, {"argument", argument}})); // its last words say why not
    const std::optional<Message> answer = receive(m_socket, m_goOn);
    if (!answer) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "the process of the engine ended before it gave an answer: %1"), howItEnded()));
    }
    m_works = false;
    if (const auto error = answer->find("error"); error != answer->end()) {
        const auto sentence = error->get<engine::Sentence>();
        if (answer->at("unavailable").get<bool>()) {
            throw engine::UnavailableError(sentence);
        }
        throw engine::Error(sentence);
    }
    return answer->at("answer");
}

} // namespace contest
