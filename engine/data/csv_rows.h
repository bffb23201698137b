// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The rows of a CSV text (RFC 4180). Blank lines are no rows. Spaces around a field without quotes are none of it. The
/// text outlives it.
class CsvRows {
public:
    CsvRows(std::string_view text, char delimiter);

    /// Goes to the next row; false at the end, and at a row that has a quote in a wrong place. Of a row with more than
    /// maxColumns fields it gives one more than that, and the rest as another row.
    bool next();

    const std::vector<std::string_view>& fields() const { return m_fields; } ///< unquoted; gone with the next row
    std::int64_t number() const { return m_number; } ///< of the row, as a program for tables counts it: from 1
    bool isMisquoted() const { return m_isMisquoted; }
    std::size_t position() const { return static_cast<std::size_t>(m_at - m_text.data()); } ///< behind the row

private:
    bool isBlank(char letter) const { return (letter == ' ' || letter == '\t') && letter != m_delimiter; }
    bool isFieldEnd(const char* at) const;
    void skipBlanks();
    void takePlain();
    void takeQuoted();
    void endLine();

    std::string_view m_text;
    char m_delimiter;
    const char *m_at, *m_end;
    std::vector<std::string_view> m_fields;
    std::deque<std::string> m_unquoted; ///< fields of the row that have quotes within
    std::int64_t m_number = 0;
    bool m_isMisquoted = false;
};

} // namespace engine
