// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace engine {

struct NetFunctions;

/// How the table of files reads the net in a checkpoint, and writes one that has its checkpoint with it.
NetFunctions checkpointFunctions();

} // namespace engine
