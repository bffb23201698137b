// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace engine {

/// A unit of a recurrent layer whose state is set to a value while a net reads or writes a text.
///
/// Places are bytes of the text, prompt included: the state at place p is the one after p bytes were read.
struct HeldUnit {
    static constexpr std::int64_t atThePromptsEnd = -1;
    static constexpr std::int64_t always = std::numeric_limits<std::int64_t>::max();

    std::string layer;
    std::int64_t stacked = 0; ///< which of its stacked layers, from 0
    std::string state = "h";  ///< one of Cell::states
    std::int64_t unit = 0;
    float value = 0;
    std::int64_t from = atThePromptsEnd; ///< the first place whose state is changed
    std::int64_t to = always;            ///< the last one; `from`: changed once, and free again from there

    bool holdsAt(std::int64_t place) const { return from <= place && place <= to; }
    bool operator==(const HeldUnit&) const = default;
};

/// As a command line has it: "lstm:c1:17=0.5@120-340" is unit 17 of the cell state of layer lstm's second stacked
/// layer, from place 120 to 340. Without "-340" it is held to the end, without "@120" from the end of the prompt on.
std::string toText(const HeldUnit& unit);

/// Reads that. Throws Error with what is wanted.
HeldUnit heldUnit(std::string_view text);

} // namespace engine
