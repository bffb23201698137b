// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// The last line of a terminal, redrawn in place while text scrolls by above it.
class LiveLine {
public:
    explicit LiveLine(Output& output) : m_output(&output) {}

    /// Whether drawing is worth its time: the last was a tenth of a second ago or more.
    bool due() const;

    /// Shows the line instead of the one before. It must fit the width of the terminal.
    void draw(std::string line);

    /// Whole lines that stay, above the live one.
    void print(std::string_view lines);

    void clear(); ///< takes the line away

private:
    Output* m_output;
    std::string m_shown;
    std::chrono::steady_clock::time_point m_drawn = {};
};

/// Several lines at the end of a terminal, redrawn in place.
class LiveFrame {
public:
    explicit LiveFrame(Output& output) : m_output(&output) {}

    /// Shows these lines instead of those before. What has no room on the terminal is cut off.
    void draw(std::vector<std::string> lines);

private:
    Output* m_output;
    std::size_t m_shown = 0; ///< lines
};

/// How far a piece of work is.
struct Progress {
    std::optional<double> fraction; ///< 0 to 1; empty if the end is unknown
    std::string done;               ///< "420/2,000"
    std::string words;              ///< "loss 1.91  61.2 k chars/s  ETA 1:05"
};

enum class Glyphs { Ascii, Unicode };

/// What the environment says about the terminal's characters.
Glyphs glyphsOfTerminal();

/// "420/2,000 ━━━━━───────── 21 %  loss 1.91 ...", at most so many columns; the bar takes what the words leave.
std::string progressLine(const Progress& progress, int columns, Glyphs glyphs);

} // namespace cli
