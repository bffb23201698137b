// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/vocabulary.h"

#include <array>
#include <cstddef>
#include <span>

namespace studio {

/// A character that could have stood at a place of a text, and the probability that the net gave to it.
struct Candidate {
    char32_t character = 0; ///< a code point, or a byte
    float probability = 0;  ///< at temperature 1, before top-k and top-p

    bool operator==(const Candidate&) const = default;
};

/// The likeliest characters at one place of a text, the likeliest first; none where they are not known. Of fixed size,
/// since a long text has many of them.
struct Candidates {
    static constexpr std::size_t most = 10;

    std::array<Candidate, most> all = {};
    std::uint8_t count = 0;
    engine::Encoding encoding = engine::Encoding::Utf8; ///< what `character` is

    bool empty() const { return count == 0; }
    std::span<const Candidate> known() const { return std::span(all).first(count); }

    bool operator==(const Candidates&) const = default;
};

} // namespace studio
