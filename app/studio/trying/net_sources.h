// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/text/net_box.h"

#include <vector>

namespace studio {

class Workspace;

enum class NetUse { Writes, Answers };

/// The nets of the project for that use: the one that trains or has trained, then the checkpoints that are there, the
/// newest first; for writing also another program's that was imported, and one of a queue that was asked for.
std::vector<TextSource> netSources(const Workspace& workspace, NetUse use);

} // namespace studio
