// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/formats/checkpoint/atomic_file.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/exchange/file_bytes.h"
#include "tests/formats/checkpoint_sample.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <thread>

namespace engine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::byte> someBytes(std::size_t count, unsigned first)
{
    std::vector<std::byte> bytes(count);
    for (std::size_t index = 0; index < count; ++index) {
        bytes[index] = static_cast<std::byte>(first + index * 7);
    }
    return bytes;
}

class ContainerFile : public testing::Test {
protected:
    TemporaryFolder folder;
    std::filesystem::path file = folder.path() / "run.hamnet";
    std::vector<std::byte> oldBytes = someBytes(100, 1), newBytes = someBytes(200'000, 2);

    void writeOld() { writeContainer(file, std::vector<SectionView>{{"old", oldBytes}}); }
    void writeNew() { writeContainer(file, std::vector<SectionView>{{"new", newBytes}}); }

    /// The file is the one of writeOld, and nothing else is in the folder.
    void expectUntouched() const
    {
        EXPECT_EQ(Container(file).read("old"), oldBytes);
        EXPECT_THAT(namesIn(folder.path()), ElementsAre("run.hamnet"));
    }
};

TEST(FileBytes, AreThoseOfOneFileWhileAnotherReplacesIt)
{
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "result.json";
    const std::string few(10, 'a'), many(10'000, 'b');
    writeFileBytes(file, few);
    const std::jthread other([&](const std::stop_token& stop) {
        for (bool isFew = false; !stop.stop_requested(); isFew = !isFew) {
            writeFileBytes(file, isFew ? few : many);
        }
    });
    for (int round = 0; round < 2000; ++round) {
        const std::string text = readText(file, many.size());
        ASSERT_TRUE(text == few || text == many) << text.size();
    }
}

TEST_F(ContainerFile, GivesBackItsSections)
{
    const std::vector<std::byte> a = someBytes(1, 3), b, c = someBytes(64, 4);
    writeContainer(file, std::vector<SectionView>{{"a", a}, {"b", b}, {"c", c}});
    const Container container(file);
    EXPECT_EQ(container.read("a"), a);
    EXPECT_EQ(container.read("b"), b);
    EXPECT_EQ(container.read("c"), c);
    EXPECT_TRUE(container.has("b"));
    EXPECT_FALSE(container.has("d"));
    EXPECT_EQ(container.bytes("c"), 64u);
    container.verify();
}

TEST_F(ContainerFile, MayHaveNoSections)
{
    writeContainer(file, {});
    Container(file).verify();
}

TEST_F(ContainerFile, HasTheLayoutThatItsHeaderSays)
{
    writeContainer(file, std::vector<SectionView>{{"a", someBytes(1, 3)}, {"b", someBytes(2, 3)}});
    const std::vector<std::byte> bytes = bytesOf(file);
    EXPECT_EQ(std::memcmp(bytes.data(),
                          "\x89HAMNET\n\1\0\0\0\2\0\0\0"
                          "0.1.0\0",
                          22),
              0);
    EXPECT_EQ(bytes.size(), 64u + 2 * 64 + 64 + 2);
    EXPECT_EQ(bytes[64 + 128], std::byte{3});
}

TEST_F(ContainerFile, WithoutTheSectionAskedForSaysSo)
{
    writeOld();
    EXPECT_THAT(sentenceOf([&] { Container(file).read("new"); }), HasSubstr("has no section new"));
}

TEST_F(ContainerFile, WithTwoSectionsOfOneNameIsRefused)
{
    writeContainer(file, std::vector<SectionView>{{"a", oldBytes}, {"b", oldBytes}});
    std::vector<std::byte> bytes = bytesOf(file);
    bytes[64 + 64] = std::byte{'a'};
    sealTable(bytes);
    writeBytes(file, bytes);
    EXPECT_THAT(sentenceOf([&] { Container container(file); }),
                HasSubstr("its table of sections is none that Hamnet writes"));
}

struct LieCase {
    const char* name;
    std::size_t at, count; ///< bytes that are set to what no file can have
    void (*seal)(std::vector<std::byte>&);
    const char* sentence;
    std::byte value = std::byte{0x7F};
};

class ContainerThatLies : public ContainerFile, public testing::WithParamInterface<LieCase> {};

TEST_P(ContainerThatLies, IsRefusedThoughItsChecksumsHold)
{
    writeOld();
    std::vector<std::byte> bytes = bytesOf(file);
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(GetParam().at), GetParam().count, GetParam().value);
    GetParam().seal(bytes);
    writeBytes(file, bytes);
    EXPECT_THAT(sentenceOf([&] { Container container(file); }), HasSubstr(GetParam().sentence));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, ContainerThatLies,
    testing::Values(LieCase{"Sections", 12, 4, sealHead, "its table of sections is none that Hamnet writes"},
                    LieCase{"ManySections", 12, 1, sealHead, "its table of sections is none that Hamnet writes"},
                    LieCase{"FileSize", 40, 8, sealHead, "is incomplete: it has 228 bytes"},
                    LieCase{"Offset", 64 + 40, 8, sealTable, "its table of sections is none that Hamnet writes"},
                    LieCase{"Length", 64 + 48, 8, sealTable, "its table of sections is none that Hamnet writes"},
                    LieCase{"ShortLength", 64 + 48, 1, sealTable, "its table of sections is none that Hamnet writes"},
                    LieCase{"OneLess", 64 + 48, 1, sealTable, "its table of sections is none that Hamnet writes",
                            std::byte{99}}),
    [](const auto& lie) { return std::string(lie.param.name); });

TEST_F(ContainerFile, IsReplacedByTheNextOneAndKeepsItsMode)
{
    writeOld();
    std::filesystem::permissions(file, std::filesystem::perms(0640));
    writeNew();
    EXPECT_EQ(Container(file).read("new"), newBytes);
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("run.hamnet"));
    EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms(0640));
}

TEST_F(ContainerFile, TakesThePlaceOfALinkAndWritesNothingBehindIt)
{
    writeOld();
    const std::filesystem::path link = folder.path() / "latest.hamnet";
    std::filesystem::create_symlink("run.hamnet", link);
    writeContainer(link, std::vector<SectionView>{{"new", newBytes}});
    EXPECT_FALSE(std::filesystem::is_symlink(link));
    EXPECT_EQ(Container(link).read("new"), newBytes);
    EXPECT_EQ(Container(file).read("old"), oldBytes);
}

TEST_F(ContainerFile, TakesNotThePlaceOfWhatIsNoFile)
{
    const std::filesystem::path link = folder.path() / "pictures";
    std::filesystem::create_directory(folder.path() / "home");
    std::filesystem::create_directory_symlink("home", link);
    for (const std::filesystem::path& place : {std::filesystem::path("/dev/stdout"), // an open file
                                               std::filesystem::path("/dev/full"), folder.path(), link}) {
        EXPECT_THAT(sentenceOf([&] { writeContainer(place, {}); }),
                    HasSubstr("cannot be written, as it is a folder or a device"));
    }
    EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(ContainerFile, MayHaveALongName)
{
    const std::filesystem::path longName = folder.path() / (std::string(248, 'n') + ".hamnet");
    writeContainer(longName, std::vector<SectionView>{{"old", oldBytes}});
    EXPECT_EQ(Container(longName).read("old"), oldBytes);
}

TEST_F(ContainerFile, InWhatIsNoFolderSaysSo)
{
    writeOld();
    EXPECT_THAT(sentenceOf([&] { writeContainer(folder.path() / "none" / "run.hamnet", {}); }),
                HasSubstr("cannot be written: No such file or directory"));
    EXPECT_THAT(sentenceOf([&] { writeContainer(file / "run.hamnet", {}); }),
                HasSubstr("cannot be written: Not a directory"));
    expectUntouched();
}

TEST_F(ContainerFile, ThatIsAPipeDoesNotHang)
{
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    EXPECT_THAT(sentenceOf([&] { Container container(file); }), HasSubstr("is a pipe or a device, wanted a file"));
}

/// Files of this process cannot grow beyond `bytes` while this lives.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit m_before{};
};

TEST_F(ContainerFile, StaysWhereTheNextOneIsTooLargeForTheLimit)
{
    writeOld();
    std::string sentence;
    {
        const FileSizeLimit limit(100'000); // SIGXFSZ would end this program
        sentence = sentenceOf([&] { writeNew(); });
    }
    EXPECT_THAT(sentence, HasSubstr("cannot be written beyond 100000 bytes: File too large"));
    expectUntouched();
}

int exitCode(pid_t child)
{
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Runs `work` in a child process that has its own view of the mounted file systems; what it returns is the child's
/// code.
template <typename Work>
int inOwnMounts(const Work& work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        const bool own =
            ::unshare(CLONE_NEWNS) == 0 && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
        ::_exit(own ? work() : 77);
    }
    return exitCode(child);
}

constexpr int notPermitted = 77;

TEST_F(ContainerFile, StaysWhereTheDiskIsFull)
{
    const int code = inOwnMounts([&] {
        if (::mount("none", folder.path().c_str(), "tmpfs", 0, "size=128k") != 0) {
            return notPermitted;
        }
        writeOld();
        const std::string sentence = sentenceOf([&] { writeNew(); });
        EXPECT_THAT(sentence, HasSubstr("No space left on device"));
        expectUntouched();
        return testing::Test::HasFailure() ? 1 : 0;
    });
    if (code == notPermitted) {
        GTEST_SKIP() << "mounting a small file system is not permitted here";
    }
    EXPECT_EQ(code, 0);
}

TEST_F(ContainerFile, IsTriedWithTheRoomForAllThatIsNotThereYet)
{
    const int code = inOwnMounts([&] {
        if (::mount("none", folder.path().c_str(), "tmpfs", 0, "size=640k") != 0) {
            return notPermitted;
        }
        const auto refusal = [&](const std::vector<std::filesystem::path>& files) {
            return sentenceOf([&] { tryContainers(files, std::vector<SectionView>{{"new", newBytes}}, {}); });
        };
        // One of them takes 200 kB, and so does the temporary.
        const std::filesystem::path second = folder.path() / "second.hamnet", third = folder.path() / "third.hamnet";
        EXPECT_EQ(refusal({file, second}), "");
        EXPECT_THAT(refusal({file, second, third}), HasSubstr("bytes are needed on its disk, but"));
        EXPECT_THAT(namesIn(folder.path()), testing::IsEmpty());
        writeNew();
        EXPECT_EQ(refusal({file, second}), "") << "one of them is there already";
        return testing::Test::HasFailure() ? 1 : 0;
    });
    if (code == notPermitted) {
        GTEST_SKIP() << "mounting a small file system is not permitted here";
    }
    EXPECT_EQ(code, 0);
}

TEST_F(ContainerFile, StaysWhereTheFolderIsReadOnly)
{
    writeOld();
    const int code = inOwnMounts([&] {
        const char* path = folder.path().c_str();
        if (::mount(path, path, nullptr, MS_BIND, nullptr) != 0 ||
            ::mount(path, path, nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) != 0) {
            return notPermitted;
        }
        EXPECT_THAT(sentenceOf([&] { writeNew(); }), HasSubstr("cannot be written: Read-only file system"));
        return testing::Test::HasFailure() ? 1 : 0;
    });
    if (code == notPermitted) {
        GTEST_SKIP() << "mounting a folder read-only is not permitted here";
    }
    EXPECT_EQ(code, 0);
    expectUntouched();
}

TEST_F(ContainerFile, StaysWhereTheFolderMayNotBeWritten)
{
    writeOld();
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
    const pid_t child = ::fork();
    if (child == 0) {
        constexpr uid_t nobody = 65534; // root may write into every folder
        const bool plain = ::geteuid() != 0 || (::setgid(nobody) == 0 && ::setuid(nobody) == 0);
        EXPECT_TRUE(plain);
        EXPECT_THAT(sentenceOf([&] { writeNew(); }), HasSubstr("cannot be written: Permission denied"));
        ::_exit(testing::Test::HasFailure() ? 1 : 0);
    }
    EXPECT_EQ(exitCode(child), 0);
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
    expectUntouched();
}

TEST_F(ContainerFile, StaysWhereAWriterIsKilledAndWhatItLeftGoesWithTheNextOneOfAnyName)
{
    for (const std::filesystem::path& target : {file, folder.path() / "iteration_100.hamnet"}) {
        writeOld();
        const pid_t child = ::fork();
        if (child == 0) {
            AtomicFile half(target);
            half.write(newBytes);
            ::kill(::getpid(), SIGKILL);
        }
        ::waitpid(child, nullptr, 0);
        EXPECT_EQ(namesIn(folder.path()).size(), 2u);
        EXPECT_EQ(Container(file).read("old"), oldBytes);
        {
            const AtomicFile living(folder.path() / "iteration_200.hamnet");
            EXPECT_EQ(namesIn(folder.path()).size(), 2u);
            writeOld();
            EXPECT_THAT(namesIn(folder.path()), ElementsAre(living.temporary().filename().string(), "run.hamnet"));
        }
        expectUntouched();
    }
}

TEST_F(ContainerFile, LeavesTheTemporaryOfALivingWriterAlone)
{
    AtomicFile other(file);
    other.write(oldBytes);
    writeOld();
    EXPECT_TRUE(std::filesystem::exists(other.temporary()));
    other.sync();
    other.replaceTarget();
    EXPECT_EQ(bytesOf(file), oldBytes);
}

TEST_F(ContainerFile, LeavesTheFilesOfOthersAlone)
{
    writeBytes(folder.path() / ".hamnet-mine", oldBytes);
    writeBytes(folder.path() / "other.hamnet-tmp", oldBytes);
    writeOld();
    EXPECT_THAT(namesIn(folder.path()), ElementsAre(".hamnet-mine", "other.hamnet-tmp", "run.hamnet"));
}

TEST_F(ContainerFile, IsWholeWhoeverWritesAtTheSameTime)
{
    writeOld();
    {
        std::vector<std::jthread> writers;
        for (int writer = 0; writer < 3; ++writer) {
            writers.emplace_back([this] {
                for (int time = 0; time < 10; ++time) {
                    writeNew();
                    Container(file).verify();
                }
            });
        }
    }
    EXPECT_EQ(Container(file).read("new"), newBytes);
    EXPECT_THAT(namesIn(folder.path()), ElementsAre("run.hamnet"));
}

} // namespace
} // namespace engine
