// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lens/patterns.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

std::string seriesOf(TextPattern pattern, std::u32string_view text)
{
    std::string digits;
    for (const float value : patternSeries(pattern, text)) {
        digits += std::to_string(static_cast<int>(value));
    }
    return digits;
}

} // namespace

TEST(Patterns, InsideQuotesHoldsBothMarks)
{
    EXPECT_EQ(seriesOf(TextPattern::InsideQuotes, U"a \"bc\" d"), "00111100");
    EXPECT_EQ(seriesOf(TextPattern::InsideQuotes, U"\u201Cb\u201D c \u00ABd"), "1110001"
                                                                               "1");
}

TEST(Patterns, QuotesEndWhereTheirLanguageClosesThem)
{
    EXPECT_EQ(seriesOf(TextPattern::InsideQuotes, U"a „bc“ d „e” f"), "00111100011100");
    EXPECT_EQ(seriesOf(TextPattern::InsideQuotes, U"„a“ “b” c"), "111011100");
    EXPECT_EQ(seriesOf(TextPattern::InsideQuotes, U"a »bc« d »e« f"), "00111100011100");
    EXPECT_EQ(seriesOf(TextPattern::InsideQuotes, U"a « bc » d"), "0011111100");
    EXPECT_EQ(seriesOf(TextPattern::InsideQuotes, U"«a „b“ c» d"), "11111111100");
}

TEST(Patterns, LettersAreThoseOfAllLanguages)
{
    EXPECT_EQ(seriesOf(TextPattern::UpperCase, U"Яша É ß"), "1000100");
    EXPECT_EQ(seriesOf(TextPattern::PositionInWord, U"да — e\u0301a…"), "120001230");
    EXPECT_EQ(seriesOf(TextPattern::Punctuation, U"да — a… 水。 don’t"), "0001001001000000");
    EXPECT_EQ(seriesOf(TextPattern::Spaces, U"a\u3000b\u00A0"), "0101");
    EXPECT_EQ(seriesOf(TextPattern::Digits, U"a٣"), "01");
    EXPECT_EQ(seriesOf(TextPattern::PositionInWord, U"don’t ‘so’ "), "12345001230");
}

TEST(Patterns, CountWithinLinesAndWords)
{
    EXPECT_EQ(seriesOf(TextPattern::PositionInLine, U"ab\ncd"), "01201");
    EXPECT_EQ(seriesOf(TextPattern::PositionInWord, U"ab, don't"), "120012345");
    EXPECT_EQ(seriesOf(TextPattern::LineStart, U"To be\nor not"), "110000110000");
}

TEST(Patterns, TellKindsOfCharacters)
{
    EXPECT_EQ(seriesOf(TextPattern::UpperCase, U"aBC d"), "01100");
    EXPECT_EQ(seriesOf(TextPattern::Spaces, U"a b\n\tc"), "010110");
    EXPECT_EQ(seriesOf(TextPattern::Digits, U"a1 23"), "01011");
    EXPECT_EQ(seriesOf(TextPattern::Punctuation, U"a, b! don't \u00E9"), "0100100000000");
}

} // namespace engine
