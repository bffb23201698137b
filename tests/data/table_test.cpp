// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table.h"
#include "engine/data/table_format.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <random>

using engine::ColumnKind;
using engine::DecimalMark;
using engine::HeaderRow;
using engine::NamedColumns;
using engine::readTable;
using engine::readTableText;
using engine::Table;
using engine::TableFormat;
using engine::TimeForm;
using Dates = engine::TimeForm::Dates;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

Table table(const std::string& text, const TableFormat& format = {})
{
    return readTableText(text, "a.csv", format);
}

std::string sentenceFor(const std::string& text, const TableFormat& format = {})
{
    return sentenceOf([&] { table(text, format); });
}

std::string problemOf(const std::string& text, const std::string& column, const TableFormat& format = {})
{
    const Table read = table(text, format);
    return sentenceOf([&] { read.column(column); });
}

} // namespace

TEST(TableText, IsReadAsColumns)
{
    const Table read = table("day,temp,place\n1981-01-01,20.7,Melbourne\n1981-01-02,-17.9e0,Perth\n");
    EXPECT_EQ(read.rows, 2);
    EXPECT_EQ(read.format.delimiter, ',');
    EXPECT_EQ(read.format.header, HeaderRow::Yes);
    EXPECT_EQ(read.columns[0].kind, ColumnKind::Time);
    EXPECT_THAT(read.numberColumn("temp").numbers, ElementsAre(20.7, -17.9));
    EXPECT_THAT(read.column("place").names, ElementsAre("Melbourne", "Perth"));
    EXPECT_THAT(read.column("place").codes, ElementsAre(0, 1));
    EXPECT_EQ(read.text(read.column("day"), 1), "1981-01-02");
    EXPECT_EQ(read.text(read.column("temp"), 0), "20.7");
    EXPECT_EQ(read.text(read.column("place"), 1), "Perth");
}

TEST(TableText, TellsItsDelimiter)
{
    EXPECT_EQ(table("a;b\n1;2\n").format.delimiter, ';');
    EXPECT_EQ(table("a\tb\n1\t2\n").format.delimiter, '\t');
    EXPECT_EQ(table("a|b\n1|2\n").format.delimiter, '|');
    EXPECT_EQ(table("a\n1\n").columns.size(), 1u);
    EXPECT_EQ(table("a;b,c\n1;2,5\n3;4,5\n").format.delimiter, ';'); // though commas would do, too
    EXPECT_EQ(table("\"a;b\",c\n\"1;2\",3\n").format.delimiter, ',');
    EXPECT_EQ(table("a,b;\n1,2;\n").format.delimiter, ',') << "nothing stands behind the others";
    EXPECT_EQ(table("a,b|c\n1,2\n").format.delimiter, ',') << "the bar cuts one row alone";
    EXPECT_EQ(table("a;b\n1;\n2;3\n").format.delimiter, ';') << "a gap ends a row";
    EXPECT_EQ(table("x;y,1\nz;w,2\n").format.delimiter, ',') << "where the numbers are";
}

TEST(TableText, HasADecimalComma)
{
    const Table read = table("a;b\n1,5;-2,25\n3;4,5\n");
    EXPECT_EQ(read.format.decimal, DecimalMark::Comma);
    EXPECT_THAT(read.column("a").numbers, ElementsAre(1.5, 3));
    EXPECT_THAT(read.column("b").numbers, ElementsAre(-2.25, 4.5));
    EXPECT_THAT(problemOf("a;b\n1,5;2\n1.5;2\n2,5;1\n", "a"), HasSubstr("row 3, column 'a': found '1.5', wanted a "
                                                                        "number with the decimal mark ','"));
    EXPECT_THAT(table("a,b\n\"1,5\",2\n\"2,5\",3\n").column("a").numbers, ElementsAre(1.5, 2.5));
    const Table alone = table("\"a\"\n15,9\n16,1\n", {.decimal = DecimalMark::Comma});
    EXPECT_THAT(alone.column("a").numbers, ElementsAre(15.9, 16.1));
}

TEST(TableText, MayHaveNoHeader)
{
    const Table read = table("1,2\n3,4\n");
    EXPECT_EQ(read.format.header, HeaderRow::No);
    EXPECT_EQ(read.rows, 2);
    EXPECT_THAT(read.column("column 2").numbers, ElementsAre(2, 4));
    EXPECT_EQ(table("1,2\n3,4\n", {.header = HeaderRow::Yes}).rows, 1);
    EXPECT_EQ(table("a,b\nc,d\n", {.header = HeaderRow::No}).rows, 2);
    EXPECT_EQ(table(",b\n1,2\n").columns[0].name, "column 1");
}

TEST(TableText, MayHaveQuotedFields)
{
    const Table read = table("\"a, b\",n\r\n\"x \"\"y\"\"\r\nz\",1\r\n plain ,2\r\n");
    EXPECT_THAT(read.column("a, b").names, ElementsAre("x \"y\"\r\nz", "plain"));
    EXPECT_THAT(read.column("n").numbers, ElementsAre(1, 2));
}

TEST(TableText, MayHaveAnyLineEndsBlankLinesAndAMark)
{
    for (const char* text : {"a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r", "\n\na,b\n\n1,2\n3,4\n\n",
                             "\xEF\xBB\xBF"
                             "a,b\n1,2\n3,4\n"}) {
        const Table read = table(text);
        EXPECT_EQ(read.rows, 2) << text;
        EXPECT_THAT(read.column("a").numbers, ElementsAre(1, 3)) << text;
    }
}

TEST(TableText, HasNumbersWithSignsAndSpaces)
{
    EXPECT_THAT(table("a,b\n+1,\" 2 \"\n-3,4e2\n").column("a").numbers, ElementsAre(1, -3));
    EXPECT_THAT(table("a,b\n+1,\" 2 \"\n-3,4e2\n").column("b").numbers, ElementsAre(2, 400));
}

TEST(TableText, HasNoRowBehindOneWithAQuoteInAWrongPlace)
{
    engine::CsvRows rows("5\" pipe\n1\n", ',');
    for (int asked = 0; asked < 2; ++asked) {
        EXPECT_FALSE(rows.next());
        EXPECT_EQ(rows.number(), 1);
    }
}

TEST(TableText, IsRefusedWithTheRow)
{
    const std::string quote = "found a quote (\") in a wrong place, wanted it around whole fields", rows = "a,b\n1,2\n";
    const std::pair<std::string, testing::Matcher<std::string>> cases[] = {
        {"a,b\n1,2\n3\n4,5\n", "a.csv, row 3: found 1 field, wanted 2, as in the first row"},
        {"a,b\n1,2\n\n3,4,5\n", "a.csv, row 4: found 3 fields, wanted 2, as in the first row"},
        {rows + "5\" pipe,2\n", StartsWith("a.csv, row 3: " + quote)},
        {rows + "\"5\" pipe,2\n", StartsWith("a.csv, row 3: " + quote)},
        {rows + "\"never closed,2\n", StartsWith("a.csv, row 3: " + quote)},
        {"\"a", HasSubstr("row 1: found a quote")},
        {"a,b\n", "a.csv: found a header and no rows, wanted at least one"},
        {"\n\n", "a.csv: found no rows, wanted a table with at least one"},
        {"a,a\n1,2\n",
         "a.csv: found two columns named 'a', wanted a different name for each; where the first row has no "
         "names, header: VALUES of SEQUENCEDATA (or --header) reads it as the others"},
        {std::string(10'000, ',') + "\n", HasSubstr("found more than 8192 columns")},
        {rows + std::string(10'000, ','), HasSubstr("row 3: found 8193 fields, wanted 2")},
    };
    for (const auto& [text, words] : cases) {
        EXPECT_THAT(sentenceFor(text), words);
    }
}

TEST(TableText, MayHaveADelimiterAtTheEndOfItsRows)
{
    for (const char* text : {"a,b,\n1,2,\n3,4,\n", "a,b\n1,2,\n3,4,\n", "a,b,\n1,2\n3,4\n", "a,b,,\n1,2,,\n3,4,,\n"}) {
        const Table read = table(text);
        ASSERT_EQ(read.columns.size(), 2u) << text;
        EXPECT_THAT(read.column("b").numbers, ElementsAre(2, 4)) << text;
    }
    EXPECT_EQ(table("1;2;\n3;4;\n").columns.size(), 2u);
    EXPECT_EQ(table("a,,b\n1,,2\n3,7,4\n").columns.size(), 3u) << "a column in the middle has a name";
    EXPECT_EQ(sentenceFor("a,b,\n1,2,\n3,4,5\n"), "a.csv, row 3: found 3 fields, wanted 2, as in the first row");
}

TEST(TableColumn, SaysWhereItDoesNotRead)
{
    const struct {
        std::string text, column;
        testing::Matcher<std::string> words;
    } cases[] = {
        {"a,b\n1,2\n3,n/a\n4,5\n", "b", StartsWith("a.csv, row 3, column 'b': found 'n/a', wanted a number")},
        {"a,b\n1,2\n,4\n5,6\n", "a",
         StartsWith("a.csv, row 3, column 'a': found no value, wanted one in each row; rows without: 1; gaps: ")},
        {"a,b\n1,2\n3,NaN\n5,6\n", "b",
         StartsWith("a.csv, row 3, column 'b': found no value, wanted one in each row; rows without: 1; gaps: ")},
        {"a,b\n1,2\n3,4\n5,-inf\n", "b", StartsWith("a.csv, row 4, column 'b': found '-inf', wanted")},
        {"a,b\n1,2\n3,4\n5,1e999\n", "b", StartsWith("a.csv, row 4, column 'b': found '1e999', wanted")},
        {"a,b\n1,\n3,\n", "b", "a.csv: the column 'b' is empty, wanted values"},
        {"t,b\n2001-01-01,1\n2001-01-02,1\n2001-1-3,2\n", "t",
         "a.csv, row 4, column 't': found '2001-1-3', wanted a time as in the first rows, YYYY-MM-DD"},
        {"t,b\n2021-02-28,1\n2021-02-30,1\n2021-03-01,2\n", "t",
         "a.csv, row 3, column 't': found '2021-02-30', wanted a day and an hour that exist, as YYYY-MM-DD"},
        {"Temp,b\n1,2\n", "temp",
         "a.csv: found no column named 'temp', wanted one of its 2 columns (did you mean Temp?)"},
    };
    for (const auto& [text, column, words] : cases) {
        EXPECT_THAT(problemOf(text, column), words);
    }
}

TEST(TableColumn, ThatIsNoUtf8SaysWhere)
{
    const std::string text = "a,b\nx,1\n\xE9,2\n",
                      sentence = "row 3, column 'a': found '\\xe9', wanted a text in UTF-8";
    EXPECT_THAT(problemOf(text, "a"), HasSubstr(sentence));
    EXPECT_EQ(problemOf(text, "b"), "");
    const Table named = readTableText(text, "a.csv", {}, {"a"});
    EXPECT_THAT(sentenceOf([&] { named.namedColumn("a"); }), HasSubstr(sentence));
}

TEST(TableColumn, WithTheOtherDecimalMarkNamesItsSetting)
{
    TableFormat format;
    format.decimal = DecimalMark::Point;
    const std::string whole = "a;b\n1;1\n2;2\n2,5;2\n", mixed = "a;b\n1.5;1\n2.5;2\n2,5;3\n";
    EXPECT_THAT(problemOf(whole, "a", format), HasSubstr("row 4, column 'a': found '2,5'"));
    EXPECT_THAT(problemOf(whole, "a", format), HasSubstr("decimal of SEQUENCEDATA (or --decimal) sets it"));
    format.decimal = DecimalMark::Comma;
    EXPECT_EQ(problemOf(whole, "a", format), "") << "the remedy works";
    EXPECT_THAT(problemOf(mixed, "a"), HasSubstr("wanted a number with the decimal mark '.'"));
}

TEST(TableColumn, WhoseNameIsReadAsAValueNamesTheSettingOfTheHeader)
{
    EXPECT_THAT(problemOf("2019,2020\n1,2\n", "2020"), HasSubstr("; header: NAMES of SEQUENCEDATA (or --header)"));
    TableFormat format;
    format.header = HeaderRow::Yes;
    EXPECT_EQ(problemOf("2019,2020\n1,2\n", "2020", format), "");
}

TEST(TableColumn, ThatIsTheOnlyOneNamesTheDelimiter)
{
    TableFormat format;
    format.delimiter = ',';
    EXPECT_THAT(problemOf("a;b\n1;2\n", "b", format), HasSubstr("delimiter of SEQUENCEDATA (or --delimiter)"));
}

TEST(TableColumn, WithAProblemDisturbsNoOther)
{
    EXPECT_THAT(table("a,b\n1,2\n3,?\n").column("a").numbers, ElementsAre(1, 3));
}

TEST(TableColumn, OfTextIsNoColumnOfNumbers)
{
    EXPECT_EQ(sentenceOf([] { table("a,b\nx,2\n").numberColumn("a"); }),
              "a.csv, row 2, column 'a': found 'x', wanted a column of numbers");
}

TEST(LargeTable, IsTheSameWithAndWithoutQuotes)
{
    std::mt19937 random(7);
    const auto draw = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random()) % below; };
    const auto plainText = [&](bool quoted) {
        random.seed(7);
        std::string text = quoted ? "\"n\"\tt\tw\n" : "n\tt\tw\n";
        for (int row = 0; row < 60'000; ++row) {
            const std::uint32_t quotedField = draw(9), end = draw(8);
            std::array<std::string, 3> fields = {std::to_string(draw(1000)) + "." + std::to_string(draw(1000)),
                                                 "word " + std::to_string(draw(50)), "-" + std::to_string(draw(9))};
            for (std::size_t field = 0; field < fields.size(); ++field) {
                const std::string spaces(draw(3), ' ');
                const bool inQuotes = quoted && quotedField == field;
                text += spaces + (inQuotes ? "\"" + fields[field] + "\"" : fields[field]) + spaces;
                text += field < 2 ? "\t" : "";
            }
            text += end == 0 ? "\r\n" : end == 1 ? "\n \n" : end == 2 ? "\r" : "\n";
        }
        return text;
    };
    const Table plain = table(plainText(false)), quoted = table(plainText(true));
    ASSERT_EQ(plain.rows, 60'000);
    EXPECT_EQ(plain.column("n").numbers, quoted.column("n").numbers);
    EXPECT_EQ(plain.column("t").codes, quoted.column("t").codes);
    EXPECT_EQ(plain.column("t").names, quoted.column("t").names);
    EXPECT_EQ(plain.column("w").numbers, quoted.column("w").numbers);
    EXPECT_EQ(problemOf(plainText(false) + "1\tx\t?\n", "w"), problemOf(plainText(true) + "1\tx\t?\n", "w"));
}

TEST(TableNumber, IsNothingElse)
{
    for (const char* text : {".", "-", "+", "-.", "+-1", "--1", "1.2.3", "1 2", "1x", "0x1", "1,5", "1,234", "1,234.5",
                             "inf", "NaN", "1e999", "", "  "}) {
        EXPECT_FALSE(engine::readNumber(text, DecimalMark::Point)) << text;
    }
    for (const char* text : {",", "1.5", "1,2,3", "1.234,5", "1.234", "123456789012345678.5"}) {
        EXPECT_FALSE(engine::readNumber(text, DecimalMark::Comma)) << text;
    }
}

namespace {

/// The only column of these values, a row each, between semicolons or commas.
std::vector<double> numbersOf(const std::vector<std::string>& values, char delimiter, const TableFormat& format = {})
{
    std::string text = delimiter == ';' ? "v;w\n" : "v,w\n";
    for (const std::string& value : values) {
        text += "\"" + value + "\"" + delimiter + "1\n";
    }
    return table(text, format).column("v").numbers;
}

} // namespace

TEST(ColumnOfThousands, IsRefusedOrAskedFor)
{
    const auto said = [](const std::vector<std::string>& values, char delimiter) {
        return sentenceOf([&] { numbersOf(values, delimiter); });
    };
    EXPECT_THAT(said({"980", "990", "1,000", "1,010"}, ','), HasSubstr("row 4, column 'v': found '1,000', wanted"));
    EXPECT_THAT(said({"900", "951", "1.002", "1.052"}, ';'), HasSubstr("row 4, column 'v': found '1.002', wanted"));
    for (const auto& [values, delimiter] :
         {std::pair(std::vector<std::string>{"1.234.567", "12.345,5"}, ';'), {{"1,234.5", "12,345.75"}, ','}}) {
        EXPECT_THAT(said(values, delimiter), HasSubstr("row 2, column 'v': found '1")) << values.front();
        EXPECT_THAT(said(values, delimiter), EndsWith("wanted a number without marks between its thousands"));
    }
    EXPECT_THAT(problemOf("a;b\n900;3,80\n1.002;3,79\n", "a"),
                EndsWith("found '1.002', wanted a number without marks between its thousands"))
        << "the other column tells the mark";
    EXPECT_THAT(said({"0.5", "2.25", "1,234"}, ','), EndsWith("wanted a number without marks between its thousands"));
}

TEST(ColumnOfThousands, IsNoneWhereItsValuesHaveDecimals)
{
    EXPECT_THAT(numbersOf({"1.5", "1.125", "2"}, ','), ElementsAre(1.5, 1.125, 2));
    EXPECT_THAT(numbersOf({"0.125", "1.125", "2.250"}, ';'), ElementsAre(0.125, 1.125, 2.25));
    EXPECT_THAT(numbersOf({"12.345", "13.456"}, ','), ElementsAre(12.345, 13.456)) << "where commas part the columns";
    EXPECT_THAT(numbersOf({"12,345", "13,456"}, ';'), ElementsAre(12.345, 13.456));
}

TEST(ColumnOfThousands, IsAskedForWhereNothingTells)
{
    const std::string text = "v;w\n1.234;1\n5.678;2\n";
    EXPECT_EQ(problemOf(text, "v"),
              "a.csv, row 2, column 'v': found '1.234', wanted a number without marks between its thousands, or "
              "decimal: POINT of SEQUENCEDATA (or --decimal) where the mark is a decimal one");
    TableFormat format;
    format.decimal = DecimalMark::Point;
    EXPECT_THAT(table(text, format).column("v").numbers, ElementsAre(1.234, 5.678));
    EXPECT_THAT(table(text).column("w").numbers, ElementsAre(1, 2)) << "it stops no other";
    EXPECT_THAT(problemOf("v,w\n\"1,234\",1\n\"5,678\",2\n", "v"), HasSubstr("found '1,234', wanted"));
    EXPECT_THAT(problemOf("v,w\n1,1\n1.125,2\n3,3\n", "v"), HasSubstr("found '1.125', wanted"));
}

TEST(ColumnOfThousands, IsRefusedWhereItFirstComesBehindTheFirstRows)
{
    std::string late = "a\tb\n";
    for (int row = 0; row < 1100; ++row) {
        late += "900\t0.5\n";
    }
    late += "1.200\t0.5\n";
    EXPECT_THAT(problemOf(late, "a"), HasSubstr("row 1102")) << "another column's mark tells nothing of this one";
    EXPECT_EQ(problemOf(late, "a", {.decimal = DecimalMark::Point}), "");
    EXPECT_EQ(table("a,b\n1,2\n3,4\n").format.decimal, DecimalMark::Auto) << "whole numbers tell nothing";
}

TEST(ColumnOfThousands, IsAskedForThoughAnotherColumnHasDecimals)
{
    EXPECT_NE(problemOf("a;b\n10.58;986\n11.25;1.393\n", "b"), "");
    EXPECT_EQ(problemOf("a;b\n10.58;1.986\n11.25;1.393\n", "b"), "");
}

TEST(TableText, WithFewerNamesThanColumnsIsRefused)
{
    EXPECT_THAT(sentenceFor("x,y\n1,5,6\n2,7,8\n"), HasSubstr("row 2"));
    EXPECT_THAT(sentenceFor("temp\n15,9\n16,1\n"), HasSubstr("row 2"));
    EXPECT_THAT(table("temp\n15,9\n16,1\n", {.decimal = DecimalMark::Comma}).numberColumn("temp").numbers,
                ElementsAre(15.9, 16.1));
    EXPECT_THAT(table("a,temp\n1,\"15,9\"\n2,\"16,1\"\n", {.decimal = DecimalMark::Comma}).numberColumn("temp").numbers,
                ElementsAre(15.9, 16.1))
        << "in quotes between commas";
}

TEST(NamedColumn, KeepsItsTextsThoughTheyLookLikeNumbers)
{
    const NamedColumns named{"id"};
    const Table read = readTableText("id,x\n007,1\n7,2\n07,3\n007,4\n", "a.csv", {}, named);
    EXPECT_EQ(read.columns[0].kind, ColumnKind::Number);
    EXPECT_THAT(read.namedColumn("id").names, ElementsAre("007", "7", "07"));
    EXPECT_THAT(read.namedColumn("id").codes, ElementsAre(0, 1, 2, 0));
    EXPECT_EQ(read.text(read.columns[0], 3), "007");
}

TEST(NamedColumn, MayHaveNumbersAndTexts)
{
    const Table read = readTableText("x,id,\n1,101,\n2,102,\n3,A7,\n", "a.csv", {}, {""});
    EXPECT_THAT(read.namedColumn("id").names, ElementsAre("101", "102", "A7"));
    EXPECT_THAT(sentenceOf([&] { read.column("id"); }), HasSubstr("found 'A7', wanted a number"));
}

TEST(TableFile, IsReadFromDisk)
{
    const TemporaryFolder folder;
    EXPECT_EQ(readTable(folder.write("a.csv", "a,b\n1,2\n")).rows, 1);
    EXPECT_THAT(sentenceOf([&] { readTable(folder.write("b.csv", "a,b\n1\n")); }),
                EndsWith("b.csv, row 2: found 1 field, "
                         "wanted 2, as in the first row"));
    EXPECT_THAT(sentenceOf([&] { readTable(folder.path() / "none.csv"); }), HasSubstr("none.csv: No such file"));
}

TEST(TableFile, ThatIsNoTextIsNamedWithAWayToGetOne)
{
    using namespace std::literals;
    const TemporaryFolder folder;
    const auto said = [&](const std::string& bytes) {
        const std::filesystem::path file = folder.write("a.csv", bytes);
        const std::string sentence = sentenceOf([&] { readTable(file); });
        return sentence.substr(std::min(sentence.size(), file.string().size()));
    };
    const std::string other = " is an archive or a document of another program, wanted a text in UTF-8; unpack it, or "
                              "save it as text or CSV there";
    for (const char* start : {"PK\3\4 rest", "\xD0\xCF\x11\xE0\xA1\xB1", "\x28\xB5\x2F\xFD rest"}) {
        EXPECT_EQ(said(start), other);
    }
    EXPECT_THAT(said("\xFF\xFE\x61\0,\0b\0\n\0"s), HasSubstr("in UTF-16, wanted a text in UTF-8; iconv -f UTF-16"));
    EXPECT_EQ(said("a,b\n1,2\n"), "");
}

TEST(TableFile, CanBeCancelled)
{
    EXPECT_THROW(readTableText("a,b\n1,2\n", "a.csv", {}, {}, [] { return false; }), engine::CancelledError);
}

namespace {

constexpr std::int64_t second = 1'000'000, hour = 3600 * second, day = 24 * hour;

std::optional<std::int64_t> timeOf(const std::string& text, Dates dates, bool hasOffset = false)
{
    const auto time = engine::readTime(text, {.dates = dates, .hasOffset = hasOffset});
    return time ? std::optional(time->microseconds) : std::nullopt;
}

} // namespace

TEST(TimeText, IsReadInEachForm)
{
    EXPECT_EQ(timeOf("1970-01-02", Dates::Iso), day);
    EXPECT_EQ(timeOf("1970-02", Dates::Iso), 31 * day);
    EXPECT_EQ(timeOf("1970-01-02T01:01", Dates::Iso), day + hour + 60 * second);
    EXPECT_EQ(timeOf("1970-01-02 01:01:01.5", Dates::Iso), 90'061'500'000);
    EXPECT_EQ(timeOf("1969-12-31T23:59:59.9", Dates::Iso), -100'000);
    EXPECT_EQ(timeOf("02.01.1970", Dates::DayDots), day);
    EXPECT_EQ(timeOf("2.1.1970 6:30", Dates::DayDots), day + 6 * hour + hour / 2);
    EXPECT_EQ(timeOf("02/01/1970", Dates::DaySlashes), day);
    EXPECT_EQ(timeOf("1/2/1970 18:30:00", Dates::MonthSlashes), day + 18 * hour + hour / 2);
}

TEST(TimeText, IsNothingElse)
{
    for (const char* text : {"", "1981", "1981-13-01", "2023-02-29", "1981-01-01T24:00", "1981-01-01T00:60",
                             "1981-01-01T", "1981-01-01 00:00:00.", "1981-01-01x", "1981-01-01Z", "1981-1-1", "2011/12",
                             "1981.01", "10-11-12", "31.31.2020", "31/12.2020", "1.2.3", "1/1/20", "12:30"}) {
        for (const Dates dates : {Dates::Iso, Dates::DayDots, Dates::DaySlashes, Dates::MonthSlashes}) {
            EXPECT_FALSE(timeOf(text, dates)) << text;
        }
    }
    EXPECT_FALSE(timeOf("2001-01-01 12:30", Dates::Iso, true)) << "an offset is wanted";
    EXPECT_FALSE(timeOf("2001-01-01 12:30+1", Dates::Iso, true));
    EXPECT_FALSE(timeOf("31/01/2020", Dates::MonthSlashes));
}

TEST(TimeText, WithAnOffsetIsAMoment)
{
    for (const char* text :
         {"1970-01-01 02:00:00+02:00", "1970-01-01 00:00:00Z", "1969-12-31 19:00:00-0500", "1970-01-01 01:00:00 +01"}) {
        EXPECT_EQ(timeOf(text, Dates::Iso, true), 0) << text;
    }
    EXPECT_EQ(engine::readTime("1969-12-31 19:00-05:30", {.hasOffset = true})->offset, -330);
}

TEST(ColumnOfTimes, MayHaveOffsetsThatChangeWithSummerTime)
{
    const Table read =
        table("t,x\n2015-10-25 02:00:00+02:00,1\n2015-10-25 02:00:00+01:00,2\n2015-10-25 03:00:00+01:00,3\n");
    const engine::Column& times = read.column("t");
    EXPECT_EQ(times.times[1] - times.times[0], hour);
    EXPECT_EQ(times.times[2] - times.times[1], hour);
    EXPECT_THAT(times.offsets, ElementsAre(120, 60, 60));
}

TEST(ColumnOfTimes, TellsTheDayFromTheMonthByItsFirstRowsAndKeepsToIt)
{
    std::string months = "t,x\n", days = "t,x\n";
    for (int row = 0; row < 40'000; ++row) {
        months += row == 900 ? "01/31/1970,1\n" : "01/02/1970,1\n";
        days += row == 900 ? "31/01/1970 ,1\n" : "02/01/1970 ,1\n";
    }
    const Table byMonth = table(months), byDay = table(days);
    EXPECT_EQ(byMonth.format.dates, engine::DateOrder::MonthFirst);
    EXPECT_EQ(byMonth.column("t").times.front(), day);
    EXPECT_EQ(byMonth.column("t").times[900], 30 * day);
    EXPECT_EQ(byDay.column("t").times, byMonth.column("t").times);
    EXPECT_THAT(problemOf(months + "31/01/1970,1\n", "t"), HasSubstr("row 40002, column 't': found '31/01/1970'"));
}

TEST(ColumnOfTimes, ThatTellsNoDayFromItsMonthIsAskedFor)
{
    const std::string text = "t,x\n01/01/2020,1\n01/02/2020,2\n01/03/2020,3\n";
    EXPECT_EQ(problemOf(text, "t"), "a.csv, row 2, column 't': found '01/01/2020', wanted date_order: DAY or MONTH of "
                                    "SEQUENCEDATA (or --date-order) to say whether the day or the month is first");
    TableFormat format;
    format.dates = engine::DateOrder::DayFirst;
    const std::vector<std::int64_t> times = table(text, format).column("t").times;
    EXPECT_EQ(times[1] - times[0], 31 * day);
    EXPECT_EQ(problemOf("t,x\n01.02.2020,1\n01.03.2020,2\n", "t"), "") << "points: the day is first";
}

/// As a German, an American and an ISO spreadsheet write it.
TEST(ColumnOfTimes, IsAskedForThoughAnotherOneTellsItsOrder)
{
    EXPECT_NE(problemOf("made,t\n13/01/2020,01/01/2020\n14/01/2020,01/02/2020\n", "t"), "");
    EXPECT_EQ(problemOf("made,t\n13/01/2020,01/01/2020\n14/01/2020,01/02/2020\n", "made"), "");
}

TEST(TableText, IsTheSameTableInEachCountry)
{
    const Table iso = table("day,load\n2023-01-01,1.5\n2023-01-13,1234.25\n2023-02-01,2\n");
    for (const char* const text : {"day;load\n01.01.2023;1,5\n13.01.2023;1234,25\n01.02.2023;2\n",
                                   "day,load\n1/1/2023,1.5\n1/13/2023,1234.25\n2/1/2023,2\n"}) {
        const Table other = table(text);
        EXPECT_EQ(other.column("day").times, iso.column("day").times) << text;
        EXPECT_EQ(other.column("load").numbers, iso.column("load").numbers) << text;
    }
}
