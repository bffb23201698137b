// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/watch/event_lines.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

struct sqlite3;

namespace queue {

using watch::Json;

/// A file of SQLite. Other processes may use it at the same time: who comes second waits for up to a minute. All
/// methods throw Error with SQLite's words and what to do.
class Database {
public:
    enum class Open { Existing, OrMake };
    Database(const std::filesystem::path& file, Open how);

    /// Runs one statement with a list of values, run("SELECT a FROM t WHERE b = ? AND c = ?", {1, "x"}); its rows, each
    /// an object by the names of the columns.
    Json run(const std::string& sql, const Json& values = Json::array());

    /// All that `work` does is done together or not at all. Only one process at a time does that.
    void together(const std::function<void()>& work);

private:
    void check(int code) const;

    std::filesystem::path m_file;
    std::shared_ptr<sqlite3> m_handle; ///< shared with nobody: its end is known where SQLite is
};

} // namespace queue
