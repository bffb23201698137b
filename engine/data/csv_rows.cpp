// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/csv_rows.h"

#include <csv.h>

#include <algorithm>
#include <new>

namespace engine {
namespace {

constexpr std::size_t longestField = 1 << 20;
bool isLineEnd(char letter)
{
    return letter == '\n' || letter == '\r';
}

/// How many of the first characters are whole lines.
std::size_t wholeLines(std::string_view text)
{
    const auto end = std::find_if(text.rbegin(), text.rend(), isLineEnd);
    return static_cast<std::size_t>(text.rend() - end);
}

/// How many of the first characters are one line or what there is of it.
std::size_t oneLine(std::string_view text)
{
    const auto end = std::find_if(text.begin(), text.end(), isLineEnd);
    return static_cast<std::size_t>(end - text.begin()) + (end == text.end() ? 0 : 1);
}

} // namespace

CsvRows::CsvRows(char delimiter, RowSink& sink)
    : m_sink(&sink), m_delimiter(delimiter), m_parser(std::make_unique<csv_parser>())
{
    constexpr std::size_t growth = 4 << 10; // of the buffer for a field
    if (csv_init(m_parser.get(), CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL) != 0) {
        throw std::bad_alloc();
    }
    csv_set_delim(m_parser.get(), static_cast<unsigned char>(delimiter));
    csv_set_blk_size(m_parser.get(), growth);
}

CsvRows::~CsvRows()
{
    csv_free(m_parser.get());
}

CsvRows::State CsvRows::read(std::string_view piece)
{
    while (!piece.empty()) {
        if (m_betweenRows) {
            const std::size_t plain = wholeLines(piece.substr(0, piece.find('"')));
            readPlain(piece.substr(0, plain));
            piece.remove_prefix(plain);
        }
        const std::string_view line = piece.substr(0, oneLine(piece));
        if (const State state = parse(line); state != State::Reading) {
            return state;
        }
        piece.remove_prefix(line.size());
    }
    return State::Reading;
}

/// A line or a part of one, by libcsv.
CsvRows::State CsvRows::parse(std::string_view piece)
{
    if (piece.empty()) {
        return State::Reading;
    }
    m_betweenRows = false; // until onRow()
    if (csv_parse(m_parser.get(), piece.data(), piece.size(), onField, onRow, this) != piece.size()) {
        if (csv_error(m_parser.get()) == CSV_ENOMEM) {
            throw std::bad_alloc();
        }
        return State::Misquoted;
    }
    return m_parser->entry_pos > longestField ? State::TooLong : State::Reading;
}

/// Whole lines without a quote.
void CsvRows::readPlain(std::string_view lines)
{
    const char *at = lines.data(), *const end = at + lines.size();
    while (at < end) {
        while (isBlank(*at)) {
            ++at;
        }
        const char* const begin = at;
        while (*at != m_delimiter && !isLineEnd(*at)) {
            ++at;
        }
        const bool endsLine = *at != m_delimiter;
        if (!endsLine || at > begin || m_fields > 0) { // else the line is blank
            const char* last = at;
            while (last > begin && isBlank(last[-1])) {
                --last;
            }
            takeField({begin, static_cast<std::size_t>(last - begin)});
        }
        if (endsLine) {
            endLine(*at);
        }
        ++at;
    }
}

CsvRows::State CsvRows::finish()
{
    return csv_fini(m_parser.get(), onField, onRow, this) == 0 ? State::Reading : State::Misquoted;
}

void CsvRows::onField(void* text, std::size_t length, void* rows)
{
    static_cast<CsvRows*>(rows)->takeField({static_cast<const char*>(text), length});
}

void CsvRows::onRow(int end, void* rows)
{
    auto* const self = static_cast<CsvRows*>(rows);
    self->m_betweenRows = true;
    self->endLine(end);
}

void CsvRows::takeField(std::string_view text)
{
    ++m_fields;
    m_sink->takeField(text);
}

/// `end` is the character that ended the row or the blank line, -1 at the end of the text.
void CsvRows::endLine(int end)
{
    if (m_fields > 0) {
        m_fields = 0;
        m_sink->endRow();
    } else if (end == '\n' && m_afterReturn) {
        m_afterReturn = false; // the second half of one line end
        return;
    }
    ++m_lines;
    m_afterReturn = end == '\r';
}

} // namespace engine
