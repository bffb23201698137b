// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace engine::test {

/// How often this program has asked the allocator for memory by `new`, on any thread. Always 0 under the sanitizers,
/// which need the allocator for themselves.
std::int64_t allocations();

// Bytes that were asked for and not given back, now and at the most since it was last forgotten: by `new`, by malloc
// and its kin, C's libraries included, and by mapping memory without a file, as blocks of the device are. Always 0
// under the sanitizers.
std::int64_t allocatedBytes();
std::int64_t maxAllocatedBytes();
void forgetMostAllocated();

} // namespace engine::test
