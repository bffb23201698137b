// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/contest/messages.h"

#include "engine/devices/group/message_socket.h"

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

} // namespace contest
