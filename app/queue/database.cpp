// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/queue/database.h"

#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <sqlite3.h>

#include <system_error>

namespace queue {
namespace {

/// SQLite would wait for ever for a pipe, and what is laid there as a link would be written elsewhere.
void requireOwnFiles(const std::filesystem::path& file)
{
    for (const char* const ending : {"", "-journal", "-wal", "-shm"}) {
        const std::filesystem::path one = file.string() + ending;
        std::error_code unknown;
        const std::filesystem::file_status status = std::filesystem::symlink_status(one, unknown);
        if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
            throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "%1 is no regular file, but one is wanted; remove "
                                                                     "it, or give another folder"),
                                            one.string()));
        }
    }
}

constexpr int patience = 60'000; ///< milliseconds that another process may hold the file

int bind(sqlite3_stmt* statement, int place, const Json& value)
{
    if (value.is_null()) {
        return sqlite3_bind_null(statement, place);
    }
    if (const auto* const text = value.get_ptr<const std::string*>()) {
        return sqlite3_bind_text64(statement, place, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
    return value.is_number_float() ? sqlite3_bind_double(statement, place, value.get<double>())
                                   : sqlite3_bind_int64(statement, place, value.get<std::int64_t>());
}

Json valueOf(sqlite3_stmt* statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        return {};
    case SQLITE_INTEGER:
        return static_cast<std::uint64_t>(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
    default:
        const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
        return std::string(bytes ? bytes : "", static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
    }
}

engine::Sentence remedyFor(int code)
{
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ENGINE_TEXT("Sentences", "another program has held it for a minute: end that and try again");
    case SQLITE_FULL:
    case SQLITE_IOERR:
        return ENGINE_TEXT("Sentences", "look after its disk and start the command again, nothing in it is lost");
    default:
        return ENGINE_TEXT("Sentences", "mend that, or give another folder");
    }
}

} // namespace

Database::Database(const std::filesystem::path& file, Open how) : m_file(file)
{
    requireOwnFiles(file);
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | (how == Open::OrMake ? SQLITE_OPEN_CREATE : 0);
    const int code = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
    m_handle.reset(handle, sqlite3_close_v2);
    check(code);
    sqlite3_busy_timeout(handle, patience);
}

void Database::check(int code) const
{
    if (code != SQLITE_OK) {
        throw engine::Error(engine::say(
            ENGINE_TEXT("Sentences", "the queue %1 cannot be used: %2; %3"), m_file.string(),
            std::string(m_handle ? sqlite3_errmsg(m_handle.get()) : sqlite3_errstr(code)), remedyFor(code)));
    }
}

Json Database::run(const std::string& sql, const Json& values)
{
    sqlite3_stmt* prepared = nullptr;
    check(sqlite3_prepare_v2(m_handle.get(), sql.c_str(), -1, &prepared, nullptr));
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(prepared, sqlite3_finalize);
    for (int place = 0; const Json& value : values) {
        check(bind(prepared, ++place, value));
    }
    Json rows = Json::array();
    int code = sqlite3_step(prepared);
    for (; code == SQLITE_ROW; code = sqlite3_step(prepared)) {
        Json& row = rows.emplace_back(Json::object());
        for (int column = 0; column < sqlite3_column_count(prepared); ++column) {
            row[sqlite3_column_name(prepared, column)] = valueOf(prepared, column);
        }
    }
    check(code == SQLITE_DONE ? SQLITE_OK : code);
    return rows;
}

void Database::together(const std::function<void()>& work)
{
    run("BEGIN IMMEDIATE");
    try {
        work();
        run("COMMIT");
    } catch (...) {
        sqlite3_exec(m_handle.get(), "ROLLBACK", nullptr, nullptr, nullptr); // unless it has, as on a full disk
        throw;
    }
}

} // namespace queue
