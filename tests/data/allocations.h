// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// How often this thread has asked operator new for memory.
std::uint64_t allocations();
