// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/algorithm_cache.h"

namespace engine::cuda::cudnn {

AlgorithmCache::AlgorithmCache(std::filesystem::path file)
    : m_file(std::move(file), {.format = "hamnet-cudnn-algorithms",
                               .member = "algorithms",
                               .version = 1,
                               .timed = "algorithms",
                               .list = "cuDNN's algorithms",
                               .isAnswer = [](const nlohmann::json& value) { return value.is_string(); }})
{}

std::optional<std::string> AlgorithmCache::find(const std::string& key)
{
    const CacheFile::Answers all = m_file.read();
    const auto found = all.find(key);
    return found == all.end() ? std::nullopt : std::optional(found->second.get<std::string>());
}

std::filesystem::path algorithmCacheFile()
{
    return userCacheFile("cudnn_algorithms.json");
}

} // namespace engine::cuda::cudnn
