// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace engine {

/// Lines to try on who speaks them.
struct MadeLines {
    std::int64_t lines = 3000;
    std::uint64_t seed = 1;
};

/// Lines `label<TAB>text` of six made-up people, no two of them the same. Each line has an opening, a clause, a thing
/// and an end; half of these parts are in the speaker's own manner, the others anyone's, so that one line in sixteen
/// gives nobody away. One number makes the same lines on every machine.
std::string makeLines(const MadeLines& wish = {});

} // namespace engine
