// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/table.h"
#include "engine/data/table_sample.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <random>

using engine::ColumnKind;
using engine::DecimalMark;
using engine::HeaderRow;
using engine::readTable;
using engine::readTableText;
using engine::Table;
using engine::TableFormat;
using engine::TimeForm;
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
}

TEST(TableText, MayTellItsDelimiterInAFirstLine)
{
    for (const char* const line : {"sep=;\n", "sep=;\r\n", "\"sep=;\"\n", "\xEF\xBB\xBFsep=;\n"}) {
        const Table found = table(std::string(line) + "a;b\n1;2\n3;4\n");
        ASSERT_EQ(found.columns.size(), 2u) << line;
        EXPECT_EQ(found.columns[0].name, "a");
        EXPECT_EQ(found.rows, 2);
        EXPECT_EQ(found.rowInFile(0), 3);
    }
    EXPECT_EQ(problemOf("sep=|\na|b\n1|2\n3|4\n5|?\n", "b"), "a.csv, row 5, column 'b': found '?', wanted a number");
    EXPECT_EQ(table("sep=|\n1\n2\n").columns.size(), 1u);
}

TEST(TableText, HasADecimalComma)
{
    const Table read = table("a;b\n1,5;-2,25\n3;4,5\n");
    EXPECT_EQ(read.format.decimal, DecimalMark::Comma);
    EXPECT_THAT(read.column("a").numbers, ElementsAre(1.5, 3));
    EXPECT_THAT(read.column("b").numbers, ElementsAre(-2.25, 4.5));
    EXPECT_THAT(problemOf("a;b\n1,5;2\n1.5;2\n2,5;1\n", "a"),
                EndsWith("row 3, column 'a': found '1.5', wanted a number"));
    EXPECT_THAT(table("a,b\n\"1,5\",2\n\"2,5\",3\n").column("a").numbers, ElementsAre(1.5, 2.5));
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

TEST(TableText, TakesTheKindThatIsAskedFor)
{
    const Table read = table("store,sold\n17,1\n4,2\n", {.kinds = {{"store", ColumnKind::Text}}});
    EXPECT_THAT(read.column("store").names, ElementsAre("17", "4"));
    EXPECT_THAT(problemOf("a,b\nx,1\n", "a", {.kinds = {{"a", ColumnKind::Number}}}),
                EndsWith("row 2, column 'a': found 'x', wanted a number"));
}

TEST(TableText, WithRaggedRowsIsRefusedWithTheRow)
{
    EXPECT_EQ(sentenceFor("a,b\n1,2\n3\n4,5\n"), "a.csv, row 3: found 1 field, wanted 2, as in the first row");
    EXPECT_EQ(sentenceFor("a,b\n1,2\n\n3,4,5\n"), "a.csv, row 4: found 3 fields, wanted 2, as in the first row");
}

TEST(TableText, WithRaggedRowsNamesTheDelimiterThatCutsAllAlike)
{
    TableFormat format;
    format.delimiter = ',';
    EXPECT_EQ(sentenceFor("a;b\n1,5;2,5\n2,5;3\n", format),
              "a.csv, row 2: found 3 fields, wanted 1, as in the first row; delimiter: SEMICOLON of SEQUENCEDATA cuts "
              "all rows alike");
}

TEST(TableText, WithDecimalCommasBetweenCommasIsToldFromRaggedRows)
{
    EXPECT_EQ(sentenceFor("a,b\n1,5,2,5\n2,5,3,1\n"),
              "a.csv, row 2: found 4 fields, wanted 2, as in the first row; a number with a decimal comma must stand "
              "in quotes where commas stand between the columns, too");
}

TEST(TableText, WithALineAboveItsHeaderSaysWhereTheTableBegins)
{
    EXPECT_EQ(
        sentenceFor("Station Berlin\nt,x\n1,2\n2,3\n3,4\n"),
        "a.csv, row 2: found 2 fields, wanted 1, as in the first row; the rows behind row 1 have 2 fields each, so "
        "what stands above them may be no part of the table and must go");
}

TEST(TableText, MayHaveADelimiterAtTheEndOfItsRows)
{
    for (const char* text : {"a,b,\n1,2,\n3,4,\n", "a,b\n1,2,\n3,4,\n", "a,b,\n1,2\n3,4\n", "a,b,,\n1,2,,\n3,4,,\n"}) {
        const Table read = table(text);
        ASSERT_EQ(read.columns.size(), 2u) << text;
        EXPECT_THAT(read.column("b").numbers, ElementsAre(2, 4)) << text;
    }
    EXPECT_EQ(table("1;2;\n3;4;\n").columns.size(), 2u);
    EXPECT_EQ(table("a,,b\n1,,2\n3,7,4\n").columns[1].problem,
              "a.csv, row 2, column 'column 2': found nothing, wanted a number")
        << "it has a value";
}

TEST(TableText, WithAQuoteInAWrongPlaceIsRefusedWithTheRow)
{
    for (const char* rest : {"5\" pipe,2\n", "\"5\" pipe,2\n", "\"never closed,2\n"}) {
        EXPECT_THAT(sentenceFor("a,b\n1,2\n" + std::string(rest)),
                    HasSubstr("a.csv, row 3: found a quote (\") in a wrong place, wanted it around whole fields"))
            << rest;
    }
    EXPECT_THAT(sentenceFor("\"a"), HasSubstr("row 1: found a quote"));
}

TEST(TableText, WithoutRowsIsRefused)
{
    EXPECT_EQ(sentenceFor("a,b\n"), "a.csv: found a header and no rows, wanted at least one");
    EXPECT_EQ(sentenceFor("\n\n"), "a.csv: found no rows, wanted a table with at least one");
}

TEST(TableText, WithTwoColumnsOfOneNameIsRefused)
{
    EXPECT_EQ(sentenceFor("a,a\n1,2\n"),
              "a.csv: found two columns named 'a', wanted a different name for each; where the first row has no names, "
              "header: VALUES of SEQUENCEDATA reads it as the others");
}

TEST(TableText, WithTooManyColumnsIsRefused)
{
    EXPECT_THAT(sentenceFor(std::string(10'000, ',') + "\n"), HasSubstr("found more than 8192 columns"));
}

TEST(TableText, WithAFieldWithoutEndIsRefused)
{
    std::string text = "a,b\n1,2\n\"";
    while (text.size() < 3'000'000) {
        text += "1,2\n3,4\n";
    }
    EXPECT_EQ(sentenceFor(text), "a.csv, row 3: found a field of more than 1 MiB, wanted a closing quote before that");
}

TEST(TableColumn, WithTextAmongNumbersSaysWhere)
{
    EXPECT_EQ(problemOf("a,b\n1,2\n3,n/a\n4,5\n", "b"), "a.csv, row 3, column 'b': found 'n/a', wanted a number");
}

TEST(TableColumn, WithAGapAmongNumbersSaysWhere)
{
    EXPECT_THAT(problemOf("a,b\n1,2\n,4\n5,6\n", "a"),
                StartsWith("a.csv, row 3, column 'a': found nothing, wanted a number; 1 row has none: gaps: "));
}

TEST(TableColumn, WithNaNOrInfinitySaysWhere)
{
    EXPECT_THAT(problemOf("a,b\n1,2\n3,NaN\n5,6\n", "b"),
                StartsWith("a.csv, row 3, column 'b': found 'NaN', wanted a finite number; 1 row has none: gaps: "));
    EXPECT_EQ(problemOf("a,b\n1,2\n3,4\n5,-inf\n", "b"),
              "a.csv, row 4, column 'b': found '-inf', wanted a finite number");
    EXPECT_EQ(problemOf("a,b\n1,2\n3,4\n5,1e999\n", "b"),
              "a.csv, row 4, column 'b': found '1e999', wanted a number that a double can hold");
}

TEST(TableColumn, ThatIsEmptySaysSo)
{
    EXPECT_EQ(problemOf("a,b\n1,\n3,\n", "b"), "a.csv: the column 'b' is empty in all 2 rows, wanted values");
}

TEST(TableColumn, ThatIsEmptyInTheOnlyRowSaysSo)
{
    EXPECT_EQ(problemOf("a,b\n1,\n", "b"), "a.csv: the column 'b' is empty in the only row, wanted values");
}

TEST(TableColumn, ThatIsNoUtf8SaysWhere)
{
    EXPECT_THAT(problemOf("a,b\nx,1\n\xE9,2\n", "a"),
                HasSubstr("row 3, column 'a': found '\\xe9', wanted a text in UTF-8"));
}

TEST(TableColumn, WithATimeOfAnotherFormSaysWhere)
{
    EXPECT_EQ(problemOf("t,b\n2001-01-01,1\n2001-01-02,1\n2001-1-3,2\n", "t"),
              "a.csv, row 4, column 't': found '2001-1-3', wanted a time in the form of the first one, YYYY-MM-DD");
}

TEST(TableColumn, WithTheOtherDecimalMarkNamesItsSetting)
{
    TableFormat format;
    format.decimal = DecimalMark::Point;
    EXPECT_EQ(problemOf("a;b\n1;1\n2;2\n2,5;2\n", "a", format),
              "a.csv, row 4, column 'a': found '2,5', wanted a number; decimal: COMMA of SEQUENCEDATA reads it");
    EXPECT_THAT(problemOf("a;b\n1.5;1\n2.5;2\n2,5;3\n", "a", format), EndsWith("wanted a number"))
        << "with it the others would be none";
}

TEST(TableColumn, WhoseNameIsReadAsAValueNamesTheSettingOfTheHeader)
{
    EXPECT_THAT(problemOf("date,2019\n2001-01-01,1\n2001-01-02,2\n", "column 1"),
                EndsWith("found 'date', wanted a time in the form of the first one, YYYY-MM-DD; header: NAMES of "
                         "SEQUENCEDATA takes the first row for names"));
    EXPECT_THAT(problemOf("2019,2020\n1,2\n", "2020"),
                EndsWith("wanted one of its 2 columns; header: NAMES of SEQUENCEDATA takes the first row for names"));
}

TEST(TableColumn, ThatIsTheOnlyOneNamesTheDelimiterThatMakesMore)
{
    TableFormat format;
    format.delimiter = ',';
    EXPECT_THAT(problemOf("a;b\n1;2\n", "b", format),
                EndsWith("wanted one of its 1 column (did you mean a;b?); delimiter: SEMICOLON of SEQUENCEDATA cuts "
                         "its rows into more "
                         "columns"));
    EXPECT_THAT(problemOf("a b\n1 2\n", "b"), EndsWith("only commas, semicolons, tabs and bars are read"));
}

TEST(TableColumn, WithAProblemDisturbsNoOther)
{
    EXPECT_THAT(table("a,b\n1,2\n3,?\n").column("a").numbers, ElementsAre(1, 3));
}

TEST(TableColumn, ThatIsNotThereIsSaidWithItsNeighbours)
{
    EXPECT_EQ(problemOf("Temp,b\n1,2\n", "temp"),
              "a.csv: found no column named 'temp', wanted one of its 2 columns (did you mean Temp?)");
}

TEST(TableColumn, OfTextIsNoColumnOfNumbers)
{
    EXPECT_EQ(sentenceOf([] { table("a,b\nx,2\n").numberColumn("a"); }),
              "a.csv, row 2, column 'a': found 'x', wanted a column of numbers");
}

/// Large enough for several chunks, with quoted line ends where they are cut.
TEST(LargeTable, IsTheSameInChunks)
{
    std::string text = "n,\"t\",w\n";
    std::int64_t rows = 0;
    while (text.size() < 5'000'000) {
        text += std::to_string(rows) + ",\"line\nof \"\"" + std::to_string(rows % 7) + "\"\"\",";
        text += std::to_string(rows % 1000) + ".5\r\n";
        ++rows;
    }
    const Table read = table(text);
    ASSERT_EQ(read.rows, rows);
    EXPECT_EQ(read.column("t").names.size(), 7u);
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto at = static_cast<std::size_t>(row);
        ASSERT_EQ(read.columns[0].numbers[at], static_cast<double>(row));
        ASSERT_EQ(read.columns[1].codes[at], row % 7);
        ASSERT_EQ(read.columns[2].numbers[at], static_cast<double>(row % 1000) + 0.5);
    }
}

TEST(LargeTable, CountsItsRowsThroughAllChunks)
{
    std::string text = "n,t\n";
    for (int row = 0; row < 400'000; ++row) {
        text += row == 300'000 ? "x,7\n" : "1,7.25\n";
    }
    EXPECT_EQ(problemOf(text, "n"), "a.csv, row 300002, column 'n': found 'x', wanted a number");
    text += "1\n";
    EXPECT_EQ(sentenceFor(text), "a.csv, row 400002: found 1 field, wanted 2, as in the first row");
}

/// Rows without quotes are cut in another way than those with quotes: both must say the same.
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

TEST(TableNumber, IsTheNearestDouble)
{
    std::mt19937_64 random(11);
    for (int count = 0; count < 100'000; ++count) {
        const std::uint64_t whole = random() >> (random() % 64);
        std::string text = std::to_string(whole);
        text.insert(random() % (text.size() + 1), ".");
        double wanted = 0, found = 0;
        std::from_chars(text.data(), text.data() + text.size(), wanted);
        ASSERT_EQ(engine::readNumber(text, DecimalMark::Point, found), engine::NumberState::Finite) << text;
        ASSERT_EQ(found, wanted) << text;
        std::ranges::replace(text, '.', ',');
        ASSERT_EQ(engine::readNumber(" -" + text, DecimalMark::Comma, found), engine::NumberState::Finite) << text;
        ASSERT_EQ(found, -wanted) << text;
    }
}

TEST(TableNumber, IsNothingElse)
{
    double number = 7;
    for (const char* text :
         {".", "-", "+", "-.", "+-1", "--1", "1.2.3", "1 2", "1x", "0x1", "1,5", "1,23,456", "1.5,000"}) {
        EXPECT_EQ(engine::readNumber(text, DecimalMark::Point, number), engine::NumberState::Text) << text;
    }
    for (const char* text : {",", "1.5", "1,2,3", "0.500,25", "1234.500", "1.500,2,5", "123456789012345678.5"}) {
        EXPECT_EQ(engine::readNumber(text, DecimalMark::Comma, number), engine::NumberState::Text) << text;
    }
    EXPECT_EQ(engine::readNumber("  ", DecimalMark::Point, number), engine::NumberState::Gap);
    EXPECT_EQ(number, 7);
}

TEST(TableNumber, MayHaveMarksBetweenItsThousands)
{
    const auto read = [](const std::string& text, DecimalMark decimal) {
        double number = 0;
        EXPECT_EQ(engine::readNumber(text, decimal, number), engine::NumberState::Finite) << text;
        return number;
    };
    EXPECT_EQ(read("1,000", DecimalMark::Point), 1000);
    EXPECT_EQ(read("-12,345,678.25", DecimalMark::Point), -12345678.25);
    EXPECT_EQ(read(" 1.500,25 ", DecimalMark::Comma), 1500.25);
    EXPECT_EQ(read("+1.002", DecimalMark::Comma), 1002);
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

TEST(ColumnOfThousands, IsToldByAllOfItsValues)
{
    EXPECT_THAT(numbersOf({"980", "990", "1,000", "1,010"}, ','), ElementsAre(980, 990, 1000, 1010));
    EXPECT_THAT(numbersOf({"900", "951", "1.002", "1.052"}, ';'), ElementsAre(900, 951, 1002, 1052));
    EXPECT_THAT(numbersOf({"1.234.567", "12.345"}, ';'), ElementsAre(1234567, 12345));
    EXPECT_THAT(numbersOf({"1,234.5", "12,345"}, ','), ElementsAre(1234.5, 12345));
    EXPECT_THAT(numbersOf({"1.234,5", "12.345"}, ';'), ElementsAre(1234.5, 12345));
}

TEST(ColumnOfThousands, IsNoneWhereItsValuesHaveDecimals)
{
    EXPECT_THAT(numbersOf({"1.5", "1.125", "2"}, ','), ElementsAre(1.5, 1.125, 2));
    EXPECT_THAT(numbersOf({"0.125", "1.125", "2.250"}, ';'), ElementsAre(0.125, 1.125, 2.25));
    EXPECT_THAT(numbersOf({"12.345", "13.456"}, ','), ElementsAre(12.345, 13.456)) << "where commas part the columns";
    EXPECT_THAT(numbersOf({"12,345", "13,456"}, ';'), ElementsAre(12.345, 13.456));
}

TEST(ColumnOfThousands, IsToldByTheOtherColumns)
{
    const Table read = table("a;b\n900;3,80\n1.002;3,79\n");
    EXPECT_EQ(read.format.decimal, DecimalMark::Comma);
    EXPECT_THAT(read.column("a").numbers, ElementsAre(900, 1002));
    EXPECT_THAT(read.column("b").numbers, ElementsAre(3.8, 3.79));
}

TEST(ColumnOfThousands, IsToldByRowsBehindTheFirstOnes)
{
    std::string text = "v;w\n", other = text;
    for (int row = 0; row < 1000; ++row) {
        text += row == 900 ? "1.234,5;1\n" : "1.234;1\n";
        other += row == 900 ? "0.5;1\n" : "1.234;1\n";
    }
    EXPECT_EQ(table(text).column("v").numbers.front(), 1234);
    EXPECT_EQ(table(text).column("v").numbers[900], 1234.5);
    EXPECT_EQ(table(other).column("v").numbers.front(), 1.234);
}

TEST(ColumnOfThousands, IsAskedForWhereNothingTells)
{
    const std::string text = "v;w\n1.234;1\n5.678;2\n";
    EXPECT_EQ(problemOf(text, "v"),
              "a.csv, row 2, column 'v': found '1.234', which may be 1.234 or 1234, as its mark may be a decimal point "
              "or comma or stand between thousands, wanted decimal: POINT or COMMA of SEQUENCEDATA to say which, or "
              "numbers without marks between thousands");
    TableFormat format;
    format.decimal = DecimalMark::Point;
    EXPECT_THAT(table(text, format).column("v").numbers, ElementsAre(1.234, 5.678));
    format.decimal = DecimalMark::Comma;
    EXPECT_THAT(table(text, format).column("v").numbers, ElementsAre(1234, 5678));
    EXPECT_THAT(table(text).column("w").numbers, ElementsAre(1, 2)) << "it stops no other";
    EXPECT_THAT(problemOf("v,w\n\"1,234\",1\n\"5,678\",2\n", "v"), HasSubstr("which may be 1234 or 1.234"));
    EXPECT_THAT(problemOf("v,w\n1,1\n1.125,2\n3,3\n", "v"), HasSubstr("which may be 1.125 or 1125"));
}

TEST(ColumnOfThousands, IsReadWhereTheDecimalMarkIsTold)
{
    TableFormat format;
    format.decimal = DecimalMark::Comma;
    EXPECT_THAT(numbersOf({"900", "1.002", "1.099"}, ';', format), ElementsAre(900, 1002, 1099));
    EXPECT_THAT(problemOf("a;b\n900;3,80\n2.5;3,79\n951;3,7\n", "a", format), EndsWith("found '2.5', wanted a number"))
        << "with the other mark b would hold texts";
}

TEST(NamedColumn, KeepsItsTextsThoughTheyLookLikeNumbers)
{
    TableFormat format;
    format.named = {"id"};
    const Table read = table("id,x\n007,1\n7,2\n07,3\n007,4\n", format);
    EXPECT_EQ(read.columns[0].kind, ColumnKind::Number);
    EXPECT_THAT(read.namedColumn("id").names, ElementsAre("007", "7", "07"));
    EXPECT_THAT(read.namedColumn("id").codes, ElementsAre(0, 1, 2, 0));
    EXPECT_EQ(read.text(read.columns[0], 3), "007");
    EXPECT_THAT(table("id,x\n10,1\n9,2\n", format).namedColumn("id").names, ElementsAre("9", "10")) << "by size";
}

TEST(NamedColumn, MayHaveNumbersAndTexts)
{
    TableFormat format;
    format.lastIsNamed = true;
    const Table read = table("x,id,\n1,101,\n2,102,\n3,A7,\n", format);
    EXPECT_THAT(read.namedColumn("id").names, ElementsAre("101", "102", "A7"));
    EXPECT_THAT(sentenceOf([&] { read.column("id"); }), EndsWith("found 'A7', wanted a number"));
}

TEST(WholeNumber, StaysExactBeyondADouble)
{
    const Table read = table("t,x\n1700000000000000001,1\n5,1\n1700000000000000002,2\n");
    EXPECT_THAT(read.column("t").wholes, ElementsAre(1700000000000000001, 5, 1700000000000000002));
    EXPECT_EQ(read.text(read.column("t"), 0), "1700000000000000001");
    EXPECT_LT(engine::sizeInColumn(read.column("t"), 0), engine::sizeInColumn(read.column("t"), 2));
    EXPECT_TRUE(table("t,x\n1700000000000000001,1\n0.5,1\n").column("t").wholes.empty());
    EXPECT_TRUE(read.column("x").wholes.empty());
}

TEST(TableText, WithMoreRowsOfAHeaderNamesThem)
{
    const std::string text =
        "Price,Close,Open\nTicker,AAPL,AAPL\nDate,,\n2024-01-02,185.6,187.1\n2024-01-03,184.2,184.2\n"
        "2024-01-04,181.9,182.1\n";
    EXPECT_EQ(
        problemOf(text, "Close"),
        "a.csv, row 2, column 'Close': found 'AAPL', wanted a number; rows 2 to 3 seem to belong to the header, of "
        "which only the row above is read, so they must go");
    EXPECT_THAT(problemOf(text, "Price"), HasSubstr("rows 2 to 3 seem to belong to the header"));
    EXPECT_THAT(problemOf("t,x\ns,m\n1,2\n2,3\n3,4\n", "x"), HasSubstr("; row 2 seems to belong to the header"));
    EXPECT_THAT(problemOf("t,x\n1,n/a\n2,3\n3,4\n", "x"), EndsWith("wanted a number"));
    EXPECT_THAT(problemOf("x\n(1)\n2\n(3)\n4\n5\n", "x"), EndsWith("wanted a number"))
        << "it would be as unreadable without that row";
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

TEST(TableFile, MayBeCompressed)
{
    const TemporaryFolder folder;
    const std::string text = "a,b\n1,2\n3,4\n";
    const std::filesystem::path file = folder.path() / "a.csv.gz";
    gzFile packed = gzopen(file.c_str(), "wb");
    gzwrite(packed, text.data(), static_cast<unsigned>(text.size()));
    gzclose(packed);
    EXPECT_THAT(readTable(file).column("b").numbers, ElementsAre(2, 4));
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 9);
    EXPECT_THAT(sentenceOf([&] { readTable(file); }),
                EndsWith("the compressed data is cut short, wanted the whole file"));
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
    EXPECT_EQ(said("PK\3\4 rest"),
              " is a zip archive, as .docx, .xlsx, .odt and .ods files are, wanted a text in UTF-8; the program "
              "that wrote it saves it as text or CSV in UTF-8");
    EXPECT_THAT(said("\xD0\xCF\x11\xE0\xA1\xB1"), HasSubstr("old Office program, as .doc and .xls files are"));
    const std::string utf16 = " is a text in UTF-16, wanted a text in UTF-8; iconv -f UTF-16 -t UTF-8 makes one of it, "
                              "as does saving it so";
    EXPECT_EQ(said("\xFF\xFE\x61\0,\0b\0\n\0"s), utf16);
    EXPECT_THAT(said("\0a\0,\0b\0\n\0\x31\0,\0\x32"s),
                HasSubstr("in UTF-16, wanted a text in UTF-8; iconv -f UTF-16BE"));
    EXPECT_THAT(said("\x28\xB5\x2F\xFD rest"), HasSubstr("compressed by zstd"));
    EXPECT_EQ(said("a,b\n1,2\n"), "");
}

TEST(TableFile, CanBeCancelled)
{
    EXPECT_THROW(readTableText("a,b\n1,2\n", "a.csv", {}, [] { return false; }), engine::CancelledError);
}

TEST(TimeText, IsReadAndWritten)
{
    for (const char* text :
         {"1981-01-31", "2024-02-29", "1899-12-31T23:59", "2001-01-01 00:00:00", "2001-01-01T12:30:15.25",
          "2001-01-01T12:30:15.123456Z", "2001-01-01 12:30+01:00", "1981-01", "1981/01/31", "1981.01.31 18:30",
          "31.12.2020", "12/31/2020", "31/12/2020 06:30", "31-12-2020", "12/31/20", "12/31/1999 06:30 PM",
          "12/31/2020 12:05:10am", "2020-01-01 00:00:00 UTC"}) {
        const std::vector<TimeForm> forms = TimeForm::formsOf(text);
        ASSERT_EQ(forms.size(), 1u) << text;
        EXPECT_EQ(forms.front().write(forms.front().read(text).value()), text);
    }
}

TEST(TimeText, MayLeaveOutZeros)
{
    TimeForm form = TimeForm::formsOf("1/31/2020 9:05").front();
    EXPECT_EQ(form.read("01/31/2020 09:05"), form.read("1/31/2020 9:05"));
    EXPECT_TRUE(form.leavesOutZeros("1/31/2020 9:05"));
    EXPECT_FALSE(form.leavesOutZeros("01/31/2020 09:05"));
    form.leaveOutZeros();
    EXPECT_EQ(form.write(form.read("01/31/2020 09:05").value()), "1/31/2020 9:05");
}

TEST(TimeText, CountsMicroseconds)
{
    const TimeForm form = TimeForm::formsOf("2000-01-01T00:00:00.5").front();
    EXPECT_EQ(form.read("1970-01-01T00:00:00.0"), 0);
    EXPECT_EQ(form.read("1970-01-02T01:01:01.5"), 90'061'500'000);
    EXPECT_EQ(form.read("1969-12-31T23:59:59.9"), -100'000);
    EXPECT_EQ(TimeForm::formsOf("1/20/1970 12:30 AM").front().read("1/2/1970 12:30 AM"), 88'200'000'000);
    EXPECT_EQ(TimeForm::formsOf("31.12.68").front().read("01.01.70"), 0) << "two digits are a year from 1969 to 2068";
}

TEST(TimeText, IsNothingElse)
{
    for (const char* text : {"",
                             "1981",
                             "1981-13-01",
                             "2023-02-29",
                             "1981-01-01T24:00",
                             "1981-01-01T00:60",
                             "1981-01-01T",
                             "1981-01-01 00:00:00.",
                             "1981-01-01x",
                             "1981-01-01Z",
                             "2001-01-01 12:30+1",
                             "1981-1-1",
                             "2011/12",
                             "1981.01",
                             "10-11-12",
                             "31.31.2020",
                             "31/12.2020",
                             "1.2.3",
                             "1/1/2020 13:00 PM",
                             "1/1/2020 0:30 AM",
                             "12:30"}) {
        EXPECT_TRUE(TimeForm::formsOf(text).empty()) << text;
    }
    EXPECT_FALSE(TimeForm::formsOf("2001-01-01 12:30+01:00").front().read("2001-01-01 12:30"));
    EXPECT_FALSE(TimeForm::formsOf("2001-01-01 12:30").front().read("2001-01-01 12:30Z"));
}

TEST(TimeText, WithAnOffsetIsAMoment)
{
    const TimeForm form = TimeForm::formsOf("2015-10-25 02:00:00+02:00").front();
    EXPECT_EQ(form.read("1970-01-01 01:00:00+01:00"), 0);
    for (const char* text : {"1970-01-01 02:00:00+02:00", "1970-01-01 00:00:00Z", "1969-12-31 19:00:00-0500",
                             "1970-01-01 01:00:00 +01", "1970-01-01 00:00:00 UTC"}) {
        EXPECT_EQ(form.read(text), 0) << text;
        EXPECT_EQ(form.write(0, form.offsetIn(text)), text);
        EXPECT_FALSE(form.leavesOutZeros(text)) << text;
    }
}

TEST(ColumnOfTimes, MayHaveOffsetsThatChangeWithSummerTime)
{
    const Table read =
        table("t,x\n2015-10-25 02:00:00+02:00,1\n2015-10-25 02:00:00+01:00,2\n2015-10-25 03:00:00+01:00,3\n");
    const engine::Column& times = read.column("t");
    EXPECT_EQ(times.times[1] - times.times[0], 3'600'000'000);
    EXPECT_EQ(times.times[2] - times.times[1], 3'600'000'000);
    EXPECT_EQ(read.text(times, 0), "2015-10-25 02:00:00+02:00");
    EXPECT_EQ(read.text(times, 1), "2015-10-25 02:00:00+01:00");
    EXPECT_TRUE(table("t,x\n2015-10-25 02:00Z,1\n2015-10-25 03:00Z,2\n").column("t").offsets.empty());
}

TEST(TimeText, MayHaveTheDayOrTheMonthFirst)
{
    using engine::DateOrder;
    EXPECT_EQ(TimeForm::formsOf("01/02/2020").size(), 2u);
    const TimeForm month = TimeForm::formsOf("01/02/2020", DateOrder::MonthFirst).front();
    EXPECT_EQ(month.example(), "MM/DD/YYYY");
    EXPECT_EQ(month.read("01/02/1970"), 86'400'000'000);
    EXPECT_TRUE(TimeForm::formsOf("31/01/2020", DateOrder::MonthFirst).empty());
}

TEST(ColumnOfTimes, TellsTheDayFromTheMonthByAllOfItsRows)
{
    std::string months = "t,x\n", days = "t,x\n";
    for (int row = 0; row < 40'000; ++row) { // several chunks, and the rows that tell are no first ones
        const bool isLast = row == 39'999;
        months += isLast ? "01/31/1970,1\n" : "01/02/1970,1\n";
        days += isLast ? "31/01/1970 ,1\n" : "02/01/1970 ,1\n";
    }
    const Table byMonth = table(months), byDay = table(days);
    EXPECT_EQ(byMonth.column("t").times.front(), 86'400'000'000);
    EXPECT_EQ(byMonth.column("t").times.back(), 30 * 86'400'000'000);
    EXPECT_EQ(byDay.column("t").times, byMonth.column("t").times);
    EXPECT_EQ(byDay.text(byDay.column("t"), 39'999), "31/01/1970");
}

TEST(ColumnOfTimes, ThatTellsNoDayFromItsMonthIsAskedFor)
{
    const std::string text = "t,x\n01/01/2020,1\n01/02/2020,2\n01/03/2020,3\n";
    EXPECT_EQ(problemOf(text, "t"), "a.csv, row 3, column 't': found '01/02/2020', which may have the day or the month "
                                    "first, as all dates of the column may, wanted date_order: DAY or MONTH of "
                                    "SEQUENCEDATA to say which");
    TableFormat format;
    format.dates = engine::DateOrder::DayFirst;
    const std::vector<std::int64_t> times = table(text, format).column("t").times;
    EXPECT_EQ(times[1] - times[0], 31 * 86'400'000'000);
    EXPECT_EQ(problemOf("t,x\n01.02.2020,1\n01.03.2020,2\n", "t"), "") << "points: the day is first";
    EXPECT_EQ(problemOf("t,x\n05/05/2020,1\n06/06/2020,2\n", "t"), "") << "the same day either way";
}

TEST(ColumnOfTimes, WithTheDayFirstAndTheMonthFirstSaysWhere)
{
    EXPECT_EQ(problemOf("t,x\n01/02/2020,1\n31/12/2020,2\n12/31/2020,2\n", "t"),
              "a.csv, row 4, column 't': found '12/31/2020', wanted a time in the form of the first one, DD/MM/YYYY");
}
