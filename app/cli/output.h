// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace cli {

/// Thrown where the reader at the other end has gone, as `head` does: nothing is wrong, but the output is no longer
/// read.
struct ReaderGone {};

/// Text to a terminal, a file or a pipe. Unlike the streams of the library it notices a full disk.
class Output {
public:
    explicit Output(int descriptor);

    void write(std::string_view text) { m_waiting += text; }
    void line(std::string_view text);

    /// What came out of a file, from a net or in a name: as it is, but on a terminal without what that would obey.
    void outside(std::string_view text);

    std::size_t waiting() const { return m_waiting.size(); } ///< bytes

    /// Hands on what waits. Throws Error with the system's words, or ReaderGone; what waited is dropped then.
    void flush();

    bool isTerminal() const { return m_terminal; }
    int columns() const; ///< of the terminal as it is now; 80 where there is none
    int rows() const;    ///< 24 where there is none

private:
    int m_descriptor;
    bool m_terminal;
    std::string m_waiting;
};

} // namespace cli
