// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine::cuda::cudnn {

/// Which algorithm was the fastest for which key (device, library and shape in words), in a file that programs share:
///
///     {"format": "hamnet-cudnn-algorithms", "version": 1, "algorithms": {"<key>": "STANDARD"}}
///
/// It only saves time: a file that is not there, not whole or somebody else's is as good as an empty one, and is
/// written anew with the next entry. Nothing here throws for what the disk holds or refuses.
class AlgorithmCache {
public:
    /// Nothing is read or written where `file` is empty.
    explicit AlgorithmCache(std::filesystem::path file) : m_file(std::move(file)) {}

    std::optional<std::string> find(const std::string& key);

    /// Puts an entry beside what the file holds by now. Other programs find the old file or the new one, never a part.
    void put(const std::string& key, const std::string& algorithm);

    /// What was wrong with the file so far, as sentences.
    const std::vector<std::string>& notes() const { return m_notes; }

private:
    using Entries = std::map<std::string, std::string>;
    Entries read();
    void note(const std::string& sentence);

    std::filesystem::path m_file;
    std::vector<std::string> m_notes;
};

/// hamnet/cudnn_algorithms.json in the user's cache folder ($XDG_CACHE_HOME or ~/.cache); empty where there is no such
/// folder.
std::filesystem::path algorithmCacheFile();

} // namespace engine::cuda::cudnn
