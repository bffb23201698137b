// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

struct csv_parser;

namespace engine {

/// What a CsvRows tells of the rows that it reads.
class RowSink {
public:
    virtual ~RowSink() = default;
    virtual void takeField(std::string_view text) = 0; ///< unquoted; is gone afterwards
    virtual void endRow() = 0;                         ///< of at least one field
    virtual bool isDone() const { return false; }      ///< asked now and then: no more rows are wanted
};

/// The rows of a CSV text (RFC 4180). Blank lines are no rows. Spaces around a field without quotes are none of it.
///
/// Rows with quotes are read by libcsv, which knows all that quotes can do; the others are cut here, some times faster.
class CsvRows {
public:
    enum class State { Reading, Misquoted, TooLong };

    CsvRows(char delimiter, RowSink& sink);
    ~CsvRows();
    CsvRows(const CsvRows&) = delete;
    CsvRows& operator=(const CsvRows&) = delete;

    /// Goes on with the next bytes of the text. Anything but Reading: the row that is under way has a quote in a field
    /// without quotes or text behind its closing quote, or a field that is so long that its closing quote must be
    /// missing.
    State read(std::string_view piece);
    State finish(); ///< the text ends here; Misquoted also where a quote is still open

    std::int64_t lines() const { return m_lines; } ///< rows and blank lines that have ended

    static constexpr std::size_t pieceBytes = 64 << 10; ///< a good size for read()

private:
    static void onField(void* text, std::size_t length, void* rows);
    static void onRow(int end, void* rows);

    State parse(std::string_view piece);
    void readPlain(std::string_view lines);
    bool isBlank(char letter) const { return (letter == ' ' || letter == '\t') && letter != m_delimiter; }
    void takeField(std::string_view text);
    void endLine(int end);

    RowSink* m_sink;
    char m_delimiter;
    std::unique_ptr<csv_parser> m_parser;
    std::int64_t m_lines = 0;
    std::int64_t m_fields = 0;  ///< of the row that is under way
    bool m_betweenRows = true;  ///< libcsv has no row under way
    bool m_afterReturn = false; ///< nothing has come since a carriage return
};

} // namespace engine
