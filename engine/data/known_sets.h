// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/data/download.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A file of a well-known set of data.
struct KnownFile {
    std::string name; ///< in its folder, here and on the net
    std::int64_t bytes;
    std::string sha256; ///< 64 hexadecimal digits
};

/// A set of data on the net of which every byte is known beforehand.
struct KnownSet {
    std::string name;              ///< "mnist"; its folder is called so, too
    std::string title = {};        ///< "MNIST"
    std::string about;             ///< one sentence
    std::vector<std::string> urls; ///< folders that have all files, tried in this order; they end with a slash
    std::vector<KnownFile> files;

    std::int64_t bytes() const; ///< of all files
};

std::span<const KnownSet> knownSets();

/// Throws Error with the names that there are.
const KnownSet& knownSet(std::string_view name);

/// The folder that a set has once it was fetched into `folder`; "data" in dataFolder() where that is empty.
std::filesystem::path folderOf(const KnownSet& set, const std::filesystem::path& folder = {});

/// Whether all files lie in the set's folder, by their names and sizes.
bool isThere(const KnownSet& set, const std::filesystem::path& folder = {});

struct SetRequest {
    KnownSet set;
    std::filesystem::path folder = {}; ///< made where it is missing; empty: see folderOf()
    std::string url = {};              ///< a folder on the net instead of the set's own
    DownloadProgress progress = {};    ///< with the bytes of all files
    std::chrono::seconds patience{30};
};

/// Fetches a set's files as fetchFile() does, each from the first of its addresses that sends it, and returns their
/// folder. Throws Error where no address does, with what the last one said, and CancelledError.
std::filesystem::path downloadSet(const SetRequest& request);

} // namespace engine
