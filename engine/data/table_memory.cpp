// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table_memory.h"

#include "engine/data/csv_rows.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

namespace engine {
namespace {

/// Looks at some rows: which texts each column of names has.
class PieceSink : public RowSink {
public:
    explicit PieceSink(const TableOutline& outline) : m_outline(&outline), m_texts(outline.kinds.size()) {}

    void takeField(std::string_view text) override
    {
        const std::size_t column = m_column++;
        if (column < m_texts.size() && hasNames(column)) {
            m_texts[column].different.emplace(text);
            m_texts[column].letters += static_cast<double>(text.size());
        }
    }
    void endRow() override
    {
        m_column = 0;
        ++m_rows;
    }

    bool hasNames(std::size_t column) const
    {
        return m_outline->kinds[column] == ColumnKind::Text || m_outline->named[column];
    }
    double rows() const { return m_rows; }
    double lengthIn(std::size_t column) const { return m_rows > 0 ? m_texts[column].letters / m_rows : 0; }

    /// How many texts so many rows have: where half of those that were looked at come again, few others are left.
    double differentIn(std::size_t column, double rows) const
    {
        const auto seen = static_cast<double>(m_texts[column].different.size());
        return m_rows == 0 ? 0 : 2 * seen < m_rows ? std::min(rows, 2 * seen) : rows * seen / m_rows;
    }

private:
    struct Texts {
        std::unordered_set<std::string> different;
        double letters = 0;
    };
    const TableOutline* m_outline;
    std::vector<Texts> m_texts; ///< of each column
    double m_rows = 0;
    std::size_t m_column = 0;
};

} // namespace

std::int64_t bytesToRead(std::string_view text, const TableOutline& outline)
{
    constexpr std::size_t pieces = 16, pieceBytes = std::size_t{1} << 16;
    PieceSink sink(outline);
    double looked = 0, lines = 0;
    for (std::size_t piece = 0; piece < pieces && looked < static_cast<double>(text.size()); ++piece) {
        std::string_view some = text.substr(text.size() / pieces * piece, pieceBytes);
        looked += static_cast<double>(some.size());
        lines += static_cast<double>(std::ranges::count(some, '\n'));
        some.remove_prefix(piece == 0 ? 0 : std::min(some.find('\n'), some.size()));
        CsvRows reader(outline.format.delimiter, sink);
        reader.read(some.substr(0, some.rfind('\n') + 1));
    }
    const auto size = static_cast<double>(text.size());
    const double rows = size * lines / looked, chunks = size / static_cast<double>(chunkBytes) + 1;
    double ofRow = 67; // where a window starts, its answer and the last one before, twice
    double ofValues = 0, ofNames = 0, ofNamesRead = 0;
    for (std::size_t column = 0; column < outline.kinds.size(); ++column) {
        const ColumnKind kind = outline.kinds[column];
        ofValues += kind == ColumnKind::Text ? 0 : sizeof(double);
        ofValues += kind == ColumnKind::Time ? sizeof(std::int16_t) : 0;
        ofRow += kind == ColumnKind::Number ? sizeof(float) : 0;
        if (sink.hasNames(column)) {
            ofValues += sizeof(std::int32_t);
            // In a list that grows to twice its size with the smaller one beside it, and in a hash table of each chunk.
            constexpr double ofString = 32, inPlace = 15, ofBlock = 16;
            const double ofText = sink.lengthIn(column) > inPlace ? sink.lengthIn(column) + ofBlock : 0;
            const double inList = 3 * ofString + ofText, inHashes = 6 * ofBlock + ofText;
            const double all = sink.differentIn(column, rows);
            ofNames += inList * all;
            ofNamesRead += (inList + inHashes) * std::max(all, chunks * sink.differentIn(column, rows / chunks));
        }
    }
    const double ofParts = chunks * static_cast<double>(outline.kinds.size() * maxBytesOfPart);
    constexpr double spare = 1.1;
    return static_cast<std::int64_t>(
        spare * std::max(rows * 2 * ofValues + ofParts + ofNamesRead, rows * (ofValues + ofRow) + ofNames));
}

} // namespace engine
