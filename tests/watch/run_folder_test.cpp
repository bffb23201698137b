// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/run_folder.h"
#include "engine/graph/error.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>

namespace {

using testing::HasSubstr;
using watch::Life;
using watch::RunFolder;

class Folder : public testing::Test {
protected:
    static void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

    /// What requireRun() says of the folder; empty where it has a run.
    static std::string refusalOf(const RunFolder& folder)
    {
        return ::sentenceOf([&] { watch::requireRun(folder); });
    }

    TemporaryFolder home;
    RunFolder folder{home.path()};
};

TEST_F(Folder, SaysWhoWritesToIt)
{
    EXPECT_FALSE(watch::writerOf(folder));
    const watch::RunWriter self = watch::thisWriter();
    watch::writeDown(self, folder);
    const std::optional<watch::RunWriter> read = watch::writerOf(folder);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->process, self.process);
    EXPECT_EQ(read->host, self.host);
    EXPECT_EQ(watch::lifeOf(*read), Life::Runs);
    EXPECT_EQ(refusalOf(folder), "");
}

TEST_F(Folder, TellsTheGoneFromThoseOfOtherHosts)
{
    watch::RunWriter writer = watch::thisWriter();
    writer.process.start += "1";
    EXPECT_EQ(watch::lifeOf(writer), Life::Gone);
    EXPECT_THAT(watch::whoWrites(writer), HasSubstr("runs no more"));
    writer.host += "-two";
    EXPECT_EQ(watch::lifeOf(writer), Life::Unknown);
    EXPECT_THAT(watch::whoWrites(writer), HasSubstr(writer.host));
}

TEST_F(Folder, WithoutARunOrWithADamagedOrNewerOneIsRefused)
{
    EXPECT_THAT(refusalOf(folder), HasSubstr("holds no run: there is no log.jsonl in it"));
    EXPECT_THAT(refusalOf(RunFolder(home.path() / "nowhere")), HasSubstr("No such file or directory"));
    write(home.path() / "file", "");
    EXPECT_THAT(refusalOf(RunFolder(home.path() / "file")), HasSubstr("Not a directory"));
    for (const char* const text : {"", "{", "[1]", R"({"format":"one"})"}) {
        write(folder.writer(), text);
        EXPECT_THAT(refusalOf(folder), HasSubstr("writer.json is damaged")) << text;
    }
    write(folder.writer(), R"({"format":2,"process":1,"start":"x","host":"alder"})");
    EXPECT_THAT(refusalOf(folder), HasSubstr("written by a newer Hamnet: its format is 2"));
}

TEST_F(Folder, HoldsARunOnceItsLogIsBegun)
{
    EXPECT_FALSE(watch::holdsRun(folder));
    write(folder.log(), "");
    EXPECT_TRUE(watch::holdsRun(folder));
    write(folder.log(), "{\"event\":\"start\"}\n");
    EXPECT_TRUE(watch::holdsRun(folder));
    write(folder.log(), "{\"time\": 1}\n");
    EXPECT_FALSE(watch::holdsRun(folder)) << "another program's";
}

TEST_F(Folder, HasLastWordsOfARegularFileAlone)
{
    EXPECT_EQ(watch::lastWords(folder), "");
    write(folder.errors(), "note: one\n\nhamnet: it failed");
    EXPECT_EQ(watch::lastWords(folder), "it failed");
    std::filesystem::remove(folder.errors());
    ASSERT_EQ(::mkfifo(folder.errors().c_str(), 0600), 0);
    EXPECT_THAT(watch::lastWords(folder), HasSubstr("is a pipe or a device"));
}

TEST_F(Folder, ShowsThatItsWriterLives)
{
    EXPECT_FALSE(watch::sinceLastWritten(folder));
    watch::writeDown(watch::thisWriter(), folder);
    std::filesystem::last_write_time(folder.writer(),
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    EXPECT_GE(watch::sinceLastWritten(folder).value(), std::chrono::minutes(59));
    watch::showLife(folder);
    EXPECT_LT(watch::sinceLastWritten(folder).value(), std::chrono::minutes(59));
}

} // namespace
