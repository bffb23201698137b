// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/places.h"
#include "engine/graph/go_on.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace engine {

/// A text on the net of which every byte is known beforehand.
struct KnownText {
    std::string name;   ///< "tiny-shakespeare"; the file is called so too, with .txt
    std::string about;  ///< one sentence
    std::string url;    ///< where it lies; moves more easily than the text changes
    std::string sha256; ///< 64 hexadecimal digits
    std::int64_t bytes;
};

std::span<const KnownText> knownTexts();

/// Throws Error with the names that there are.
const KnownText& knownText(std::string_view name);

/// The file that a text has once it was fetched into the folder; "corpus" in dataFolder() where the folder is empty.
std::filesystem::path fileOf(const KnownText& text, const std::filesystem::path& folder = {});

/// Called about once a second, or more often, with the bytes that are there and all that there will be; false cancels.
using DownloadProgress = std::function<bool(std::int64_t there, std::int64_t all)>;

/// A file on the net of which every byte is known beforehand, and where it is to lie.
struct FileRequest {
    std::string name; ///< for the sentences
    std::filesystem::path file;
    std::string url; ///< https, or http to 127.0.0.1 or localhost
    std::string sha256;
    std::int64_t bytes = 0;
    DownloadProgress progress = {};
    std::chrono::seconds patience{30}; ///< with a server that does not answer or sends nothing more
};

/// Fetches a file, unless it is there already; only one with the right digest gets its name. Throws Error where the
/// net, the server, the file or the disk is not as it should be, and CancelledError.
void fetchFile(const FileRequest& request);

struct DownloadRequest {
    KnownText text;
    std::filesystem::path folder = {}; ///< made where it is missing; empty: see fileOf()
    std::string url = {};              ///< instead of the text's own
    DownloadProgress progress = {};
    std::chrono::seconds patience{30};
};

/// Fetches a text as fetchFile() does, and returns its file.
std::filesystem::path download(const DownloadRequest& request);

} // namespace engine
