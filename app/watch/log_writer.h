// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace watch {

/// Appends to a log on a thread of its own, so that a training never waits for the disk. What comes within
/// a twentieth of a second are written together; then the file is closed, which brings them to a network disk.
class LogWriter {
public:
    enum class Start { Anew, Append };
    static constexpr auto runIsStopped =
        ENGINE_TEXT("Sentences", "the run was stopped there, and its checkpoint holds it");

    /// `failed` is called once, on the writing thread, where something could not be written; what comes after it is
    /// dropped. `remedy` ends the sentence on a file that could not be written on. Throws Error where the file cannot
    /// be opened.
    LogWriter(
        std::filesystem::path file, Start start, std::function<void()> failed = [] {},
        const engine::Sentence& remedy = runIsStopped);
    ~LogWriter(); ///< waits until all is written
    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;

    void put(std::string_view bytes); ///< from any thread: lines with their ends, or records

    void check() const; ///< throws Error where something that was put could not be written
    void finish();      ///< waits until all is written, and throws as check() does

private:
    void work(const std::stop_token& stop);
    void append(std::string_view bytes) const;

    std::filesystem::path m_file;
    std::function<void()> m_failed;
    engine::Sentence m_remedy;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    // Guarded by m_mutex:
    std::string m_waiting;
    std::exception_ptr m_failure;

    std::jthread m_thread; // last, so that it ends before what it uses goes
};

} // namespace watch
