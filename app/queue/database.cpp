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

/// What is to be done about a failure.
engine::Sentence remedy(int code)
{
    switch (code & 0xFF) { // what is above says more of the same
    case SQLITE_FULL:
        return ENGINE_TEXT("Sentences", "make room on its disk and start the command again, nothing in it is lost");
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return ENGINE_TEXT("Sentences", "give a folder that may be written to");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ENGINE_TEXT("Sentences", "another program has held it for a minute: end that and try again");
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return ENGINE_TEXT("Sentences", "it is no queue of Hamnet, or damaged: give another folder");
    default:
        return ENGINE_TEXT("Sentences", "look after its disk and start the command again, nothing in it is lost");
    }
}

} // namespace

void CloseSqlite::operator()(sqlite3* handle) const
{
    sqlite3_close_v2(handle);
}

void CloseSqlite::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

Database::Database(const std::filesystem::path& file, Open how) : m_file(file)
{
    requireOwnFiles(file);
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | (how == Open::OrMake ? SQLITE_OPEN_CREATE : 0);
    const int code = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
    m_handle.reset(handle);
    if (code != SQLITE_OK) {
        fail(code);
    }
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, patience);
}

void Database::fail(int code) const
{
    throw engine::Error(engine::say(ENGINE_TEXT("Sentences", "the queue %1 cannot be used: %2; %3"), m_file.string(),
                                    std::string(m_handle ? sqlite3_errmsg(m_handle.get()) : sqlite3_errstr(code)),
                                    remedy(code)));
}

void Database::run(const char* sql)
{
    if (const int code = sqlite3_exec(m_handle.get(), sql, nullptr, nullptr, nullptr); code != SQLITE_OK) {
        fail(code);
    }
}

std::int64_t Database::lastId() const
{
    return sqlite3_last_insert_rowid(m_handle.get());
}

int Database::changes() const
{
    return sqlite3_changes(m_handle.get());
}

Statement::Statement(Database& database, const char* sql) : m_database(&database)
{
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(database.m_handle.get(), sql, -1, &statement, nullptr));
    m_statement.reset(statement);
}

void Statement::check(int code) const
{
    if (code != SQLITE_OK) {
        m_database->fail(code);
    }
}

bool Statement::next()
{
    const int code = sqlite3_step(m_statement.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        m_database->fail(code);
    }
    return code == SQLITE_ROW;
}

std::int64_t Statement::whole(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::optional<double> Statement::number(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL
               ? std::nullopt
               : std::optional(sqlite3_column_double(m_statement.get(), column));
}

std::string Statement::text(int column) const
{
    const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(m_statement.get(), column));
    return bytes == nullptr
               ? std::string()
               : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column)));
}

void Statement::bind(int place, std::int64_t value)
{
    check(sqlite3_bind_int64(m_statement.get(), place, value));
}

void Statement::bind(int place, const std::string& value)
{
    check(sqlite3_bind_text64(m_statement.get(), place, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind(int place, const std::optional<double>& value)
{
    check(value ? sqlite3_bind_double(m_statement.get(), place, *value) : sqlite3_bind_null(m_statement.get(), place));
}

Transaction::Transaction(Database& database) : m_database(&database)
{
    database.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction()
{
    if (m_isOpen) {
        try {
            m_database->run("ROLLBACK");
        } catch (const engine::Error&) {} // SQLite has done it already, as on a full disk
    }
}

void Transaction::commit()
{
    m_database->run("COMMIT");
    m_isOpen = false;
}

} // namespace queue
