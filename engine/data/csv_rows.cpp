// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/csv_rows.h"

#include "engine/data/table_format.h"

#include <algorithm>

namespace engine {

CsvRows::CsvRows(std::string_view text, char delimiter)
    : m_text(text), m_delimiter(delimiter), m_at(text.data()), m_end(text.data() + text.size())
{}

bool CsvRows::next()
{
    m_fields.clear();
    m_unquoted.clear();
    while (m_at < m_end && m_fields.empty()) {
        ++m_number;
        for (bool isLast = false; !isLast && !m_isMisquoted;) {
            skipBlanks();
            const bool isQuoted = m_at < m_end && *m_at == '"';
            if (isQuoted) {
                takeQuoted();
            } else {
                takePlain();
            }
            isLast = m_at == m_end || *m_at != m_delimiter || m_fields.size() > maxColumns;
            if (isLast && !isQuoted && m_fields.size() == 1 && m_fields.front().empty()) {
                m_fields.clear(); // a blank line
            }
            m_at += isLast ? 0 : 1;
        }
        if (m_isMisquoted) {
            return false;
        }
        endLine();
    }
    return !m_fields.empty();
}

bool CsvRows::isFieldEnd(const char* at) const
{
    return at == m_end || *at == m_delimiter || *at == '\n' || *at == '\r';
}

void CsvRows::skipBlanks()
{
    while (m_at < m_end && isBlank(*m_at)) {
        ++m_at;
    }
}

void CsvRows::takePlain()
{
    const char *const begin = m_at, *last = begin;
    while (!isFieldEnd(last)) { // writes no member, which would be read again for each letter
        ++last;
    }
    m_at = last;
    m_isMisquoted = std::find(begin, last, '"') != last;
    while (last > begin && isBlank(last[-1])) {
        --last;
    }
    m_fields.emplace_back(begin, static_cast<std::size_t>(last - begin));
}

void CsvRows::takeQuoted()
{
    const char* begin = ++m_at;
    std::string* whole = nullptr; // of a field in which a quote stands, which is doubled
    const auto isQuote = [this] { return m_at < m_end && *m_at == '"'; };
    for (;;) {
        m_at = std::find(m_at, m_end, '"');
        m_isMisquoted = m_at == m_end;
        const std::string_view piece(begin, static_cast<std::size_t>(m_at - begin));
        m_at += m_isMisquoted ? 0 : 1;
        if (!isQuote()) {
            m_fields.push_back(whole ? whole->append(piece) : piece);
            break;
        }
        whole = whole ? whole : &m_unquoted.emplace_back();
        whole->append(piece);
        begin = m_at++; // with the second quote
    }
    skipBlanks();
    m_isMisquoted = m_isMisquoted || !isFieldEnd(m_at);
}

void CsvRows::endLine()
{
    if (m_at < m_end && *m_at++ == '\r' && m_at < m_end && *m_at == '\n') {
        ++m_at;
    }
}

} // namespace engine
