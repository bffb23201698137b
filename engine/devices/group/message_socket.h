// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/go_on.h"

#include <optional>
#include <string>
#include <string_view>

namespace engine {

// Messages of any size between two processes of one machine, over a connected socket: each behind its size in eight
// bytes.

/// Whether the other end took it; false where it has gone.
bool sendMessage(int socket, std::string_view message);

/// Waits for the next one; nothing where the other end has gone. Throws CancelledError when it is no longer wanted.
std::optional<std::string> receiveMessage(int socket, const GoOn& goOn = {});

} // namespace engine
