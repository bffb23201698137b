// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/corpus.h"
#include "engine/data/download.h"
#include "engine/data/text_scan.h"
#include "tests/data/packed.h"
#include "tests/support/paths.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>

using engine::Corpus;
using engine::Encoding;
using engine::Split;
using engine::SplitFractions;
using engine::TextRange;
using engine::Vocabulary;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

class CorpusTest : public testing::Test {
protected:
    std::filesystem::path file(std::string_view text) const { return m_folder.write("text.txt", text); }
    std::string sentenceFor(std::string_view text, Encoding encoding) const
    {
        const std::filesystem::path path = file(text);
        return sentenceOf([&] { Corpus(path, encoding); });
    }
    const std::filesystem::path& folder() const { return m_folder.path(); }

private:
    TemporaryFolder m_folder;
};

std::vector<std::int32_t> idsOf(const Corpus& corpus, TextRange range)
{
    std::vector<std::int32_t> ids(static_cast<std::size_t>(corpus.charactersIn(range)) + 1);
    std::int64_t position = range.first;
    ids.resize(corpus.read(position, range.last, ids));
    EXPECT_EQ(position, range.last);
    return ids;
}

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

/// Characters of one to four bytes in a random order, most of them ASCII in runs, over several blocks of the index.
std::string mixedText()
{
    const std::vector<std::string> characters = {"a", "b", "\n", "é", "ж", "€", "中", "😀"};
    std::mt19937 random(7);
    std::string text;
    while (text.size() < 50'000) {
        text += random() % 4 == 0 ? std::string(random() % 40, 'x') : characters[random() % characters.size()];
    }
    return text;
}

/// A line of /proc/self/status, in KiB.
std::int64_t statusOf(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(key + ":")) {
            return std::stoll(line.substr(key.size() + 1));
        }
    }
    return -1;
}

} // namespace

TEST_F(CorpusTest, NumbersBytesInTheOrderOfTheirCode)
{
    const Corpus corpus(file("banane\xC3\xA9"), Encoding::Bytes);
    EXPECT_THAT(corpus.vocabulary().characters(), ElementsAre('a', 'b', 'e', 'n', 0xA9, 0xC3));
    EXPECT_EQ(corpus.characters(), 8);
}

TEST_F(CorpusTest, NumbersCodePointsInTheOrderOfTheirCode)
{
    const Corpus corpus(file("é😀banane€"), Encoding::Utf8);
    EXPECT_THAT(corpus.vocabulary().characters(), ElementsAre('a', 'b', 'e', 'n', U'é', U'€', U'😀'));
    EXPECT_EQ(corpus.characters(), 9);
    EXPECT_EQ(corpus.bytes(), 15);
}

TEST_F(CorpusTest, ReadsEveryByteInByteMode)
{
    std::string text;
    std::vector<std::int32_t> expected;
    for (int index = 0; index < 256; ++index) {
        const int byte = (index + 32) % 256;
        text += static_cast<char>(byte);
        expected.push_back(byte);
    }
    const Corpus corpus(file(text), Encoding::Bytes);
    EXPECT_EQ(idsOf(corpus, {0, 256}), expected);
}

TEST_F(CorpusTest, ReadsWhatTheVocabularyEncodes)
{
    const std::string text = mixedText();
    const Corpus corpus(file(text), Encoding::Utf8);
    EXPECT_EQ(idsOf(corpus, {0, corpus.bytes()}), corpus.vocabulary().encode(text));
}

TEST_F(CorpusTest, ReadsNoFurtherThanTheEnd)
{
    const Corpus corpus(file("aébc"), Encoding::Utf8);
    std::vector<std::int32_t> ids(10, -7);
    std::int64_t position = 1;
    EXPECT_EQ(corpus.read(position, 4, ids), 2u);
    EXPECT_EQ(position, 4);
    EXPECT_THAT(ids, testing::Each(testing::AnyOf(-7, 1, 3)));
    EXPECT_EQ(corpus.read(position, 4, ids), 0u);
}

TEST_F(CorpusTest, KeepsCarriageReturns)
{
    const Corpus corpus(file("a\r\nb\r\n"), Encoding::Utf8);
    EXPECT_EQ(corpus.characters(), 6);
    EXPECT_EQ(corpus.text({0, corpus.bytes()}), "a\r\nb\r\n");
}

TEST_F(CorpusTest, LeavesOutAByteOrderMarkThatLeadsUtf8)
{
    const std::string mark = "\xEF\xBB\xBF";
    const Corpus corpus(file(mark + "ab"), Encoding::Utf8);
    EXPECT_THAT(corpus.vocabulary().characters(), ElementsAre('a', 'b'));
    EXPECT_EQ(corpus.text({0, 2}), "ab");
    EXPECT_EQ(corpus.bytes(), 2);
    EXPECT_EQ(corpus.range(Split::All, {}), (TextRange{0, 2}));
    EXPECT_EQ(corpus.digest(), Corpus(file("ab"), Encoding::Utf8).digest());
    EXPECT_EQ(Corpus(file(mark + "ab"), Encoding::Bytes).characters(), 5);
    EXPECT_EQ(Corpus(file("ab" + mark), Encoding::Utf8).characters(), 3);
}

TEST_F(CorpusTest, RefusesATextThatIsNone)
{
    using enum Encoding;
    const struct {
        const char* text;
        Encoding encoding;
        testing::Matcher<std::string> words;
    } cases[] = {
        {"", Bytes, EndsWith("text.txt is empty, wanted at least 2 characters")},
        {"\xEF\xBB\xBF", Utf8, EndsWith("only a byte-order mark, wanted at least 2 characters")},
        {"a", Utf8, EndsWith("has one different character, 'a', wanted at least 2")},
        {"\n\n\n", Bytes, EndsWith("has one different character, byte 0x0A, wanted at least 2")},
        {"ab\ncdefghijklm\xFFno", Utf8,
         EndsWith("text.txt is not UTF-8: found the byte 0xFF at offset 14 (line 2), wanted a character; iconv -f "
                  "WINDOWS-1252 -t UTF-8 makes one of most")},
        {"\xEF\xBB\xBFxy\xFF", Utf8, HasSubstr("at offset 5 (line 1)")}, // the mark counts
        {"abcdefgh\xE2\x82", Utf8, HasSubstr("0xE2 at offset 8 ")},      // which the file ends in
    };
    for (const auto& [text, encoding, words] : cases) {
        EXPECT_THAT(sentenceFor(text, encoding), words);
    }
}

TEST_F(CorpusTest, IsUnpackedWhereGzipPackedIt)
{
    const std::string text = mixedText();
    const std::filesystem::path packed = folder() / "packed.txt"; // told by what is in it, not by its name
    writeGzip(packed, text);
    const Corpus corpus(packed, Encoding::Utf8), plain(file(text), Encoding::Utf8);
    EXPECT_EQ(corpus.digest(), plain.digest());
    EXPECT_EQ(corpus.text({0, corpus.bytes()}), text);
    EXPECT_EQ(corpus.vocabulary().characters(), plain.vocabulary().characters());
    EXPECT_EQ(idsOf(corpus, {0, corpus.bytes()}), idsOf(plain, {0, plain.bytes()}));
    writeGzip(packed, contentsOf(packed));
    EXPECT_THAT(sentenceOf([&] { Corpus(packed, Encoding::Utf8); }), HasSubstr("unpack it"));
}

TEST_F(CorpusTest, RefusesAFileThatIsNotThere)
{
    EXPECT_THAT(sentenceOf([&] { Corpus(folder() / "absent.txt", Encoding::Utf8); }),
                AllOf(HasSubstr("absent.txt: No such file"), HasSubstr("wanted")));
}

TEST_F(CorpusTest, RefusesAFolder)
{
    EXPECT_THAT(sentenceOf([&] { Corpus(folder(), Encoding::Utf8); }), EndsWith("is a folder, wanted a file"));
}

TEST_F(CorpusTest, RefusesAPipeWithoutWaitingForIt)
{
    ASSERT_EQ(::mkfifo((folder() / "pipe").c_str(), 0600), 0);
    EXPECT_THAT(sentenceOf([&] { Corpus(folder() / "pipe", Encoding::Utf8); }),
                EndsWith("is a pipe or a device, wanted a file"));
}

TEST_F(CorpusTest, UsesTheVocabularyOfAModel)
{
    const Vocabulary vocabulary(Encoding::Utf8, {U'z', U'é', U'a'});
    const Corpus corpus(file("aéa"), vocabulary);
    EXPECT_EQ(corpus.vocabulary(), vocabulary);
    EXPECT_THAT(idsOf(corpus, {0, corpus.bytes()}), ElementsAre(2, 1, 2));
}

TEST_F(CorpusTest, TakesATextOfOneCharacterWithTheVocabularyOfAModel)
{
    EXPECT_EQ(Corpus(file("aaa"), Vocabulary(Encoding::Bytes, {'a', 'b'})).characters(), 3);
}

TEST_F(CorpusTest, NamesTheFirstCharactersThatAVocabularyLacks)
{
    const std::filesystem::path path = file("abcdefgé\n");
    EXPECT_THAT(
        sentenceOf([&] {
            Corpus(path, Vocabulary(Encoding::Utf8, {'a', 'b'}));
        }),
        EndsWith("text.txt has 7 characters that the vocabulary lacks (U+000A, 'c', 'd', 'e', 'f', …), wanted only "
                 "the 2 that it knows"));
    EXPECT_THAT(sentenceOf([&] {
                    Corpus(path, Vocabulary(Encoding::Utf8, {'a', 'b', 'c', 'd', 'e', 'f', 'g', '\n'}));
                }),
                EndsWith("has 1 character that the vocabulary lacks ('é'), wanted only the 8 that it knows"));
}

TEST_F(CorpusTest, SplitsInTheOrderTrainingValidationTest)
{
    const Corpus corpus(file("abcdefghij"), Encoding::Bytes);
    const SplitFractions fractions{.validation = 0.2, .test = 0.3};
    EXPECT_EQ(corpus.text(corpus.range(Split::Train, fractions)), "abcde");
    EXPECT_EQ(corpus.text(corpus.range(Split::Validation, fractions)), "fg");
    EXPECT_EQ(corpus.text(corpus.range(Split::Test, fractions)), "hij");
    EXPECT_EQ(corpus.text(corpus.range(Split::All, fractions)), "abcdefghij");
}

TEST_F(CorpusTest, SplitsByCharactersNotBytes)
{
    const Corpus corpus(file("éééééabcde"), Encoding::Utf8);
    EXPECT_EQ(corpus.text(corpus.range(Split::Train, {.validation = 0.7})), "ééé");
}

TEST_F(CorpusTest, LeavesNothingBetweenTheParts)
{
    const Corpus corpus(file(mixedText()), Encoding::Utf8);
    for (const SplitFractions fractions : {SplitFractions{}, SplitFractions{0, 0}, SplitFractions{0.05, 0.05},
                                           SplitFractions{1.0 / 3, 1.0 / 3}, SplitFractions{0, 0.1}}) {
        const TextRange train = corpus.range(Split::Train, fractions);
        const TextRange validation = corpus.range(Split::Validation, fractions);
        const TextRange test = corpus.range(Split::Test, fractions);
        EXPECT_EQ(train.first, 0);
        EXPECT_EQ(train.last, validation.first);
        EXPECT_EQ(validation.last, test.first);
        EXPECT_EQ(test.last, corpus.bytes());
        EXPECT_EQ(corpus.aligned(train.last), train.last);
        EXPECT_EQ(corpus.aligned(validation.last), validation.last);
        EXPECT_EQ(validation.bytes() > 0, fractions.validation > 0);
        EXPECT_EQ(test.bytes() > 0, fractions.test > 0);
    }
}

TEST_F(CorpusTest, RefusesFractionsThatLeaveNothingToTrainOn)
{
    const Corpus corpus(file("abc"), Encoding::Bytes);
    for (const SplitFractions fractions : {SplitFractions{0.5, 0.5}, SplitFractions{-0.1, 0}, SplitFractions{0.1, -0.1},
                                           SplitFractions{1.5, 0}, SplitFractions{std::nan(""), 0}}) {
        EXPECT_THAT(sentenceOf([&] { corpus.range(Split::All, fractions); }),
                    AllOf(HasSubstr("found"), HasSubstr("wanted")));
    }
}

TEST_F(CorpusTest, FindsEveryCharacterByItsNumber)
{
    const std::string text = mixedText();
    const Corpus corpus(file(text), Encoding::Utf8);
    std::int64_t number = 0;
    for (std::int64_t byte = 0; byte < corpus.bytes(); ++byte) {
        if (startsCharacter(text[static_cast<std::size_t>(byte)])) {
            ASSERT_EQ(corpus.positionOf(number), byte) << "of character " << number;
            ASSERT_EQ(corpus.charactersBefore(byte), number) << "before byte " << byte;
            ++number;
        }
    }
    EXPECT_EQ(corpus.characters(), number);
    EXPECT_EQ(corpus.positionOf(number), corpus.bytes());
    EXPECT_EQ(corpus.charactersBefore(corpus.bytes()), number);
}

TEST_F(CorpusTest, AlignsToTheNextCharacter)
{
    const Corpus corpus(file("a€b"), Encoding::Utf8);
    EXPECT_EQ(corpus.aligned(0), 0);
    EXPECT_EQ(corpus.aligned(1), 1);
    EXPECT_EQ(corpus.aligned(2), 4);
    EXPECT_EQ(corpus.aligned(3), 4);
    EXPECT_EQ(corpus.aligned(5), 5);
    EXPECT_EQ(corpus.aligned(99), 5);
}

TEST(Digest, OfNothingIsThePublishedValue)
{
    EXPECT_EQ(engine::Digest().hexadecimal(), "2d06800538d394c2");
}

TEST_F(CorpusTest, HasTheDigestOfItsText)
{
    engine::Digest digest;
    digest.add("To be, ");
    digest.add("or not to be");
    EXPECT_EQ(Corpus(file("To be, or not to be"), Encoding::Utf8).digest(), digest.hexadecimal());
}

TEST_F(CorpusTest, SaysThatTheFileWasCutShort)
{
    const std::filesystem::path path = file(mixedText());
    const Corpus corpus(path, Encoding::Utf8);
    std::vector<std::int32_t> ids(100);
    std::int64_t position = corpus.aligned(40'000);
    std::filesystem::resize_file(path, 10);
    EXPECT_THAT(sentenceOf([&] { corpus.read(position, corpus.bytes(), ids); }),
                HasSubstr("was cut short while in use: found 10 bytes, wanted the 50"));
    EXPECT_THAT(sentenceOf([&] { corpus.text({0, 10}); }), HasSubstr("was cut short"));
    EXPECT_THAT(sentenceOf([&] { corpus.positionOf(9000); }), HasSubstr("was cut short"));
    EXPECT_THAT(sentenceOf([&] { corpus.charactersBefore(40'000); }), HasSubstr("was cut short"));
    EXPECT_THAT(sentenceOf([&] { corpus.aligned(40'000); }), HasSubstr("was cut short"));
}

TEST_F(CorpusTest, SaysThatTheFileWasWrittenOver)
{
    const std::filesystem::path path = file("abcdabcd");
    const Corpus corpus(path, Encoding::Bytes);
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out).write("dcba", 4);
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    EXPECT_THAT(sentenceOf([&] {
                    corpus.text({0, 4});
                }),
                AllOf(HasSubstr("was changed while in use"), HasSubstr(corpus.digest())));
}

TEST_F(CorpusTest, GoesOnWithAFileThatWasAppendedToOrTouched)
{
    const std::filesystem::path path = file("abcd");
    const Corpus corpus(path, Encoding::Bytes);
    std::ofstream(path, std::ios::app) << "more";
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    EXPECT_EQ(corpus.text({0, corpus.bytes()}), "abcd");
}

TEST_F(CorpusTest, GoesOnWithAFileThatWasReplacedOrRemoved)
{
    const std::filesystem::path path = file("abcd");
    const Corpus corpus(path, Encoding::Bytes);
    std::filesystem::remove(path);
    EXPECT_EQ(corpus.text({0, 4}), "abcd");
}

TEST_F(CorpusTest, AsksBeforeEachFewMegabytesWhetherToGoOn)
{
    constexpr std::int64_t megabyte = std::int64_t{1} << 20, size = 41 * megabyte;
    const std::filesystem::path path = file("");
    std::filesystem::resize_file(path, size); // without content on the disk
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out) << "ab";
    int asked = 0, most = 1000;
    const engine::GoOn goOn = [&] { return ++asked <= most; };
    const Corpus corpus(path, Encoding::Utf8, goOn);
    EXPECT_GE(asked, size / (4 * megabyte));

    asked = 0;
    most = 3;
    EXPECT_THROW(Corpus(path, Encoding::Utf8, goOn), engine::CancelledError);
    EXPECT_EQ(asked, 4) << "went on though it was to stop";

    asked = 0; // a file with another age is read once more
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
    EXPECT_THROW(corpus.text({0, 2}), engine::CancelledError);
    most = 1000;
    EXPECT_EQ(corpus.text({0, 2}), "ab");
}

TEST(LargeCorpus, IsReadAtItsEndInLittleMemory)
{
    const TemporaryFolder folder(std::filesystem::current_path()); // a build folder lies on a disk more often than /tmp
    struct statfs system = {};
    ASSERT_EQ(::statfs(folder.path().c_str(), &system), 0);
    if (system.f_type == TMPFS_MAGIC) {
        GTEST_SKIP() << folder.path() << " lies in memory, which a file of 3 GB would fill";
    }
    const std::filesystem::path path = folder.write("large.bin", "");
    constexpr std::int64_t size = std::int64_t{3} << 30;
    if (::truncate(path.c_str(), size) != 0) {
        GTEST_SKIP() << "the file system of " << folder.path() << " refuses a file of 3 GB";
    }
    std::ofstream(path, std::ios::binary | std::ios::in | std::ios::out).seekp(size - 3) << "end";

    std::ofstream("/proc/self/clear_refs") << 5; // resets the peak
    const std::int64_t before = statusOf("VmHWM");
    const Corpus corpus(path, Encoding::Bytes);
    std::vector<std::int32_t> ids(3);
    std::int64_t position = size - 3;
    EXPECT_EQ(corpus.read(position, size, ids), 3u);
    EXPECT_EQ(corpus.vocabulary().decode(ids), "end");
    EXPECT_EQ(corpus.vocabulary().size(), 4);
    EXPECT_EQ(corpus.characters(), size);
    EXPECT_LT(statusOf("VmHWM") - before, 64 * 1024);
}

TEST(TinyShakespeare, HasTheKnownFigures)
{
    const char* given = std::getenv("HAMNET_TINY_SHAKESPEARE");
    const std::filesystem::path path =
        given ? std::filesystem::path(given) : sourceRoot() / "../shared/data/tinyshakespeare.txt";
    if (!std::filesystem::exists(path)) {
        GTEST_SKIP() << "no " << path << "; $HAMNET_TINY_SHAKESPEARE can name the text";
    }
    EXPECT_EQ(engine::sha256Of(path), "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed");
    const Corpus corpus(path, Encoding::Utf8);
    EXPECT_EQ(corpus.bytes(), 1'115'394);
    EXPECT_EQ(corpus.characters(), 1'115'394);
    EXPECT_EQ(corpus.vocabulary().size(), 65);
    EXPECT_EQ(corpus.range(Split::Train, {}), (TextRange{0, 1'003'854}));
    EXPECT_EQ(corpus.range(Split::Validation, {}).bytes(), 111'540);
}
