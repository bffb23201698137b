// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table.h"

#include "engine/data/csv_rows.h"
#include "engine/data/data_memory.h"
#include "engine/data/parallel.h"
#include "engine/data/table_gaps.h"
#include "engine/data/table_memory.h"
#include "engine/data/table_sample.h"
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

/// The first thing that is wrong somewhere.
struct Fault {
    std::int64_t line = -1; ///< of the chunk, from 0; none where negative
    Sentence found, wanted;
    bool isRagged = false;     ///< a row of another length
    bool isText = false;       ///< where a number or a time should be
    bool hasOtherMark = false; ///< a number with the other decimal mark
    std::string text = {};
};

/// The times of a column of a chunk, as one form reads them.
struct TimePart {
    std::vector<std::int64_t> times;
    std::vector<std::uint8_t> offsetOf; ///< see Column; empty where the form has no offset
    std::vector<std::string> offsets;
    Fault fault;
    bool hasMoreThanGaps = false; ///< a fault that is no gap
    bool leavesOutZeros = false;
};

/// The number of a text among few, where it goes if it is not there; the last one where there are too many.
std::uint8_t numberAmong(std::vector<std::string>& texts, std::string_view text)
{
    constexpr std::size_t most = std::numeric_limits<std::uint8_t>::max();
    const auto found = std::ranges::find(texts, text);
    const auto number = static_cast<std::size_t>(found - texts.begin());
    if (found == texts.end() && number < most) {
        texts.emplace_back(text);
    }
    return static_cast<std::uint8_t>(std::min(number, most - 1));
}

/// A column of a chunk.
struct ColumnPart {
    std::vector<double> numbers;
    std::vector<std::int64_t> wholes; ///< see Column
    bool areWhole = true;             ///< all numbers so far, so that `wholes` could have them
    std::vector<std::int32_t> codes;
    std::vector<TimePart> readings; ///< of times, by each form that may be meant
    TextCodes texts;
    Fault fault;                  ///< of numbers
    bool hasMoreThanGaps = false; ///< a fault that is no gap
    MarkCounts marks;             ///< of numbers
    Fault either;                 ///< the first number whose mark may be decimal or not; only line and `text`
    std::int64_t others = 0;      ///< values that are no number with the other decimal mark either
    std::int64_t filled = 0;      ///< values that are there
};

static_assert(sizeof(ColumnPart) <= mostBytesOfPart);

/// A piece of the text between two line ends, and what it holds.
struct Chunk {
    std::string_view text;
    std::vector<ColumnPart> columns;
    std::int64_t rows = 0;
    std::int64_t lines = 0; ///< rows and blank lines
    Fault fault;            ///< of a whole row: nothing after it was read
};

/// Puts the fields of a chunk into its columns.
class ChunkSink : public RowSink {
public:
    ChunkSink(const TableOutline& outline, Chunk& chunk, bool startsWithHeader)
        : m_outline(&outline), m_chunk(&chunk), m_inHeader(startsWithHeader)
    {
        m_chunk->columns.resize(outline.names.size());
        for (std::size_t column = 0; column < outline.kinds.size(); ++column) {
            if (outline.kinds[column] == ColumnKind::Time) {
                m_chunk->columns[column].readings.resize(std::max<std::size_t>(outline.forms[column].size(), 1));
            }
        }
    }

    /// Whom to ask for the number of the line.
    void watch(const CsvRows& reader) { m_reader = &reader; }

    void takeField(std::string_view text) override
    {
        const std::size_t column = m_column++;
        if (m_inHeader || column >= m_chunk->columns.size() || isDone()) {
            return;
        }
        ColumnPart& part = m_chunk->columns[column];
        part.filled += !text.empty();
        if (m_outline->kinds[column] == ColumnKind::Text || m_outline->named[column]) {
            part.codes.push_back(part.texts.codeOf(text));
        }
        switch (m_outline->kinds[column]) {
        case ColumnKind::Number:
            takeNumber(part, text);
            break;
        case ColumnKind::Text:
            break;
        case ColumnKind::Time:
            takeTimes(part, m_outline->forms[column], text);
            break;
        }
    }

    void endRow() override
    {
        const std::size_t found = std::exchange(m_column, 0);
        if (isDone() || std::exchange(m_inHeader, false)) {
            return;
        }
        if (found != m_chunk->columns.size()) {
            m_chunk->fault = {.line = m_reader->lines(),
                              .found = found == 1 ? say(ENGINE_TEXT("Sentences", "%1 field"), found)
                                                  : say(ENGINE_TEXT("Sentences", "%1 fields"), found),
                              .wanted =
                                  say(ENGINE_TEXT("Sentences", "%1, as in the first row"), m_chunk->columns.size()),
                              .isRagged = true};
            return;
        }
        ++m_chunk->rows;
    }

    bool isDone() const override { return m_chunk->fault.line >= 0; }

private:
    void takeNumber(ColumnPart& part, std::string_view text)
    {
        double number = std::numeric_limits<double>::quiet_NaN();
        const NumberState state = readNumber(text, m_outline->format.decimal, number);
        takeWhole(part, text, number);
        part.numbers.push_back(number);
        takeMark(part, text, state);
        if (state != NumberState::Finite && part.fault.line < 0) {
            part.fault = {.line = m_reader->lines(),
                          .found = inWords(text),
                          .wanted = wantedOf(state),
                          .isText = state == NumberState::Text,
                          .hasOtherMark = isNumber(text, otherMark(m_outline->format.decimal))};
        }
        part.hasMoreThanGaps = part.hasMoreThanGaps || (state != NumberState::Finite && !isGap(text));
    }

    /// Before the number goes to the others.
    static void takeWhole(ColumnPart& part, std::string_view text, double number)
    {
        constexpr double exact = 1LL << std::numeric_limits<double>::digits; // from here on a double leaves some out
        part.areWhole = part.areWhole && (number == std::floor(number) || std::isnan(number));
        if (!part.areWhole) {
            return;
        }
        const bool isLarge = std::abs(number) >= exact;
        if (isLarge && part.wholes.empty()) {
            for (const double before : part.numbers) {
                part.wholes.push_back(std::isnan(before) ? 0 : static_cast<std::int64_t>(before));
            }
        }
        if (isLarge || !part.wholes.empty()) {
            std::int64_t whole = std::isnan(number) || isLarge ? 0 : static_cast<std::int64_t>(number);
            part.areWhole = !isLarge || readWhole(text, whole);
            part.wholes.push_back(whole);
        }
    }

    void takeMark(ColumnPart& part, std::string_view text, NumberState state) const
    {
        const DecimalMark decimal = m_outline->format.decimal;
        const bool isRead = state == NumberState::Finite;
        if (!isRead) {
            part.others += !text.empty() && !isNumber(text, otherMark(decimal));
        } else if (part.marks.of(decimal).decimal > 0) {
            return; // it is told
        }
        if (part.marks.add(text) && part.either.line < 0) {
            part.either.line = m_reader->lines();
            part.either.text = text;
        }
    }

    void takeTimes(ColumnPart& part, const std::vector<TimeForm>& forms, std::string_view text)
    {
        if (forms.empty()) {
            takeTime(part.readings.front(), nullptr, text);
        }
        for (std::size_t form = 0; form < forms.size(); ++form) {
            takeTime(part.readings[form], &forms[form], text);
        }
    }

    void takeTime(TimePart& part, const TimeForm* form, std::string_view text)
    {
        const std::optional<std::int64_t> time = form ? form->read(text) : std::nullopt;
        part.times.push_back(time.value_or(noTime));
        part.hasMoreThanGaps = part.hasMoreThanGaps || (!time && !isGap(text));
        if (form && !form->offset().empty()) {
            part.offsetOf.push_back(numberAmong(part.offsets, time ? form->offsetIn(text) : form->offset()));
        }
        part.leavesOutZeros = part.leavesOutZeros || (time && form->leavesOutZeros(text));
        if (!time && part.fault.line < 0) {
            part.fault = {.line = m_reader->lines(),
                          .found = inWords(text),
                          .wanted = form ? say(ENGINE_TEXT("Sentences", "a time in the form of the first one, %1"),
                                               form->example())
                                         : say(ENGINE_TEXT("Sentences", "a time such as 1981-01-31 18:30")),
                          .isText = !text.empty()};
        }
    }

    /// A whole number as its digits say; false where an std::int64_t cannot hold it, or it is written otherwise.
    static bool readWhole(std::string_view text, std::int64_t& whole)
    {
        const std::size_t first = text.find_first_not_of(" \t+");
        text = text.substr(std::min(first, text.size()));
        text = text.substr(0, text.find_last_not_of(" \t") + 1);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
        return error == std::errc() && end == text.data() + text.size();
    }

    static Sentence inWords(std::string_view text)
    {
        return text.empty() ? say(ENGINE_TEXT("Sentences", "nothing")) : say("%1", shown(text));
    }
    static Sentence wantedOf(NumberState state)
    {
        return state == NumberState::NotFinite  ? ENGINE_TEXT("Sentences", "a finite number")
               : state == NumberState::TooLarge ? ENGINE_TEXT("Sentences", "a number that a double can hold")
                                                : ENGINE_TEXT("Sentences", "a number");
    }

    const TableOutline* m_outline;
    Chunk* m_chunk;
    const CsvRows* m_reader = nullptr;
    std::size_t m_column = 0;
    bool m_inHeader;
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
            chunks.push_back({.text = text.substr(begin, end - begin), .columns = {}, .fault = {}});
            begin = end;
        }
    }
    if (begin < text.size()) {
        chunks.push_back({.text = text.substr(begin), .columns = {}, .fault = {}});
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
        if (outline.kinds[column] == ColumnKind::Text || outline.named[column]) {
            part.codes.reserve(rows);
        }
        switch (outline.kinds[column]) {
        case ColumnKind::Number:
            part.numbers.reserve(rows);
            break;
        case ColumnKind::Text:
            break;
        case ColumnKind::Time:
            for (TimePart& reading : part.readings) {
                reading.times.reserve(rows);
            }
            break;
        }
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
        chunk.fault = {.line = chunk.lines,
                       .found = tooLong ? ENGINE_TEXT("Sentences", "a field of more than 1 MiB")
                                        : ENGINE_TEXT("Sentences", "a quote (\") in a wrong place"),
                       .wanted = tooLong ? ENGINE_TEXT("Sentences", "a closing quote before that")
                                         : "it around whole fields, and doubled within them"};
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

Sentence place(const Table& table, std::int64_t row, const Column& column)
{
    return say(ENGINE_TEXT("Sentences", "%1, row %2, column %3: found "), table.name, row, shown(column.name));
}

/// The first text of a column that is no UTF-8, as its problem.
Sentence encodingProblem(const Table& table, const Column& column)
{
    for (std::size_t code = 0; code < column.names.size(); ++code) {
        if (!isUtf8(column.names[code])) {
            const auto row = std::find(column.codes.begin(), column.codes.end(), static_cast<std::int32_t>(code));
            return say(ENGINE_TEXT("Sentences", "%1%2, wanted a text in UTF-8%3"),
                       place(table, table.rowInFile(row - column.codes.begin()), column), shown(column.names[code]),
                       remedyOfLetters);
        }
    }
    return {};
}

/// The first fault of a column, with its row as a program for tables numbers it; null where there is none.
struct Found {
    const Fault* fault = nullptr;
    std::int64_t row = 0;
};

template <typename FaultOf>
Found firstFault(const std::vector<Chunk>& chunks, std::int64_t linesBefore, const FaultOf& faultOf)
{
    std::int64_t lines = linesBefore;
    for (const Chunk& chunk : chunks) {
        if (const Fault& fault = faultOf(chunk); fault.line >= 0) {
            return {.fault = &fault, .row = lines + fault.line + 1};
        }
        lines += chunk.lines;
    }
    return {};
}

bool hasValues(const std::vector<Chunk>& chunks, std::size_t index)
{
    return std::any_of(chunks.begin(), chunks.end(),
                       [&](const Chunk& chunk) { return chunk.columns[index].filled > 0; });
}

/// What is known of the columns of a table whose values are read.
struct Findings {
    std::vector<MarkCounts> marks; ///< of each column; of those that are no numbers by the first rows
    MarkCounts allMarks;
    bool isDecimalTold = false;   ///< by whoever wants the table
    std::size_t rowsOfHeader = 0; ///< behind the first one, which seem to belong to it
};

/// See Column::remedy.
Sentence remedyOf(const Table& table, const Column& column, std::size_t index, const std::vector<Chunk>& chunks,
                  const Findings& findings, const Found& found)
{
    if (found.fault->isText && table.format.header == HeaderRow::No && found.row == table.rowInFile(0)) {
        return ENGINE_TEXT("Sentences", "; header: NAMES of SEQUENCEDATA takes the first row for names");
    }
    const auto ofHeader = static_cast<std::int64_t>(findings.rowsOfHeader);
    std::int64_t unread = 0; // with either mark
    for (const Chunk& chunk : chunks) {
        unread += chunk.columns[index].others;
    }
    const auto headerEnd = table.rowInFile(ofHeader) - 1;
    if (found.row <= headerEnd && unread <= ofHeader) { // without those rows the column is read
        const std::int64_t first = table.rowInFile(0);
        return headerEnd == first ? say(ENGINE_TEXT("Sentences", "; row %1 seems to belong to the header, of which "
                                                                 "only the row above is read, so it must go"),
                                        first)
                                  : say(ENGINE_TEXT("Sentences", "; rows %1 to %2 seem to belong to the header, of "
                                                                 "which only the row above is read, so they must go"),
                                        first, headerEnd);
    }
    const DecimalMark decimal = table.format.decimal;
    const bool othersStay = findings.allMarks.of(decimal).decimal == 0 && findings.allMarks.of(decimal).either == 0 &&
                            findings.allMarks.of(otherMark(decimal)).thousands == 0;
    const bool isReadByOther = std::all_of(chunks.begin(), chunks.end(), [&](const Chunk& chunk) {
        return chunk.columns[index].others == 0 && chunk.columns[index].filled == chunk.rows;
    });
    if (column.kind == ColumnKind::Number && found.fault->hasOtherMark && othersStay && isReadByOther) {
        return say(ENGINE_TEXT("Sentences", "; decimal: %1 of SEQUENCEDATA reads it"),
                   std::string_view(decimal == DecimalMark::Comma ? "POINT" : "COMMA"));
    }
    return {};
}

Sentence emptyColumn(const Table& table, const Column& column)
{
    return say(ENGINE_TEXT("Sentences", "%1: the column %2 is empty in %3, wanted values"), table.name,
               shown(column.name),
               table.rows == 1 ? say(ENGINE_TEXT("Sentences", "the only row"))
                               : say(ENGINE_TEXT("Sentences", "all %1 rows"), table.rows));
}

void takeProblem(const Table& table, Column& column, std::size_t index, const std::vector<Chunk>& chunks,
                 const Findings& findings, const Found& found)
{
    if (found.fault) {
        column.problem = say(ENGINE_TEXT("Sentences", "%1%2, wanted %3"), place(table, found.row, column),
                             found.fault->found, found.fault->wanted);
        column.remedy = remedyOf(table, column, index, chunks, findings, found);
    }
}

/// The first number of a column whose mark may be the decimal one or stand between thousands.
struct TwoReadings {
    Sentence found; ///< the beginning of a sentence
    double byPoint = 0, byComma = 0;
};

TwoReadings twoReadings(const Table& table, const Column& column, const std::vector<Chunk>& chunks, std::size_t index)
{
    const Found found = firstFault(chunks, table.linesBefore,
                                   [&](const Chunk& chunk) -> const Fault& { return chunk.columns[index].either; });
    TwoReadings both{.found = say("%1%2", place(table, found.row, column), shown(found.fault->text))};
    readNumber(found.fault->text, DecimalMark::Point, both.byPoint);
    readNumber(found.fault->text, DecimalMark::Comma, both.byComma);
    return both;
}

/// What there is to say of numbers whose marks may be decimal ones or stand between thousands.
void takeMarks(const Table& table, Column& column, std::size_t index, const std::vector<Chunk>& chunks,
               const Findings& findings)
{
    const MarkCounts& marks = findings.marks[index];
    const DecimalMark decimal = table.format.decimal, other = otherMark(decimal);
    column.hasMarks = marks.of(decimal).decimal + marks.of(decimal).either + marks.of(other).thousands > 0;
    if (!column.problem.empty() || findings.isDecimalTold) {
        return;
    }
    if (isUnsure(marks, decimal, findings.allMarks, table.format.delimiter)) {
        const TwoReadings both = twoReadings(table, column, chunks, index);
        column.problem =
            say(ENGINE_TEXT("Sentences", "%1, which may be %2 or %3, as its mark may be a decimal point or comma or "
                                         "stand between thousands, wanted decimal: POINT or COMMA of SEQUENCEDATA to "
                                         "say which, or numbers without marks between thousands"),
                both.found, both.byPoint, both.byComma);
    } else if (marks.of(other).either > 0 &&
               findings.allMarks.of(decimal).decimal + findings.allMarks.of(other).thousands == 0) {
        const TwoReadings both = twoReadings(table, column, chunks, index);
        const bool isComma = other == DecimalMark::Comma;
        column.thousands =
            say(ENGINE_TEXT(
                    "Sentences",
                    "%1, which is read as %2, with a mark between its thousands; decimal: %3 of SEQUENCEDATA reads %4"),
                both.found, isComma ? both.byPoint : both.byComma, std::string_view(isComma ? "COMMA" : "POINT"),
                isComma ? both.byComma : both.byPoint);
    }
}

/// What says how rows without a number or a time are read.
Sentence remedyOfGaps(const Column& column)
{
    return say(
        ENGINE_TEXT("Sentences", "; %1: gaps: \"%2=SKIP\" of SEQUENCEDATA (or --gaps) leaves them out%3"),
        counted(static_cast<std::size_t>(column.gaps), ENGINE_TEXT("Sentences", "1 row has none"),
                ENGINE_TEXT("Sentences", "%1 rows have none")),
        printable(column.name),
        column.kind == ColumnKind::Time
            ? Sentence()
            : say(ENGINE_TEXT("Sentences", ", CARRY keeps the last value, INTERPOLATE draws a line to the next one")));
}

void joinNumbers(const Table& table, Column& column, std::size_t index, std::vector<Chunk>& chunks,
                 const Findings& findings)
{
    const auto hasWholes = [&](const Chunk& chunk) { return !chunk.columns[index].wholes.empty(); };
    const auto areWhole = [&](const Chunk& chunk) { return chunk.columns[index].areWhole; };
    const bool keepsWholes = std::ranges::any_of(chunks, hasWholes) && std::ranges::all_of(chunks, areWhole);
    for (Chunk& chunk : chunks) {
        ColumnPart& part = chunk.columns[index];
        if (keepsWholes && part.wholes.empty()) {
            for (const double number : part.numbers) {
                part.wholes.push_back(std::isnan(number) ? 0 : static_cast<std::int64_t>(number));
            }
        }
        if (keepsWholes) {
            append(column.wholes, part.wholes, table.rows);
        }
        append(column.numbers, part.numbers, table.rows);
    }
    takeProblem(table, column, index, chunks, findings,
                firstFault(chunks, table.linesBefore,
                           [&](const Chunk& chunk) -> const Fault& { return chunk.columns[index].fault; }));
    const bool hasGapsOnly = !column.problem.empty() && std::ranges::none_of(chunks, [&](const Chunk& chunk) {
        return chunk.columns[index].hasMoreThanGaps;
    });
    if (!hasGapsOnly) {
        takeMarks(table, column, index, chunks, findings);
        return;
    }
    const Sentence problem = std::exchange(column.problem, Sentence());
    takeMarks(table, column, index, chunks, findings);
    if (column.problem.empty()) {
        column.gaps = std::ranges::count_if(column.numbers, [](double number) { return std::isnan(number); });
        column.remedy = column.remedy.empty() ? remedyOfGaps(column) : column.remedy;
    }
    column.problem = problem;
}

/// Dates that two forms read, each without a fault but not as the same days: a sentence.
Sentence ambiguity(const Table& table, const Column& column, const std::vector<std::int64_t>& dayFirst,
                   const std::vector<std::int64_t>& monthFirst)
{
    const auto row = std::mismatch(dayFirst.begin(), dayFirst.end(), monthFirst.begin()).first - dayFirst.begin();
    return say(ENGINE_TEXT("Sentences",
                           "%1, row %2, column %3: found %4, which may have the day or the month first, as all dates "
                           "of the column may, wanted date_order: DAY or MONTH of SEQUENCEDATA to say which"),
               table.name, table.rowInFile(row), shown(column.name),
               shown(column.form.write(dayFirst[static_cast<std::size_t>(row)])));
}

/// The offsets of all chunks, where there are several.
void joinOffsets(Column& column, std::size_t index, const std::vector<Chunk>& chunks, std::size_t reading)
{
    for (const Chunk& chunk : chunks) {
        const TimePart& part = chunk.columns[index].readings[reading];
        for (const std::uint8_t number : part.offsetOf) {
            column.offsetOf.push_back(numberAmong(column.offsets, part.offsets[number]));
        }
    }
    if (column.offsets.size() == 1) {
        column.offsetOf.clear();
        column.offsets.clear();
    }
}

/// The times as the form reads them that reads all of them, or more of them than the other one.
void joinTimes(Table& table, std::size_t index, std::vector<Chunk>& chunks, const std::vector<TimeForm>& forms,
               const Findings& findings)
{
    Column& column = table.columns[index];
    const std::size_t readings = chunks.front().columns[index].readings.size();
    std::vector<Found> found;
    std::vector<std::vector<std::int64_t>> times(readings);
    for (std::size_t reading = 0; reading < readings; ++reading) {
        found.push_back(firstFault(chunks, table.linesBefore, [&](const Chunk& chunk) -> const Fault& {
            return chunk.columns[index].readings[reading].fault;
        }));
        for (Chunk& chunk : chunks) {
            append(times[reading], chunk.columns[index].readings[reading].times, table.rows);
        }
    }
    const auto hasGapsOnly = [&](std::size_t reading) {
        return std::ranges::none_of(
            chunks, [&](const Chunk& chunk) { return chunk.columns[index].readings[reading].hasMoreThanGaps; });
    };
    const bool bothFit = readings > 1 && hasGapsOnly(0) && hasGapsOnly(1);
    const bool secondIsBetter = readings > 1 && !hasGapsOnly(0) && (hasGapsOnly(1) || found[1].row > found[0].row);
    const std::size_t chosen = secondIsBetter ? 1 : 0;
    column.form = forms.empty() ? TimeForm() : forms[chosen];
    if (std::any_of(chunks.begin(), chunks.end(),
                    [&](const Chunk& chunk) { return chunk.columns[index].readings[chosen].leavesOutZeros; })) {
        column.form.leaveOutZeros();
    }
    joinOffsets(column, index, chunks, chosen);
    takeProblem(table, column, index, chunks, findings, found[chosen]);
    constexpr char dayIsFirst = '.'; // where a date has points, the month is never first
    const bool isUnsure = bothFit && column.form.separator() != dayIsFirst && times[0] != times[1];
    if (isUnsure) {
        column.problem = ambiguity(table, column, times[0], times[1]);
    }
    column.times = std::move(times[chosen]);
    if (!isUnsure && hasGapsOnly(chosen)) {
        column.gaps = std::ranges::count(column.times, noTime);
        column.remedy = column.gaps > 0 && column.remedy.empty() ? remedyOfGaps(column) : column.remedy;
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
    const auto sizeOf = [&](std::size_t code) { return sizeInColumn(column, rowOf[code]); };
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

void joinColumn(Table& table, std::size_t index, std::vector<Chunk>& chunks, const TableOutline& outline,
                const Findings& findings)
{
    Column& column = table.columns[index];
    switch (column.kind) {
    case ColumnKind::Number:
        joinNumbers(table, column, index, chunks, findings);
        break;
    case ColumnKind::Text:
        break;
    case ColumnKind::Time:
        joinTimes(table, index, chunks, outline.forms[index], findings);
        break;
    }
    const bool isText = column.kind == ColumnKind::Text;
    if (isText || outline.named[index]) {
        joinTexts(column, index, chunks, table.rows);
        column.problemOfNames = encodingProblem(table, column);
    }
    if (!hasValues(chunks, index)) {
        column.problem = column.problemOfNames = emptyColumn(table, column);
        column.remedy = {};
    } else if (isText) {
        column.problem = column.problemOfNames;
    } else if (outline.named[index] && column.problem.empty()) {
        sortNames(column);
    }
}

/// Throws for the first row that does not fit; counts the others.
std::int64_t checkedRows(const std::vector<Chunk>& chunks, std::string_view text, const TableOutline& outline,
                         const std::string& owner, std::int64_t linesBefore)
{
    const Found found = firstFault(chunks, linesBefore, [](const Chunk& chunk) -> const Fault& { return chunk.fault; });
    if (found.fault) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1, row %2: found %3, wanted %4%5"), owner, found.row,
                        found.fault->found, found.fault->wanted,
                        found.fault->isRagged ? remedyOfRagged(text, outline) : Sentence()));
    }
    std::int64_t rows = 0;
    for (const Chunk& chunk : chunks) {
        rows += chunk.rows;
    }
    if (rows == 0) {
        throw Error(say(ENGINE_TEXT("Sentences", "%1: found a header and no rows, wanted at least one"), owner));
    }
    return rows;
}

/// Takes out what delimiters at the end of all rows make: columns without a name and without a value.
void leaveOutUnused(Table& table, const TableOutline& outline, const std::vector<Chunk>& chunks)
{
    std::vector<Column> kept;
    for (std::size_t index = 0; index < table.columns.size(); ++index) {
        if (outline.used[index] || hasValues(chunks, index)) {
            kept.push_back(std::move(table.columns[index]));
        }
    }
    if (kept.empty()) {
        throw Error(
            say(ENGINE_TEXT("Sentences", "%1: found no values, wanted some in its %2 rows"), table.name, table.rows));
    }
    table.columns = std::move(kept);
}

/// Takes a first line "sep=;", with or without quotes, off the text; nothing where there is none.
std::optional<char> takeDelimiterLine(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    if (line.size() > 2 && line.starts_with('"') && line.ends_with('"')) {
        line = line.substr(1, line.size() - 2);
    }
    constexpr std::string_view start = "sep=";
    if (line.size() != start.size() + 1 || !line.starts_with(start)) {
        return std::nullopt;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
    return line.back();
}

Findings findingsOf(const TableOutline& outline, const std::vector<Chunk>& chunks, const TableFormat& given)
{
    Findings findings{.marks = outline.marks,
                      .allMarks = {},
                      .isDecimalTold = given.decimal != DecimalMark::Auto,
                      .rowsOfHeader = rowsOfHeader(outline)};
    for (std::size_t column = 0; column < outline.kinds.size(); ++column) {
        MarkCounts& marks = findings.marks[column];
        if (outline.kinds[column] == ColumnKind::Number) {
            marks = {};
            for (const Chunk& chunk : chunks) {
                marks.add(chunk.columns[column].marks);
            }
        }
        findings.allMarks.add(marks);
    }
    return findings;
}

Table read(std::string_view text, const std::string& name, TableFormat format, const GoOn& goOn,
           const std::function<void()>& beforePiece)
{
    if (text.starts_with(byteOrderMark)) {
        text.remove_prefix(byteOrderMark.size());
    }
    const std::optional<char> told = takeDelimiterLine(text);
    if (told && format.delimiter == '\0') {
        format.delimiter = *told;
    }
    const std::int64_t linesBefore = told ? 1 : 0;
    TableFormat wish = format;
    TableOutline outline;
    std::vector<Chunk> chunks;
    Findings findings;
    std::int64_t rows = 0;
    for (bool isTold = false; !isTold;) {
        outline = outlineOf(text, wish, name);
        if (chunks.empty()) {
            requireDataMemory(bytesToRead(text, outline), name);
        }
        chunks = chunksOf(text, goOn, name);
        inParallel(chunks.size(), goOn, name, [&](std::size_t chunk) {
            readChunk(chunks[chunk], outline, chunk == 0 && outline.format.header == HeaderRow::Yes, beforePiece);
        });
        rows = checkedRows(chunks, text, outline, name, linesBefore);
        findings = findingsOf(outline, chunks, format);
        // The first rows may have held none of the marks that tell.
        const DecimalMark mark = decimalMarkBy(findings.marks, outline.format.delimiter);
        isTold = wish.decimal != DecimalMark::Auto || mark == outline.format.decimal ||
                 findings.allMarks.of(outline.format.decimal).decimal > 0;
        wish.decimal = mark;
    }
    Table table{.name = name,
                .format = outline.format,
                .rows = rows,
                .linesBefore = linesBefore,
                .seemsHeadless = format.header == HeaderRow::Auto && outline.format.header == HeaderRow::No,
                .oneColumn = remedyOfOneColumn(text, outline)};
    for (std::size_t index = 0; index < outline.names.size(); ++index) {
        Column column;
        column.name = outline.names[index];
        column.kind = outline.kinds[index];
        table.columns.push_back(std::move(column));
    }
    inParallel(table.columns.size(), goOn, name,
               [&](std::size_t column) { joinColumn(table, column, chunks, outline, findings); });
    leaveOutUnused(table, outline, chunks);
    return table;
}

/// What gives a table a column of the name that was wanted; nothing where no setting does.
Sentence remedyOfNames(const Table& table, std::string_view wanted)
{
    const auto isInFirstRow = [&](const Column& column) {
        return column.problem.empty() && table.text(column, 0) == wanted;
    };
    if (table.format.header == HeaderRow::No && std::any_of(table.columns.begin(), table.columns.end(), isInFirstRow)) {
        return ENGINE_TEXT("Sentences", "; header: NAMES of SEQUENCEDATA takes the first row for names");
    }
    return table.oneColumn;
}

} // namespace

long double sizeInColumn(const Column& column, std::int64_t row)
{
    static_assert(std::numeric_limits<long double>::digits >= std::numeric_limits<std::int64_t>::digits);
    const auto at = static_cast<std::size_t>(row);
    switch (column.kind) {
    case ColumnKind::Number:
        break;
    case ColumnKind::Time:
        return column.times[at];
    case ColumnKind::Text:
        return column.codes[at];
    }
    return column.wholes.empty() ? static_cast<long double>(column.numbers[at])
                                 : static_cast<long double>(column.wholes[at]);
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
    throw Error(
        say(ENGINE_TEXT("Sentences", "%1: found no column named %2, wanted one of its %3%4%5"), name, shown(wanted),
            counted(columns.size(), ENGINE_TEXT("Sentences", "1 column"), ENGINE_TEXT("Sentences", "%1 columns")),
            hint(wanted, names), remedyOfNames(*this, wanted)));
}

const Column& Table::column(std::string_view wanted) const
{
    const Column& found = find(wanted);
    if (!found.problem.empty()) {
        throw Error(say("%1%2", found.problem, found.remedy));
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
    const auto at = static_cast<std::size_t>(row);
    if (!column.codes.empty()) {
        return column.names[static_cast<std::size_t>(column.codes[at])];
    }
    if (!column.wholes.empty()) {
        return std::to_string(column.wholes[at]);
    }
    switch (column.kind) {
    case ColumnKind::Text:
        break;
    case ColumnKind::Time:
        return column.form.write(column.times[at], column.offsetAt(row));
    case ColumnKind::Number:
        break;
    }
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, column.numbers[at]);
    assert(error == std::errc());
    return {digits, end};
}

Table readTable(const std::filesystem::path& file, const TableFormat& format, const GoOn& goOn)
{
    const TextFile opened(file, file.string(), goOn);
    return read(opened.bytes(), file.string(), format, goOn, [&] { opened.checkedAge(); });
}

Table readTableText(std::string_view text, const std::string& name, const TableFormat& format, const GoOn& goOn)
{
    return read(text, name, format, goOn, [] {});
}

} // namespace engine
