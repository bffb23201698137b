// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table.h"

#include "engine/data/csv_rows.h"
#include "engine/data/data_memory.h"
#include "engine/data/parallel.h"
#include "engine/data/table_memory.h"
#include "engine/data/text_file.h"
#include "engine/data/text_scan.h"
#include "engine/graph/characters.h"
#include "engine/graph/sentence.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace engine {
namespace {

/// Different texts and their numbers, in the order in which they come.
class TextCodes {
public:
    std::int32_t codeOf(std::string_view text)
    {
        if (m_last >= 0 && m_names[static_cast<std::size_t>(m_last)] == text) {
            return m_last; // neighbours are often the same
        }
        auto found = m_codes.find(text);
        if (found == m_codes.end()) {
            m_names.emplace_back(text);
            found = m_codes.emplace(text, static_cast<std::int32_t>(m_names.size() - 1)).first;
        }
        return m_last = found->second;
    }
    std::vector<std::string>& names() { return m_names; }

private:
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> m_codes;
    std::vector<std::string> m_names;
    std::int32_t m_last = -1;
};
/// The first field that is not as it should be.
struct Fault {
    std::int64_t line = -1; ///< of the chunk, from 0; none where negative
    std::string text = {};
};

/// A column of a chunk.
struct ColumnPart {
    std::vector<double> numbers;
    std::vector<std::int32_t> codes;
    std::vector<std::int64_t> times;
    std::vector<std::int16_t> offsets;
    TextCodes texts;
    Fault misfit; ///< a text where a number or a time should be
    Fault gap;    ///< a field without one
    std::int64_t gaps = 0;
    std::int64_t filled = 0; ///< fields that hold something
};

static_assert(sizeof(ColumnPart) <= maxBytesOfPart);

/// A piece of the text between two line ends, and what it holds.
struct Chunk {
    std::string_view text;
    std::vector<ColumnPart> columns = {};
    std::int64_t rows = 0;
    std::int64_t lines = 0;    ///< rows and blank lines
    std::int64_t badLine = -1; ///< of a whole row that is wrong, from 0: nothing after it was read
    Sentence found = {}, wanted = {};
    bool isRagged = false;
};

/// Puts the fields of a chunk into its columns.
class ChunkSink : public RowSink {
public:
    ChunkSink(const TableOutline& outline, Chunk& chunk, bool startsWithHeader)
        : m_outline(&outline), m_chunk(&chunk), m_inHeader(startsWithHeader)
    {
        m_chunk->columns.resize(outline.names.size());
    }

    /// Whom to ask for the number of the line.
    void watch(const CsvRows& reader) { m_reader = &reader; }

    void takeField(std::string_view text) override
    {
        const std::size_t column = m_column++;
        if (column >= m_chunk->columns.size()) {
            m_isTooLong = m_isTooLong || !text.empty();
            return;
        }
        if (m_inHeader || isDone()) {
            return;
        }
        ColumnPart& part = m_chunk->columns[column];
        bool isRead = true;
        switch (m_outline->kinds[column]) {
        case ColumnKind::Number:
            part.numbers.push_back(std::numeric_limits<double>::quiet_NaN());
            isRead = !(m_outline->maybeGrouped[column] && isGrouped(text)) &&
                     readNumber(text, m_outline->format.decimal, part.numbers.back());
            break;
        case ColumnKind::Text:
            break;
        case ColumnKind::Time:
            isRead = takeTime(part, m_outline->forms[column], text);
            break;
        }
        const bool isNothing = !isRead && isGap(text);
        part.filled += m_outline->kinds[column] == ColumnKind::Text ? !text.empty() : !isNothing;
        if (m_outline->kinds[column] == ColumnKind::Text || m_outline->named[column]) {
            part.codes.push_back(part.texts.codeOf(isNothing ? std::string_view() : text));
        }
        if (isRead) {
            return;
        }
        part.gaps += isNothing;
        if (Fault& fault = isNothing ? part.gap : part.misfit; fault.line < 0) {
            fault = {.line = m_reader->lines(), .text = std::string(text)};
        }
    }

    void endRow() override
    {
        const std::size_t found = std::exchange(m_column, 0), wanted = m_chunk->columns.size();
        const bool isTooLong = std::exchange(m_isTooLong, false);
        if (isDone() || std::exchange(m_inHeader, false)) {
            return;
        }
        if (found < wanted || isTooLong) {
            m_chunk->badLine = m_reader->lines();
            m_chunk->isRagged = true;
            m_chunk->found = counted(found, ENGINE_TEXT("Sentences", "1 field"), ENGINE_TEXT("Sentences", "%1 fields"));
            m_chunk->wanted = say(ENGINE_TEXT("Sentences", "%1, as in the first rows"), wanted);
            return;
        }
        ++m_chunk->rows;
    }

    bool isDone() const override { return m_chunk->badLine >= 0; }

private:
    static bool takeTime(ColumnPart& part, TimeForm form, std::string_view text)
    {
        const std::optional<Instant> time = readTime(text, form);
        part.times.push_back(time ? time->microseconds : noTime);
        if (form.hasOffset) {
            part.offsets.push_back(time ? time->offset : std::int16_t{0});
        }
        return time.has_value();
    }

    const TableOutline* m_outline;
    Chunk* m_chunk;
    const CsvRows* m_reader = nullptr;
    std::size_t m_column = 0;
    bool m_inHeader, m_isTooLong = false;
};

/// Whether an odd number of quotes stands before each place, for a place every `chunkBytes`.
std::vector<bool> openQuotes(std::string_view text, const GoOn& goOn, const std::string& owner)
{
    const std::size_t places = (text.size() + chunkBytes - 1) / chunkBytes;
    std::vector<char> odd(places);
    inParallel(places, goOn, owner, [&](std::size_t place) {
        const std::string_view piece = text.substr(place * chunkBytes, chunkBytes);
        for (std::size_t at = piece.find('"'); at != std::string_view::npos; at = piece.find('"', at + 1)) {
            odd[place] ^= 1;
        }
    });
    std::vector<bool> open;
    bool before = false;
    for (const char change : odd) {
        open.push_back(before);
        before ^= change != 0;
    }
    return open;
}

/// Cuts a text behind line ends that no quotes enclose. Where a quote is in a wrong place, what follows may be cut
/// wrong, but the chunk with that quote is not, and says so.
std::vector<Chunk> chunksOf(std::string_view text, const GoOn& goOn, const std::string& owner)
{
    const std::vector<bool> open = openQuotes(text, goOn, owner);
    std::vector<Chunk> chunks;
    std::size_t begin = 0;
    for (std::size_t place = 1; place < open.size(); ++place) {
        bool inQuotes = open[place];
        std::size_t end = place * chunkBytes;
        while (end < text.size() && (inQuotes || text[end] != '\n')) {
            inQuotes ^= text[end] == '"';
            ++end;
        }
        end = std::min(end + 1, text.size());
        if (end > begin) {
            chunks.push_back({.text = text.substr(begin, end - begin)});
            begin = end;
        }
    }
    if (begin < text.size()) {
        chunks.push_back({.text = text.substr(begin)});
    }
    return chunks;
}
/// So many values have room at once: a little more than there are, by the length of the first rows.
void reserveRows(Chunk& chunk, const TableOutline& outline)
{
    constexpr std::size_t looked = 1 << 16;
    const std::string_view start = chunk.text.substr(0, looked);
    const auto lines = static_cast<std::size_t>(std::count(start.begin(), start.end(), '\n'));
    const std::size_t most = chunk.text.size() / outline.kinds.size() + 1; // a row has that many bytes at least
    const std::size_t rows = std::min(most, (lines + 1) * (chunk.text.size() / start.size()) * 9 / 8);
    for (std::size_t column = 0; column < outline.kinds.size(); ++column) {
        ColumnPart& part = chunk.columns[column];
        const ColumnKind kind = outline.kinds[column];
        part.codes.reserve(kind == ColumnKind::Text || outline.named[column] ? rows : 0);
        part.numbers.reserve(kind == ColumnKind::Number ? rows : 0);
        part.times.reserve(kind == ColumnKind::Time ? rows : 0);
    }
}

void readChunk(Chunk& chunk, const TableOutline& outline, bool startsWithHeader,
               const std::function<void()>& beforePiece)
{
    ChunkSink sink(outline, chunk, startsWithHeader);
    CsvRows reader(outline.format.delimiter, sink);
    sink.watch(reader);
    reserveRows(chunk, outline);
    CsvRows::State state = CsvRows::State::Reading;
    for (std::size_t begin = 0; begin < chunk.text.size() && state == CsvRows::State::Reading && !sink.isDone();
         begin += CsvRows::pieceBytes) {
        beforePiece();
        state = reader.read(chunk.text.substr(begin, CsvRows::pieceBytes));
    }
    if (state == CsvRows::State::Reading && !sink.isDone()) {
        state = reader.finish();
    }
    chunk.lines = reader.lines();
    if (state != CsvRows::State::Reading && !sink.isDone()) {
        const bool tooLong = state == CsvRows::State::TooLong;
        chunk.badLine = chunk.lines;
        chunk.found = tooLong ? ENGINE_TEXT("Sentences", "a field of more than 1 MiB")
                              : ENGINE_TEXT("Sentences", "a quote (\") in a wrong place");
        chunk.wanted = tooLong ? ENGINE_TEXT("Sentences", "a closing quote before that")
                               : ENGINE_TEXT("Sentences", "it around whole fields, and doubled within them");
    }
}
template <typename Value>
void append(std::vector<Value>& whole, std::vector<Value>& part, std::int64_t rows)
{
    if (part.empty()) {
        return;
    }
    whole.reserve(static_cast<std::size_t>(rows));
    whole.insert(whole.end(), part.begin(), part.end());
    std::vector<Value>().swap(part);
}

/// The codes of all chunks as those of one column.
void joinTexts(Column& column, std::size_t index, std::vector<Chunk>& chunks, std::int64_t rows)
{
    TextCodes all;
    for (Chunk& chunk : chunks) {
        ColumnPart& part = chunk.columns[index];
        std::vector<std::int32_t> codeOf;
        for (const std::string& name : part.texts.names()) {
            codeOf.push_back(all.codeOf(name));
        }
        for (std::int32_t& code : part.codes) {
            code = codeOf[static_cast<std::size_t>(code)];
        }
        part.texts = {};
        append(column.codes, part.codes, rows);
    }
    column.names = std::move(all.names());
}
/// The first text of a column that is no UTF-8, as its problem.
Sentence encodingProblem(const Table& table, const Column& column)
{
    for (std::size_t code = 0; code < column.names.size(); ++code) {
        if (!isUtf8(column.names[code])) {
            const auto row = std::find(column.codes.begin(), column.codes.end(), static_cast<std::int32_t>(code));
            return say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted a text in UTF-8%5"),
                       table.name, table.rowInFile(row - column.codes.begin()), shown(column.name),
                       shown(column.names[code]), remedyOfLetters);
        }
    }
    return {};
}

/// The first fault of a column, with its row as a program for tables numbers it; null where there is none.
struct Found {
    const Fault* fault = nullptr;
    std::int64_t row = 0;
};

Found firstFault(const std::vector<Chunk>& chunks, std::size_t index, Fault ColumnPart::*which)
{
    std::int64_t lines = 0;
    for (const Chunk& chunk : chunks) {
        if (const Fault& fault = chunk.columns[index].*which; fault.line >= 0) {
            return {.fault = &fault, .row = lines + fault.line + 1};
        }
        lines += chunk.lines;
    }
    return {};
}

/// What should stand there in place of a text.
Sentence wantedFor(const TableOutline& outline, std::size_t index, const std::string& text)
{
    const TimeForm form = outline.forms[index];
    if (outline.kinds[index] == ColumnKind::Time) {
        return isNoDay(text, form)
                   ? say(ENGINE_TEXT("Sentences", "a day and an hour that exist, as %1"), exampleOf(form))
                   : say(ENGINE_TEXT("Sentences", "a time as in the first rows, %1"), exampleOf(form));
    }
    const bool isComma = outline.format.decimal == DecimalMark::Comma;
    double number = 0;
    const bool suitsOther =
        !outline.hasDecimals && readNumber(text, isComma ? DecimalMark::Point : DecimalMark::Comma, number);
    if (isGrouped(text)) {
        const bool hasComma = text[text.find_first_of(".,")] == ',';
        if (hasComma == isComma ? outline.maybeGrouped[index] : suitsOther) {
            return say(ENGINE_TEXT("Sentences",
                                   "a number without marks between its thousands, or decimal: %1 of SEQUENCEDATA "
                                   "(or --decimal) where the mark is a decimal one"),
                       std::string_view(hasComma ? "COMMA" : "POINT"));
        }
    }
    if (suitsOther) {
        return isComma ? ENGINE_TEXT("Sentences", "a number with a decimal comma; decimal: POINT of SEQUENCEDATA (or "
                                                  "--decimal) reads it")
                       : ENGINE_TEXT("Sentences", "a number with a decimal point; decimal: COMMA of SEQUENCEDATA (or "
                                                  "--decimal) reads it");
    }
    if (isGrouped(text)) {
        return ENGINE_TEXT("Sentences", "a number without marks between its thousands");
    }
    return isComma ? ENGINE_TEXT("Sentences", "a number with a decimal comma, if any")
                   : ENGINE_TEXT("Sentences", "a number with a decimal point, if any");
}

/// How rows without a number or a time are read.
Sentence remedyOfGaps(const Column& column)
{
    return say(
        ENGINE_TEXT("Sentences", "%1: gaps: %2 of SEQUENCEDATA (or --gaps) leaves them out%3"),
        counted(column.gaps, ENGINE_TEXT("Sentences", "1 row has none"), ENGINE_TEXT("Sentences", "%1 rows have none")),
        quotedList({column.name + "=SKIP"}),
        column.kind == ColumnKind::Time
            ? Sentence()
            : say(ENGINE_TEXT("Sentences", ", CARRY keeps the last value, INTERPOLATE draws a line to the next one")));
}

/// What is wrong with numbers or times.
void takeProblem(const Table& table, Column& column, std::size_t index, const std::vector<Chunk>& chunks,
                 const TableOutline& outline)
{
    if (const Sentence& question = outline.questions[index].sentence; !question.empty()) {
        column.problem = question;
        std::ranges::fill(column.numbers, std::numeric_limits<double>::quiet_NaN()); // of which nobody knows
        return;
    }
    const bool isTime = column.kind == ColumnKind::Time;
    if (const Found found = firstFault(chunks, index, &ColumnPart::misfit); found.fault) {
        column.problem =
            say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted %5"), table.name, found.row,
                shown(column.name), shown(found.fault->text), wantedFor(outline, index, found.fault->text));
    } else if (const Found gap = firstFault(chunks, index, &ColumnPart::gap); gap.fault) {
        for (const Chunk& chunk : chunks) {
            column.gaps += chunk.columns[index].gaps;
        }
        column.problem =
            say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted %5; %6"), table.name, gap.row,
                shown(column.name),
                gap.fault->text.empty() ? say(ENGINE_TEXT("Sentences", "nothing")) : say("%1", shown(gap.fault->text)),
                isTime ? say(ENGINE_TEXT("Sentences", "a time")) : say(ENGINE_TEXT("Sentences", "a number")),
                remedyOfGaps(column));
    }
}

/// Puts the names of numbers or times in the order of those, which a group or a class has.
void sortNames(Column& column)
{
    std::vector<std::size_t> order(column.names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<std::int64_t> rowOf(column.names.size());
    for (std::int64_t row = std::ssize(column.codes) - 1; row >= 0; --row) {
        rowOf[static_cast<std::size_t>(column.codes[static_cast<std::size_t>(row)])] = row;
    }
    const auto sizeOf = [&](std::size_t code) {
        const double size = column.sizeOf(rowOf[code]);
        return std::isnan(size) ? HUGE_VAL : size; // the name of a gap
    };
    std::ranges::stable_sort(order, {}, sizeOf);
    std::vector<std::string> names;
    std::vector<std::int32_t> codeOf(order.size());
    for (const std::size_t code : order) {
        codeOf[code] = static_cast<std::int32_t>(names.size());
        names.push_back(std::move(column.names[code]));
    }
    column.names = std::move(names);
    for (std::int32_t& code : column.codes) {
        code = codeOf[static_cast<std::size_t>(code)];
    }
}

void joinColumn(Table& table, std::size_t index, std::vector<Chunk>& chunks, const TableOutline& outline)
{
    Column& column = table.columns[index];
    const bool hasValues =
        std::ranges::any_of(chunks, [&](const Chunk& chunk) { return chunk.columns[index].filled > 0; });
    for (Chunk& chunk : chunks) {
        append(column.numbers, chunk.columns[index].numbers, table.rows);
        append(column.times, chunk.columns[index].times, table.rows);
        append(column.offsets, chunk.columns[index].offsets, table.rows);
    }
    takeProblem(table, column, index, chunks, outline);
    const bool isText = column.kind == ColumnKind::Text;
    if (isText || outline.named[index]) {
        joinTexts(column, index, chunks, table.rows);
        column.problemOfNames = encodingProblem(table, column);
    }
    if (!hasValues) {
        column.problem = column.problemOfNames =
            say(ENGINE_TEXT("Sentences", "%1: the column %2 is empty, wanted values"), table.name, shown(column.name));
    } else if (isText) {
        column.problem = column.problemOfNames;
    } else if (outline.named[index] && (column.problem.empty() || column.gaps > 0)) {
        sortNames(column);
    }
}

/// Throws for the first row that does not fit; counts the others.
std::int64_t checkedRows(const std::vector<Chunk>& chunks, std::string_view text, const TableOutline& outline,
                         const std::string& owner)
{
    std::int64_t rows = 0, lines = 0;
    for (const Chunk& chunk : chunks) {
        if (chunk.badLine >= 0) {
            throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2: found %3, wanted %4%5"), owner,
                            lines + chunk.badLine + 1, chunk.found, chunk.wanted,
                            chunk.isRagged ? remedyOfDelimiter(text, outline) : Sentence()));
        }
        rows += chunk.rows;
        lines += chunk.lines;
    }
    if (rows == 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found a header and no rows, wanted at least one"), owner));
    }
    return rows;
}

Table read(std::string_view text, const std::string& name, const TableFormat& format, const NamedColumns& named,
           const GoOn& goOn, const std::function<void()>& beforePiece)
{
    const TableOutline outline = outlineOf(text, format, named, name);
    text.remove_prefix(outline.begin);
    requireDataMemory(bytesToRead(text, outline), name);
    std::vector<Chunk> chunks = chunksOf(text, goOn, name);
    inParallel(chunks.size(), goOn, name, [&](std::size_t chunk) {
        readChunk(chunks[chunk], outline, chunk == 0 && outline.format.header == HeaderRow::Yes, beforePiece);
    });
    Table table{.name = name, .format = outline.format, .rows = checkedRows(chunks, text, outline, name)};
    if (!outline.hasDecimals && format.decimal == DecimalMark::Auto) {
        table.format.decimal = DecimalMark::Auto; // whole numbers tell nothing of another file
    }
    for (std::size_t index = 0; index < outline.names.size(); ++index) {
        Column column;
        column.name = outline.names[index];
        column.kind = outline.kinds[index];
        table.columns.push_back(std::move(column));
    }
    inParallel(table.columns.size(), goOn, name,
               [&](std::size_t column) { joinColumn(table, column, chunks, outline); });
    return table;
}

} // namespace

double Column::sizeOf(std::int64_t row) const
{
    return kind == ColumnKind::Number ? numbers[at(row)]
           : kind == ColumnKind::Time ? static_cast<double>(times[at(row)])
                                      : codes[at(row)];
}

const Column& Table::find(std::string_view wanted) const
{
    std::vector<std::string_view> names;
    for (const Column& one : columns) {
        if (one.name == wanted) {
            return one;
        }
        names.push_back(one.name);
    }
    const Sentence remedy =
        columns.size() == 1
            ? say(ENGINE_TEXT("Sentences", "; delimiter of SEQUENCEDATA (or --delimiter) says what parts the columns"))
        : format.header == HeaderRow::No
            ? say(ENGINE_TEXT("Sentences",
                              "; header: NAMES of SEQUENCEDATA (or --header) takes the first row for names"))
            : Sentence();
    throw Error(
        say(ENGINE_TEXT("Sentences", "%1: found no column named %2, wanted one of its %3%4%5"), name, shown(wanted),
            counted(columns.size(), ENGINE_TEXT("Sentences", "1 column"), ENGINE_TEXT("Sentences", "%1 columns")),
            hint(wanted, names), remedy));
}

const Column& Table::column(std::string_view wanted) const
{
    const Column& found = find(wanted);
    if (!found.problem.empty()) {
        throw Error(found.problem);
    }
    return found;
}

const Column& Table::namedColumn(std::string_view wanted) const
{
    const Column& found = find(wanted);
    if (found.codes.empty()) {
        return column(wanted);
    }
    if (!found.problemOfNames.empty()) {
        throw Error(found.problemOfNames);
    }
    return found;
}

const Column& Table::numberColumn(std::string_view wanted) const
{
    const Column& found = column(wanted);
    if (found.kind != ColumnKind::Number) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found %4, wanted a column of numbers"), name,
                        rowInFile(0), shown(wanted), shown(text(found, 0))));
    }
    return found;
}

std::string Table::text(const Column& column, std::int64_t row) const
{
    if (!column.codes.empty()) {
        return column.names[at(column.codes[at(row)])];
    }
    if (column.kind == ColumnKind::Time) {
        return isoTime(column.times[at(row)]);
    }
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, column.numbers[at(row)]);
    assert(error == std::errc());
    return {digits, end};
}

Table readTable(const std::filesystem::path& file, const TableFormat& format, const NamedColumns& named,
                const GoOn& goOn)
{
    const TextFile opened(file, file.string(), goOn);
    return read(opened.bytes(), file.string(), format, named, goOn, [&] { opened.checkedAge(); });
}

Table readTableText(std::string_view text, const std::string& name, const TableFormat& format,
                    const NamedColumns& named, const GoOn& goOn)
{
    return read(text, name, format, named, goOn, [] {});
}

} // namespace engine
