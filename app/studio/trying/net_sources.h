// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/text/text_source.h"

#include <vector>

namespace studio {

class Workspace;

/// The nets of the project that write, or those that do not: the one that trains or has trained, then the checkpoints
/// that are there, the newest first.
std::vector<TextSource> netSources(const Workspace& workspace, bool writes);

} // namespace studio
