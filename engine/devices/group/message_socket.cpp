// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/devices/group/message_socket.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>

namespace engine {
namespace {

bool writeAll(int socket, const void* bytes, std::size_t size)
{
    for (const char* at = static_cast<const char*>(bytes); size > 0;) {
        const ssize_t sent = ::send(socket, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        at += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

bool readAll(int socket, void* bytes, std::size_t size, const GoOn& goOn)
{
    constexpr int milliseconds = 100;
    pollfd answers = {socket, POLLIN, 0};
    for (char* at = static_cast<char*>(bytes); size > 0;) {
        if (!goesOn(goOn)) {
            throw CancelledError(ENGINE_TEXT("Sentences", "the answer of another process is no longer wanted"));
        }
        if (::poll(&answers, 1, milliseconds) <= 0) {
            continue;
        }
        const ssize_t got = ::recv(socket, at, size, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        at += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

} // namespace

bool sendMessage(int socket, std::string_view message)
{
    const std::uint64_t size = message.size();
    return writeAll(socket, &size, sizeof(size)) && writeAll(socket, message.data(), message.size());
}

std::optional<std::string> receiveMessage(int socket, const GoOn& goOn)
{
    std::uint64_t size = 0;
    if (!readAll(socket, &size, sizeof(size), goOn)) {
        return std::nullopt;
    }
    std::string message(size, '\0');
    return readAll(socket, message.data(), message.size(), goOn) ? std::optional(std::move(message)) : std::nullopt;
}

} // namespace engine
