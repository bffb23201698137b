// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <termios.h>

#include <chrono>
#include <optional>

namespace cli {

/// Single keys from the terminal that the program's input is, without waiting for Enter. Where its input is something
/// else there are none. The terminal is as before when this goes.
class KeyReader {
public:
    KeyReader();
    ~KeyReader();
    KeyReader(const KeyReader&) = delete;
    KeyReader& operator=(const KeyReader&) = delete;

    /// A key that is pressed within this time; the time goes by otherwise.
    std::optional<char> wait(std::chrono::milliseconds patience);

private:
    bool m_reads = false;
    termios m_earlier = {};
};

} // namespace cli
