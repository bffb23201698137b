// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/graph/sentence.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
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
    using Answers = std::map<std::string, nlohmann::json>;

    /// Nothing is read or written where `file` is empty.
    CacheFile(std::filesystem::path file, const Kind& kind) : m_file(std::move(file)), m_kind(kind) {}

    Answers read();

    /// Adds an answer to what the file holds by now. Other programs see the old file or the new one, never a part.
    void put(const std::string& key, const nlohmann::json& answer);

    /// Problems with the file so far, as sentences.
    const std::vector<Sentence>& notes() const { return m_notes; }

private:
    void note(const Sentence& sentence);
    bool answersIn(const std::string& text, Answers& answers) const;

    std::filesystem::path m_file;
    Kind m_kind;
    std::vector<Sentence> m_notes;
};

/// hamnet/NAME in the user's cache folder ($XDG_CACHE_HOME or ~/.cache); empty where there is no such folder.
std::filesystem::path userCacheFile(const std::string& name);

} // namespace engine::cuda
