// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/vocabulary.h"
#include "tests/support/sentence_of.h"

#include <gmock/gmock.h>

using engine::Encoding;
using engine::nameOf;
using engine::Vocabulary;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

const Vocabulary letters(Encoding::Utf8, {U'a', U'b', U'é', U'€', U'😀'});

} // namespace

TEST(Vocabulary, HasNoNumberForOtherCharacters)
{
    EXPECT_EQ(letters.idOf('c'), std::nullopt);
    EXPECT_EQ(letters.idOf(U'𝄞'), std::nullopt);
    EXPECT_EQ(letters.idOf(char32_t{0xFFFF'FFFF}), std::nullopt);
}

TEST(Vocabulary, EncodesCodePoints)
{
    EXPECT_THAT(letters.encode("😀aé€b"), ElementsAre(4, 0, 2, 3, 1));
}

TEST(Vocabulary, EncodesBytes)
{
    const Vocabulary bytes(Encoding::Bytes, {'a', 0xA9, 0xC3});
    EXPECT_THAT(bytes.encode("aé"), ElementsAre(0, 2, 1));
}

TEST(Vocabulary, DecodesWhatItEncoded)
{
    const std::string text = "a€b😀é";
    EXPECT_EQ(letters.decode(letters.encode(text)), text);
    const Vocabulary bytes(Encoding::Bytes, {0x00, 0x80, 0xFF});
    EXPECT_EQ(bytes.decode({2, 0, 1}), std::string("\xFF\0\x80", 3));
}

TEST(Vocabulary, ReportsUnknownCharactersOnceAndLeavesThemOut)
{
    std::vector<std::string> unknown;
    EXPECT_THAT(letters.encode("aßcßcb", &unknown), ElementsAre(0, 1));
    EXPECT_THAT(unknown, ElementsAre("ß", "c"));
}

TEST(Vocabulary, NamesThePositionOfInvalidUtf8)
{
    EXPECT_EQ(sentenceOf([] { letters.encode("ab\n\xC3("); }),
              "the text is not UTF-8: found the byte 0xC3 at offset 3 (line 2), wanted a character");
}

/// Each of these is refused by the Unicode standard, at its first byte.
class VocabularyRefuses : public testing::TestWithParam<std::string> {};

TEST_P(VocabularyRefuses, MalformedUtf8)
{
    EXPECT_THAT(sentenceOf([] { letters.encode("a" + GetParam()); }), HasSubstr("at offset 1 (line 1)"));
}

INSTANTIATE_TEST_SUITE_P(Utf8, VocabularyRefuses,
                         testing::Values("\x80",                 // a trail byte without a lead
                                         "\xC3",                 // ends inside of a character
                                         "\xE2\x82",             //
                                         "\xC0\xAF",             // longer than need be
                                         "\xE0\x80\xAF",         //
                                         "\xED\xA0\x80",         // a surrogate
                                         "\xF4\x90\x80\x80",     // beyond U+10FFFF
                                         "\xF8\x88\x80\x80\x80", // five bytes
                                         "\xFF"));

TEST(Vocabulary, RefusesACharacterThatComesTwice)
{
    EXPECT_EQ(sentenceOf([] {
                  Vocabulary(Encoding::Utf8, {U'a', U'é', U'a'});
              }),
              "vocabulary: 'a' has the numbers 0 and 2, wanted one number for each character");
}

TEST(Vocabulary, RefusesWhatIsNoByte)
{
    EXPECT_THAT(sentenceOf([] {
                    Vocabulary(Encoding::Bytes, {U'a', 0x100});
                }),
                AllOf(HasSubstr("256"), HasSubstr("bytes")));
}

TEST(Vocabulary, RefusesWhatIsNoCodePoint)
{
    EXPECT_THAT(sentenceOf([] { Vocabulary(Encoding::Utf8, {0xD800}); }), HasSubstr("55296"));
    EXPECT_THAT(sentenceOf([] { Vocabulary(Encoding::Utf8, {0x110000}); }), HasSubstr("1114112"));
}

TEST(Vocabulary, IsEqualOnlyInEncodingAndOrder)
{
    EXPECT_EQ(Vocabulary(Encoding::Bytes, {'a', 'b'}), Vocabulary(Encoding::Bytes, {'a', 'b'}));
    EXPECT_FALSE(Vocabulary(Encoding::Bytes, {'a', 'b'}) == Vocabulary(Encoding::Utf8, {'a', 'b'}));
    EXPECT_FALSE(Vocabulary(Encoding::Bytes, {'a', 'b'}) == Vocabulary(Encoding::Bytes, {'b', 'a'}));
}

TEST(NameOf, ShowsWhatCanBeSeenAndTheCodeOfTheRest)
{
    EXPECT_EQ(nameOf(U'é', Encoding::Utf8), "'é'");
    EXPECT_EQ(nameOf(U'\n', Encoding::Utf8), "U+000A");
    EXPECT_EQ(nameOf(0xA0, Encoding::Utf8), "U+00A0");
    EXPECT_EQ(nameOf('a', Encoding::Bytes), "'a'");
    EXPECT_EQ(nameOf(0xE9, Encoding::Bytes), "byte 0xE9");
}
