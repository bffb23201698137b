// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace queue {

struct CloseSqlite {
    void operator()(sqlite3* handle) const;
    void operator()(sqlite3_stmt* statement) const;
};

/// A file of SQLite. Other processes may use it at the same time: who comes second waits for up to a minute. All
/// methods, here and below, throw Error with SQLite's words and what to do.
class Database {
public:
    enum class Open { Existing, OrMake };
    Database(const std::filesystem::path& file, Open how);

    void run(const char* sql); ///< statements without values and without rows
    template <typename Value, typename... Values>
    void run(const char* sql, const Value& value, const Values&... values); ///< one with values
    std::int64_t lastId() const;
    int changes() const; ///< rows that the last statement changed

    [[noreturn]] void fail(int code) const;

private:
    friend class Statement;
    std::filesystem::path m_file;
    std::unique_ptr<sqlite3, CloseSqlite> m_handle;
};

/// One statement with its values: Statement(database, "SELECT a FROM t WHERE b = ? AND c = ?", 1, "x").
class Statement {
public:
    template <typename... Values>
    Statement(Database& database, const char* sql, const Values&... values) : Statement(database, sql)
    {
        int place = 0;
        (bind(++place, values), ...);
    }
    Statement(Database& database, const char* sql);

    bool next(); ///< the next row; false after the last

    // Columns of the row, from 0.
    std::int64_t whole(int column) const;
    std::optional<double> number(int column) const; ///< nothing for NULL
    std::string text(int column) const;             ///< empty for NULL

private:
    void bind(int place, std::int64_t value);
    void bind(int place, const std::string& value);
    void bind(int place, const std::optional<double>& value);
    void check(int code) const;

    Database* m_database;
    std::unique_ptr<sqlite3_stmt, CloseSqlite> m_statement;
};

template <typename Value, typename... Values>
void Database::run(const char* sql, const Value& value, const Values&... values)
{
    for (Statement statement(*this, sql, value, values...); statement.next();) {}
}

/// All that is done while it lives is done together, by commit(), or not at all. Only one process at a time has one.
class Transaction {
public:
    explicit Transaction(Database& database);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit();

private:
    Database* m_database;
    bool m_isOpen = true;
};

} // namespace queue
