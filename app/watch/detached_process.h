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
    int out = -1;                      ///< the descriptor that it prints to; -1: that is dropped
};

/// Starts this program in a session of its own, so that a terminal or a window that closes does not end it, and Ctrl-C
/// does not reach it; its number. It is a child of this process, which is to wait for it if it lives as long. Throws
/// Error where it does not start.
pid_t startDetached(DetachedCall call);

} // namespace watch
