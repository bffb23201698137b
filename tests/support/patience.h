// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <thread>

/// Milliseconds that a test waits for what must come, far more than a machine under heavy load takes: only a test that
/// fails waits so long.
inline constexpr int patience = 240'000;

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
        std::this_thread::sleep_for(1ms);
    }
    return true;
}
