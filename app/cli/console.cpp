// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include "engine/graph/error.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace cli {

Output::Output(int descriptor) : m_descriptor(descriptor), m_terminal(::isatty(descriptor) == 1) {}

void Output::line(std::string_view text)
{
    m_waiting += text;
    m_waiting += '\n';
}

void Output::outside(std::string_view text)
{
    m_waiting += m_terminal ? harmless(text) : std::string(text);
}

void Output::flush()
{
    const std::string text = std::move(m_waiting);
    m_waiting.clear();
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t written = ::write(m_descriptor, rest.data(), rest.size());
        if (written >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (errno == EINTR) {
            continue;
        }
        if (errno == EAGAIN) { // whoever gave us the pipe made it one that does not wait
            pollfd end = {m_descriptor, POLLOUT, 0};
            ::poll(&end, 1, -1);
            continue;
        }
        if (errno == EPIPE || errno == EIO) { // EIO: the terminal was closed
            throw ReaderGone();
        }
        throw engine::Error(std::string("the output cannot be written: ") + std::strerror(errno));
    }
}

int Output::columns() const
{
    winsize size = {};
    return ::ioctl(m_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

int Output::rows() const
{
    winsize size = {};
    return ::ioctl(m_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

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

bool LiveLine::due() const
{
    constexpr std::chrono::milliseconds interval(100);
    return std::chrono::steady_clock::now() - m_drawn >= interval;
}

void LiveLine::draw(std::vector<std::string> lines)
{
    // The cursor rests on the line after the last one, so the lines have one row less than the terminal.
    const auto room = static_cast<std::size_t>(std::max(2, m_output->rows() - 1));
    if (lines.size() > room) {
        const std::size_t hidden = lines.size() - room + 1;
        lines.resize(room - 1);
        lines.push_back(
            fmt::format("… and {} more {}", hidden, plural(static_cast<std::int64_t>(hidden), "line", "lines")));
    }
    goUp();
    m_shown = std::move(lines);
    m_drawn = std::chrono::steady_clock::now();
    put("\x1b[K");             // only what sticks out of the text is wiped: clearing first would flicker
    m_output->write("\x1b[J"); // what more lines before these left
    m_output->flush();
}

void LiveLine::print(std::string_view lines)
{
    goUp();
    m_output->write("\x1b[J");
    m_output->line(lines);
    put({});
    m_output->flush();
}

void LiveLine::clear()
{
    if (!m_shown.empty()) {
        draw(std::vector<std::string>());
    }
}

void LiveLine::goUp()
{
    if (!m_shown.empty()) {
        m_output->write(fmt::format("\x1b[{}A", m_shown.size()));
    }
}

void LiveLine::put(std::string_view behind)
{
    for (const std::string& line : m_shown) {
        m_output->line("\r" + shortened(line, m_output->columns() - 1).append(behind));
    }
}

Glyphs glyphsOfTerminal()
{
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* const value = std::getenv(name);
        if (value == nullptr || *value == '\0') {
            continue; // the first that is set decides
        }
        std::string folded;
        for (const char* letter = value; *letter != '\0'; ++letter) {
            folded += *letter == '-' ? "" : std::string(1, static_cast<char>(*letter | 0x20));
        }
        return folded.find("utf8") != std::string::npos ? Glyphs::Unicode : Glyphs::Ascii;
    }
    return Glyphs::Ascii;
}

std::string progressLine(const Progress& progress, int columns, Glyphs glyphs)
{
    constexpr int minBar = 8, maxBar = 40;
    if (!progress.fraction) {
        return shortened(progress.done + "  " + progress.words, columns - 1);
    }
    const double fraction = std::clamp(*progress.fraction, 0.0, 1.0);
    const std::string percent = fmt::format("{:3.0f} %", std::floor(fraction * 100));
    const auto around = [&](const std::string& bar) {
        return progress.done + " " + bar + (bar.empty() ? "" : " ") + percent + "  " + progress.words;
    };
    // One column stays free: a terminal wraps when the last one is written.
    const int room = columns - 1 - columnsOf(around("")) - 1;
    std::string bar;
    if (room >= minBar) {
        const int cells = std::min(room, maxBar);
        const int full = static_cast<int>(std::floor(fraction * cells));
        for (int cell = 0; cell < cells; ++cell) {
            bar += glyphs == Glyphs::Unicode ? (cell < full ? "━" : "─") : (cell < full ? "#" : ".");
        }
    }
    std::string line = around(bar);
    if (columnsOf(line) > columns - 1) {
        line = progress.words;
    }
    return shortened(line, columns - 1);
}

} // namespace cli
