// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "app/cli/words.h"
#include "engine/graph/error.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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
    if (::ioctl(m_descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return 80;
    }
    return size.ws_col;
}

int Output::rows() const
{
    winsize size = {};
    if (::ioctl(m_descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) {
        return 24;
    }
    return size.ws_row;
}

} // namespace cli
