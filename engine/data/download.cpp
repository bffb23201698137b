// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/download.h"

#include "engine/data/places.h"
#include "engine/data/sha256.h"
#include "engine/graph/sentence.h"

#include <curl/curl.h>

#include <array>
#include <exception>
#include <fstream>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>

namespace engine {
namespace {

/// A file on its way into memory.
struct Transfer {
    const FileRequest& request;
    std::string bytes = {};
    bool isCancelled = false;
    std::exception_ptr failure = {}; ///< from the caller, which libcurl cannot let through
};

std::size_t onBody(char* data, std::size_t size, std::size_t count, void* transfer)
{
    auto& [request, bytes, isCancelled, failure] = *static_cast<Transfer*>(transfer);
    const bool isTooLong = std::ssize(bytes) + static_cast<std::int64_t>(size * count) > request.bytes;
    bytes.append(data, size * count);
    return isTooLong ? 0 : size * count; // which ends it
}

int onProgress(void* transfer, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    auto& [request, bytes, isCancelled, failure] = *static_cast<Transfer*>(transfer);
    try {
        isCancelled = request.progress && !request.progress(std::ssize(bytes), request.bytes);
    } catch (...) {
        failure = std::current_exception();
    }
    return isCancelled || failure ? 1 : 0;
}

Sentence about(const FileRequest& request, const Sentence& rest)
{
    return say(ENGINE_TEXT("Sentences", "download of %1: %2"), request.name, rest);
}

/// What lies at the address. Throws Error where it cannot be had; CancelledError.
std::string fetched(const FileRequest& request)
{
    const std::string& url = request.url;
    const bool isLocal = url.starts_with("http://127.0.0.1:") || url.starts_with("http://localhost:");
    if (!isLocal && !url.starts_with("https://")) {
        throw Error(about(request, say(ENGINE_TEXT("Sentences", "found the address %1, wanted one that starts with "
                                                                "https://"),
                                       url)));
    }
    static const CURLcode library = curl_global_init(CURL_GLOBAL_DEFAULT);
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), curl_easy_cleanup);
    if (library != CURLE_OK || !curl) {
        throw std::bad_alloc();
    }
    Transfer transfer{.request = request};
    std::array<char, CURL_ERROR_SIZE> words = {};
    const auto set = [&](CURLoption option, auto value) { curl_easy_setopt(curl.get(), option, value); };
    if (const char* const usual = curl_version_info(CURLVERSION_NOW)->cainfo) {
        set(CURLOPT_CAINFO, trustedCertificates(usual).c_str());
    }
    if (isLocal) {
        set(CURLOPT_PROXY, ""); // a proxy would look for the server on its own machine
    }
    const auto patience = static_cast<long>(request.patience.count());
    set(CURLOPT_URL, url.c_str());
    set(CURLOPT_PROTOCOLS_STR, isLocal ? "http,https" : "https");
    set(CURLOPT_REDIR_PROTOCOLS_STR, isLocal ? "http,https" : "https");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, 5L);
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_USERAGENT, "hamnet");
    set(CURLOPT_NOSIGNAL, 1L); // signals and threads do not mix
    set(CURLOPT_ERRORBUFFER, words.data());
    set(CURLOPT_CONNECTTIMEOUT, patience);
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(CURLOPT_LOW_SPEED_TIME, patience);
    set(CURLOPT_WRITEFUNCTION, onBody);
    set(CURLOPT_WRITEDATA, static_cast<void*>(&transfer));
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, onProgress);
    set(CURLOPT_XFERINFODATA, static_cast<void*>(&transfer));
    const CURLcode result = curl_easy_perform(curl.get());
    if (transfer.failure) {
        std::rethrow_exception(transfer.failure);
    }
    if (transfer.isCancelled) {
        throw CancelledError(about(request, say(ENGINE_TEXT("Sentences", "cancelled"))));
    }
    if (result != CURLE_OK && std::ssize(transfer.bytes) <= request.bytes) {
        throw Error(about(request, say(ENGINE_TEXT("Sentences", "%1 cannot be read (%2), wanted the file there"), url,
                                       words[0] ? words.data() : curl_easy_strerror(result))));
    }
    return std::move(transfer.bytes);
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
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::is_regular_file(request.file, error)) {
        if (sha256Of(request.file) == request.sha256) {
            return;
        }
        throw Error(say(ENGINE_TEXT("Sentences", "download of %1: %2 exists and is another file, or is damaged, so "
                                                 "nothing replaces it; wanted another folder, or that file moved away"),
                        request.name, request.file.string()));
    }
    const std::string bytes = fetched(request);
    const fs::path part = request.file.string() + ".part"; // gets the name once all of it is there
    fs::create_directories(request.file.parent_path(), error);
    const auto refuseToWrite = [&](const fs::path& path) {
        throw Error(
            about(request, say(ENGINE_TEXT("Sentences", "%1 cannot be written, wanted a folder with room for %2 "
                                                        "bytes"),
                               path.string(), bytes.size())));
    };
    if (std::ofstream stream(part, std::ios::binary); !stream.write(bytes.data(), std::ssize(bytes)).flush()) {
        refuseToWrite(part);
    }
    const std::string found = sha256Of(part);
    if (found != request.sha256) {
        fs::remove(part, error);
        throw Error(
            about(request, say(ENGINE_TEXT("Sentences", "found %1 bytes with the SHA-256 %2, wanted %3 bytes with "
                                                        "%4"),
                               bytes.size(), found, request.bytes, request.sha256)));
    }
    fs::rename(part, request.file, error);
    if (error) {
        refuseToWrite(request.file);
    }
}

} // namespace engine
