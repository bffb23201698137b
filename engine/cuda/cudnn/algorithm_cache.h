// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cuda/cache_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace engine::cuda::cudnn {

/// Which algorithm was the fastest for which key (device, library and shape in words):
///
///     {"format": "hamnet-cudnn-algorithms", "version": 1, "algorithms": {"<key>": "STANDARD"}}
class AlgorithmCache {
public:
    /// Nothing is read or written where `file` is empty.
    explicit AlgorithmCache(std::filesystem::path file);

    std::optional<std::string> find(const std::string& key);
    void put(const std::string& key, const std::string& algorithm) { m_file.put(key, algorithm); }

    /// Problems with the file so far, as sentences.
    const std::vector<Sentence>& notes() const { return m_file.notes(); }

private:
    CacheFile m_file;
};

/// hamnet/cudnn_algorithms.json in the user's cache folder; empty where there is no such folder.
std::filesystem::path algorithmCacheFile();

} // namespace engine::cuda::cudnn
