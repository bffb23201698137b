// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace engine {

/// The memory that OpenBLAS needs for threads that multiply at the same time: 128 MiB of address space each. OpenBLAS
/// allocates a thread's block on first use, and if that fails (ulimit -v) it retries forever. So all blocks are
/// allocated here in advance, as far as there is room. OpenBLAS never returns them.
class BlasMemory {
public:
    /// Throws UnavailableError where there is no room for one thread, or no library.
    explicit BlasMemory(int threads);
    ~BlasMemory();
    BlasMemory(const BlasMemory&) = delete;
    BlasMemory& operator=(const BlasMemory&) = delete;

    int threads() const { return m_threads; } ///< for which there is memory: as many as requested, or fewer

private:
    int m_threads;
};

} // namespace engine
