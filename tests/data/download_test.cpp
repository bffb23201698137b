// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/download.h"
#include "engine/data/part_file.h"
#include "engine/data/sha256.h"
#include "tests/data/environment.h"
#include "tests/data/http_server.h"
#include "tests/support/patience.h"
#include "tests/support/sentence_of.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>
#include <vector>

using engine::CancelledError;
using engine::download;
using engine::DownloadRequest;
using engine::KnownText;
using engine::knownText;
using engine::knownTexts;
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
        return {.text = {.name = "play",
                         .about = "",
                         .url = "https://unused.invalid/",
                         .sha256 = m_sha256,
                         .bytes = static_cast<std::int64_t>(m_text.size())},
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
    void writePart(std::string_view text) const
    {
        std::filesystem::create_directories(folder());
        m_folder.write("made/for it/play.txt.part", text);
    }

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

TEST_F(DownloadTest, PutsTheTextIntoTheUsersDataFolderWhereNoneIsGiven)
{
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    const Environment set("XDG_DATA_HOME", m_folder.path().c_str());
    DownloadRequest request = requestTo(server.url("/"));
    request.folder.clear();
    EXPECT_EQ(download(request), m_folder.path() / "hamnet" / "corpus" / "play.txt");
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

TEST_F(DownloadTest, SaysHowFarItCameWhenTheConnectionIsCut)
{
    const HttpServer server([&](const HttpRequest&) { return HttpReply{.body = m_text, .sent = 40'000}; });
    EXPECT_THAT(sentenceFrom(server.url("/")),
                AllOf(HasSubstr("download of play: the connection to 127.0.0.1 ended"),
                      EndsWith("found 40000 bytes of it, wanted 100000; the next try goes on from there")));
    EXPECT_EQ(contentsOf(part()), m_text.substr(0, 40'000));
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DownloadTest, GoesOnWhereACutConnectionLeftOff)
{
    int answers = 0;
    const HttpServer server([&](const HttpRequest& request) {
        HttpReply reply = rangeReply(m_text, request);
        reply.sent = ++answers < 3 ? 30'000 : std::string::npos;
        return reply;
    });
    EXPECT_THROW(download(requestTo(server.url("/"))), engine::Error);
    EXPECT_THROW(download(requestTo(server.url("/"))), engine::Error);
    download(requestTo(server.url("/")));
    EXPECT_EQ(contentsOf(file()), m_text);
    ASSERT_EQ(server.requests().size(), 3u);
    EXPECT_EQ(server.requests()[1].from, 30'000);
    EXPECT_EQ(server.requests()[2].from, 60'000);
}

TEST_F(DownloadTest, StartsAnewWhereTheServerIgnoresTheRange)
{
    writePart("rubbish from long ago");
    const HttpServer server([&](const HttpRequest&) { return HttpReply{.body = m_text}; });
    download(requestTo(server.url("/")));
    EXPECT_EQ(contentsOf(file()), m_text);
    ASSERT_EQ(server.requests().size(), 1u);
    EXPECT_EQ(server.requests()[0].from, 21);
}

TEST_F(DownloadTest, StartsAnewWhereTheServerRefusesTheRange)
{
    writePart(m_text.substr(0, 5000));
    const HttpServer server([&](const HttpRequest& request) {
        return request.from ? HttpReply{.status = 416, .body = "no such range"} : HttpReply{.body = m_text};
    });
    download(requestTo(server.url("/")));
    EXPECT_EQ(contentsOf(file()), m_text);
    EXPECT_EQ(server.requests().size(), 2u);
}

TEST_F(DownloadTest, RefusesAnotherRangeThanItAskedFor)
{
    writePart(m_text.substr(0, 5000));
    const HttpServer server([&](const HttpRequest&) { return rangeReply(m_text, {.path = "/", .from = 6000}); });
    EXPECT_THAT(sentenceFrom(server.url("/")),
                AllOf(HasSubstr("sent the range \"bytes 6000-99999/100000\""), EndsWith("wanted \"bytes 5000-\"")));
    EXPECT_EQ(contentsOf(part()), m_text.substr(0, 5000));
}

TEST_F(DownloadTest, AsksNoServerWhereThePartIsComplete)
{
    writePart(m_text);
    EXPECT_EQ(download(requestTo("http://127.0.0.1:1/nobody")), file());
    EXPECT_EQ(contentsOf(file()), m_text);
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

TEST_F(DownloadTest, NoticesATextThatWasChangedBetweenTwoTries)
{
    writePart(m_otherText.substr(0, 50'000));
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    EXPECT_THAT(sentenceFrom(server.url("/")),
                AllOf(HasSubstr("wanted 100000 bytes with "), HasSubstr("the next try starts from the beginning")));
    EXPECT_FALSE(std::filesystem::exists(part()));
    download(requestTo(server.url("/")));
    EXPECT_EQ(contentsOf(file()), m_text);
}

TEST_F(DownloadTest, NoticesATextThatIsTooShort)
{
    const HttpServer server([&](const HttpRequest&) { return HttpReply{.body = "not here"}; });
    EXPECT_THAT(sentenceFrom(server.url("/")), HasSubstr("found 8 bytes with"));
}

TEST_F(DownloadTest, TakesNoMoreThanTheTextHas)
{
    const HttpServer server([&](const HttpRequest&) { return HttpReply{.body = m_text + m_text}; });
    EXPECT_THAT(sentenceFrom(server.url("/")), HasSubstr("sends more than 100000 bytes"));
    EXPECT_FALSE(std::filesystem::exists(part()));
}

TEST_F(DownloadTest, StartsAnewWhereThePartIsLongerThanTheText)
{
    writePart(m_text + "more");
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    download(requestTo(server.url("/")));
    EXPECT_EQ(contentsOf(file()), m_text);
    EXPECT_EQ(server.requests()[0].from, std::nullopt);
}

TEST_F(DownloadTest, GivesUpOnAServerThatSendsNothingMore)
{
    const HttpServer server(
        [&](const HttpRequest&) { return HttpReply{.body = m_text, .sent = 70'000, .after = AfterReply::Stall}; });
    DownloadRequest request = requestTo(server.url("/"));
    request.patience = std::chrono::seconds(1);
    EXPECT_THAT(sentenceOf([&] { download(request); }),
                AllOf(HasSubstr("127.0.0.1 sent nothing for 1 seconds"), HasSubstr("found 70000 bytes of it")));
    EXPECT_EQ(contentsOf(part()), m_text.substr(0, 70'000));
}

TEST_F(DownloadTest, CanBeCancelledAndGoOnLater)
{
    std::size_t sent = 60'000;
    const HttpServer server([&](const HttpRequest& request) {
        HttpReply reply = rangeReply(m_text, request);
        reply.sent = std::exchange(sent, std::string::npos);
        reply.after = AfterReply::Stall;
        return reply;
    });
    DownloadRequest request = requestTo(server.url("/"));
    request.progress = [](std::int64_t there, std::int64_t) { return there < 60'000; };
    EXPECT_THROW(download(request), CancelledError);
    EXPECT_EQ(contentsOf(part()), m_text.substr(0, 60'000));
    request.progress = {};
    download(request);
    EXPECT_EQ(contentsOf(file()), m_text);
    EXPECT_EQ(server.requests()[1].from, 60'000);
}

TEST_F(DownloadTest, SaysThatItWasCancelled)
{
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    DownloadRequest request = requestTo(server.url("/"));
    request.progress = [](std::int64_t, std::int64_t) { return false; };
    EXPECT_EQ(sentenceOf([&] { download(request); }),
              "download of play: cancelled; found 0 bytes of it, wanted 100000; the next try goes on from there");
}

TEST_F(DownloadTest, TellsHowFarItIs)
{
    writePart(m_text.substr(0, 10'000));
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    std::vector<std::int64_t> reports;
    DownloadRequest request = requestTo(server.url("/"));
    request.progress = [&](std::int64_t there, std::int64_t all) {
        EXPECT_EQ(all, 100'000);
        reports.push_back(there);
        return true;
    };
    download(request);
    EXPECT_EQ(reports.front(), 10'000);
    EXPECT_EQ(reports.back(), 100'000);
    EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end()));
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
    EXPECT_THAT(sentenceFrom(server.url("/gone.txt")),
                AllOf(HasSubstr("/gone.txt answered with status 404, wanted 200"), HasSubstr("moved")));
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DownloadTest, SaysWhichStatusTheServerGave)
{
    writePart(m_text.substr(0, 100));
    const HttpServer server([](const HttpRequest&) { return HttpReply{.status = 503}; });
    EXPECT_THAT(sentenceFrom(server.url("/")), EndsWith("answered with status 503, wanted 200"));
    EXPECT_EQ(contentsOf(part()).size(), 100u);
}

TEST_F(DownloadTest, SaysThatThereIsNoWayToTheServer)
{
    EXPECT_THAT(sentenceFrom("http://127.0.0.1:1/"),
                AllOf(HasSubstr("127.0.0.1 cannot be reached"), HasSubstr("wanted a connection")));
}

TEST_F(DownloadTest, LeavesNoPartWhereNothingCame)
{
    EXPECT_THROW(download(requestTo("http://127.0.0.1:1/")), engine::Error);
    EXPECT_FALSE(std::filesystem::exists(part()));
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
    EXPECT_THAT(sentenceFrom(server.url("/")), AllOf(HasSubstr("more than 5 redirects"), HasSubstr("/again")));
    EXPECT_EQ(server.requests().size(), 6u);
}

TEST_F(DownloadTest, RefusesPlainHttpToOtherMachines)
{
    EXPECT_THAT(sentenceFrom("http://example.com/input.txt"),
                AllOf(HasSubstr("http://example.com/input.txt"), EndsWith("wanted one that starts with https://")));
}

TEST_F(DownloadTest, RefusesARedirectToPlainHttpElsewhere)
{
    const HttpServer server([](const HttpRequest&) {
        return HttpReply{.status = 302, .headers = {"Location: http://example.com/input.txt"}};
    });
    EXPECT_THAT(sentenceFrom(server.url("/")), HasSubstr("found the address http://example.com/input.txt, wanted"));
}

TEST_F(DownloadTest, RefusesAddressesThatAreNoneOfTheWebs)
{
    for (const char* url : {"file:///etc/passwd", "ftp://127.0.0.1/x", "no address", "http://localhost.example.com/"}) {
        EXPECT_THAT(sentenceFrom(url), HasSubstr("wanted one that starts with https://")) << url;
    }
}

TEST_F(DownloadTest, SaysThatTheDiskIsFull)
{
    std::filesystem::create_directories(folder());
    std::filesystem::create_symlink("/dev/full", part());
    const HttpServer server([&](const HttpRequest& request) { return rangeReply(m_text, request); });
    EXPECT_THAT(sentenceFrom(server.url("/")),
                AllOf(HasSubstr("play.txt.part: No space left on device"), HasSubstr("wanted room")));
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DownloadTest, SaysThatTheFolderCannotBeMade)
{
    DownloadRequest request = requestTo("https://unused.invalid/");
    request.folder = m_folder.path() / "text" / "below a file";
    EXPECT_THAT(sentenceOf([&] { download(request); }),
                AllOf(HasSubstr("below a file: "), EndsWith("wanted a folder to write in")));
}

TEST_F(DownloadTest, SaysThatTheFolderIsNotWritable)
{
    DownloadRequest request = requestTo("https://unused.invalid/");
    request.folder = "/proc/self"; // where not even root can make a file
    EXPECT_THAT(sentenceOf([&] { download(request); }),
                AllOf(HasSubstr("/proc/self/play.txt.part: "), EndsWith("wanted a file to write to")));
}

TEST_F(DownloadTest, LeavesAPartAloneThatAnotherProgramIsWriting)
{
    const engine::PartFile held(file());
    EXPECT_THAT(sentenceFrom("http://127.0.0.1:1/"), HasSubstr("another download may be writing it"));
}

TEST(KnownTexts, HaveAllThatADownloadNeeds)
{
    for (const KnownText& text : knownTexts()) {
        EXPECT_EQ(text.url.substr(0, 8), "https://");
        EXPECT_THAT(text.sha256, testing::MatchesRegex("[0-9a-f]{64}"));
        EXPECT_GT(text.bytes, 0);
        EXPECT_EQ(text.name.find('/'), std::string::npos);
    }
}

TEST(KnownTexts, HaveTinyShakespeare)
{
    EXPECT_EQ(knownText("tiny-shakespeare").bytes, 1'115'394);
    EXPECT_EQ(knownText("tiny-shakespeare").sha256, "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed");
}

TEST(KnownTexts, HaveTheirFilesInTheUsersDataFolderOrInAnother)
{
    const Environment set("XDG_DATA_HOME", "/data");
    EXPECT_EQ(engine::fileOf(knownText("tiny-shakespeare")), "/data/hamnet/corpus/tiny-shakespeare.txt");
    EXPECT_EQ(engine::fileOf(knownText("tiny-shakespeare"), "/mine"), "/mine/tiny-shakespeare.txt");
}

TEST(KnownTexts, AreNamedWhereANameIsWrong)
{
    EXPECT_EQ(sentenceOf([] { knownText("hamlet"); }),
              "corpus: found the name \"hamlet\", wanted one of these: tiny-shakespeare");
}

TEST(Sha256, IsThatOfThePublishedExample)
{
    const TemporaryFolder folder;
    EXPECT_EQ(sha256Of(folder.write("abc", "abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
