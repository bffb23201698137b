// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/download.h"
#include "tests/data/environment.h"
#include "tests/data/http_server.h"
#include "tests/support/patience.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

using engine::CancelledError;
using engine::download;
using engine::DownloadRequest;
using engine::KnownData;
using engine::knownData;
using engine::sha256Of;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

/// 100,000 bytes that differ from place to place.
std::string someText(char first)
{
    std::string text;
    for (int number = 0; text.size() < 100'000; ++number) {
        text += first + std::to_string(number) + "\n";
    }
    text.resize(100'000);
    return text;
}

class DownloadTest : public testing::Test {
protected:
    DownloadRequest requestTo(const std::string& url) const
    {
        return {.data = {.kind = &engine::kinds::text,
                         .name = "play",
                         .place = "play.txt",
                         .about = "",
                         .urls = {"https://unused.invalid/"},
                         .files = {{.bytes = std::ssize(m_text), .sha256 = m_sha256}}},
                .folder = folder(),
                .url = url,
                .progress = {},
                .patience = std::chrono::seconds(patience / 1000)};
    }
    std::string sentenceFrom(const std::string& url) const
    {
        return sentenceOf([&] { download(requestTo(url)); });
    }

    std::filesystem::path folder() const { return m_folder.path() / "made" / "for it"; }
    std::filesystem::path file() const { return folder() / "play.txt"; }
    std::filesystem::path part() const { return folder() / "play.txt.part"; }

    const std::string m_text = someText('a');
    const std::string m_otherText = someText('b');
    const TemporaryFolder m_folder;
    const std::string m_sha256 = sha256Of(m_folder.write("text", m_text));
};

} // namespace

TEST_F(DownloadTest, PutsTheTextIntoTheFolder)
{
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    EXPECT_EQ(download(requestTo(server.url("/input.txt"))), file());
    EXPECT_EQ(contentsOf(file()), m_text);
    EXPECT_FALSE(std::filesystem::exists(part()));
    ASSERT_EQ(server.requests().size(), 1u);
    EXPECT_EQ(server.requests()[0].path, "/input.txt");
    EXPECT_EQ(server.requests()[0].from, std::nullopt);
}

TEST_F(DownloadTest, AsksNoServerWhereTheTextIsThere)
{
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    download(requestTo(server.url("/")));
    EXPECT_EQ(download(requestTo(server.url("/"))), file());
    EXPECT_EQ(server.requests().size(), 1u);
}

TEST_F(DownloadTest, ReplacesNoFileThatIsAnother)
{
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    std::filesystem::create_directories(folder());
    m_folder.write("made/for it/play.txt", "a text of one's own");
    EXPECT_THAT(sentenceFrom(server.url("/")),
                AllOf(HasSubstr("play.txt exists and is another file"), EndsWith("that file moved away")));
    EXPECT_EQ(contentsOf(file()), "a text of one's own");
    EXPECT_TRUE(server.requests().empty());
    std::filesystem::remove(file());
    download(requestTo(server.url("/")));
    EXPECT_EQ(contentsOf(file()), m_text) << "the remedy works";
}

TEST_F(DownloadTest, NoticesAnotherTextByItsDigest)
{
    const HttpServer server([&](const HttpRequest&) { return HttpReply{.body = m_otherText}; });
    const std::string other = sha256Of(m_folder.write("other", m_otherText));
    EXPECT_THAT(sentenceFrom(server.url("/")), AllOf(HasSubstr("found 100000 bytes with the SHA-256 " + other),
                                                     HasSubstr("wanted 100000 bytes with " + m_sha256)));
    EXPECT_FALSE(std::filesystem::exists(part()));
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DownloadTest, NoticesATextThatIsTooShort)
{
    const HttpServer server([&](const HttpRequest&) { return HttpReply{.body = "not here"}; });
    EXPECT_THAT(sentenceFrom(server.url("/")), HasSubstr("found 8 bytes with"));
}

TEST_F(DownloadTest, TakesNoMoreThanTheTextHas)
{
    const HttpServer server([&](const HttpRequest&) { return HttpReply{.body = m_text + m_text}; });
    EXPECT_THAT(sentenceFrom(server.url("/")), HasSubstr("wanted 100000 bytes with " + m_sha256));
    EXPECT_FALSE(std::filesystem::exists(part()));
}

TEST_F(DownloadTest, GivesUpOnAServerThatSendsNothingMore)
{
    const HttpServer server(
        [&](const HttpRequest&) { return HttpReply{.body = m_text, .sent = 70'000, .after = AfterReply::Stall}; });
    DownloadRequest request = requestTo(server.url("/"));
    request.patience = std::chrono::seconds(1);
    EXPECT_THAT(sentenceOf([&] { download(request); }), HasSubstr("cannot be read"));
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DownloadTest, SaysThatTheFolderCannotBeWritten)
{
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    DownloadRequest request = requestTo(server.url("/"));
    request.folder = m_folder.path() / "text" / "below a file";
    EXPECT_THAT(sentenceOf([&] { download(request); }), HasSubstr("play.txt.part cannot be written"));
    std::filesystem::create_directories(file() / "a folder of the file's name");
    EXPECT_THAT(sentenceFrom(server.url("/")), HasSubstr("play.txt cannot be written"));
}

TEST_F(DownloadTest, LetsAnExceptionOfTheCallerThrough)
{
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    DownloadRequest request = requestTo(server.url("/"));
    request.progress = [](std::int64_t, std::int64_t) -> bool { throw std::logic_error("the screen is gone"); };
    EXPECT_THROW(download(request), std::logic_error);
}

TEST_F(DownloadTest, SaysThatATextIsNotThere)
{
    const HttpServer server([](const HttpRequest&) { return HttpReply{.status = 404, .body = "404: Not Found"}; });
    EXPECT_THAT(sentenceFrom(server.url("/gone.txt")), AllOf(HasSubstr("/gone.txt cannot be read"), HasSubstr("404")));
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DownloadTest, SaysThatThereIsNoWayToTheServer)
{
    EXPECT_THAT(sentenceFrom("http://127.0.0.1:1/"), HasSubstr("http://127.0.0.1:1/ cannot be read"));
}

TEST_F(DownloadTest, FollowsRedirects)
{
    const HttpServer server([&](const HttpRequest& request) {
        return request.path == "/old" ? HttpReply{.status = 302, .headers = {"Location: /new"}, .body = "elsewhere"}
                                      : rangeReply(m_text, request);
    });
    download(requestTo(server.url("/old")));
    EXPECT_EQ(contentsOf(file()), m_text);
    EXPECT_EQ(server.requests().back().path, "/new");
}

TEST_F(DownloadTest, FollowsFiveRedirectsAtMost)
{
    const HttpServer server(
        [](const HttpRequest&) { return HttpReply{.status = 301, .headers = {"Location: /again"}}; });
    EXPECT_THAT(sentenceFrom(server.url("/")), HasSubstr("cannot be read"));
    EXPECT_EQ(server.requests().size(), 6u);
}

TEST_F(DownloadTest, RefusesAddressesThatAreNoneOfTheWebs)
{
    for (const char* url :
         {"file:///etc/passwd", "ftp://127.0.0.1/x", "http://example.com/", "http://localhost.example.com/"}) {
        EXPECT_THAT(sentenceFrom(url), HasSubstr("wanted one that starts with https://")) << url;
    }
}

namespace {

/// A set of two files.
class KnownSetTest : public testing::Test {
protected:
    DownloadRequest requestTo(std::vector<std::string> urls) const
    {
        return {.data = {.kind = &engine::kinds::rows,
                         .name = "toys",
                         .place = "toys",
                         .about = "",
                         .urls = std::move(urls),
                         .files = {{.name = "one.gz", .bytes = 5, .sha256 = digestOf("first")},
                                   {.name = "two.gz", .bytes = 6, .sha256 = digestOf("second")}}},
                .folder = m_folder.path() / "sets",
                .patience = std::chrono::seconds(patience / 1000)};
    }
    std::string digestOf(const std::string& text) const { return sha256Of(m_folder.write("text", text)); }

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
    DownloadRequest request = requestTo({server.url("/toys/")});
    std::vector<std::int64_t> reports;
    request.progress = [&](std::int64_t there, std::int64_t all) {
        EXPECT_EQ(all, 11);
        reports.push_back(there);
        return true;
    };
    EXPECT_FALSE(isThere(request.data, request.folder));
    EXPECT_EQ(download(request), m_folder.path() / "sets" / "toys");
    EXPECT_EQ(contentsOf(m_folder.path() / "sets/toys/one.gz"), "first");
    EXPECT_EQ(contentsOf(m_folder.path() / "sets/toys/two.gz"), "second");
    EXPECT_TRUE(isThere(request.data, request.folder));
    std::filesystem::resize_file(m_folder.path() / "sets/toys/two.gz", 3);
    EXPECT_FALSE(isThere(request.data, request.folder)) << "cut short";
    EXPECT_EQ(server.requests().front().path, "/toys/one.gz");
    EXPECT_EQ(reports.back(), 11);
    EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
}

TEST_F(KnownSetTest, IsFetchedFromTheNextAddressWhereOneFails)
{
    const HttpServer server([](const HttpRequest& request) {
        return request.path.starts_with("/gone/") ? HttpReply{.status = 403} : answer(request);
    });
    download(requestTo({server.url("/gone/"), server.url("/here/")}));
    EXPECT_EQ(contentsOf(m_folder.path() / "sets/toys/two.gz"), "second");
}

TEST_F(KnownSetTest, IsFetchedFromAnotherAddressThatIsGiven)
{
    const HttpServer server(answer);
    DownloadRequest request = requestTo({"https://unused.invalid/"});
    request.url = server.url("/mirror");
    download(request);
    EXPECT_EQ(server.requests().front().path, "/mirror/one.gz");
}

TEST_F(KnownSetTest, CanBeCancelledWithoutTryingTheNextAddress)
{
    const HttpServer server(answer);
    DownloadRequest request = requestTo({server.url("/a/"), server.url("/b/")});
    request.progress = [](std::int64_t, std::int64_t) { return false; };
    EXPECT_EQ(sentenceOf([&] { download(request); }), "download of toys/one.gz: cancelled");
    for (const HttpRequest& asked : server.requests()) {
        EXPECT_TRUE(asked.path.starts_with("/a/")) << asked.path;
    }
}

TEST(KnownSets, HaveFourFilesThatReadImageFolderFinds)
{
    for (const KnownData& set : knownData(engine::kinds::sequences)) {
        EXPECT_THAT(set.files, testing::SizeIs(4)) << set.name;
        for (const std::string& url : set.urls) {
            EXPECT_TRUE(url.starts_with("https://") && url.ends_with("/")) << url;
        }
    }
}

TEST(KnownTexts, HaveTinyShakespeare)
{
    const KnownData& text = knownData(engine::kinds::text, "tiny-shakespeare");
    EXPECT_EQ(text.bytes(), 1'115'394);
    EXPECT_EQ(text.files.front().sha256, "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed");
}

TEST(KnownData, HasItsPlaceInTheUsersDataFolderOrInAnother)
{
    const Environment set("XDG_DATA_HOME", "/data");
    const KnownData& text = knownData(engine::kinds::text, "tiny-shakespeare");
    EXPECT_EQ(placeOf(text), "/data/hamnet/corpus/tiny-shakespeare.txt");
    EXPECT_EQ(placeOf(text, "/mine"), "/mine/tiny-shakespeare.txt");
    EXPECT_EQ(placeOf(knownData(engine::kinds::table, "mnist")), "/data/hamnet/data/mnist");
}

TEST(KnownData, IsNamedWhereANameIsWrong)
{
    EXPECT_EQ(sentenceOf([] { knownData(engine::kinds::text, "hamlet"); }),
              "corpus: found the name \"hamlet\", wanted one of these: tiny-shakespeare");
    EXPECT_EQ(sentenceOf([] { knownData(engine::kinds::table, "cifar"); }),
              "data: found the name \"cifar\", wanted one of these: mnist, fashion-mnist");
}

TEST(Sha256, IsThatOfThePublishedExample)
{
    const TemporaryFolder folder;
    EXPECT_EQ(sha256Of(folder.write("abc", "abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
