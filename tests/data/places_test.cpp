// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/places.h"
#include "tests/data/environment.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <pwd.h>
#include <unistd.h>

using engine::bundledCorpus;
using engine::bundledCorpusOf;
using engine::dataFolder;
using engine::trustedCertificates;
using testing::AllOf;
using testing::HasSubstr;

namespace {

class BundledCorpusTest : public testing::Test {
protected:
    /// Makes the folder with a text in it.
    std::filesystem::path text(const std::string& folder, const std::string& name = "play.txt") const
    {
        std::filesystem::create_directories(root() / folder);
        return m_folder.write(folder + "/" + name, "text");
    }
    const std::filesystem::path& root() const { return m_folder.path(); }

private:
    TemporaryFolder m_folder;
};

} // namespace

TEST(DataFolder, IsInXdgDataHome)
{
    const Environment set("XDG_DATA_HOME", "/somewhere/data");
    EXPECT_EQ(dataFolder(), "/somewhere/data/hamnet");
}

TEST(DataFolder, IsInTheHomeFolderWithoutXdgDataHome)
{
    for (const char* const none : {static_cast<const char*>(nullptr), "data"}) { // relative ones are void
        const Environment variable("XDG_DATA_HOME", none), home("HOME", "/home/anne");
        EXPECT_EQ(dataFolder(), "/home/anne/.local/share/hamnet");
    }
}

TEST(DataFolder, FindsTheHomeFolderWithoutHome)
{
    const passwd* user = ::getpwuid(::getuid());
    if (!user) {
        GTEST_SKIP() << "the system knows no user " << ::getuid();
    }
    const Environment unset("XDG_DATA_HOME", nullptr), home("HOME", nullptr);
    EXPECT_EQ(dataFolder(), std::filesystem::path(user->pw_dir) / ".local/share/hamnet");
}

TEST_F(BundledCorpusTest, IsFoundBesideAnInstalledProgram)
{
    const std::filesystem::path play = text("usr/share/hamnet/corpus");
    EXPECT_EQ(bundledCorpusOf(root() / "usr/bin/hamnet"), play);
}

TEST_F(BundledCorpusTest, IsFoundFromABuildFolderInTheSourceTree)
{
    const std::filesystem::path play = text("resources/corpus");
    EXPECT_EQ(bundledCorpusOf(root() / "build/dev/app/cli/hamnet"), play);
    EXPECT_EQ(bundledCorpusOf(root() / "build/hamnet"), play);
}

TEST_F(BundledCorpusTest, IsTakenFromTheResourcesThatTheUserNames)
{
    const std::filesystem::path play = text("mine/corpus");
    const Environment set("HAMNET_RESOURCES", (root() / "mine").c_str());
    EXPECT_EQ(bundledCorpus(), play);
}

TEST_F(BundledCorpusTest, IsMissedWithTheFoldersThatWereSearched)
{
    std::filesystem::create_directories(root() / "resources/corpus");
    EXPECT_THAT(
        sentenceOf([&] { bundledCorpusOf(root() / "build/hamnet"); }),
        AllOf(HasSubstr((root() / "share/hamnet/corpus").string()), HasSubstr((root() / "resources/corpus").string())));
}

TEST(TrustedCertificates, AreThoseThatLibcurlLooksForWhereTheyAre)
{
    const TemporaryFolder machine;
    std::filesystem::create_directories(machine.path() / "usual");
    std::filesystem::create_directories(machine.path() / "etc/ssl");
    const std::filesystem::path usual = machine.write("usual/all.crt", "");
    machine.write("etc/ssl/ca-bundle.pem", "");
    EXPECT_EQ(trustedCertificates("/usual/all.crt", machine.path()), usual);
}

TEST(TrustedCertificates, AreFoundWhereAnotherSystemKeepsThem)
{
    const TemporaryFolder machine;
    std::filesystem::create_directories(machine.path() / "etc/ssl");
    const std::filesystem::path others = machine.write("etc/ssl/ca-bundle.pem", "");
    EXPECT_EQ(trustedCertificates("/usual/all.crt", machine.path()), others);
    EXPECT_EQ(trustedCertificates("/usual/all.crt", machine.path() / "none"), "/usual/all.crt");
}

TEST(LiesBelow, CountsWhereLinksLeadAndNothingHidden)
{
    const TemporaryFolder machine;
    const std::filesystem::path home = machine.path() / "home";
    std::filesystem::create_directories(home / "texts");
    std::filesystem::create_directories(home / ".secrets");
    machine.write("other.txt", "");
    std::filesystem::create_symlink(machine.path() / "other.txt", home / "out.txt");
    std::filesystem::create_symlink("texts", home / "in");
    std::filesystem::create_symlink("loop", home / "loop");
    std::filesystem::create_directory_symlink(home, machine.path() / "door");

    for (const std::string inside :
         {"play.txt", "texts/play.txt", "texts/../play.txt", "in/play.txt", "new/run.hamnet"}) {
        EXPECT_TRUE(engine::liesBelow(home, home / inside)) << inside;
        EXPECT_TRUE(engine::liesBelow(machine.path() / "door", home / inside)) << inside;
    }
    for (const std::string outside :
         {"", ".", "../other.txt", "out.txt", "loop", ".secrets/key", "texts/.key", "texts/../../other.txt"}) {
        EXPECT_FALSE(engine::liesBelow(home, home / outside)) << outside;
    }
    EXPECT_FALSE(engine::liesBelow(home, machine.path() / "home2/play.txt"));
    EXPECT_FALSE(engine::liesBelow("", home / "play.txt"));
    EXPECT_FALSE(engine::liesBelow(home, std::string("play\0.txt", 9)));
}
