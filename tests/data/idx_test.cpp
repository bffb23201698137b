// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/image_rows.h"
#include "tests/data/idx_bytes.h"
#include "tests/data/packed.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

using engine::IdxContent;
using engine::IdxFile;
using engine::readIdx;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

class IdxTest : public testing::Test {
protected:
    std::string sentenceFor(const std::string& bytes) const
    {
        return sentenceOf([&] { readIdx(m_folder.write("file", bytes), IdxContent::Labels); });
    }

    std::filesystem::path packed(const std::string& bytes) const
    {
        writeGzip(m_folder.path() / "file.gz", bytes);
        return m_folder.path() / "file.gz";
    }

    const TemporaryFolder m_folder;
};

TEST_F(IdxTest, ReadsDimensionsAndValues)
{
    const IdxFile idx = readIdx(m_folder.write("file", idxBytes(8, {1, 2, 3}, "abcdef")), IdxContent::Images);
    EXPECT_THAT(idx.dimensions, ElementsAre(1, 2, 3));
    EXPECT_THAT(idx.bytes, ElementsAre('a', 'b', 'c', 'd', 'e', 'f'));
}

TEST_F(IdxTest, ReadsWhatGzipHasCompressedWhateverItIsCalled)
{
    const std::string bytes = idxBytes(8, {3}, "abc");
    EXPECT_EQ(readIdx(packed(bytes), IdxContent::Labels).bytes,
              readIdx(m_folder.write("plain.gz", bytes), IdxContent::Labels).bytes);
}

TEST_F(IdxTest, SaysWhichBytesAWrongFileStartsWith)
{
    EXPECT_THAT(sentenceFor("\x89PNG\r\n"), HasSubstr("file: found the magic number 89 50 4E 47, wanted 00 00 08 01"));
    EXPECT_THAT(sentenceFor(idxBytes(9, {1}, "a")), HasSubstr("found the magic number 00 00 09 01, wanted"));
    EXPECT_THAT(sentenceFor(""), HasSubstr("found the magic number 00 00 00 00, wanted"));
}

TEST_F(IdxTest, SaysThatAFileIsShorterOrLongerThanItSays)
{
    EXPECT_THAT(sentenceFor(idxBytes(8, {6}, "abcd")),
                EndsWith("found 4 bytes of values, wanted 6, as its header says"));
    EXPECT_THAT(sentenceFor(idxBytes(8, {6}, "abcdefg")),
                EndsWith("found 7 bytes of values, wanted 6, as its header says"));
    EXPECT_THAT(sentenceFor(idxBytes(8, {6}, "").substr(0, 6)), HasSubstr("its header says 0 for a dimension"));
}

TEST_F(IdxTest, SaysThatCompressedDataIsCutShortOrDamaged)
{
    std::string values(5000, '\0');
    for (std::size_t index = 0; index < values.size(); ++index) {
        values[index] = static_cast<char>(index * index % 251);
    }
    const std::string whole = contentsOf(packed(idxBytes(8, {5000}, values)));
    EXPECT_THAT(sentenceFor(whole.substr(0, whole.size() / 2)), HasSubstr("the compressed data is cut short"));
    std::string damaged = whole;
    damaged[whole.size() - 6] ^= 1; // of the checksum
    EXPECT_THAT(sentenceFor(damaged), HasSubstr("the compressed data is damaged"));
}

TEST_F(IdxTest, RefusesDimensionsThatNoFileHas)
{
    const auto file = m_folder.write("file", idxBytes(8, {4'000'000'000u, 4'000'000'000u, 4'000'000'000u}, "a"));
    EXPECT_THAT(sentenceOf([&] { readIdx(file, IdxContent::Images); }), HasSubstr("at most 68719476736 values in all"));
}

TEST_F(IdxTest, CanBeCancelled)
{
    const std::filesystem::path file = m_folder.write("file", idxBytes(8, {1}, "a"));
    EXPECT_THROW(readIdx(file, IdxContent::Labels, [] { return false; }), engine::CancelledError);
}

} // namespace
