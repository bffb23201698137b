// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/image_rows.h"
#include "engine/data/picture.h"
#include "tests/data/idx_bytes.h"
#include "tests/data/pictures.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

using engine::ImageParts;
using engine::ImageSet;
using engine::Picture;
using engine::readIdxImages;
using engine::readImageFolder;
using engine::readPicture;
using engine::scaled;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

Picture plain(std::int64_t height, std::int64_t width, std::uint8_t grey)
{
    return {.height = height,
            .width = width,
            .pixels = std::vector<std::uint8_t>(static_cast<std::size_t>(height * width), grey)};
}

class ImagesTest : public testing::Test {
protected:
    /// Files of a part as MNIST's are named: images of 1 × 2 and labels, one character each.
    void writePart(const std::string& start, const std::string& pixels, const std::string& labels) const
    {
        std::string bytes;
        for (const char label : labels) {
            bytes += static_cast<char>(label - '0');
        }
        m_folder.write(start + "-images-idx3-ubyte",
                       idxBytes(8, {static_cast<std::uint32_t>(pixels.size() / 2), 1, 2}, pixels));
        m_folder.write(start + "-labels-idx1-ubyte", idxBytes(8, {static_cast<std::uint32_t>(labels.size())}, bytes));
    }

    void writeImage(const std::string& name, const Picture& picture) const
    {
        const std::filesystem::path file = folder() / name;
        std::filesystem::create_directories(file.parent_path());
        name.ends_with(".png") ? writePng(file, picture) : writeJpeg(file, picture);
    }

    std::string sentence() const
    {
        return sentenceOf([&] { readImageFolder(folder()); });
    }

    const std::filesystem::path& folder() const { return m_folder.path(); }

    const TemporaryFolder m_folder;
};

} // namespace

TEST_F(ImagesTest, AreReadFromAPairOfIdxFiles)
{
    writePart("train", "abcdef", "201");
    const ImageSet set = readIdxImages(folder() / "train-images-idx3-ubyte", folder() / "train-labels-idx1-ubyte");
    EXPECT_EQ(set.count, 3);
    EXPECT_EQ(set.height, 1);
    EXPECT_EQ(set.width, 2);
    EXPECT_THAT(set.pixels, ElementsAre('a', 'b', 'c', 'd', 'e', 'f'));
    EXPECT_THAT(set.labels, ElementsAre(2, 0, 1));
    EXPECT_THAT(set.classes, ElementsAre("0", "1", "2"));
    EXPECT_THAT(set.imagesPerClass(), ElementsAre(1, 1, 1));
    EXPECT_THAT(set.origin(2), EndsWith("train-images-idx3-ubyte, image 2"));
}

TEST_F(ImagesTest, OfAFolderAsMnistsAreATrainingAndATestPart)
{
    writePart("train-2k", "abcd", "10");
    writePart("t10k", "efghij", "011");
    const ImageParts parts = readImageFolder(folder());
    EXPECT_EQ(parts.train.count, 2);
    ASSERT_TRUE(parts.test);
    EXPECT_EQ(parts.test->count, 3);
    EXPECT_THAT(parts.test->labels, ElementsAre(0, 1, 1));
}

TEST_F(ImagesTest, MayHaveADotInTheirNames)
{
    writePart("train", "abcd", "10");
    std::filesystem::rename(folder() / "train-images-idx3-ubyte", folder() / "train-images.idx3-ubyte");
    std::filesystem::rename(folder() / "train-labels-idx1-ubyte", folder() / "train-labels.idx1-ubyte");
    EXPECT_EQ(readImageFolder(folder()).train.count, 2);
    writePart("train", "abcd", "10");
    EXPECT_THAT(sentence(), HasSubstr("found both train-images-idx3-ubyte and train-images.idx3-ubyte, wanted one"));
}

TEST_F(ImagesTest, OfPartsThatDoNotFitAreSaid)
{
    struct Part {
        const char *start, *pixels, *labels;
    };
    const std::pair<std::vector<Part>, testing::Matcher<std::string>> cases[] = {
        {{{"t10k", "abcd", "10"}}, HasSubstr("without a training part")},
        {{{"train", "abcd", "10"}, {"train-2k", "abcd", "10"}},
         HasSubstr("found both train-2k-images-idx3-ubyte and train-images-idx3-ubyte, wanted one")},
        {{{"train", "abcdef", "01"}},
         AllOf(HasSubstr("train-labels-idx1-ubyte has 2 labels, wanted 3: one for each image of"),
               EndsWith("train-images-idx3-ubyte"))},
        {{{"train", "abcdefgh", "0190"}},
         EndsWith("train-labels-idx1-ubyte, label 2: found the label 9, but no image has the label 2, wanted labels "
                  "without gaps")},
        {{{"train", "abcd", "33"}}, EndsWith("all 2 images are of one class, '3', wanted at least 2 classes")},
        {{{"train", "abcd", "12"}, {"t10k", "efghij", "120"}},
         EndsWith("t10k-images-idx3-ubyte, image 2: the test part has the class '0', wanted only classes that "
                  "the training part has")},
    };
    for (const auto& [parts, words] : cases) {
        std::filesystem::remove_all(folder());
        std::filesystem::create_directory(folder());
        for (const Part& part : parts) {
            writePart(part.start, part.pixels, part.labels);
        }
        EXPECT_THAT(sentence(), words);
    }
    std::filesystem::remove(folder() / "t10k-images-idx3-ubyte");
    std::filesystem::remove(folder() / "t10k-labels-idx1-ubyte");
    writePart("train", "abcdef", "213"); // labels from 1 on
    EXPECT_EQ(readImageFolder(folder()).train.classes.size(), 4u);
    EXPECT_FALSE(readImageFolder(folder()).test) << "none is needed";
    std::filesystem::remove(folder() / "train-labels-idx1-ubyte");
    EXPECT_THAT(sentence(), EndsWith("found train-images-idx3-ubyte only, wanted train*-labels-idx1-ubyte beside it"));
}

TEST_F(ImagesTest, AndLabelsThatAreMixedUpAreSaid)
{
    writePart("train", "abcd", "01");
    const auto images = folder() / "train-images-idx3-ubyte", labels = folder() / "train-labels-idx1-ubyte";
    EXPECT_THAT(sentenceOf([&] { readIdxImages(labels, images); }),
                EndsWith("found the magic number 00 00 08 03, wanted 00 00 08 01, that of labels"));
    EXPECT_THAT(sentenceOf([&] { readIdxImages(labels, labels); }),
                EndsWith("found the magic number 00 00 08 01, wanted 00 00 08 03, that of images"));
}

TEST_F(ImagesTest, OfTheTestPartOfAnotherSizeAreSaid)
{
    writePart("train", "abcd", "01");
    writePart("t10k", "abcd", "01");
    m_folder.write("t10k-images-idx3-ubyte", idxBytes(8, {2, 2, 1}, "abcd"));
    EXPECT_THAT(sentence(), HasSubstr("found images of 2 × 1, wanted 1 × 2 as in the training part"));
}

TEST_F(ImagesTest, OfAFolderPerClassAreScaled)
{
    writeImage("dogs/b.png", plain(56, 28, 200));
    writeImage("cats/a.JPEG", plain(30, 40, 100));
    writeImage("cats/c.jpg", plain(28, 28, 50));
    m_folder.write("cats/notes.txt", "not an image");
    m_folder.write(".hidden", "");
    const ImageParts parts = readImageFolder(folder());
    EXPECT_FALSE(parts.test);
    EXPECT_EQ(parts.train.count, 3);
    EXPECT_THAT(parts.train.classes, ElementsAre("cats", "dogs"));
    EXPECT_THAT(parts.train.labels, ElementsAre(0, 0, 1));
    ASSERT_EQ(parts.train.pixels.size(), 3u * 28u * 28u);
    EXPECT_THAT(std::span(parts.train.pixels).first(28 * 28), Each(100));
    EXPECT_THAT(std::span(parts.train.pixels).subspan(28 * 28, 28 * 28), Each(50));
    EXPECT_THAT(std::span(parts.train.pixels).last(28 * 28), Each(200));
    EXPECT_THAT(parts.train.origin(2), EndsWith("dogs/b.png"));
}

TEST_F(ImagesTest, OfFoldersForTrainingAndTestAreTwoParts)
{
    for (const char* name : {"train/a/1.png", "train/b/1.png", "train/c/1.png", "test/a/1.png", "test/c/1.png"}) {
        writeImage(name, plain(2, 2, 9));
    }
    const ImageParts parts = readImageFolder(folder(), engine::ImageSize{.height = 2, .width = 2});
    EXPECT_EQ(parts.train.count, 3);
    ASSERT_TRUE(parts.test);
    EXPECT_THAT(parts.test->labels, ElementsAre(0, 2)); // the training part's
    EXPECT_THAT(parts.test->classes, ElementsAre("a", "b", "c"));
}

TEST_F(ImagesTest, OfAFolderForValidationAreAPartToo)
{
    for (const char* name : {"validation", "val", "Valid", "dev"}) {
        const std::string part = name;
        for (const std::string& file : {std::string("train/a/1.png"), std::string("train/b/1.png"), part + "/a/1.png",
                                        part + "/b/1.png", part + "/b/2.png"}) {
            writeImage(file, plain(2, 2, 9));
        }
        const ImageParts parts = readImageFolder(folder(), engine::ImageSize{.height = 2, .width = 2});
        EXPECT_EQ(parts.train.count, 2);
        ASSERT_TRUE(parts.validation) << part;
        EXPECT_THAT(parts.validation->labels, ElementsAre(0, 1, 1));
        EXPECT_FALSE(parts.test);
        EXPECT_THAT(parts.remarks, testing::IsEmpty());
        writeImage(part + "/z/1.png", plain(2, 2, 9));
        EXPECT_THAT(sentence(), HasSubstr("the validation part has the class 'z'"));
        std::filesystem::remove_all(folder() / part);
    }
    writeImage("val/a/1.png", plain(2, 2, 9));
    writeImage("valid/a/1.png", plain(2, 2, 9));
    EXPECT_THAT(sentence(), HasSubstr("found both val and valid, wanted one folder for this part"));
}

TEST_F(ImagesTest, ThatAreNotReadAreToldHowManyAndWhy)
{
    for (const char* name : {"a/1.png", "b/1.png", "b/more/2.png", "3.png"}) {
        writeImage(name, plain(2, 2, 9));
    }
    for (const char* name : {"a/2.bmp", "a/3.BMP", "b/4.webp", "b/Thumbs.db", "LICENSE"}) {
        m_folder.write(name, "?");
    }
    EXPECT_THAT(readImageFolder(folder()).remarks,
                ElementsAre(AllOf(HasSubstr("files and folders that are not read: 7; the first: "),
                                  EndsWith("3.png lies in no folder of a class, as others do"))));
}

TEST_F(ImagesTest, OfOtherFormatsAloneAreNamed)
{
    writeImage("a/1.png", plain(2, 2, 9));
    std::filesystem::create_directory(folder() / "b");
    m_folder.write("b/1.webp", "RIFF");
    EXPECT_THAT(sentence(), EndsWith("b: found no image, wanted PNG or JPEG files of the class 'b'"));
}

TEST_F(ImagesTest, ToPredictHaveAReasonEachWhereTheyCannotBeRead)
{
    writeImage("a/1.png", plain(2, 2, 9));
    writeImage("a/3.png", plain(2, 2, 7));
    writeImage("b/1.png", plain(2, 2, 5));
    m_folder.write("a/2.png", "no picture");
    m_folder.write("a/4.gif", "GIF89a");
    m_folder.write("a/notes.txt", "words");
    const ImageParts parts = engine::readImagesToPredict(folder(), engine::ImageSize{.height = 1, .width = 1});
    EXPECT_THAT(parts.train.pixels, ElementsAre(9, 7, 5));
    EXPECT_THAT(parts.train.labels, ElementsAre(0, 0, 1));
    EXPECT_THAT(parts.train.origin(1), EndsWith("a/3.png"));
    ASSERT_EQ(parts.unread.size(), 2U);
    EXPECT_THAT(parts.unread[0].reason, EndsWith("a/2.png starts as neither PNG nor JPEG does, wanted one of them"));
    EXPECT_THAT(parts.unread[1].reason, EndsWith("a/4.gif is neither PNG nor JPEG by its name, wanted one of them"));
    EXPECT_THAT(parts.remarks, ElementsAre(HasSubstr("files and folders that are not read: 3")));
    EXPECT_THAT(sentence(), HasSubstr("a/2.png starts as neither")) << "who learns is told at once";
}

TEST_F(ImagesTest, OfAClassThatOnlyTheTestFolderHasAreSaid)
{
    for (const char* name : {"train/a/1.png", "train/b/1.png", "test/a/1.png", "test/z/1.png"}) {
        writeImage(name, plain(2, 2, 9));
    }
    EXPECT_THAT(sentence(), HasSubstr("test/z/1.png: the test part has the class 'z', wanted only classes"));
}

TEST_F(ImagesTest, OfOneFolderAreSaid)
{
    writeImage("a/1.png", plain(2, 2, 9));
    EXPECT_THAT(sentence(), EndsWith("the only image is of one class, 'a', wanted at least 2 classes"));
}

TEST_F(ImagesTest, ThatAreMissingAreSaid)
{
    EXPECT_THAT(sentence(), HasSubstr("found no images, wanted IDX files as MNIST's"));
    std::filesystem::create_directory(folder() / "cats");
    EXPECT_THAT(sentence(), EndsWith("cats: found no image, wanted PNG or JPEG files of the class 'cats'"));
    EXPECT_THAT(sentenceOf([&] { readImageFolder(folder() / "none"); }), HasSubstr("none: No such file or directory"));
}

TEST_F(ImagesTest, ThatAreDamagedAreSaidWithTheirFile)
{
    writeImage("a/1.png", plain(20, 20, 9));
    writeImage("b/1.jpg", plain(20, 20, 9));
    const std::string png = contentsOf(folder() / "a/1.png"), jpeg = contentsOf(folder() / "b/1.jpg");
    m_folder.write("a/1.png", png.substr(0, png.size() - 20));
    EXPECT_THAT(sentence(), HasSubstr("a/1.png: the PNG file is damaged or cut short"));
    m_folder.write("a/1.png", png);
    m_folder.write("b/1.jpg", jpeg.substr(0, jpeg.size() - 4));
    EXPECT_THAT(sentence(), HasSubstr("b/1.jpg: the JPEG file is damaged or cut short"));
    m_folder.write("b/1.jpg", "GIF89a");
    EXPECT_THAT(sentence(), EndsWith("b/1.jpg starts as neither PNG nor JPEG does, wanted one of them"));
}

TEST_F(ImagesTest, ThatAreDamagedCanBeSkipped)
{
    for (const char* file : {"a/1.png", "a/2.png", "b/1.png"}) {
        writeImage(file, plain(20, 20, 9));
    }
    m_folder.write("a/1.png", "GIF89a");
    m_folder.write("a/words.txt", "no picture, and never asked for");
    m_folder.write("a/2.bmp", "of another kind");
    const ImageParts parts = readImageFolder(folder(), engine::ImageSize{}, {}, engine::Damaged::Skip);
    EXPECT_EQ(parts.train.count, 2);
    EXPECT_EQ(parts.train.imagesPerClass(), (std::vector<std::int64_t>{1, 1}));
    ASSERT_EQ(parts.unread.size(), 1u);
    EXPECT_THAT(parts.unread.front().file, EndsWith("a/1.png"));
    m_folder.write("b/1.png", "GIF89a");
    EXPECT_THROW(readImageFolder(folder(), engine::ImageSize{}, {}, engine::Damaged::Skip), engine::Error)
        << "b has no picture left";
}

TEST_F(ImagesTest, ThatSayTheyAreHugeTakeNoMemory)
{
    writeImage("1.png", plain(2, 2, 9));
    std::string png = contentsOf(folder() / "1.png");
    png[18] = '\x10'; // the width, but for the checksum, which libpng looks at later
    m_folder.write("1.png", png);
    EXPECT_NE(sentenceOf([&] { readPicture(folder() / "1.png"); }), "");
    using namespace std::string_literals;
    png.insert(8, "\0\0\0\x08prVt\0\0\0\2\0\0\0\2crc!"s); // says another size before the header does
    m_folder.write("1.png", png);
    EXPECT_THAT(sentenceOf([&] { readPicture(folder() / "1.png"); }), HasSubstr("found a picture of 0 × 0 pixels"));
    writeImage("1.jpg", plain(8, 8, 9));
    std::string jpeg = contentsOf(folder() / "1.jpg");
    const std::size_t frame = jpeg.find("\xFF\xC0");
    jpeg[frame + 5] = jpeg[frame + 7] = '\x1F';
    m_folder.write("1.jpg", jpeg);
    EXPECT_THAT(sentenceOf([&] { readPicture(folder() / "1.jpg"); }),
                HasSubstr("its header says 7944 × 7944 pixels, which its"));
}

TEST_F(ImagesTest, CanBeCancelled)
{
    writeImage("a/1.png", plain(2, 2, 9));
    writeImage("b/1.png", plain(2, 2, 9));
    EXPECT_THROW(readImageFolder(folder(), engine::ImageSize{}, [] { return false; }), engine::CancelledError);
}

TEST_F(ImagesTest, InColourBecomeGreyAndTransparentOnesLieOnWhite)
{
    writeColours(folder() / "a.png", {0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255, 0, 255, 0, 255});
    const Picture picture = readPicture(folder() / "a.png");
    EXPECT_EQ(picture.pixels[0], 0);
    EXPECT_EQ(picture.pixels[1], 255);
    EXPECT_EQ(picture.pixels[2], 255);
    EXPECT_EQ(picture.pixels[3], 150); // green is the brightest of the three
}

TEST(Scaling, TakesTheMeanOfWhatAPixelCovers)
{
    const Picture same{.height = 1, .width = 3, .pixels = {1, 2, 3}};
    EXPECT_EQ(scaled(same, 1, 3), same);
    const Picture picture{.height = 2, .width = 4, .pixels = {0, 10, 20, 30, 40, 50, 60, 70}};
    EXPECT_THAT(scaled(picture, 1, 2).pixels, ElementsAre(25, 45));
    // 3 to 2: each new pixel covers one and a half: (90 + 0.5 * 0) / 1.5 and (0.5 * 0 + 30) / 1.5
    EXPECT_THAT(scaled({.height = 1, .width = 3, .pixels = {90, 0, 30}}, 1, 2).pixels, ElementsAre(60, 20));
    // A smaller picture's are repeated.
    EXPECT_THAT(scaled({.height = 1, .width = 2, .pixels = {3, 9}}, 2, 4).pixels, ElementsAre(3, 3, 9, 9, 3, 3, 9, 9));
}
