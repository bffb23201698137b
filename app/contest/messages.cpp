// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/messages.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

namespace contest {
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

bool readAll(int socket, void* bytes, std::size_t size, const engine::GoOn& goOn)
{
    constexpr int milliseconds = 100;
    pollfd answers = {socket, POLLIN, 0};
    for (char* at = static_cast<char*>(bytes); size > 0;) {
        if (!engine::goesOn(goOn)) {
            throw engine::CancelledError("the measurement was stopped");
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

bool send(int socket, const Message& message)
{
    const std::vector<std::uint8_t> bytes = Message::to_cbor(message);
    const std::uint64_t size = bytes.size();
    return writeAll(socket, &size, sizeof(size)) && writeAll(socket, bytes.data(), bytes.size());
}

std::optional<Message> receive(int socket, const engine::GoOn& goOn)
{
    std::uint64_t size = 0;
    if (!readAll(socket, &size, sizeof(size), goOn)) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> bytes(size);
    return readAll(socket, bytes.data(), bytes.size(), goOn) ? std::optional(Message::from_cbor(bytes)) : std::nullopt;
}

} // namespace contest
