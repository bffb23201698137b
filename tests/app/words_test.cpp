// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"
#include "app/cli/json.h"
#include "app/cli/words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace cli;

TEST(Words, NumbersBytesAndDurationsAreReadAtAGlance)
{
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(3214879), "3,214,879");
    EXPECT_EQ(grouped(-12345), "-12,345");
    EXPECT_EQ(bytesInWords(1), "1 byte");
    EXPECT_EQ(bytesInWords(824), "824 bytes");
    EXPECT_EQ(bytesInWords(1024 * 1024 * 12 + 300 * 1024), "12.3 MiB");
    EXPECT_EQ(countInWords(61), "61");
    EXPECT_EQ(countInWords(61234), "61.2 k");
    EXPECT_EQ(countInWords(1.5e9), "1.50 G");
    EXPECT_EQ(durationInWords(0.416), "0.42 s");
    EXPECT_EQ(durationInWords(65), "1:05");
    EXPECT_EQ(durationInWords(7389), "2:03:09");
    EXPECT_EQ(clockInWords(9.4), "0:09");
    for (const double unknown : {std::numeric_limits<double>::infinity(), std::nan(""), 1e18}) {
        EXPECT_EQ(durationInWords(unknown), "?");
    }
}

TEST(Words, ACutTextSaysSoAndCountsCharactersNotBytes)
{
    EXPECT_EQ(shortened("naïveté", 7), "naïveté");
    EXPECT_EQ(shortened("naïveté", 4), "naï…");
    EXPECT_EQ(shortened("abc", 0), "");
}

TEST(Words, WhatATerminalWouldObeyIsMadeVisible)
{
    EXPECT_EQ(oneLine("a\nb\x1b[31m"), "a\\nb\\x1b[31m");
    EXPECT_EQ(harmless("a\nb\x07"), "a\nb\\x07");
    EXPECT_EQ(harmless("a\r\nb\rc\t"), "a\r\nb\\x0dc\t");
    EXPECT_EQ(oneLine("\x7f \u009b \u202e \u2067 \u200f \u061c \u2028"),
              "\\u007f \\u009b \\u202e \\u2067 \\u200f \\u061c \\u2028");
    EXPECT_EQ(oneLine("\x9b \xc3"), "\\x9b \\xc3") << "not UTF-8";
    EXPECT_EQ(oneLine("naïve שלום 漢字 🙂"), "naïve שלום 漢字 🙂");
}

TEST(Report, ColumnsAreAligned)
{
    const engine::Report report{.columns = {{"layer"}, {"parameters", "", grouped}, {"", "line"}},
                                .rows = {{"ip1", 33345, 7}},
                                .total = {"ï", 1, {}}};
    EXPECT_EQ(engine::aligned(report), "layer  parameters\n"
                                       "ip1        33,345\n"
                                       "-----  ----------\n"
                                       "ï               1\n");
}

TEST(Report, OneLongCellDoesNotMakeEachRowAsLong)
{
    const engine::Report report{.columns = {{"layer"}, {"output"}, {"parameters"}},
                                .rows = {{"slice", std::string(1000, 'x'), 0}, {"ip", "y", 1}}};
    const std::string text = engine::aligned(report);
    EXPECT_LT(text.size(), 1400u);
    EXPECT_NE(text.find(std::string(1000, 'x')), std::string::npos);
}

TEST(Report, MarkdownSaysWhichColumnsAreNumbers)
{
    const engine::Report report{.columns = {{"layer"}, {"parameters", "", grouped}},
                                .rows = {{"a|b", 33345}, {"c", {}}}};
    EXPECT_EQ(engine::markdown(report), "| layer | parameters |\n| --- | ---: |\n| a\\|b | 33,345 |\n| c | - |\n");
}

TEST(Report, ProgramsGetNumbersUnderKeys)
{
    const engine::Report report{.columns = {{"best loss", "best_loss", grouped}, {"", "done"}, {"name, or \"x\""}},
                                .rows = {{0.25, true, "a,b"}, {{}, false, "c"}}};
    EXPECT_EQ(jsonRows(report).dump(), R"([{"best_loss":0.25,"done":true},{"best_loss":null,"done":false}])");
    EXPECT_EQ(engine::csv(report), "best loss,\"name, or \"\"x\"\"\"\n0.25,\"a,b\"\n,c\n");
    EXPECT_EQ(engine::csv(report, &engine::Report::Column::key), "best_loss,done\n0.25,yes\n,no\n");
}

TEST(ProgressLine, TheBarTakesTheRoomThatTheWordsLeave)
{
    const Progress half{.fraction = 0.5, .done = "5/10", .words = "loss 1.0"};
    EXPECT_EQ(progressLine(half, 40, Glyphs::Ascii), "5/10 #########.........  50 %  loss 1.0");
    EXPECT_EQ(progressLine(half, 29, Glyphs::Ascii), "5/10  50 %  loss 1.0");
    EXPECT_EQ(progressLine(half, 12, Glyphs::Ascii), "loss 1.0");
    EXPECT_EQ(progressLine(half, 6, Glyphs::Ascii), "loss…");
    EXPECT_EQ(progressLine({.fraction = {}, .done = "5", .words = "loss 1.0"}, 40, Glyphs::Ascii), "5  loss 1.0");
}

TEST(ProgressLine, NeverFillsTheLastColumn)
{
    for (int columns = 5; columns < 200; ++columns) {
        const std::string line =
            progressLine({.fraction = 0.3, .done = "3/10", .words = "loss 1.0"}, columns, Glyphs::Unicode);
        EXPECT_LT(columnsOf(line), columns);
    }
}

TEST(Json, WhatIsNoNumberIsNullAndWhatIsNoTextIsReplaced)
{
    EXPECT_EQ(toLine({{"loss", std::numeric_limits<double>::quiet_NaN()}}), R"({"loss":null})");
    EXPECT_EQ(toLine({{"rate", std::numeric_limits<double>::infinity()}}), R"({"rate":null})");
    EXPECT_EQ(toLine({{"text", "caf\xE9!\n"}}), "{\"text\":\"caf\uFFFD!\\n\",\"text_base64\":\"Y2Fm6SEK\"}");
}

TEST(Json, WhatIsNoTextIsThereWholeInBase64)
{
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) {
        bytes += static_cast<char>(static_cast<unsigned char>(byte));
        const Json read = Json::parse(toLine({{"text", bytes}, {"next", 1}}));
        EXPECT_EQ(read.contains("text_base64"), byte > 0x7F) << "only where bytes would be lost";
    }
    EXPECT_EQ(toLine({{"a", {{"text", "\xFF"}}}, {"list", {"x", "\x80"}}, {"end", "\xC3\xC3"}}),
              "{\"a\":{\"text\":\"\uFFFD\",\"text_base64\":\"/w==\"},\"list\":[\"x\",\"\uFFFD\"],"
              "\"list_base64\":[\"eA==\",\"gA==\"],\"end\":\"\uFFFD\uFFFD\",\"end_base64\":\"w8M=\"}");
}

TEST(Paint, SurpriseIsTintedByItsBits)
{
    const Paint paint(Colours::On);
    EXPECT_EQ(paint.surprise("a", 0.5), "a");
    EXPECT_EQ(paint.surprise("a", 2), "\x1b[34ma\x1b[0m");
    EXPECT_EQ(paint.surprise("a", 9), "\x1b[31ma\x1b[0m");
    EXPECT_EQ(Paint(Colours::Off).surprise("a", 9), "a");
}
