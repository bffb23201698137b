// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cache_file.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace engine::cuda {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A file in a folder of its own that goes with the test.
class AlgorithmCacheTest : public ::testing::Test {
protected:
    AlgorithmCacheTest()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "algorithm_cache_XXXXXX").string();
        m_folder = ::mkdtemp(pattern.data());
        m_file = m_folder / "hamnet" / "cudnn_algorithms.json";
    }
    ~AlgorithmCacheTest() override { std::filesystem::remove_all(m_folder); }

    void write(const std::string& text) const
    {
        std::filesystem::create_directories(m_file.parent_path());
        std::ofstream(m_file) << text;
    }
    std::string text() const
    {
        std::ifstream stream(m_file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    /// A file that is no list of ours: finds nothing, says so once, and writes over it.
    void expectIsIgnoredAndRewritten(const std::string& foreign) const
    {
        write(foreign);
        CacheFile cache = algorithmCache(m_file);
        EXPECT_EQ(cache.find<std::string>("shape"), std::nullopt) << foreign;
        cache.put("shape", "STANDARD");
        EXPECT_EQ(cache.find<std::string>("shape"), "STANDARD") << foreign;
        EXPECT_THAT(cache.notes(), ElementsAre(HasSubstr("is not a whole list"))) << foreign;
    }

    std::filesystem::path m_folder, m_file;
};

TEST_F(AlgorithmCacheTest, FindsNothingBeforeThereIsAFile)
{
    CacheFile cache = algorithmCache(m_file);
    EXPECT_EQ(cache.find<std::string>("shape"), std::nullopt);
    EXPECT_THAT(cache.notes(), IsEmpty());
}

TEST_F(AlgorithmCacheTest, KeepsWhatIsPutForTheNextProgram)
{
    algorithmCache(m_file).put("H200 75x25 \"a\"", "PERSIST_STATIC");
    CacheFile next = algorithmCache(m_file);
    EXPECT_EQ(next.find<std::string>("H200 75x25 \"a\""), "PERSIST_STATIC");
    EXPECT_EQ(next.find<std::string>("H200 75x26"), std::nullopt);
}

TEST_F(AlgorithmCacheTest, PutsBesideWhatAnotherProgramPutMeanwhile)
{
    CacheFile one = algorithmCache(m_file), other = algorithmCache(m_file);
    EXPECT_EQ(one.find<std::string>("b"), std::nullopt);
    other.put("b", "STANDARD");
    one.put("a", "PERSIST_DYNAMIC");
    EXPECT_EQ(other.find<std::string>("a"), "PERSIST_DYNAMIC");
    EXPECT_EQ(one.find<std::string>("b"), "STANDARD");
}

TEST_F(AlgorithmCacheTest, ReplacesAnEntry)
{
    CacheFile cache = algorithmCache(m_file);
    cache.put("a", "PERSIST_DYNAMIC");
    cache.put("a", "STANDARD");
    EXPECT_EQ(cache.find<std::string>("a"), "STANDARD");
}

TEST_F(AlgorithmCacheTest, LeavesNoTemporaryFile)
{
    algorithmCache(m_file).put("a", "STANDARD");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(m_file.parent_path()), {}), 1);
}

TEST_F(AlgorithmCacheTest, TakesAFileCutAtAnyByteForAnEmptyOne)
{
    algorithmCache(m_file).put("shape", "PERSIST_STATIC");
    const std::string whole = text();
    for (std::size_t bytes = 0; bytes + 2 < whole.size(); ++bytes) { // without its last line end it is whole still
        expectIsIgnoredAndRewritten(whole.substr(0, bytes));
    }
}

TEST_F(AlgorithmCacheTest, TakesAForeignFileForAnEmptyOne)
{
    expectIsIgnoredAndRewritten("[1, 2]");
    expectIsIgnoredAndRewritten("null");
    expectIsIgnoredAndRewritten("\xff\xfe not text at all");
    expectIsIgnoredAndRewritten(R"({"format": "other", "version": 1, "algorithms": {"shape": "STANDARD"}})");
    expectIsIgnoredAndRewritten(R"({"format": 5, "version": "1", "algorithms": {"shape": "STANDARD"}})");
    expectIsIgnoredAndRewritten(
        R"({"format": "hamnet-cudnn-algorithms", "version": 2, "algorithms": {"shape": "STANDARD"}})");
    expectIsIgnoredAndRewritten(R"({"format": "hamnet-cudnn-algorithms", "version": 1})");
    expectIsIgnoredAndRewritten(R"({"format": "hamnet-cudnn-algorithms", "version": 1, "algorithms": ["shape"]})");
    expectIsIgnoredAndRewritten(R"({"format": "hamnet-cudnn-algorithms", "version": 1, "algorithms": {"shape": 7}})");
    expectIsIgnoredAndRewritten(std::string(100'000, '['));
    expectIsIgnoredAndRewritten(std::string(2'000'000, ' '));
}

TEST_F(AlgorithmCacheTest, GoesOnWhereTheFolderCannotBeMade)
{
    std::ofstream(m_folder / "hamnet") << "a file where the folder should be";
    CacheFile cache = algorithmCache(m_file);
    cache.put("shape", "STANDARD");
    EXPECT_EQ(cache.find<std::string>("shape"), std::nullopt);
    EXPECT_THAT(cache.notes(), ElementsAre(HasSubstr("cannot be written")));
}

TEST_F(AlgorithmCacheTest, GoesOnWhereAFolderHasTheFilesName)
{
    std::filesystem::create_directories(m_file / "inner");
    CacheFile cache = algorithmCache(m_file);
    EXPECT_EQ(cache.find<std::string>("shape"), std::nullopt);
    cache.put("shape", "STANDARD");
    EXPECT_EQ(cache.find<std::string>("shape"), std::nullopt);
    EXPECT_FALSE(cache.notes().empty());
}

TEST_F(AlgorithmCacheTest, DoesNothingWithoutAFile)
{
    CacheFile cache = algorithmCache({});
    cache.put("shape", "STANDARD");
    EXPECT_EQ(cache.find<std::string>("shape"), std::nullopt);
    EXPECT_THAT(cache.notes(), IsEmpty());
}

TEST(AlgorithmCacheFile, LiesInTheUsersCacheFolder)
{
    ::setenv("XDG_CACHE_HOME", "/somewhere/cache", 1);
    EXPECT_EQ(userCacheFile("cudnn_algorithms.json"), "/somewhere/cache/hamnet/cudnn_algorithms.json");
    ::setenv("XDG_CACHE_HOME", "relative", 1);
    ::setenv("HOME", "/home/hamnet", 1);
    EXPECT_EQ(userCacheFile("cudnn_algorithms.json"), "/home/hamnet/.cache/hamnet/cudnn_algorithms.json");
    ::unsetenv("HOME");
    EXPECT_TRUE(userCacheFile("cudnn_algorithms.json").empty());
}

} // namespace
} // namespace engine::cuda
