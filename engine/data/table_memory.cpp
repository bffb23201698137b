// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_memory.h"

#include "engine/data/csv_rows.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

namespace engine {
namespace {

/// The texts of one column in the pieces, of which every second one goes to the other half.
struct Texts {
    std::array<std::unordered_set<std::string>, 2> half;
    std::int64_t letters = 0; ///< of all rows that were looked at
};

/// Looks at some rows.
class PieceSink : public RowSink {
public:
    explicit PieceSink(const TableOutline& outline) : m_outline(&outline), m_texts(outline.kinds.size()) {}

    void setHalf(std::size_t half) { m_half = half; }

    void takeField(std::string_view text) override
    {
        const std::size_t column = m_column++;
        if (column < m_texts.size() && hasNames(column)) {
            m_texts[column].half[m_half].emplace(text);
            m_texts[column].letters += std::ssize(text);
        }
    }
    void endRow() override
    {
        m_column = 0;
        ++m_rows[m_half];
    }

    bool hasNames(std::size_t column) const
    {
        return m_outline->kinds[column] == ColumnKind::Text || m_outline->named[column];
    }
    const Texts& texts(std::size_t column) const { return m_texts[column]; }
    std::int64_t rows(std::size_t half) const { return m_rows[half]; }

private:
    const TableOutline* m_outline;
    std::vector<Texts> m_texts; ///< of each column
    std::array<std::int64_t, 2> m_rows = {};
    std::size_t m_half = 0, m_column = 0;
};

/// What the names of columns take.
struct NameBytes {
    double reading = 0; ///< those of the chunks, each of which has its own, become those of the table
    double table = 0;   ///< these alone
};

NameBytes bytesOfNames(const PieceSink& sink, std::size_t column, double rows, double rowsOfChunk)
{
    const Texts& texts = sink.texts(column);
    const auto looked = static_cast<double>(sink.rows(0) + sink.rows(1));
    const auto ofHalf = [&](std::size_t half) { return static_cast<double>(texts.half[half].size()); };
    if (looked == 0 || sink.rows(1) == 0) {
        return {};
    }
    const auto both = static_cast<double>(
        std::ranges::count_if(texts.half[0], [&](const std::string& text) { return texts.half[1].contains(text); }));
    // As many as there are by the share that was met twice (Lincoln and Petersen), or by those of each row.
    const double ofRow = ofHalf(1) / static_cast<double>(sink.rows(1));
    const double all = std::min(rows * ofRow, both > 0 ? ofHalf(0) * ofHalf(1) / both : rows);
    const double ofChunks = rows / rowsOfChunk * std::min(rowsOfChunk * ofRow, all);
    const double length = static_cast<double>(texts.letters) / looked;
    constexpr double inPlace = 15, ofString = 32, ofBlock = 16; // of a std::string; of what the allocator adds
    const double ofText = length > inPlace ? length + ofBlock : 0;
    const double inList = 3 * ofString + ofText; // which grows to twice its size, with the smaller one beside it
    const double inHashes = 6 * ofBlock + ofText;
    return {.reading = (inList + inHashes) * std::max(ofChunks, all), .table = inList * all};
}

} // namespace

std::int64_t bytesToRead(std::string_view text, const TableOutline& outline)
{
    constexpr std::size_t pieces = 16, pieceBytes = std::size_t{1} << 16;
    PieceSink sink(outline);
    std::size_t looked = 0, lines = 0;
    for (std::size_t piece = 0; piece < pieces && looked < text.size(); ++piece) {
        std::string_view some = text.substr(text.size() / pieces * piece, pieceBytes);
        looked += some.size();
        lines += static_cast<std::size_t>(std::ranges::count(some, '\n'));
        some.remove_prefix(piece == 0 ? 0 : std::min(some.find('\n'), some.size()));
        sink.setHalf(piece % 2);
        CsvRows reader(outline.format.delimiter, sink);
        reader.read(some.substr(0, some.rfind('\n') + 1));
    }
    const auto size = static_cast<double>(text.size());
    const double rows = size * static_cast<double>(lines) / static_cast<double>(looked);
    const double chunks = size / static_cast<double>(chunkBytes) + 1, rowsOfChunk = std::max(1.0, rows / chunks);
    double ofValues = 0, ofInputs = 0;
    NameBytes ofNames;
    for (std::size_t column = 0; column < outline.kinds.size(); ++column) {
        constexpr double ofNumber = sizeof(double), ofTime = sizeof(std::int64_t) + 1, ofCode = sizeof(std::int32_t);
        switch (outline.kinds[column]) {
        case ColumnKind::Number:
            ofValues += ofNumber;
            ofInputs += sizeof(float);
            break;
        case ColumnKind::Time:
            ofValues += ofTime * static_cast<double>(std::max<std::size_t>(outline.forms[column].size(), 1));
            break;
        case ColumnKind::Text:
            break;
        }
        if (sink.hasNames(column)) {
            ofValues += ofCode;
            const NameBytes one = bytesOfNames(sink, column, rows, rowsOfChunk);
            ofNames.reading += one.reading;
            ofNames.table += one.table;
        }
    }
    // The values of the chunks and of the columns that are made of them; later the columns, the inputs and what is kept
    // of each row: its place, answer, last answer before it and window, twice.
    constexpr double spare = 1.1, ofRow = 67;
    const double ofParts = chunks * static_cast<double>(outline.kinds.size() * mostBytesOfPart);
    const double reading = rows * 2 * ofValues + ofParts + ofNames.reading;
    const double cutting = rows * (ofValues + ofInputs + ofRow) + ofNames.table;
    return static_cast<std::int64_t>(spare * std::max(reading, cutting));
}

} // namespace engine
