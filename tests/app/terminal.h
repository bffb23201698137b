// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

/// A terminal; what is written to it is kept.
class Terminal {
public:
    explicit Terminal(unsigned short columns) : m_master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        ::grantpt(m_master);
        ::unlockpt(m_master);
        m_name = ::ptsname(m_master);
        m_keeper = ::open(m_name.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC); // else the first writer's end closes it
        const winsize size = {.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
        ::ioctl(m_master, TIOCSWINSZ, &size);
        m_reader = std::thread([this] { read(); });
    }
    ~Terminal()
    {
        finish();
        ::close(m_keeper);
        ::close(m_master);
    }

    static bool isPossible()
    {
        const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        const bool is = master >= 0 && ::ptsname(master) != nullptr;
        ::close(master);
        return is;
    }

    const std::string& name() const { return m_name; }
    void press(char key) const { EXPECT_EQ(::write(m_master, &key, 1), 1); }

    std::string text() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_text;
    }

    std::string finish()
    {
        m_stop = true;
        if (m_reader.joinable()) {
            m_reader.join();
        }
        return text();
    }

private:
    void read()
    {
        char block[4096];
        pollfd end = {m_master, POLLIN, 0};
        for (int ready = 0; (ready = ::poll(&end, 1, 50)) > 0 || !m_stop;) {
            if (ready > 0 && (end.revents & POLLIN) != 0) { // a signal interrupts it too
                const ssize_t size = ::read(m_master, block, sizeof block);
                const std::scoped_lock lock(m_mutex);
                m_text.append(block, size > 0 ? static_cast<std::size_t>(size) : 0);
            }
        }
    }

    int m_master, m_keeper = -1;
    std::string m_name;
    mutable std::mutex m_mutex;
    std::string m_text; // guarded by m_mutex
    std::atomic<bool> m_stop = false;
    std::thread m_reader;
};
