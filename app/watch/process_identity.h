// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace watch {

/// Which process did something: numbers are given again, so the start belongs to it.
struct ProcessIdentity {
    std::int64_t id = 0;    ///< 0: none
    std::string start = {}; ///< boot and ticks since then, from /proc; empty where that process is gone

    bool operator==(const ProcessIdentity&) const = default;
};

ProcessIdentity thisProcess();

std::string thisHost();

/// Whether it still runs on this host: false for one that has ended, also where nobody has waited for it, and after a
/// reboot.
bool isAlive(const ProcessIdentity& process);

} // namespace watch
