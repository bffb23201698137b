// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace engine {

// A text that Hamnet has written may end in a note of what wrote it, which is no part of the text: this line, then one
// line of JSON (engine/formats/exchange/provenance.h). Whoever reads such a file as a text passes the note over.

inline constexpr std::string_view textNoteMark =
    "\n--- Written by Hamnet. What follows is not part of the text: it says what wrote it. ---\n";

/// No note is longer, with its mark.
inline constexpr std::size_t maxTextNote = (16 << 20) + 1024;

/// Where the note begins, or the text's size where it has none. Looks at the last bytes only.
std::size_t textNoteStart(std::string_view text);

/// What stands in the note behind its mark; empty: there is none.
std::string_view textNote(std::string_view text);

} // namespace engine
