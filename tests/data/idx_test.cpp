// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/idx.h"
#include "tests/data/idx_bytes.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <zlib.h>

using engine::IdxFile;
using engine::IdxType;
using engine::readIdx;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

class IdxTest : public testing::Test {
protected:
    std::string sentenceFor(const std::string& bytes) const
    {
        return sentenceOf([&] { readIdx(m_folder.write("file", bytes)); });
    }

    std::filesystem::path writeGzip(const std::string& bytes) const
    {
        const std::filesystem::path file = m_folder.path() / "file.gz";
        const gzFile stream = gzopen(file.c_str(), "wb");
        gzwrite(stream, bytes.data(), static_cast<unsigned>(bytes.size()));
        gzclose(stream);
        return file;
    }

    const TemporaryFolder m_folder;
};

TEST_F(IdxTest, ReadsTypeDimensionsAndValues)
{
    const IdxFile idx = readIdx(m_folder.write("file", idxBytes(8, {2, 3}, "abcdef")));
    EXPECT_EQ(idx.type, IdxType::UnsignedByte);
    EXPECT_THAT(idx.dimensions, ElementsAre(2, 3));
    EXPECT_THAT(idx.bytes, ElementsAre('a', 'b', 'c', 'd', 'e', 'f'));
}

TEST_F(IdxTest, ReadsWhatGzipHasCompressedWhateverItIsCalled)
{
    const std::string bytes = idxBytes(8, {3}, "abc");
    EXPECT_EQ(readIdx(writeGzip(bytes)).bytes, readIdx(m_folder.write("plain.gz", bytes)).bytes);
}

TEST_F(IdxTest, ReadsIntegersOfEachType)
{
    using namespace std::string_literals;
    EXPECT_EQ(readIdx(m_folder.write("u", idxBytes(0x08, {1}, "\xFF"))).integer(0), 255);
    EXPECT_EQ(readIdx(m_folder.write("s", idxBytes(0x09, {1}, "\xFF"))).integer(0), -1);
    EXPECT_EQ(readIdx(m_folder.write("h", idxBytes(0x0B, {2}, "\x01\x02\xFF\xFE"s))).integer(1), -2);
    EXPECT_EQ(readIdx(m_folder.write("i", idxBytes(0x0C, {1}, "\x01\x02\x03\x04"s))).integer(0), 0x01020304);
}

TEST_F(IdxTest, SaysWhichBytesAWrongFileStartsWith)
{
    EXPECT_THAT(sentenceFor("\x89PNG\r\n"),
                HasSubstr("file: found the magic number 89 50 4E 47, wanted that of an IDX file"));
    EXPECT_THAT(sentenceFor(idxBytes(7, {1}, "a")), HasSubstr("found the magic number 00 00 07 01, wanted"));
    EXPECT_THAT(sentenceFor(idxBytes(8, {}, "a")), HasSubstr("found the magic number 00 00 08 00, wanted"));
}

TEST_F(IdxTest, SaysThatAFileIsCutShort)
{
    EXPECT_THAT(sentenceFor(""), EndsWith("file: found 0 bytes, wanted an IDX file, which has at least 8"));
    EXPECT_THAT(sentenceFor(idxBytes(8, {2, 3}, "").substr(0, 10)),
                EndsWith("file: ends within its header, wanted 2 dimensions of 4 bytes"));
    EXPECT_THAT(sentenceFor(idxBytes(8, {2, 3}, "abcd")),
                EndsWith("file is cut short: found 4 bytes of values, wanted the 6 of 2×3 unsigned bytes"));
}

TEST_F(IdxTest, SaysThatCompressedDataIsCutShortOrDamaged)
{
    std::string values(5000, '\0');
    for (std::size_t index = 0; index < values.size(); ++index) {
        values[index] = static_cast<char>(index * index % 251);
    }
    const std::string whole = contentsOf(writeGzip(idxBytes(8, {5000}, values)));
    EXPECT_THAT(sentenceFor(whole.substr(0, whole.size() / 2)), HasSubstr("the compressed data is cut short"));
    std::string damaged = whole;
    damaged[whole.size() - 6] ^= 1; // of the checksum
    EXPECT_THAT(sentenceFor(damaged), HasSubstr("the compressed data is damaged"));
}

TEST_F(IdxTest, SaysThatAFileIsLongerThanItSays)
{
    EXPECT_THAT(sentenceFor(idxBytes(8, {2, 3}, "abcdefg")),
                EndsWith("file is too long: found more than the 6 bytes of values that 2×3 unsigned bytes have"));
}

TEST_F(IdxTest, RefusesDimensionsThatNoFileHas)
{
    EXPECT_THAT(
        sentenceFor(idxBytes(0x0E, {4'000'000'000u, 4'000'000'000u, 4'000'000'000u}, "a")),
        HasSubstr("its header says 4000000000×4000000000×4000000000 doubles, wanted at most 68719476736 bytes"));
    EXPECT_THAT(sentenceFor(idxBytes(8, {2, 0}, "")), EndsWith("found 0 as dimension 2, wanted at least 1"));
}

TEST_F(IdxTest, SaysThatAFolderOrNothingIsNoFile)
{
    EXPECT_THAT(sentenceOf([&] { readIdx(m_folder.path()); }), EndsWith("is a folder, wanted a file"));
    EXPECT_THAT(sentenceOf([&] { readIdx(m_folder.path() / "none"); }), HasSubstr("No such file"));
}

TEST_F(IdxTest, CanBeCancelled)
{
    const std::filesystem::path file = m_folder.write("file", idxBytes(8, {1}, "a"));
    EXPECT_THROW(readIdx(file, [] { return false; }), engine::CancelledError);
}

} // namespace
