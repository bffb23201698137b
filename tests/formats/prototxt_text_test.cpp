// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/prototxt/prototxt_text.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"

#include <gtest/gtest.h>

#include <string>

namespace engine::prototxt {

namespace {

/// What parse says about the text; empty where it reads it.
std::string complaint(const std::string& text)
{
    try {
        parse(text, "net.prototxt");
        return {};
    } catch (const ParseError& error) {
        return error.what();
    }
}

/// The text as the writer spells what the reader read.
std::string canonical(const std::string& text)
{
    return print(parse(text, "net.prototxt"));
}

const Field& only(const Message& message)
{
    EXPECT_EQ(message.fields.size(), 1u);
    return message.fields.front();
}

} // namespace

TEST(PrototxtText, ReadsScalarsOfEachKind)
{
    const Message file = parse("units: 512\nratio: -1.5e-3 name: \"a b\" phase: TRAIN on: True", "net.prototxt");
    ASSERT_EQ(file.fields.size(), 5u);
    EXPECT_EQ(file.fields[0].text, "512");
    EXPECT_EQ(file.fields[1].text, "-1.5e-3");
    EXPECT_EQ(file.fields[2].kind, Kind::Quoted);
    EXPECT_EQ(file.fields[2].text, "a b");
    EXPECT_EQ(file.fields[3].kind, Kind::Word);
    EXPECT_EQ(file.fields[4].text, "True");
}

TEST(PrototxtText, TakesAMessageWithAndWithoutColonAndInAngleBrackets)
{
    const std::string wanted = "a {\n  b: 1\n}\n";
    EXPECT_EQ(canonical("a { b: 1 }"), wanted);
    EXPECT_EQ(canonical("a: { b: 1 }"), wanted);
    EXPECT_EQ(canonical("a <b: 1>"), wanted);
    EXPECT_EQ(canonical("a\n{\n\tb:1\r\n}"), wanted);
}

TEST(PrototxtText, TakesCommasAndSemicolonsBetweenFields)
{
    EXPECT_EQ(canonical("a: 1, b: 2; c { d: 3, } e: 5"), "a: 1\nb: 2\nc {\n  d: 3\n}\ne: 5\n");
}

TEST(PrototxtText, MakesOneFieldOfEachElementOfAList)
{
    EXPECT_EQ(canonical("dim: [75, 25,\n 1] next: x"), "dim: 75\ndim: 25\ndim: 1\nnext: x\n");
    EXPECT_EQ(canonical("rule: [{ a: 1 }, { a: 2 }]"), "rule {\n  a: 1\n}\nrule {\n  a: 2\n}\n");
    EXPECT_EQ(canonical("dim: [] a: 1"), "a: 1\n");
}

TEST(PrototxtText, JoinsAdjacentTextsAndKnowsBothQuotes)
{
    EXPECT_EQ(only(parse("a: \"one \"\n  'two' \"\"", "f")).text, "one two");
    EXPECT_EQ(only(parse("a: 'say \"x\"'", "f")).text, "say \"x\"");
}

TEST(PrototxtText, UnderstandsEscapes)
{
    EXPECT_EQ(only(parse(R"(a: "\n\t\\\"\'\x41\101\u00e9\U0001F600")", "f")).text, "\n\t\\\"'AA\u00e9\U0001F600");
}

TEST(PrototxtText, WritesAnyTextSoThatItReadsBack)
{
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) {
        bytes += static_cast<char>(byte);
    }
    for (const std::string& text : {std::string("plain"), std::string("\u00e9\u4e16"), bytes, bytes + "7"}) {
        EXPECT_EQ(only(parse("a: " + inQuotes(text), "f")).text, text);
    }
    EXPECT_EQ(inQuotes("\u00e9"), "\"\u00e9\"");
    EXPECT_EQ(inQuotes("\xe9"), "\"\\351\"");
}

TEST(PrototxtText, KeepsUnquotedPathsWhole)
{
    EXPECT_EQ(only(parse("net: models/char-rnn_2.prototxt", "f")).text, "models/char-rnn_2.prototxt");
}

TEST(PrototxtText, KeepsCommentsWithTheFieldOfTheFileTheyStandAt)
{
    EXPECT_EQ(canonical("# head\n\n#one\na: 1 # behind\nb { # open\n  # inside\n  c: 2\n  # end\n} # closed\n# tail"),
              "# head\n#\n# one\n# a: behind\na: 1\n# open\n# inside\n# end\n# closed\nb {\n  c: 2\n}\n# tail\n");
}

TEST(PrototxtText, SaysWhichCommentLinesABlankLinePartsFromTheField)
{
    EXPECT_EQ(parse("# head\n\n# near\na: 1", "f").fields[0].attached, 1u);
    EXPECT_EQ(parse("# head\n# still\na: 1", "f").fields[0].attached, 2u);
    EXPECT_EQ(parse("# head\n\na: 1", "f").fields[0].attached, 0u);
}

TEST(PrototxtText, KnowsWhereFieldsAndValuesStand)
{
    const Message file = parse("\xEF\xBB\xBF a: 1\n  bb {\n\tc:  22 }", "f");
    EXPECT_EQ(file.fields[0].place.column, 2); // a byte order mark is not a column
    EXPECT_EQ(file.fields[1].place.line, 2);
    EXPECT_EQ(file.fields[1].place.column, 3);
    EXPECT_EQ(file.fields[1].message.fields[0].valuePlace.line, 3);
    EXPECT_EQ(file.fields[1].message.fields[0].valuePlace.column, 6);
}

TEST(PrototxtText, SaysWhatItFoundAndWhatItExpected)
{
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"a 1", "net.prototxt:1:3: found '1', expected ':' or '{' after a"},
        {"a", "net.prototxt:1:2: found the end of the file, expected ':' or '{' after a"},
        {"a:", "net.prototxt:1:3: found the end of the file, expected the value of a"},
        {"a: }", "net.prototxt:1:4: found '}', expected the value of a"},
        {"a {\n  b: 1\n", "net.prototxt:3:1: found the end of the file, expected '}' to close a of line 1"},
        {"a { b: 1 >", "net.prototxt:1:10: found '>', expected the name of a field or the end of a"},
        {"}", "net.prototxt:1:1: found '}', expected the name of a field"},
        {"5: x", "net.prototxt:1:1: found '5', expected the name of a field"},
        {"a: \"x\nb: 1", "net.prototxt:1:6: found the end of the line, expected \" to close the text of column 4"},
        {"a: 'x", "net.prototxt:1:6: found the end of the file, expected ' to close the text of column 4"},
        {"a: \"\\q\"", "net.prototxt:1:5: found '\\' and 'q', expected an escape such as \\n, \\\", \\x41 or \\u00e9"},
        {"a: \"\\ud800\"",
         "net.prototxt:1:5: found an incomplete escape, expected 4 hexadecimal digits of a character"},
        {"a: [1; 2]", "net.prototxt:1:6: found ';', expected ',' or ']' in the list of a from line 1"},
        {"a: [1", "net.prototxt:1:6: found the end of the file, expected ',' or ']' in the list of a from line 1"},
        {"a: [[1]]", "net.prototxt:1:5: found '[', expected the value of a"},
        {std::string("a: 1\n\0b: 2", 10), "net.prototxt:2:1: found '\\x00', expected the name of a field"},
    };
    for (const auto& [text, wanted] : cases) {
        EXPECT_EQ(complaint(text), wanted);
    }
}

TEST(PrototxtText, RefusesWhatIsNestedTooDeep)
{
    std::string open, close;
    for (int depth = 0; depth < 100'000; ++depth) {
        open += "a{";
        close += "}";
    }
    EXPECT_EQ(complaint(open + close), "net.prototxt:1:130: found brackets nested more than 64 deep, expected fewer");
    EXPECT_EQ(complaint("a: " + std::string(100'000, '[')), "net.prototxt:1:5: found '[', expected the value of a");
}

TEST(PrototxtText, RefusesTextsWithoutMeasure)
{
    EXPECT_EQ(complaint(std::string(maxBytes + 1, ' ')),
              "net.prototxt:1:1: found a text of 16777217 bytes, expected at most 16777216");
    EXPECT_EQ(complaint(std::string(257, 'a') + ": 1"),
              "net.prototxt:1:1: found a name of 257 bytes, expected at most 256");
    std::string many;
    for (std::size_t field = 0; field <= maxFields; ++field) {
        many += "a:1\n";
    }
    EXPECT_EQ(complaint(many), "net.prototxt:400001:1: found more than 400000 fields, expected fewer");
}

TEST(PrototxtText, ShowsTheFilesWordsShortAndPrintable)
{
    EXPECT_EQ(shown("word"), "'word'");
    EXPECT_EQ(shown(std::string(50, 'x')), "'" + std::string(40, 'x') + "...'");
    EXPECT_EQ(shown("a\x1b\xff\u00e9"), "'a\\x1b\\xff\u00e9'");
}

} // namespace engine::prototxt
