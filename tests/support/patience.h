// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

/// Milliseconds that a test waits for what must come, more than a machine under heavy load takes: only a test that
/// fails waits so long. Sanitizers make everything some times slower.
#ifdef HAMNET_SANITIZED
inline constexpr int patience = 120'000;
#else
inline constexpr int patience = 30'000;
#endif

/// Lets time pass where a test is about time itself: a slow device's, the moment of a kill. Never to wait for
/// something.
inline void passTime(std::chrono::microseconds time)
{
    std::this_thread::sleep_for(time);
}

/// Waits for what another thread or process does; false where patience runs out.
template <typename Condition>
bool comesTrue(const Condition& condition)
{
    using namespace std::chrono_literals;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) {
            return false;
        }
        passTime(1ms);
    }
    return true;
}
