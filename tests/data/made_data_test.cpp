// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/made_data.h"
#include "engine/data/text_lines.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string_view>

using engine::ImageParts;
using engine::makeDigits;
using engine::makeLines;
using engine::makeWeather;

namespace {

/// Fowler, Noll and Vo's digest of bytes (FNV-1a, 64 bits).
template <typename Bytes>
std::uint64_t digestOf(const Bytes& bytes)
{
    std::uint64_t digest = 0xCBF29CE484222325u;
    for (const auto byte : bytes) {
        digest = (digest ^ static_cast<std::uint8_t>(byte)) * 0x100000001B3u;
    }
    return digest;
}

} // namespace

TEST(MadeDigits, HaveAsManyOfEach)
{
    const ImageParts parts = makeDigits({.train = 500, .test = 100});
    EXPECT_EQ(parts.train.count, 500);
    EXPECT_THAT(parts.train.imagesPerClass(), testing::Each(50));
    EXPECT_THAT(parts.test->imagesPerClass(), testing::Each(10));
    EXPECT_EQ(parts.train.pixels.size(), 500u * 28 * 28);
}

TEST(MadeDigits, AreTheSameOnEveryMachine)
{
    const ImageParts parts = makeDigits({.train = 200, .test = 20});
    EXPECT_EQ(digestOf(parts.train.pixels), 0xA7E38409F6EAB78Du) << std::hex << digestOf(parts.train.pixels);
    EXPECT_NE(makeDigits({.train = 200, .test = 20, .seed = 2}).train.pixels, parts.train.pixels);
    EXPECT_EQ(makeDigits({.train = 190, .test = 30}).test->pixels.size(), 30u * 28 * 28);
}

TEST(MadeWeather, IsTheSameOnEveryMachine)
{
    const std::string text = makeWeather({.days = 100});
    EXPECT_EQ(digestOf(text), 0x7A2004C0FA9D5FCDu) << std::hex << digestOf(text);
    EXPECT_NE(makeWeather({.days = 100, .seed = 2}), text);
}

TEST(MadeLines, AreOfSixVoicesAndNoTwoTheSame)
{
    const engine::TextLines lines = engine::readTextLines(makeLines(), "voices");
    EXPECT_EQ(lines.count(), 3000);
    EXPECT_THAT(lines.classes, testing::ElementsAre("CAPTAIN", "FERRYMAN", "FOOL", "MERCHANT", "QUEEN", "WIDOW"));
    std::set<std::string_view> different;
    std::size_t longest = 0;
    for (std::int64_t line = 0; line < lines.count(); ++line) {
        different.insert(lines.line(line));
        longest = std::max(longest, lines.line(line).size());
    }
    EXPECT_EQ(different.size(), 3000u) << "what is held out was not read";
    EXPECT_LE(longest, 110u);
    EXPECT_EQ(std::ranges::count(lines.labels, 0), 500);
}

TEST(MadeLines, AreTheSameOnEveryMachine)
{
    const std::string text = makeLines({.lines = 100});
    EXPECT_EQ(digestOf(text), 0x6817B11D621AC727u) << std::hex << digestOf(text);
    EXPECT_NE(makeLines({.lines = 100, .seed = 2}), text);
}
