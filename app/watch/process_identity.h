// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/fields.h"

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

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

/// The hidden word of the program that dies with who started it, before that one's number and the words of what it is
/// to do.
inline constexpr const char* attachedWord = "attached";

/// Starts this program once more in the folder, as engine::start() does: in a session of its own, and as a child of
/// this process, which is to wait for it if it lives as long. The first word is the name that it is called by; its
/// remarks replace the file of errors. Throws Error where that cannot be written, and where it does not start.
pid_t startDetached(std::vector<std::string> words, const std::filesystem::path& errors,
                    const std::filesystem::path& folder);

} // namespace watch
