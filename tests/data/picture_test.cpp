// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/picture.h"
#include "tests/data/pictures.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

using engine::Picture;
using engine::readPicture;
using testing::Each;
using testing::ElementsAre;

namespace {

class PictureFile : public testing::Test {
protected:
    std::vector<std::uint8_t> greyOfPng(const StoredPicture& picture) const
    {
        writePng(png(), picture);
        return readPicture(png()).pixels;
    }

    std::vector<std::uint8_t> greyOfJpeg(const StoredPicture& picture) const
    {
        writeJpeg(jpeg(), picture);
        return readPicture(jpeg()).pixels;
    }

    std::filesystem::path png() const { return m_folder.path() / "a.png"; }
    std::filesystem::path jpeg() const { return m_folder.path() / "a.jpg"; }

    const TemporaryFolder m_folder;
};

/// A picture of one colour, large enough for the blocks of a JPEG.
StoredPicture plain(std::vector<std::uint8_t> colour)
{
    StoredPicture picture{.height = 16, .width = 16, .channels = static_cast<int>(colour.size())};
    for (int pixel = 0; pixel < 256; ++pixel) {
        picture.bytes.insert(picture.bytes.end(), colour.begin(), colour.end());
    }
    return picture;
}

/// Of 16 x 24, in blocks of 8 x 8: dark, then lighter along the rows and more so down the columns.
Picture steps()
{
    Picture picture{.height = 16, .width = 24, .pixels = {}};
    for (std::int64_t row = 0; row < picture.height; ++row) {
        for (std::int64_t column = 0; column < picture.width; ++column) {
            picture.pixels.push_back(static_cast<std::uint8_t>(30 + column / 8 * 20 + row / 8 * 100));
        }
    }
    return picture;
}

/// How a camera stores a picture that is to be seen as `seen`, after the table of EXIF 2.3: which side of what is seen
/// the first stored row and the first stored column are.
Picture storedFor(const Picture& seen, int orientation)
{
    const bool swaps = orientation >= 5;
    Picture stored{.height = swaps ? seen.width : seen.height, .width = swaps ? seen.height : seen.width, .pixels = {}};
    for (std::int64_t row = 0; row < stored.height; ++row) {
        for (std::int64_t column = 0; column < stored.width; ++column) {
            const std::int64_t bottom = seen.height - 1, right = seen.width - 1;
            std::int64_t y = 0, x = 0;
            switch (orientation) {
            case 1:
                y = row, x = column;
                break; // the row is the top, the column the left side
            case 2:
                y = row, x = right - column;
                break; // top, right
            case 3:
                y = bottom - row, x = right - column;
                break; // bottom, right
            case 4:
                y = bottom - row, x = column;
                break; // bottom, left
            case 5:
                y = column, x = row;
                break; // left, top
            case 6:
                y = column, x = right - row;
                break; // right, top
            case 7:
                y = bottom - column, x = right - row;
                break; // right, bottom
            default:
                y = bottom - column, x = row;
                break; // left, bottom
            }
            stored.pixels.push_back(seen.pixels[static_cast<std::size_t>(y * seen.width + x)]);
        }
    }
    return stored;
}

StoredPicture withOrientation(const Picture& stored, int orientation, bool bigEndian)
{
    return {
        .height = stored.height, .width = stored.width, .bytes = stored.pixels, .exif = exifOf(orientation, bigEndian)};
}

} // namespace

TEST(PictureName, EndsAsThatOfAPictureInAnyCase)
{
    EXPECT_TRUE(engine::namesPicture("a.JPG"));
    EXPECT_FALSE(engine::namesPicture("a.p_ng"));
}

TEST_F(PictureFile, IsTurnedAndMirroredAsItIsToBeSeen)
{
    for (int orientation = 1; orientation <= 8; ++orientation) {
        for (const bool bigEndian : {false, true}) {
            SCOPED_TRACE(orientation);
            StoredPicture stored = withOrientation(storedFor(steps(), orientation), orientation, bigEndian);
            writePng(png(), stored);
            EXPECT_EQ(readPicture(png()), steps());
            stored.exifIsBehind = true;
            writePng(png(), stored);
            EXPECT_EQ(readPicture(png()), steps());
            writeJpeg(jpeg(), stored);
            EXPECT_EQ(readPicture(jpeg()), steps());
        }
    }
}

TEST_F(PictureFile, StaysAsItIsWhereItsOrientationMakesNoSense)
{
    for (const int orientation : {0, 9, 300}) {
        writeJpeg(jpeg(), withOrientation(steps(), orientation, true));
        EXPECT_EQ(readPicture(jpeg()), steps());
    }
    const std::string exif = exifOf(6, true);
    for (std::size_t bytes = 1; bytes + 6 < exif.size(); ++bytes) { // cut somewhere
        StoredPicture stored = withOrientation(steps(), 1, true);
        stored.exif = exif.substr(0, bytes);
        writeJpeg(jpeg(), stored);
        EXPECT_GT(readPicture(jpeg()).pixels.size(), 0U) << bytes;
    }
}

TEST_F(PictureFile, HasTheGreyOfPillowWhateverTheFile)
{
    const struct {
        std::vector<std::uint8_t> colour;
        int grey;
    } cases[] = {{{255, 0, 0}, 76}, {{0, 255, 0}, 150}, {{0, 0, 255}, 29}, {{128, 0, 128}, 53}, {{70, 70, 70}, 70}};
    for (const auto& [colour, grey] : cases) {
        EXPECT_THAT(greyOfPng(plain(colour)), Each(grey));
        EXPECT_THAT(greyOfJpeg(plain(colour)), Each(testing::AllOf(testing::Ge(grey - 1), testing::Le(grey + 1))));
    }
}

TEST_F(PictureFile, OfSixteenBitsHasTheValuesOfEight)
{
    EXPECT_THAT(greyOfPng({.width = 3, .bits = 16, .bytes = {70, 70, 0, 255, 200, 0}}), ElementsAre(70, 0, 200));
    EXPECT_THAT(greyOfPng({.width = 1, .channels = 3, .bits = 16, .bytes = {255, 255, 0, 0, 0, 0}}), ElementsAre(76));
    EXPECT_THAT(greyOfPng({.width = 1, .channels = 2, .bits = 16, .bytes = {70, 70, 255, 255}}), ElementsAre(70));
}

TEST_F(PictureFile, HasItsValuesWhateverItsGamma)
{
    for (const double gamma : {0.0, 1.0, 0.45455}) {
        for (const int bits : {8, 16}) {
            const StoredPicture picture{.width = 1,
                                        .bits = bits,
                                        .bytes = std::vector<std::uint8_t>(static_cast<std::size_t>(bits / 8), 70),
                                        .gamma = gamma};
            EXPECT_THAT(greyOfPng(picture), ElementsAre(70)) << gamma << ", " << bits << " bits";
        }
    }
}

TEST_F(PictureFile, MayBeInterlaced)
{
    StoredPicture picture = withOrientation(steps(), 1, false);
    picture.interlaced = true;
    writePng(png(), picture);
    EXPECT_EQ(readPicture(png()), steps());
}

TEST_F(PictureFile, LiesOnWhiteWhereItIsTransparent)
{
    EXPECT_THAT(greyOfPng({.width = 4, .channels = 2, .bytes = {0, 255, 0, 0, 100, 51, 100, 255}}),
                ElementsAre(0, 255, 224, 100)); // 0.2 of 100 and 0.8 of white
}
