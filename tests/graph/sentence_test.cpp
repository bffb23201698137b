// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/characters.h"
#include "engine/graph/error.h"
#include "engine/graph/sentence.h"
#include "engine/graph/system_reason.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <system_error>

using namespace engine;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {

const std::vector<std::string_view> animals = {"horse", "house", "mouse", "cat"};

} // namespace

TEST(Numbers, AreWrittenAsPeopleWriteThem)
{
    EXPECT_EQ(toText(0.1), "0.1");
    EXPECT_EQ(toText(100000), "100000");
    EXPECT_EQ(toText(1e-8), "1e-08");
    EXPECT_EQ(say("x is %1, not %2 or %3", Shape{5, 2}, 7, 0.25), "x is 5×2, not 7 or 0.25");
}

TEST(Printable, IsShortAndWithoutControlCharacters)
{
    EXPECT_EQ(printable("a\nb\x80ü"), "a\\x0ab\\x80ü");
    EXPECT_EQ(shown(std::string(5000, 'x')), "'" + std::string(40, 'x') + "...'");
}

TEST(ShortSentence, KeepsBeginningAndEndOfALongOne)
{
    EXPECT_EQ(shortSentence("short"), "short");
    const std::string cut = shortSentence("begins " + std::string(300'000, 'x') + " ends");
    EXPECT_LE(cut.size(), longestSentence);
    EXPECT_THAT(cut, ::testing::StartsWith("begins x"));
    EXPECT_THAT(cut, ::testing::HasSubstr("x ... x"));
    EXPECT_THAT(cut, ::testing::EndsWith("x ends"));
}

TEST(ShortSentence, CutsBetweenCharacters)
{
    for (const char* start : {"", "1", "12"}) {
        std::string text = start;
        for (int count = 0; count < 2000; ++count) {
            text += "€";
        }
        EXPECT_TRUE(isUtf8(shortSentence(text))) << start;
    }
}

TEST(AnError, IsShortWhateverItIsMadeOf)
{
    EXPECT_LE(std::string(Error(std::string(300'000, 'x')).what()).size(), longestSentence);
    EXPECT_LE(std::string(ParseError(std::string(5000, 'f'), 1, 2, "wrong").what()).size(), longestSentence);
}

TEST(Sentences, RememberTheirPatternAndParts)
{
    const Sentence said = say("input %1 is %2, but %3", std::string("x"), Shape{3, 4}, say("must be %1", 3));
    EXPECT_EQ(said, "input x is 3×4, but must be 3");
    EXPECT_EQ(said.pattern(), "input %1 is %2, but %3");
    EXPECT_THAT(said.parts(), ElementsAre("x", "3×4", "must be 3"));
    EXPECT_EQ(said.parts()[2].pattern(), "must be %1");
}

TEST(Sentences, HaveAPlaceForEachOfManyPartsAndAreTheirPatternWithoutAny)
{
    EXPECT_EQ(say("%10 %9%8%7%6%5%4%3%2%1 5 % %x %", 1, 2, 3, 4, 5, 6, 7, 8, 9, 0), "0 987654321 5 % %x %");
    EXPECT_EQ(Sentence("no text").pattern(), "no text");
    EXPECT_THAT(say("no text").parts(), IsEmpty());
}

TEST(Sentences, TellNamesFromWords)
{
    const Sentence said = say("%1%2%3", std::string("h"), " axes", say("word"));
    ASSERT_THAT(said.parts(), SizeIs(3));
    EXPECT_TRUE(said.parts()[0].isName());
    EXPECT_FALSE(said.parts()[1].isName());
    EXPECT_FALSE(said.parts()[2].isName());
}

TEST(Sentences, CountInOnePattern)
{
    const auto threads = [](int count) { return counted(count, "1 thread", "%1 threads"); };
    EXPECT_EQ(threads(1), "1 thread");
    EXPECT_THAT(threads(1).parts(), IsEmpty());
    EXPECT_EQ(threads(0), "0 threads");
    EXPECT_EQ(threads(8).pattern(), "%1 threads");
    EXPECT_EQ(say("room for %1", bytesInWords(824)).parts().front().pattern(), "%1 bytes");
    EXPECT_EQ(bytesInWords(1), "1 byte");
}

TEST(Errors, KeepTheSentence)
{
    const Error error(say("layer %1: no x", std::string("lstm")));
    EXPECT_EQ(error.sentence().pattern(), "layer %1: no x");
    EXPECT_STREQ(error.what(), "layer lstm: no x");
}

TEST(SystemReasons, AreTheSystemsWordsAndCanBeSaidInAnotherLanguage)
{
    for (const int error : {ENOENT, EACCES, EPERM, EROFS, ENOSPC, EDQUOT, EFBIG, EISDIR, ENOTDIR, ENOTEMPTY, EEXIST,
                            ENAMETOOLONG, ELOOP, EXDEV, EBUSY, EMFILE, EIO, ENOTCONN}) {
        const Sentence reason = reasonOf(error);
        EXPECT_EQ(reason, std::generic_category().message(error));
        EXPECT_FALSE(say("x: %1", reason).parts().at(0).isName()) << reason;
    }
}

TEST(ListedNames, HaveCommasAndOneWord)
{
    EXPECT_EQ(listed(std::vector<std::string_view>{"a"}), "a");
    EXPECT_EQ(listed(std::vector<std::string_view>{"a", "b"}), "a or b");
    EXPECT_EQ(listed(std::vector<std::string_view>{"a", "b", "c"}, "and"), "a, b and c");
}

TEST(FoldedNames, AreLowerCaseWithoutUnderscores)
{
    EXPECT_EQ(folded("LSTM_Simple"), "lstmsimple");
}

TEST(NearestNames, AreAtMostThreeOfFewestChangesOrThatOfWhichThisIsAPart)
{
    using Names = std::vector<std::string_view>;
    const std::string word(64, 'a'), longer(65, 'a');
    EXPECT_THAT(nearestNames("hoise", animals), ElementsAre("horse", "house", "mouse"));
    EXPECT_THAT(nearestNames("mous", animals), ElementsAre("mouse", "house"));
    EXPECT_THAT(nearestNames("step", Names{"stem", "stop", "steep", "steps"}), SizeIs(3));
    EXPECT_THAT(nearestNames("elephant", animals), IsEmpty());
    EXPECT_THAT(nearestNames("o", animals), IsEmpty()) << "one letter is part of too many";
    EXPECT_THAT(nearestNames("Loss", Names{"SOFTMAXWITHLOSS"}), ElementsAre("SOFTMAXWITHLOSS"));
    EXPECT_THAT(nearestNames(word, Names{longer, word}), ElementsAre(word));
    EXPECT_THAT(nearestNames(longer, Names{longer, word}), IsEmpty()) << "endless words are not looked for";
}

TEST(Hint, IsEmptyWithoutNearNames)
{
    EXPECT_EQ(hint("elephant", animals), "");
    EXPECT_EQ(hint("cot", animals), " (did you mean cat?)");
}
