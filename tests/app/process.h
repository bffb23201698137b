// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/file_descriptor.h"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// What a program left behind.
struct Outcome {
    int exitCode = -1; ///< -1 where a signal ended it
    int signal = 0;
    std::string out, err;
};

/// A user who may run so many threads of all his processes together (ulimit -u, which does not hold for root).
struct LimitedUser {
    std::uint32_t id;
    std::uint64_t maxThreads;
};

/// How a program is started.
struct Launch {
    std::vector<std::string> arguments;                    ///< without the program's own name
    std::filesystem::path folder = {};                     ///< where it works; empty: here
    std::string input = {};                                ///< what it reads
    std::string inputFile = {};                            ///< where it reads from instead, such as a pipe's name
    std::string outputFile = {};                           ///< what its output goes to instead of us, such as /dev/full
    std::optional<std::uint64_t> maxFileBytes = {};        ///< a file may grow to
    std::optional<std::uint64_t> maxAddressSpace = {};     ///< bytes (ulimit -v)
    std::optional<std::uint64_t> maxProcessorSeconds = {}; ///< then it is killed, so that an endless loop ends
    std::optional<LimitedUser> user = {};                  ///< whom it runs as instead of us; needs root
    std::vector<std::string> environment = {};             ///< "NAME=value", besides ours
};

/// A file without a name that holds the text, to be read from its start.
engine::FileDescriptor fileWith(const std::string& text);

/// A pipe with a short text, as a shell's <(command) is one.
class FilledPipe {
public:
    explicit FilledPipe(const std::string& text);
    std::string name() const { return "/dev/fd/" + std::to_string(m_end.number()); }

private:
    engine::FileDescriptor m_end{-1};
};

/// A program as a user starts it, in a process of its own.
class Process {
public:
    Process(const std::string& program, const Launch& launch);
    ~Process(); ///< kills it, should it still run

    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Waits until its output has the text; false where it ends, or patience does, without.
    bool waitFor(const std::string& text);

    bool isRunning() const;
    pid_t child() const; ///< the first that it has started; 0 while there is none
    void send(int signal) const;
    void stopReading(); ///< closes our end of its output, as `head` does

    /// Waits for its end; where patience ends first, it is killed.
    Outcome wait();

private:
    bool readSome(std::chrono::milliseconds wait);

    pid_t m_process = -1;
    int m_out = -1, m_err = -1;
    Outcome m_outcome;
    bool m_over = false;
};

Outcome run(const std::string& program, const Launch& launch);

/// The program under test in a process of its own. Tests that want none call Workshop::hamnet().
Outcome hamnetProcess(const Launch& launch);
