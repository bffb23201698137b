// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unistd.h>

#include <utility>

namespace engine {

/// An open file of the system's, closed when this goes.
class FileDescriptor {
public:
    explicit FileDescriptor(int number) : m_number(number) {}
    ~FileDescriptor()
    {
        if (m_number >= 0) {
            ::close(m_number);
        }
    }
    FileDescriptor(FileDescriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }

    bool open() const { return m_number >= 0; }
    int number() const { return m_number; }
    int release() { return std::exchange(m_number, -1); } ///< the caller closes it

private:
    int m_number; ///< negative where opening failed
};

} // namespace engine
