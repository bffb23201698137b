// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/download.h"

#include "engine/data/mapped_file.h"
#include "engine/data/places.h"
#include "engine/graph/sentence.h"

#include <curl/curl.h>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <memory>
#include <new>
#include <numeric>
#include <system_error>

namespace engine {
namespace {

/// The file's own path, name or address, by those of its data.
std::filesystem::path below(const std::filesystem::path& data, const KnownFile& file)
{
    return file.name.empty() ? data : data / file.name;
}

/// A file, and where it is to lie.
struct FileRequest {
    std::string name; ///< for the sentences
    std::filesystem::path file;
    std::string url;
    const KnownFile& known;
    DownloadProgress progress; ///< with the bytes of this file
    std::chrono::seconds patience;
};

std::string sha256OfBytes(std::string_view bytes)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest = {};
    unsigned length = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
        throw std::bad_alloc();
    }
    return fmt::format("{:02x}", fmt::join(digest.begin(), digest.begin() + length, ""));
}

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
    const bool isTooLong = std::ssize(bytes) + static_cast<std::int64_t>(size * count) > request.known.bytes;
    bytes.append(data, size * count);
    return isTooLong ? 0 : size * count; // which ends it
}

int onProgress(void* transfer, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    auto& [request, bytes, isCancelled, failure] = *static_cast<Transfer*>(transfer);
    try {
        isCancelled = !request.progress(std::ssize(bytes), request.known.bytes);
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
    if (result != CURLE_OK && std::ssize(transfer.bytes) <= request.known.bytes) {
        throw Error(about(request, say(ENGINE_TEXT("Sentences", "%1 cannot be read (%2), wanted the file there"), url,
                                       words[0] ? words.data() : curl_easy_strerror(result))));
    }
    return std::move(transfer.bytes);
}

/// Unless it is there already.
void fetchFile(const FileRequest& request)
{
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::is_regular_file(request.file, error)) {
        const bool isWhole = fs::file_size(request.file, error) == static_cast<std::uintmax_t>(request.known.bytes);
        if (isWhole && sha256Of(request.file) == request.known.sha256) {
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
    if (const std::string found = sha256OfBytes(bytes); found != request.known.sha256) {
        fs::remove(part, error);
        throw Error(
            about(request, say(ENGINE_TEXT("Sentences", "found %1 bytes with the SHA-256 %2, wanted %3 bytes with "
                                                        "%4"),
                               bytes.size(), found, request.known.bytes, request.known.sha256)));
    }
    fs::rename(part, request.file, error);
    if (error) {
        refuseToWrite(request.file);
    }
}

/// Tries one address after the other; `request` has all but that.
void fetchFrom(const std::vector<std::string>& urls, FileRequest request)
{
    for (const std::string& url : urls) {
        request.url = below(url, request.known).string();
        try {
            fetchFile(request);
            return;
        } catch (const CancelledError&) {
            throw;
        } catch (const Error&) {
            if (&url == &urls.back()) {
                throw;
            }
        }
    }
}

} // namespace

std::int64_t KnownData::bytes() const
{
    return std::accumulate(files.begin(), files.end(), std::int64_t{0},
                           [](std::int64_t sum, const KnownFile& file) { return sum + file.bytes; });
}

std::span<const KnownData> knownData(const DataKind& kind)
{
    static const std::array known = {
        // by their kinds' folders
        KnownData{
            .kind = &kinds::text,
            .name = "tiny-shakespeare",
            .place = "tiny-shakespeare.txt",
            .about =
                "Scenes from Shakespeare's plays, 1.1 million characters: the text that most char-RNN figures are for",
            .urls = {"https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt"},
            .files = {{.bytes = 1'115'394,
                       .sha256 = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"}},
        },
        KnownData{
            .kind = &kinds::rows,
            .name = "mnist",
            .place = "mnist",
            .title = "MNIST",
            .about = "60,000 and 10,000 handwritten digits of 28 x 28 (LeCun, Cortes, Burges)",
            .urls = {"https://ossci-datasets.s3.amazonaws.com/mnist/",
                     "https://storage.googleapis.com/cvdf-datasets/mnist/"},
            .files = {{.name = "train-images-idx3-ubyte.gz",
                       .bytes = 9'912'422,
                       .sha256 = "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609"},
                      {.name = "train-labels-idx1-ubyte.gz",
                       .bytes = 28'881,
                       .sha256 = "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c"},
                      {.name = "t10k-images-idx3-ubyte.gz",
                       .bytes = 1'648'877,
                       .sha256 = "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6"},
                      {.name = "t10k-labels-idx1-ubyte.gz",
                       .bytes = 4'542,
                       .sha256 = "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6"}},
        },
        KnownData{
            .kind = &kinds::rows,
            .name = "fashion-mnist",
            .place = "fashion-mnist",
            .title = "Fashion-MNIST",
            .about = "60,000 and 10,000 pictures of clothes of 28 x 28, in ten classes (Zalando; MIT licence)",
            .urls = {"https://storage.googleapis.com/tensorflow/tf-keras-datasets/",
                     "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/"},
            .files = {{.name = "train-images-idx3-ubyte.gz",
                       .bytes = 26'421'880,
                       .sha256 = "08dc20ab1689590a0bcd66e874647b6ee8464e2d501b5a3f1f78831db19a3fdc"},
                      {.name = "train-labels-idx1-ubyte.gz",
                       .bytes = 29'515,
                       .sha256 = "b0197879cbda89f3dc7b894f9fd52b858e68ea4182b6947c9d8c2b67e5f18dcc"},
                      {.name = "t10k-images-idx3-ubyte.gz",
                       .bytes = 4'422'102,
                       .sha256 = "78dcbbfb5a27efaf1b6c1d616caca68560be8766c5bffcb2791df9273a534229"},
                      {.name = "t10k-labels-idx1-ubyte.gz",
                       .bytes = 5'148,
                       .sha256 = "42bd18137a62d5998cdeae52bf3a0676ac6b706f5cf8439b47bb5b151ae3dccf"}},
        },
    };
    const auto isOfKind = [&](const KnownData& one) { return one.kind->folder == kind.folder; };
    const auto first = std::find_if(known.begin(), known.end(), isOfKind);
    return {first, std::find_if_not(first, known.end(), isOfKind)};
}

const KnownData& knownData(const DataKind& kind, std::string_view name)
{
    std::string names;
    for (const KnownData& data : knownData(kind)) {
        if (data.name == name) {
            return data;
        }
        names += (names.empty() ? "" : ", ") + data.name;
    }
    throw Error(
        say(ENGINE_TEXT("Sentences", "%1: found the name \"%2\", wanted one of these: %3"), kind.folder, name, names));
}

std::filesystem::path placeOf(const KnownData& data, const std::filesystem::path& folder)
{
    return (folder.empty() ? dataFolder() / data.kind->folder : folder) / data.place;
}

bool isThere(const KnownData& data, const std::filesystem::path& folder)
{
    const std::filesystem::path place = placeOf(data, folder);
    return std::ranges::all_of(data.files, [&](const KnownFile& file) {
        std::error_code absent;
        const auto bytes = std::filesystem::file_size(below(place, file), absent);
        return !absent && (data.kind->writes || bytes == static_cast<std::uintmax_t>(file.bytes));
    });
}

std::filesystem::path download(const DownloadRequest& request)
{
    const KnownData& data = request.data;
    const std::filesystem::path place = placeOf(data, request.folder);
    std::int64_t before = 0; // bytes of the files that are done
    for (const KnownFile& file : data.files) {
        fetchFrom(request.url.empty() ? data.urls : std::vector{request.url},
                  {.name = below(data.name, file).string(),
                   .file = below(place, file),
                   .url = {},
                   .known = file,
                   .progress =
                       [&](std::int64_t there, std::int64_t) {
                           return !request.progress || request.progress(before + there, data.bytes());
                       },
                   .patience = request.patience});
        before += file.bytes;
    }
    return place;
}

std::string sha256Of(const std::filesystem::path& file)
{
    return sha256OfBytes(MappedFile(file, file.string()).bytes());
}

} // namespace engine
