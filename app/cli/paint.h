// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace cli {

enum class Colours { Off, On };

/// Whether a terminal that is written to wants colours: not with NO_COLOR set, nor where TERM says that it has none.
Colours coloursOf(bool terminal);

/// Text in a tone, where colours are on.
class Paint {
public:
    explicit Paint(Colours colours) : m_colours(colours) {}

    std::string bold(std::string_view text) const { return in("1", text); }
    std::string dim(std::string_view text) const { return in("2", text); }
    std::string good(std::string_view text) const { return in("32", text); }
    std::string bad(std::string_view text) const { return in("31", text); }
    std::string accent(std::string_view text) const { return in("36", text); }

    /// Text tinted by how much it surprised the model: none up to 1 bit, then blue, yellow and red.
    std::string surprise(std::string_view text, double bits) const;

    bool on() const { return m_colours == Colours::On; }

private:
    std::string in(std::string_view code, std::string_view text) const;

    Colours m_colours;
};

} // namespace cli
