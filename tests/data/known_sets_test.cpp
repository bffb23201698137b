// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/known_sets.h"
#include "engine/data/sha256.h"
#include "tests/data/environment.h"
#include "tests/data/http_server.h"
#include "tests/support/patience.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

using engine::downloadSet;
using engine::KnownSet;
using engine::SetRequest;
using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

namespace {

class KnownSetTest : public testing::Test {
protected:
    std::string digestOf(const std::string& text) const { return engine::sha256Of(m_folder.write("text", text)); }

    SetRequest requestTo(std::vector<std::string> urls) const
    {
        return {.set = {.name = "toys",
                        .about = "",
                        .urls = std::move(urls),
                        .files = {{.name = "one.gz", .bytes = 5, .sha256 = digestOf("first")},
                                  {.name = "two.gz", .bytes = 6, .sha256 = digestOf("second")}}},
                .folder = m_folder.path() / "sets",
                .patience = std::chrono::seconds(patience / 1000)};
    }

    static HttpReply answer(const HttpRequest& request)
    {
        return rangeReply(request.path.ends_with("/one.gz") ? "first" : "second", request);
    }

    const TemporaryFolder m_folder;
};

} // namespace

TEST_F(KnownSetTest, PutsItsFilesIntoAFolderOfItsName)
{
    const HttpServer server(answer);
    const SetRequest request = requestTo({server.url("/toys/")});
    EXPECT_FALSE(isThere(request.set, request.folder));
    EXPECT_EQ(downloadSet(request), m_folder.path() / "sets" / "toys");
    EXPECT_EQ(contentsOf(m_folder.path() / "sets/toys/one.gz"), "first");
    EXPECT_EQ(contentsOf(m_folder.path() / "sets/toys/two.gz"), "second");
    EXPECT_TRUE(isThere(request.set, request.folder));
    EXPECT_EQ(server.requests().front().path, "/toys/one.gz");
}

TEST_F(KnownSetTest, LiesInTheUsersDataFolderWhereNoneIsGiven)
{
    const Environment set("XDG_DATA_HOME", m_folder.path().c_str());
    EXPECT_EQ(folderOf(engine::knownSet("mnist")), m_folder.path() / "hamnet" / "data" / "mnist");
}

TEST_F(KnownSetTest, IsFetchedFromTheNextAddressWhereOneFails)
{
    const HttpServer server([](const HttpRequest& request) {
        return request.path.starts_with("/gone/") ? HttpReply{.status = 403} : answer(request);
    });
    downloadSet(requestTo({server.url("/gone/"), server.url("/here/")}));
    EXPECT_EQ(contentsOf(m_folder.path() / "sets/toys/two.gz"), "second");
}

TEST_F(KnownSetTest, IsFetchedFromAnotherAddressThatIsGiven)
{
    const HttpServer server(answer);
    SetRequest request = requestTo({"https://unused.invalid/"});
    request.url = server.url("/mirror");
    downloadSet(request);
    EXPECT_EQ(server.requests().front().path, "/mirror/one.gz");
}

TEST_F(KnownSetTest, IsRefusedWhereAFileIsAnother)
{
    const HttpServer server([](const HttpRequest&) { return HttpReply{.body = "other"}; });
    EXPECT_THAT(sentenceOf([&] { downloadSet(requestTo({server.url("/")})); }),
                HasSubstr("download of toys/one.gz: found 5 bytes with the SHA-256"));
    EXPECT_FALSE(std::filesystem::exists(m_folder.path() / "sets/toys/one.gz"));
}

TEST_F(KnownSetTest, TellsHowFarAllOfItIs)
{
    const HttpServer server(answer);
    std::vector<std::int64_t> reports;
    SetRequest request = requestTo({server.url("/")});
    request.progress = [&](std::int64_t there, std::int64_t all) {
        EXPECT_EQ(all, 11);
        reports.push_back(there);
        return true;
    };
    downloadSet(request);
    EXPECT_EQ(reports.back(), 11);
    EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
}

TEST_F(KnownSetTest, CanBeCancelledWithoutTryingTheNextAddress)
{
    const HttpServer server(answer);
    SetRequest request = requestTo({server.url("/a/"), server.url("/b/")});
    request.progress = [](std::int64_t, std::int64_t) { return false; };
    EXPECT_THROW(downloadSet(request), engine::CancelledError);
    for (const HttpRequest& asked : server.requests()) {
        EXPECT_TRUE(asked.path.starts_with("/a/")) << asked.path;
    }
}

TEST(KnownSets, HaveFourFilesThatReadImageFolderFinds)
{
    for (const KnownSet& set : engine::knownSets()) {
        EXPECT_THAT(set.files, SizeIs(4)) << set.name;
        for (const engine::KnownFile& file : set.files) {
            EXPECT_THAT(file.sha256, SizeIs(64)) << file.name;
            EXPECT_GT(file.bytes, 0) << file.name;
        }
        for (const std::string& url : set.urls) {
            EXPECT_TRUE(url.starts_with("https://") && url.ends_with("/")) << url;
        }
    }
}

TEST(KnownSets, AreNamedWhereANameIsWrong)
{
    EXPECT_EQ(sentenceOf([] { engine::knownSet("cifar"); }),
              "data: found the name \"cifar\", wanted one of these: mnist, fashion-mnist");
}
