// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/studio/session/net_source.h"
#include "engine/graph/go_on.h"
#include "engine/lens/unit_values.h"

#include <cstdint>
#include <string>
#include <vector>

namespace studio {

/// A text as a net read it, with what every unit held at each character.
struct LensReading {
    static constexpr std::size_t most = 10'000;     ///< characters; with 2 x 512 units of an LSTM 240 MB
    static constexpr std::size_t beginning = 2'000; ///< characters that are shown while the rest is read

    std::u32string text; ///< the characters that the net knows, one for each step
    std::vector<engine::UnitValues> layers;
    std::int64_t iteration = 0; ///< of the net
    bool cut = false;           ///< the text went on
    bool isBeginning = false;   ///< what comes after it is still being read
    bool leftOut = false;       ///< it had characters that the net does not know
    double seconds = 0;         ///< that reading took
};

/// Reads the first `most` characters of UTF-8 with `threads` threads (0: one for each core). Throws engine::Error, and
/// CancelledError where `goOn` says no.
LensReading readForLens(const NetSnapshot& net, const std::string& text, int threads, const engine::GoOn& goOn,
                        std::size_t most = LensReading::most);

} // namespace studio
