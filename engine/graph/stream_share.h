// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace engine {

/// The streams of a batch that one of several devices computes, and how they lie in a tensor: in `rows` rows, each with
/// the elements of all the device's streams one after the other ([T, N, H] has T rows).
struct StreamShare {
    std::int64_t first = 0, count = 0, whole = 0; ///< from this one on, so many, of so many; all 0: the whole batch
    std::int64_t rows = 1;

    constexpr bool isWhole() const { return count == whole; }
    bool operator==(const StreamShare&) const = default;
};

} // namespace engine
