// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace engine {

/// The memory that OpenBLAS needs for threads that multiply at the same time: 128 MiB of address space each. It takes a
/// block when a thread first wants one, and where it gets none (ulimit -v) it tries for ever, on whatever thread that
/// is. So all are taken here, as far as there is room. What it has taken once, OpenBLAS keeps.
class BlasMemory {
public:
    /// Throws UnavailableError where there is no room for one thread, or no library.
    explicit BlasMemory(int threads);
    ~BlasMemory();
    BlasMemory(const BlasMemory&) = delete;
    BlasMemory& operator=(const BlasMemory&) = delete;

    int threads() const { return m_threads; } ///< for which there is memory: those that were asked for, or fewer

private:
    int m_threads;
};

} // namespace engine
