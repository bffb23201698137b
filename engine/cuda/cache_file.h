// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace engine::cuda {

/// A cache of measured answers, in a file that programs share:
///
///     {"format": "<format>", "version": <version>, "<member>": {"<key>": <answer>}}
///
/// It only saves time: a missing, truncated or foreign file counts as empty and is rewritten with the next answer.
/// Nothing here throws because of what the disk holds or refuses.
class CacheFile {
public:
    struct Kind {
        const char *format, *member;
        int version;
        const char* timed; ///< what has to be timed again without the file: "algorithms"
        const char* list;  ///< what the file lists: "cuDNN's algorithms"
        bool (*isAnswer)(const nlohmann::json& value);
    };
    /// Nothing is read or written where `file` is empty.
    CacheFile(std::filesystem::path file, const Kind& kind) : m_file(std::move(file)), m_kind(kind) {}

    /// What was measured for a key.
    template <typename Answer>
    std::optional<Answer> find(const std::string& key)
    {
        const Answers all = read();
        const auto found = all.find(key);
        return found == all.end() ? std::nullopt : std::optional(found->second.get<Answer>());
    }

    /// Adds an answer to what the file holds by now. Other programs see the old file or the new one, never a part.
    void put(const std::string& key, const nlohmann::json& answer);

    /// Problems with the file so far, as sentences.
    const std::vector<Sentence>& notes() const { return m_notes; }

private:
    using Answers = std::map<std::string, nlohmann::json>;

    Answers read();
    void note(const Sentence& sentence);
    bool answersIn(const std::string& text, Answers& answers) const;

    std::filesystem::path m_file;
    Kind m_kind;
    std::vector<Sentence> m_notes;
};

/// hamnet/NAME in the user's cache folder ($XDG_CACHE_HOME or ~/.cache); empty where there is no such folder.
std::filesystem::path userCacheFile(const std::string& name);

/// Writes a file and its folder. Other programs see the old file or the new one, never a part. False where it cannot be
/// written.
bool replaceFile(const std::filesystem::path& file, const std::string& text);

/// Which of cuDNN's algorithms was the fastest for which key (device, library and shape in words):
///
///     {"format": "hamnet-cudnn-algorithms", "version": 1, "algorithms": {"<key>": "STANDARD"}}
CacheFile algorithmCache(const std::filesystem::path& file = userCacheFile("cudnn_algorithms.json"));

} // namespace engine::cuda
