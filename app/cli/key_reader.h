// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <termios.h>

#include <chrono>
#include <optional>

namespace cli {

/// Single keys from a terminal, without waiting for Enter. Where the descriptor is of something else there are none.
/// The terminal is as before when this goes.
class KeyReader {
public:
    explicit KeyReader(int descriptor);
    ~KeyReader();
    KeyReader(const KeyReader&) = delete;
    KeyReader& operator=(const KeyReader&) = delete;

    /// A key that is pressed within this time; the time goes by otherwise.
    std::optional<char> wait(std::chrono::milliseconds patience);

private:
    int m_descriptor;
    bool m_reads = false;
    termios m_earlier = {};
};

} // namespace cli
