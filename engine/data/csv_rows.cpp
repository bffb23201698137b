// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/csv_rows.h"

#include <csv.h>

#include <new>

namespace engine {
namespace {

constexpr std::size_t longestField = 1 << 20;

} // namespace

CsvRows::CsvRows(char delimiter, RowSink& sink) : m_sink(&sink), m_parser(std::make_unique<csv_parser>())
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
    if (csv_parse(m_parser.get(), piece.data(), piece.size(), onField, onRow, this) != piece.size()) {
        if (csv_error(m_parser.get()) == CSV_ENOMEM) {
            throw std::bad_alloc();
        }
        return State::Misquoted;
    }
    return m_parser->entry_pos > longestField ? State::TooLong : State::Reading;
}

CsvRows::State CsvRows::finish()
{
    return csv_fini(m_parser.get(), onField, onRow, this) == 0 ? State::Reading : State::Misquoted;
}

void CsvRows::onField(void* text, std::size_t length, void* rows)
{
    auto* const self = static_cast<CsvRows*>(rows);
    ++self->m_fields;
    self->m_sink->takeField({static_cast<char*>(text), length});
}

/// `end` is the character that ended the row or the blank line, -1 at the end of the text.
void CsvRows::onRow(int end, void* rows)
{
    auto* const self = static_cast<CsvRows*>(rows);
    if (self->m_fields > 0) {
        self->m_fields = 0;
        self->m_sink->endRow();
    } else if (end == '\n' && self->m_afterReturn) {
        self->m_afterReturn = false; // the second half of one line end
        return;
    }
    ++self->m_lines;
    self->m_afterReturn = end == '\r';
}

} // namespace engine
