// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace engine {

/// How often this program has called operator new so far.
std::int64_t allocationCount();

} // namespace engine
