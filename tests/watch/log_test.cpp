// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/log_reader.h"
#include "app/watch/log_writer.h"
#include "engine/graph/error.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using watch::LogReader;
using watch::LogWriter;

class Log : public testing::Test {
protected:
    void write(const std::string& text, std::ios::openmode mode = std::ios::trunc) const
    {
        std::ofstream(file, mode | std::ios::binary) << text;
    }
    void append(const std::string& text) const { write(text, std::ios::app); }
    std::string text() const { return contentsOf(file); }

    TemporaryFolder folder;
    std::filesystem::path file = folder.path() / "log.jsonl";
    LogReader reader{file};
};

TEST_F(Log, IsReadLineByLineAsItIsWritten)
{
    EXPECT_THAT(reader.next().lines, IsEmpty());
    write("one\ntwo\n");
    EXPECT_THAT(reader.next().lines, ElementsAre("one", "two"));
    EXPECT_THAT(reader.next().lines, IsEmpty());
    append("thr"); // half a line waits for its rest
    EXPECT_THAT(reader.next().lines, IsEmpty());
    append("ee\n");
    const LogReader::Lines lines = reader.next();
    EXPECT_THAT(lines.lines, ElementsAre("three"));
    EXPECT_FALSE(lines.isAnew);
}

TEST_F(Log, GoesOnWhereItsFolderComesBack)
{
    const std::filesystem::path run = folder.path() / "run", away = folder.path() / "away";
    std::filesystem::create_directory(run);
    std::ofstream(run / "log.jsonl") << "one\n";
    LogReader inRun(run / "log.jsonl");
    EXPECT_THAT(inRun.next().lines, ElementsAre("one"));
    std::filesystem::rename(run, away);
    EXPECT_THAT([&] { inRun.next(); }, testing::ThrowsMessage<engine::Error>(HasSubstr("is gone")));
    std::filesystem::rename(away, run);
    std::ofstream(run / "log.jsonl", std::ios::app) << "two\n";
    const LogReader::Lines lines = inRun.next();
    EXPECT_THAT(lines.lines, ElementsAre("two"));
    EXPECT_FALSE(lines.isAnew);
}

TEST_F(Log, ThatWasCutReplacedOrRemovedIsReadAnew)
{
    write("one\ntwo\nthree\n");
    reader.next();
    write("one\n");
    LogReader::Lines lines = reader.next();
    EXPECT_TRUE(lines.isAnew);
    EXPECT_THAT(lines.lines, ElementsAre("one"));
    std::filesystem::remove(file);
    write("six\nten\nmore\n"); // longer than the one before
    lines = reader.next();
    EXPECT_TRUE(lines.isAnew);
    EXPECT_THAT(lines.lines, ElementsAre("six", "ten", "more"));
    EXPECT_FALSE(reader.next().isAnew);
    std::filesystem::remove(file);
    EXPECT_TRUE(reader.next().isAnew);
    EXPECT_FALSE(reader.next().isAnew);
}

TEST_F(Log, OfManyMiBIsReadInParts)
{
    const std::string line(1'000'000, 'x');
    for (int count = 0; count < 10; ++count) {
        append(line + "\n");
    }
    append(std::string(9'000'000, 'y') + "\n");
    std::size_t lines = 0, parts = 0;
    for (bool isMore = true; isMore; ++parts) {
        const LogReader::Lines next = reader.next();
        isMore = next.isMore;
        lines += next.lines.size();
    }
    EXPECT_EQ(lines, 11U);
    EXPECT_GT(parts, 2U);
}

TEST_F(Log, ThatMayNotBeReadIsASentence)
{
    std::filesystem::create_directory(file);
    EXPECT_THAT(sentenceOf([&] { reader.next(); }), HasSubstr("log.jsonl is a folder, wanted a file"));
}

TEST_F(Log, ThatIsAPipeIsRefusedAndNotWaitedFor)
{
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    EXPECT_THAT(sentenceOf([&] { reader.next(); }), HasSubstr("is a pipe or a device"));
    EXPECT_THAT(sentenceOf([&] { LogWriter(file, LogWriter::Start::Append); }), HasSubstr(file.string()));
}

TEST_F(Log, WithALineWithoutAnEndIsReadNoFurther)
{
    write("one\n");
    std::filesystem::resize_file(file, std::uintmax_t{1} << 31); // zeros, which take no place on the disk
    EXPECT_THAT(reader.next().lines, ElementsAre("one"));
    EXPECT_THAT(sentenceOf([&] { reader.next(); }), HasSubstr("has a line of more than"));
}

TEST_F(Log, IsReadToItsLastLineWithoutAnEnd)
{
    write("one\ntwo\nthr");
    std::vector<std::string> lines;
    watch::eachLine(file, [&](const std::string& line) { lines.push_back(line); });
    EXPECT_THAT(lines, ElementsAre("one", "two", "thr"));
}

TEST_F(Log, IsNotWrittenThroughALink)
{
    const std::filesystem::path precious = folder.write("precious.txt", "mine\n");
    std::filesystem::create_symlink(precious, file);
    for (const LogWriter::Start start : {LogWriter::Start::Anew, LogWriter::Start::Append}) {
        EXPECT_THAT(sentenceOf([&] { LogWriter(file, start).put("two\n"); }), HasSubstr("is a link"));
    }
    EXPECT_EQ(contentsOf(precious), "mine\n");
}

TEST_F(Log, IsAppendedToBehindHalfALine)
{
    write("one\nhal");
    {
        LogWriter writer(file, LogWriter::Start::Append);
        writer.put("two\n");
        writer.put("three\n");
    }
    EXPECT_EQ(text(), "one\nhal\ntwo\nthree\n");
}

TEST_F(Log, OfANewRunReplacesTheOneBefore)
{
    write("one\n");
    LogWriter writer(file, LogWriter::Start::Anew);
    writer.put("two\n");
    writer.finish();
    EXPECT_EQ(text(), "two\n");
}

TEST_F(Log, ThatCannotBeWrittenAnyMoreIsToldOnce)
{
    std::atomic<int> failures = 0;
    LogWriter writer(file, LogWriter::Start::Anew, [&] { ++failures; });
    std::filesystem::remove(file);
    std::filesystem::create_directory(file);
    writer.put("one\n");
    EXPECT_THROW(writer.finish(), engine::Error);
    writer.put("two\n");
    EXPECT_THROW(writer.finish(), engine::Error);
    EXPECT_EQ(failures, 1);
}

TEST_F(Log, ThatCannotBeMadeIsASentence)
{
    EXPECT_THROW(LogWriter(folder.path() / "nowhere" / "log.jsonl", LogWriter::Start::Anew), engine::Error);
}

} // namespace
