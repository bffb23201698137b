// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/training/run/events.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace watch {

/// Reads a log while another process, perhaps on another computer, appends to it. Opens it each time: so a network disk
/// shows what has come since.
class LogReader {
public:
    explicit LogReader(std::filesystem::path file) : m_file(std::move(file)) {}

    struct Lines {
        bool isAnew = false;                 ///< the file was replaced or cut: forget what came before
        std::vector<std::string> lines = {}; ///< without their ends
        bool isMore = false;                 ///< there are more of them now
    };

    /// Whole lines that came since the last call, a MiB of them at most where lines are shorter; half of a line waits
    /// for its rest. A file that is not there has none. Throws Error where it cannot be read, is no regular file or has
    /// a line of many MiB, and where its folder is gone; the next call tries again, and goes on from where this one
    /// was.
    Lines next();

    std::uint64_t position() const { return m_at; } ///< behind the last whole line that was read

private:
    std::filesystem::path m_file;
    std::uint64_t m_at = 0;
    std::string m_before; ///< the last bytes before that: another file has others there
};

/// The events among the lines that come next.
struct News {
    bool isAnew = false; ///< as of Lines
    std::vector<engine::Event> events = {};
    bool isMore = false;
};
News newsIn(LogReader& log);

/// Hands on all lines of a file, also a last one without an end; none where it is not there. Throws Error for one that
/// cannot be read, as LogReader::next() does.
void eachLine(const std::filesystem::path& file, const std::function<void(const std::string&)>& take);

} // namespace watch
