// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cache_file.h"

#include "engine/graph/sentence.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

namespace engine::cuda {
namespace {

constexpr std::uintmax_t maxBytes = 1024 * 1024; ///< thousands of shapes; a longer file is not ours

/// Absolute, or empty: relative ones are void by XDG's rule.
std::filesystem::path folderNamed(const char* variable)
{
    const char* const value = std::getenv(variable);
    const std::filesystem::path folder = value ? value : "";
    return folder.is_absolute() ? folder : std::filesystem::path();
}

} // namespace

std::filesystem::path userCacheFile(const std::string& name)
{
    std::filesystem::path folder = folderNamed("XDG_CACHE_HOME");
    if (folder.empty()) {
        const std::filesystem::path home = folderNamed("HOME");
        folder = home.empty() ? home : home / ".cache";
    }
    return folder.empty() ? folder : folder / "hamnet" / name;
}

bool replaceFile(const std::filesystem::path& file, const std::string& text)
{
    std::error_code failure;
    std::filesystem::create_directories(file.parent_path(), failure);
    std::filesystem::path temporary = file;
    temporary += "." + std::to_string(::getpid()) + "." + std::to_string(::gettid());
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    stream << text;
    stream.close();
    if (!stream.fail()) {
        std::filesystem::rename(temporary, file, failure);
    }
    if (stream.fail() || failure) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        return false;
    }
    return true;
}

void CacheFile::note(const Sentence& sentence)
{
    if (std::ranges::find(m_notes, sentence) == m_notes.end()) {
        m_notes.push_back(sentence);
    }
}

/// False if the text is not in this class's format.
bool CacheFile::answersIn(const std::string& text, Answers& answers) const
{
    const nlohmann::json root = nlohmann::json::parse(text, nullptr, false);
    if (!root.is_object() || root.value("format", nlohmann::json()) != m_kind.format ||
        root.value("version", nlohmann::json()) != m_kind.version) {
        return false;
    }
    const auto found = root.find(m_kind.member);
    if (found == root.end() || !found->is_object() || !std::all_of(found->begin(), found->end(), m_kind.isAnswer)) {
        return false;
    }
    answers = found->get<Answers>();
    return true;
}

CacheFile::Answers CacheFile::read()
{
    std::error_code missing;
    if (m_file.empty() || !std::filesystem::exists(m_file, missing)) {
        return {};
    }
    const std::uintmax_t bytes = std::filesystem::file_size(m_file, missing);
    std::ifstream stream(m_file, std::ios::binary);
    if (missing || !stream) {
        note(say(ENGINE_TEXT("Sentences", "%1 cannot be read, so %2 are timed again"), m_file.string(), m_kind.timed));
        return {};
    }
    const std::string text = bytes > maxBytes ? std::string() : std::string(std::istreambuf_iterator<char>(stream), {});
    Answers answers;
    if (!answersIn(text, answers)) {
        note(say(ENGINE_TEXT("Sentences", "%1 is not a whole list of %2, so they are timed again and it is rewritten"),
                 m_file.string(), m_kind.list));
    }
    return answers;
}

void CacheFile::put(const std::string& key, const nlohmann::json& answer)
{
    if (m_file.empty()) {
        return;
    }
    Answers answers = read();
    answers[key] = answer;
    const nlohmann::json root = {{"format", m_kind.format}, {"version", m_kind.version}, {m_kind.member, answers}};
    const std::string text = root.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    if (text.size() > maxBytes || !replaceFile(m_file, text)) {
        note(say(ENGINE_TEXT("Sentences", "%1 cannot be written, so %2 will be timed again in the next run"),
                 m_file.string(), m_kind.timed));
    }
}

CacheFile algorithmCache(const std::filesystem::path& file)
{
    return {file,
            {.format = "hamnet-cudnn-algorithms",
             .member = "algorithms",
             .version = 1,
             .timed = "algorithms",
             .list = "cuDNN's algorithms",
             .isAnswer = [](const nlohmann::json& value) { return value.is_string(); }}};
}

} // namespace engine::cuda
