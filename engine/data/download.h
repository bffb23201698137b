// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/data_kind.h"
#include "engine/graph/go_on.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

struct KnownFile {
    std::string name = {}; ///< below the data's place and addresses; empty: those are its own
    std::int64_t bytes;
    std::string sha256; ///< 64 hexadecimal digits
};

/// Data on the net of which every byte is known beforehand: a text, or a set of files in a folder.
struct KnownData {
    const DataKind* kind;
    std::string name;              ///< "mnist"
    std::string place;             ///< the file or folder, as it is called here: "tiny-shakespeare.txt", "mnist"
    std::string title = {};        ///< "MNIST"
    std::string about;             ///< one sentence
    std::vector<std::string> urls; ///< of the file, or of a folder that has all files; tried in this order
    std::vector<KnownFile> files;

    std::int64_t bytes() const; ///< of all files
};

/// What is known for nets that read data of the kind: texts, or sets of sequences of any kind.
std::span<const KnownData> knownData(const DataKind& kind);

/// The one of them with this name. Throws Error with the names that there are.
const KnownData& knownData(const DataKind& kind, std::string_view name);

/// The file or folder, once it was fetched into `folder`; where that is empty, into that of the kind in dataFolder().
std::filesystem::path placeOf(const KnownData& data, const std::filesystem::path& folder = {});

/// Whether all files lie there, by their names, and those of a set by their sizes, too.
bool isThere(const KnownData& data, const std::filesystem::path& folder = {});

/// Called about once a second, or more often, with the bytes that are there and all that there will be; false cancels.
using DownloadProgress = std::function<bool(std::int64_t there, std::int64_t all)>;

struct DownloadRequest {
    KnownData data;
    std::filesystem::path folder = {}; ///< made where it is missing; empty: see placeOf()
    std::string url = {};              ///< instead of the data's own: https, or http to 127.0.0.1 or localhost
    DownloadProgress progress = {};
    std::chrono::seconds patience{30}; ///< with a server that does not answer or sends nothing more
};

/// Fetches the files that are not there yet, each from the first address that sends it, and returns the data's place;
/// only a file with the right digest gets its name. Throws Error where the net, the server, a file or the disk is not
/// as it should be, and CancelledError.
std::filesystem::path download(const DownloadRequest& request);

/// The file's SHA-256 as 64 hexadecimal digits. Throws Error where it cannot be read.
std::string sha256Of(const std::filesystem::path& file);

} // namespace engine
