// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/session/code_points.h"

#include <gtest/gtest.h>

namespace studio {

TEST(CodePoints, JoinsBytesAndAddsTheirBits)
{
    const WrittenCharacters joined = codePoints("a\xC3\xA9z", {1, 2, 3, 4}, engine::Encoding::Bytes);
    EXPECT_EQ(joined.text, "a\u00E9z");
    EXPECT_EQ(joined.bits, (std::vector<float>{1, 5, 4}));
}

TEST(CodePoints, KeepsAnOpenOneForTheNextBatch)
{
    CodePoints joiner;
    WrittenCharacters first, second;
    joiner.add("\xE2", 1, {}, first);
    joiner.add("\x82", 1, {}, first);
    EXPECT_EQ(first, WrittenCharacters{});
    joiner.add("\xAC", 1, {}, second);
    EXPECT_EQ(second, (WrittenCharacters{"\u20AC", {3}}));
}

TEST(CodePoints, HasTheCandidatesOfTheFirstByte)
{
    const auto candidate = [](char32_t byte) {
        Candidates one{.count = 1, .encoding = engine::Encoding::Bytes};
        one.all[0] = {byte, 0.5f};
        return one;
    };
    CodePoints joiner;
    WrittenCharacters joined;
    joiner.add("a", 1, {}, joined);
    joiner.add("\xC3", 1, candidate(0xC3), joined);
    joiner.add("\xA9", 1, candidate(0xA9), joined);
    joiner.add("z", 1, candidate('z'), joined);
    EXPECT_EQ(joined.candidates, (std::vector<Candidates>{{}, candidate(0xC3), candidate('z')}));
}

TEST(CodePoints, ReplacesWhatIsNone)
{
    EXPECT_EQ(codePoints("\xFF"
                         "a",
                         {1, 2}, engine::Encoding::Bytes),
              (WrittenCharacters{"\uFFFD"
                                 "a",
                                 {1, 2}}));
    EXPECT_EQ(codePoints("\xC3"
                         "a",
                         {1, 2}, engine::Encoding::Bytes),
              (WrittenCharacters{"\uFFFD"
                                 "a",
                                 {1, 2}}));
    EXPECT_EQ(codePoints("a\xC3", {1, 2}, engine::Encoding::Bytes), (WrittenCharacters{"a\uFFFD", {1, 2}}));
    EXPECT_EQ(codePoints("\xED\xA0\x80", {1, 2, 3}, engine::Encoding::Bytes), (WrittenCharacters{"\uFFFD", {6}}))
        << "a surrogate is no character";
}

TEST(CodePoints, TakesUtf8AsItIs)
{
    EXPECT_EQ(codePoints("\u00E9\u20AC", {1, 2}, engine::Encoding::Utf8), (WrittenCharacters{"\u00E9\u20AC", {1, 2}}));
}

TEST(CodePoints, HasNoBitsWhereNoneAreKnown)
{
    EXPECT_EQ(codePoints("ab", {}, engine::Encoding::Bytes), (WrittenCharacters{"ab", {}}));
}

} // namespace studio
