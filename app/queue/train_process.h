// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/run_folder.h"

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace queue {

/// The hidden word of the program that dies with who started it, before that one's number and the words of what it is
/// to do: see attachToParent().
inline constexpr const char* attachedWord = "attached";

/// This program once more, which trains: its lines come through a pipe. It is killed where the thread that started it
/// dies, and gets none of the terminal's signals: who stops this program is to call stop().
class TrainProcess {
public:
    /// `arguments`: behind `hamnet`. Throws Error.
    TrainProcess(const watch::RunFolder& folder, const std::vector<std::string>& arguments);
    ~TrainProcess(); ///< stops it, and waits until it has saved
    TrainProcess(const TrainProcess&) = delete;
    TrainProcess& operator=(const TrainProcess&) = delete;

    /// Waits at most so long for whole lines, and hands them on; false where there will be no more.
    bool readLines(std::chrono::milliseconds wait, const std::function<void(std::string_view)>& take);

    void stop(); ///< asks it to save and end, once

    struct End {
        int exitCode = -1; ///< -1: a signal ended it
        int signal = 0;
    };
    End wait();

private:
    pid_t m_process = -1;
    int m_out = -1;
    bool m_isStopped = false;
    std::string m_part; ///< of a line
};

/// Has the system kill this process where its parent dies. False where the parent is not that process any more.
bool attachToParent(pid_t parent);

} // namespace queue
