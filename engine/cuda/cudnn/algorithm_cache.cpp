// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cudnn/algorithm_cache.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

namespace engine::cuda::cudnn {
namespace {

constexpr const char* formatName = "hamnet-cudnn-algorithms";
constexpr int formatVersion = 1;
constexpr std::uintmax_t mostBytes = 1024 * 1024; ///< thousands of shapes; a longer file is not ours

/// Absolute, or empty: relative ones are void by XDG's rule.
std::filesystem::path folderNamed(const char* variable)
{
    const char* const value = std::getenv(variable);
    const std::filesystem::path folder = value ? value : "";
    return folder.is_absolute() ? folder : std::filesystem::path();
}

/// The entries in a text, or nothing where it is not what this class writes.
std::optional<std::map<std::string, std::string>> entriesOf(const std::string& text)
{
    const nlohmann::json root = nlohmann::json::parse(text, nullptr, false);
    if (!root.is_object() || root.value("format", nlohmann::json()) != formatName ||
        root.value("version", nlohmann::json()) != formatVersion) {
        return std::nullopt;
    }
    const auto found = root.find("algorithms");
    if (found == root.end() || !found->is_object()) {
        return std::nullopt;
    }
    std::map<std::string, std::string> entries;
    for (const auto& [key, algorithm] : found->items()) {
        if (!algorithm.is_string()) {
            return std::nullopt;
        }
        entries[key] = algorithm.get<std::string>();
    }
    return entries;
}

bool written(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream << text;
    stream.close();
    return !stream.fail();
}

} // namespace

std::filesystem::path algorithmCacheFile()
{
    std::filesystem::path folder = folderNamed("XDG_CACHE_HOME");
    if (folder.empty()) {
        const std::filesystem::path home = folderNamed("HOME");
        folder = home.empty() ? home : home / ".cache";
    }
    return folder.empty() ? folder : folder / "hamnet" / "cudnn_algorithms.json";
}

void AlgorithmCache::note(const std::string& sentence)
{
    if (std::ranges::find(m_notes, sentence) == m_notes.end()) {
        m_notes.push_back(sentence);
    }
}

AlgorithmCache::Entries AlgorithmCache::read()
{
    std::error_code missing;
    if (m_file.empty() || !std::filesystem::exists(m_file, missing)) {
        return {};
    }
    const std::uintmax_t bytes = std::filesystem::file_size(m_file, missing);
    std::ifstream stream(m_file, std::ios::binary);
    if (missing || !stream) {
        note(m_file.string() + " cannot be read, so algorithms are timed again");
        return {};
    }
    const std::string text =
        bytes > mostBytes ? std::string() : std::string(std::istreambuf_iterator<char>(stream), {});
    std::optional<Entries> entries = entriesOf(text);
    if (!entries) {
        note(m_file.string() +
             " is not a whole list of cuDNN's algorithms, so they are timed again and it is rewritten");
        return {};
    }
    return *std::move(entries);
}

std::optional<std::string> AlgorithmCache::find(const std::string& key)
{
    const Entries entries = read();
    const auto found = entries.find(key);
    return found == entries.end() ? std::nullopt : std::optional(found->second);
}

void AlgorithmCache::put(const std::string& key, const std::string& algorithm)
{
    if (m_file.empty()) {
        return;
    }
    Entries entries = read();
    entries[key] = algorithm;
    const nlohmann::json root = {{"format", formatName}, {"version", formatVersion}, {"algorithms", entries}};
    const std::string text = root.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";

    std::error_code failure;
    std::filesystem::create_directories(m_file.parent_path(), failure);
    std::filesystem::path temporary = m_file;
    temporary += "." + std::to_string(::getpid()) + "." + std::to_string(::gettid());
    const bool whole = text.size() <= mostBytes && written(temporary, text);
    if (whole) {
        std::filesystem::rename(temporary, m_file, failure);
    }
    if (!whole || failure) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        note(m_file.string() + " cannot be written, so algorithms will be timed again in the next run");
    }
}

} // namespace engine::cuda::cudnn
