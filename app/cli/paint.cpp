// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/paint.h"

#include <cstdlib>

namespace cli {

Colours coloursOf(bool terminal)
{
    const char* const refused = std::getenv("NO_COLOR");
    const char* const term = std::getenv("TERM");
    const bool plain = term == nullptr || std::string_view(term) == "dumb";
    return terminal && !plain && (refused == nullptr || *refused == '\0') ? Colours::On : Colours::Off;
}

std::string Paint::surprise(std::string_view text, double bits) const
{
    if (bits <= 1) {
        return std::string(text);
    }
    return in(bits <= 3 ? "34" : bits <= 6 ? "33" : "31", text);
}

std::string Paint::in(std::string_view code, std::string_view text) const
{
    std::string painted;
    if (m_colours == Colours::On) {
        painted.append("\x1b[").append(code).append("m").append(text).append("\x1b[0m");
        return painted;
    }
    return painted.append(text);
}

} // namespace cli
