// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace engine::test {

/// How often this program has asked the allocator for memory by `new`, on any thread. Always 0 under the sanitizers,
/// which need the allocator for themselves.
std::int64_t allocations();

} // namespace engine::test
