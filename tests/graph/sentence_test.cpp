// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/sentence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace engine;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

const std::vector<std::string_view> animals = {"horse", "house", "mouse", "cat"};

} // namespace

TEST(Sentence, IsMadeOfWordsNumbersAndShapes)
{
    EXPECT_EQ(sentence("x is ", Shape{5, 2}, ", not ", 7, " or ", 0.25), "x is 5×2, not 7 or 0.25");
}

TEST(Numbers, AreWrittenAsPeopleWriteThem)
{
    EXPECT_EQ(toText(0.1), "0.1");
    EXPECT_EQ(toText(100000), "100000");
    EXPECT_EQ(toText(1e-8), "1e-08");
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

TEST(NearestNames, AreThoseOfFewestChanges)
{
    EXPECT_THAT(nearestNames("hoise", animals), ElementsAre("horse", "house", "mouse"));
    EXPECT_THAT(nearestNames("mous", animals), ElementsAre("mouse", "house"));
}

TEST(NearestNames, AreThreeAtMost)
{
    EXPECT_EQ(nearestNames("step", std::vector<std::string_view>{"stem", "stop", "steep", "steps"}).size(), 3u);
}

TEST(NearestNames, AreNoneForAnotherWord)
{
    EXPECT_THAT(nearestNames("elephant", animals), IsEmpty());
    EXPECT_THAT(nearestNames("o", animals), IsEmpty()) << "one letter is part of too many";
}

TEST(NearestNames, AreNotLookedForAmongEndlessWords)
{
    const std::string word(64, 'a'), longer(65, 'a');
    EXPECT_THAT(nearestNames(word, std::vector<std::string_view>{longer, word}), ElementsAre(word));
    EXPECT_THAT(nearestNames(longer, std::vector<std::string_view>{longer, word}), IsEmpty());
}

TEST(NearestNames, HoldThatOfWhichThisIsAPart)
{
    EXPECT_THAT(nearestNames("Loss", std::vector<std::string_view>{"SOFTMAXWITHLOSS"}), ElementsAre("SOFTMAXWITHLOSS"));
}

TEST(Hint, IsEmptyWithoutNearNames)
{
    EXPECT_EQ(hint("elephant", animals), "");
    EXPECT_EQ(hint("cot", animals), " (did you mean cat?)");
}
