// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace watch {

/// A program of ours once more.
struct DetachedCall {
    std::vector<std::string> words;    ///< the first is the name that it is called by
    std::filesystem::path folder;      ///< where it works
    std::filesystem::path errors = {}; ///< the file that its remarks replace
};

/// The hidden word of the program that dies with who started it, before that one's number and the words of what it is
/// to do: see attachToParent().
inline constexpr const char* attachedWord = "attached";

/// Starts it in the folder, as engine::start() does: in a session of its own, and as a child of this process, which is
/// to wait for it if it lives as long. Empties the file of remarks first. Throws Error where that cannot be written,
/// and where the program does not start.
pid_t startDetached(DetachedCall call);

/// Has the system kill this process where the thread that started it dies. False where its parent is not that process
/// any more.
bool attachToParent(pid_t parent);

} // namespace watch
