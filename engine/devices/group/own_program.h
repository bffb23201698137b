// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// This program once more.
struct OwnProgram {
    std::vector<std::string> words;     ///< the first is the name that it is called by
    int input = -1, output = -1;        ///< descriptors; -1: it reads nothing, and nobody reads what it prints
    int errors = -1;                    ///< the same; -1: ours
    std::filesystem::path folder = "."; ///< where it works
};

/// Starts it in a session of its own, so that Ctrl+C and a terminal that closes do not reach it, with no signal
/// blocked. It is a child of this process, which is to wait for it if it lives as long. Throws Error with the system's
/// words.
pid_t start(OwnProgram program);

/// A child of this process, which waits for it at its end.
class ChildProcess {
public:
    explicit ChildProcess(pid_t id, int lastSignal = 0) : lastSignal(lastSignal), m_id(id) {}
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    void signal(int number) const;              ///< nothing where it was waited for
    std::optional<int> status(int options = 0); ///< as waitpid() tells it; nothing: it goes on, with WNOHANG

    int lastSignal; ///< that it gets at our end; 0: none, it ends by itself

private:
    pid_t m_id; ///< negative: it was waited for
};

} // namespace engine
