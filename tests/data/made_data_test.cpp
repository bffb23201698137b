// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/made_data.h"
#include "engine/data/table_windows.h"
#include "engine/data/text_lines.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
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

double correlation(const std::vector<double>& values, std::size_t apart)
{
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    double both = 0, one = 0;
    for (std::size_t index = 0; index < values.size(); ++index) {
        one += (values[index] - mean) * (values[index] - mean);
        both += index < apart ? 0 : (values[index] - mean) * (values[index - apart] - mean);
    }
    return both / one;
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

TEST(MadeDigits, HaveDifferentImagesInBothParts)
{
    const ImageParts parts = makeDigits({.train = 300, .test = 100});
    for (std::int64_t index = 0; index < parts.test->count; ++index) {
        const auto image = parts.test->image(index);
        for (std::int64_t other = 0; other < parts.train.count; ++other) {
            ASSERT_FALSE(std::equal(image.begin(), image.end(), parts.train.image(other).begin()));
        }
    }
}

/// The nearest mean image of a class is no reader of handwriting, but far better than a guess.
TEST(MadeDigits, CanBeToldApart)
{
    const ImageParts parts = makeDigits({.train = 2000, .test = 400});
    constexpr std::size_t size = 28 * 28;
    std::vector<double> means(10 * size);
    for (std::int64_t index = 0; index < parts.train.count; ++index) {
        const auto image = parts.train.image(index);
        const auto label = static_cast<std::size_t>(parts.train.labels[static_cast<std::size_t>(index)]);
        for (std::size_t pixel = 0; pixel < size; ++pixel) {
            means[label * size + pixel] += image[pixel] / 200.0;
        }
    }
    int right = 0;
    for (std::int64_t index = 0; index < parts.test->count; ++index) {
        const auto image = parts.test->image(index);
        std::vector<double> distances(10);
        for (std::size_t pixel = 0; pixel < 10 * size; ++pixel) {
            const double apart = means[pixel] - image[pixel % size];
            distances[pixel / size] += apart * apart;
        }
        const auto nearest = std::min_element(distances.begin(), distances.end()) - distances.begin();
        right += nearest == parts.test->labels[static_cast<std::size_t>(index)];
    }
    EXPECT_GT(right, 240);
    EXPECT_LT(right, 396); // not that easy
}

TEST(MadeWeather, IsATableWithASeasonThatLasts)
{
    const engine::Table table = engine::readTableText(makeWeather(), "weather.csv");
    EXPECT_EQ(table.rows, 3650);
    EXPECT_EQ(table.column("date").kind, engine::ColumnKind::Time);
    EXPECT_EQ(table.text(table.column("date"), 59), "2000-02-29");
    const std::vector<double>& temperature = table.numberColumn("temperature").numbers;
    EXPECT_GT(correlation(temperature, 1), 0.85);
    EXPECT_GT(correlation(temperature, 365), 0.6);
    EXPECT_LT(correlation(temperature, 183), -0.6);
    EXPECT_EQ(table.columns.size(), 5u);
    EXPECT_NO_THROW(cutWindows(table, {.time = "date"}));
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
