// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/key_reader.h"

#include <poll.h>
#include <unistd.h>

#include <thread>

namespace cli {

KeyReader::KeyReader(int descriptor) : m_descriptor(descriptor)
{
    // Not in the background: whoever changes the terminal from there is stopped.
    const bool ours = ::isatty(m_descriptor) == 1 && ::tcgetpgrp(m_descriptor) == ::getpgrp();
    if (!ours || ::tcgetattr(m_descriptor, &m_earlier) != 0) {
        return;
    }
    termios keys = m_earlier;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    m_reads = ::tcsetattr(m_descriptor, TCSANOW, &keys) == 0;
}

KeyReader::~KeyReader()
{
    if (m_reads) {
        ::tcsetattr(m_descriptor, TCSANOW, &m_earlier);
    }
}

std::optional<char> KeyReader::wait(std::chrono::milliseconds patience)
{
    if (!m_reads) {
        std::this_thread::sleep_for(patience);
        return std::nullopt;
    }
    pollfd input = {m_descriptor, POLLIN, 0};
    char key = 0;
    if (::poll(&input, 1, static_cast<int>(patience.count())) <= 0) {
        return std::nullopt;
    }
    if (::read(m_descriptor, &key, 1) != 1) { // the terminal is gone
        m_reads = false;
        return std::nullopt;
    }
    return key;
}

} // namespace cli
