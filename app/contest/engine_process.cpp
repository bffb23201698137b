// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/engine_process.h"

#include "app/contest/messages.h"
#include "engine/devices/group/message_socket.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

namespace contest {
bool send(int socket, const Message& message)
{
    const std::vector<std::uint8_t> bytes = Message::to_cbor(message);
    return engine::sendMessage(socket, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::optional<Message> receive(int socket, const engine::GoOn& goOn)
{
    try {
        const std::optional<std::string> bytes = engine::receiveMessage(socket, goOn);
        return bytes ? std::optional(Message::from_cbor(*bytes)) : std::nullopt;
    } catch (const engine::CancelledError&) {
        throw engine::CancelledError("the measurement was stopped");
    }
}

EngineProcess::EngineProcess(const Contender& contender, engine::RunDescription run, const Trial& trial,
                             engine::GoOn goOn)
    : m_goOn(std::move(goOn)), m_socket(-1)
{
    if (!contender.refusal.empty()) {
        throw engine::UnavailableError(contender.refusal);
    }
    const engine::DeviceWish& device = contender.device;
    run.settings.insert_or_assign("engine", device.engine);
    run.settings.insert_or_assign("device", device.name);
    run.settings.insert_or_assign("graph", device.graphs);
    run.settings.insert_or_assign("precision", std::string(device.precision ? nameOf(*device.precision) : "auto"));
    if (device.threads > 0) {
        run.settings.insert_or_assign("threads", std::int64_t{device.threads});
    }
    std::array<int, 2> ends = {};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        throw engine::Error(engine::say("the process of an engine cannot be started: %1", std::strerror(errno)));
    }
    m_socket = engine::FileDescriptor(ends[0]);
    const auto begin = std::chrono::steady_clock::now();
    {
        const engine::FileDescriptor theirs(ends[1]);
        m_process.emplace(engine::start({.words = {"hamnet", std::string(measuringWord)}, .input = theirs.number()}));
    }
    m_loaded = ask({{"run", toJson(run)}, {"trial", trial}}).get<Loaded>();
    m_loaded.startSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void EngineProcess::turn()
{
    auto now = ask("go on").get<SeedResult>();
    now.curve = m_result.curve;
    for (const engine::CurvePoint& step : std::exchange(now.steps, {})) {
        now.curve.append(step);
    }
    m_result = std::move(now);
}

Message EngineProcess::ask(const Message& question)
{
    m_process->lastSignal = SIGKILL; // what it works on is not wanted any more then, and it has nothing to save
    static_cast<void>(send(m_socket.number(), question)); // its last words say why not
    const std::optional<Message> answer = receive(m_socket.number(), m_goOn);
    if (!answer) {
        const int status = *m_process->status();
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "the process of the engine ended before it gave an answer: %1"),
            WIFSIGNALED(status) ? engine::Sentence(::strsignal(WTERMSIG(status)))
                                : engine::say(ENGINE_TEXT("Sentences", "exit code %1"), WEXITSTATUS(status))));
    }
    m_process->lastSignal = 0;
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
