// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/net_snapshot.h"
#include "app/studio/session/net_source.h"

namespace studio {

/// A net that reads text, from a file. Throws engine::Error where it cannot be read, lacks weights, or does not tell
/// its characters.
NetSnapshot textNet(const NetSource& source);

} // namespace studio
