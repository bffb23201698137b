// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/download.h"

#include "engine/data/part_file.h"
#include "engine/data/places.h"
#include "engine/data/sha256.h"
#include "engine/graph/sentence.h"

#include <curl/curl.h>

#include <array>
#include <exception>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

namespace engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int maxRedirects = 5;

/// A part of a URL, such as CURLUPART_HOST; empty where the URL has none or is none.
std::string partOf(const std::string& url, CURLUPart part)
{
    const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> parsed(curl_url(), curl_url_cleanup);
    char* text = nullptr;
    if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK ||
        curl_url_get(parsed.get(), part, &text, 0) != CURLUE_OK) {
        return {};
    }
    const std::unique_ptr<char, decltype(&curl_free)> owned(text, curl_free);
    return text;
}

/// Whether the URL is plain http to this machine itself: for servers that test or mirror.
bool isLocal(const std::string& url)
{
    const std::string host = partOf(url, CURLUPART_HOST);
    return partOf(url, CURLUPART_SCHEME) == "http" && (host == "127.0.0.1" || host == "localhost");
}

/// One file on its way into its part file.
class Transfer {
public:
    Transfer(const FileRequest& request, PartFile& part);

    /// Asks, follows redirects and takes the answer. Throws Error where it is not the file or the rest of it.
    void run();

private:
    enum class Outcome { Done, Redirected, RangeRefused };

    void checkUrl() const;
    Outcome ask();
    CURLcode perform();
    Outcome outcomeOf(CURLcode result, const char* words);
    long status() const;
    void startBody();
    std::size_t take(std::string_view bytes);
    bool proceeds();
    Sentence there() const;
    Sentence about(const Sentence& rest) const
    {
        return say(ENGINE_TEXT("Sentences", "download of %1: %2"), m_request->name, rest);
    }

    template <typename Work>
    bool guarded(Work work);
    static std::size_t onBody(char* data, std::size_t size, std::size_t count, void* transfer);
    static int onProgress(void* transfer, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

    const FileRequest* m_request;
    PartFile* m_part;
    std::string m_url;
    bool m_local;          ///< asked to fetch from this machine
    bool m_inBody = false; ///< whether the answer's first bytes were looked at
    bool m_cancelled = false;
    Clock::time_point m_waitingSince; ///< since bytes came last
    std::exception_ptr m_failure;     ///< from a callback, which libcurl cannot let through
    std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> m_curl{nullptr, curl_easy_cleanup};
};

Transfer::Transfer(const FileRequest& request, PartFile& part)
    : m_request(&request), m_part(&part), m_url(request.url), m_local(isLocal(m_url))
{
    static const CURLcode library = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (library != CURLE_OK) {
        throw Error(about(say(ENGINE_TEXT("Sentences", "libcurl does not start: %1"), curl_easy_strerror(library))));
    }
}

void Transfer::run()
{
    for (int redirects = 0; redirects <= maxRedirects;) {
        checkUrl();
        switch (ask()) {
        case Outcome::Done:
            return;
        case Outcome::Redirected:
            ++redirects;
            break;
        case Outcome::RangeRefused:
            m_part->restart(); // next time there is no range that could be refused
            break;
        }
    }
    throw Error(about(say(ENGINE_TEXT("Sentences", "found more than %1 redirects, the last to %2, wanted the file"),
                          maxRedirects, m_url)));
}

void Transfer::checkUrl() const
{
    if (partOf(m_url, CURLUPART_SCHEME) != "https" && !(m_local && isLocal(m_url))) {
        throw Error(
            about(say(ENGINE_TEXT("Sentences", "found the address %1, wanted one that starts with https://"), m_url)));
    }
}

Transfer::Outcome Transfer::ask()
{
    m_curl.reset(curl_easy_init());
    if (!m_curl) {
        throw std::bad_alloc();
    }
    m_inBody = false;
    m_waitingSince = Clock::now();
    std::array<char, CURL_ERROR_SIZE> words = {};
    const auto set = [this](CURLoption option, auto value) {
        const CURLcode result = curl_easy_setopt(m_curl.get(), option, value);
        if (result != CURLE_OK) {
            throw Error(
                about(say(ENGINE_TEXT("Sentences", "libcurl refuses a setting: %1"), curl_easy_strerror(result))));
        }
    };
    set(CURLOPT_URL, m_url.c_str());
    if (const char* const usual = curl_version_info(CURLVERSION_NOW)->cainfo) {
        set(CURLOPT_CAINFO, trustedCertificates(usual).c_str());
    }
    set(CURLOPT_PROTOCOLS_STR, m_local ? "http,https" : "https");
    set(CURLOPT_USERAGENT, "hamnet");
    set(CURLOPT_NOSIGNAL, 1L); // signals and threads do not mix
    set(CURLOPT_ERRORBUFFER, words.data());
    set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(m_request->patience.count()));
    set(CURLOPT_WRITEFUNCTION, &Transfer::onBody);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &Transfer::onProgress);
    set(CURLOPT_XFERINFODATA, static_cast<void*>(this));
    if (m_local) {
        set(CURLOPT_PROXY, ""); // a proxy would look for the server on its own machine
    }
    const std::string range = std::to_string(m_part->size()) + "-";
    if (m_part->size() > 0) {
        set(CURLOPT_RANGE, range.c_str());
    }
    const CURLcode result = perform();
    if (m_failure) {
        std::rethrow_exception(std::exchange(m_failure, nullptr));
    }
    return outcomeOf(result, words[0] ? words.data() : curl_easy_strerror(result));
}

/// As curl_easy_perform does, but it asks whether to go on ten times a second instead of once, also while nothing
/// comes.
CURLcode Transfer::perform()
{
    constexpr int milliseconds = 100;
    const std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)> multi(curl_multi_init(), curl_multi_cleanup);
    if (!multi || curl_multi_add_handle(multi.get(), m_curl.get()) != CURLM_OK) {
        throw std::bad_alloc();
    }
    int running = 1;
    while (running > 0) {
        CURLMcode code = curl_multi_perform(multi.get(), &running);
        if (code == CURLM_OK && running > 0) {
            code = curl_multi_poll(multi.get(), nullptr, 0, milliseconds, nullptr);
        }
        if (code != CURLM_OK) {
            curl_multi_remove_handle(multi.get(), m_curl.get());
            throw Error(about(say(ENGINE_TEXT("Sentences", "libcurl does not go on: %1"), curl_multi_strerror(code))));
        }
    }
    int left = 0;
    const CURLMsg* const message = curl_multi_info_read(multi.get(), &left);
    const CURLcode result = message != nullptr ? message->data.result : CURLE_OK;
    curl_multi_remove_handle(multi.get(), m_curl.get());
    return result;
}

/// What came of a request: an Error unless there is a way to go on.
Transfer::Outcome Transfer::outcomeOf(CURLcode result, const char* words)
{
    const long code = status();
    const bool answered = result == CURLE_OK || result == CURLE_WRITE_ERROR; // the latter by take()
    if (answered && (code == 200 || code == 206)) {
        return Outcome::Done;
    }
    if (answered && code == 416 && m_part->size() > 0) {
        return Outcome::RangeRefused;
    }
    char* target = nullptr;
    curl_easy_getinfo(m_curl.get(), CURLINFO_REDIRECT_URL, &target);
    if (answered && target) {
        m_url = target;
        return Outcome::Redirected;
    }
    if (answered) {
        throw Error(
            about(say(ENGINE_TEXT("Sentences", "%1 answered with status %2, wanted 200%3"), m_url, code,
                      code == 404 ? ENGINE_TEXT("Sentences", ": the file has moved, give its new address") : "")));
    }
    switch (result) {
    case CURLE_ABORTED_BY_CALLBACK:
        if (!m_cancelled) {
            throw Error(about(say(ENGINE_TEXT("Sentences", "%1 sent nothing for %2 seconds; %3"),
                                  partOf(m_url, CURLUPART_HOST), m_request->patience.count(), there())));
        }
        throw CancelledError(about(say(ENGINE_TEXT("Sentences", "cancelled; %1"), there())));
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT: // of connecting: there is no other limit
        throw Error(about(say(ENGINE_TEXT("Sentences", "%1 cannot be reached (%2), wanted a connection to it"),
                              partOf(m_url, CURLUPART_HOST), words)));
    default:
        throw Error(about(say(ENGINE_TEXT("Sentences", "the connection to %1 ended (%2); %3"),
                              partOf(m_url, CURLUPART_HOST), words, there())));
    }
}

long Transfer::status() const
{
    long code = 0;
    curl_easy_getinfo(m_curl.get(), CURLINFO_RESPONSE_CODE, &code);
    return code;
}

/// Before the first bytes of an answer with the text: makes the part file end where they start.
void Transfer::startBody()
{
    if (status() == 200) {
        m_part->restart(); // this server knows no ranges and sends all of it
        return;
    }
    curl_header* header = nullptr;
    const std::string wanted = "bytes " + std::to_string(m_part->size()) + "-";
    const bool found = curl_easy_header(m_curl.get(), "Content-Range", 0, CURLH_HEADER, -1, &header) == CURLHE_OK;
    if (!found || std::string_view(header->value).substr(0, wanted.size()) != wanted) {
        throw Error(about(say(ENGINE_TEXT("Sentences", "%1 sent the range \"%2\", wanted \"%3\""), m_url,
                              found ? header->value : "", wanted)));
    }
}

/// Takes bytes of an answer and returns how many. Fewer than there are end it: right for an answer that refuses, while
/// one that redirects has to end by itself before libcurl tells where to.
std::size_t Transfer::take(std::string_view bytes)
{
    m_waitingSince = Clock::now();
    if (status() != 200 && status() != 206) {
        return status() / 100 == 3 ? bytes.size() : 0;
    }
    if (!std::exchange(m_inBody, true)) {
        startBody();
    }
    const std::int64_t all = m_request->bytes;
    if (m_part->size() + static_cast<std::int64_t>(bytes.size()) > all) {
        m_part->remove();
        throw Error(about(say(
            ENGINE_TEXT(
                "Sentences",
                "%1 sends more than %2 bytes, which is another file than the one wanted; what had arrived is removed"),
            m_url, all)));
    }
    m_part->append(bytes);
    return bytes.size();
}

/// The end of a sentence: how much of the file is there, and that it stays.
Sentence Transfer::there() const
{
    return say(ENGINE_TEXT("Sentences", "found %1 bytes of it, wanted %2; the next try goes on from there"),
               m_part->size(), m_request->bytes);
}

/// Whether to go on: the caller wants it and the server sends something.
bool Transfer::proceeds()
{
    m_cancelled = m_request->progress && !m_request->progress(m_part->size(), m_request->bytes);
    return !m_cancelled && Clock::now() - m_waitingSince < m_request->patience;
}

/// Runs a callback's work; whether it went without an exception, which is kept.
template <typename Work>
bool Transfer::guarded(Work work)
{
    try {
        work();
        return true;
    } catch (...) {
        m_failure = std::current_exception();
        return false;
    }
}

std::size_t Transfer::onBody(char* data, std::size_t size, std::size_t count, void* transfer)
{
    auto* self = static_cast<Transfer*>(transfer);
    std::size_t taken = 0;
    return self->guarded([&] { taken = self->take({data, size * count}); }) ? taken : 0;
}

int Transfer::onProgress(void* transfer, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    auto* self = static_cast<Transfer*>(transfer);
    bool goOn = false;
    return self->guarded([&] { goOn = self->proceeds(); }) && goOn ? 0 : 1;
}

} // namespace

std::span<const KnownText> knownTexts()
{
    static const std::array texts = {
        KnownText{
            .name = "tiny-shakespeare",
            .about =
                "Scenes from Shakespeare's plays, 1.1 million characters: the text that most char-RNN figures are for",
            .url = "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt",
            .sha256 = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed",
            .bytes = 1'115'394,
        },
    };
    return texts;
}

const KnownText& knownText(std::string_view name)
{
    std::string names;
    for (const KnownText& text : knownTexts()) {
        if (text.name == name) {
            return text;
        }
        names += (names.empty() ? "" : ", ") + text.name;
    }
    throw Error(say(ENGINE_TEXT("Sentences", "corpus: found the name \"%1\", wanted one of these: %2"), name, names));
}

std::filesystem::path fileOf(const KnownText& text, const std::filesystem::path& folder)
{
    return (folder.empty() ? dataFolder() / "corpus" : folder) / (text.name + ".txt");
}

std::filesystem::path download(const DownloadRequest& request)
{
    const KnownText& text = request.text;
    const std::filesystem::path file = fileOf(text, request.folder);
    fetchFile({.name = text.name,
               .file = file,
               .url = request.url.empty() ? text.url : request.url,
               .sha256 = text.sha256,
               .bytes = text.bytes,
               .progress = request.progress,
               .patience = request.patience});
    return file;
}

void fetchFile(const FileRequest& request)
{
    std::error_code absent;
    if (std::filesystem::is_regular_file(request.file, absent)) {
        if (sha256Of(request.file) == request.sha256) {
            return;
        }
        throw Error(say(ENGINE_TEXT("Sentences", "download of %1: %2 exists and is another file, or is damaged, so "
                                                 "nothing replaces it; wanted another folder, or that file moved away"),
                        request.name, request.file.string()));
    }
    PartFile part(request.file);
    if (part.size() > request.bytes) {
        part.restart();
    }
    if (part.size() < request.bytes) {
        Transfer(request, part).run();
    }
    part.sync();
    const std::string found = sha256Of(part.path());
    if (found != request.sha256) {
        const std::int64_t bytes = part.size();
        part.remove();
        throw Error(
            say(ENGINE_TEXT("Sentences", "download of %1: found %2 bytes with the SHA-256 %3, wanted %4 bytes with %5; "
                                         "what was downloaded is removed, so the next try starts from the beginning"),
                request.name, bytes, found, request.bytes, request.sha256));
    }
    part.finish();
}

} // namespace engine
