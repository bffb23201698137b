// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/workspace/checkpoint_search.h"

#include "app/studio/workspace/paths.h"
#include "engine/formats/checkpoint/container.h"
#include "engine/formats/exchange/file_formats.h"
#include "engine/graph/error.h"

#include <system_error>
#include <vector>

namespace studio {
namespace {

namespace fs = std::filesystem;

/// By the name, which is a stranger's word: nothing else is opened, such as a device or what has no end.
bool isNamedAsNet(const fs::path& file)
{
    const engine::FileFormat* const format = engine::formatByName(file);
    return format != nullptr && format->reads &&
           (format->content == engine::Content::Project || format->content == engine::Content::Weights);
}

bool hasDigest(const fs::path& file, const std::string& digest)
{
    try {
        return !digest.empty() && engine::netDigest(file) == digest;
    } catch (const engine::Error&) {
        return false; // damaged, or no file
    }
}

/// No more than a person keeps there: each is opened.
std::vector<fs::path> listed(const fs::path& folder)
{
    constexpr std::size_t most = 2'000;
    std::vector<fs::path> entries;
    std::error_code problem; // a folder that cannot be read has no checkpoint for us
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end && entries.size() < most;
         entry.increment(problem)) {
        entries.push_back(entry->path());
    }
    return entries;
}

} // namespace

CheckpointSearch findCheckpoint(const engine::CheckpointUsed& wanted, const CheckpointPlaces& places)
{
    CheckpointSearch found;
    const fs::path recorded = engine::longPath(wanted.file), name = recorded.filename();
    std::vector<fs::path> folders(places.runs.begin(), places.runs.end());
    const fs::path beside = fs::absolute(places.beside).parent_path();
    folders.push_back(beside);
    for (const fs::path& entry : listed(beside)) {
        std::error_code unknown;
        if (entry.extension() == ".runs" && fs::is_directory(entry, unknown)) {
            folders.push_back(entry);
        }
    }
    std::vector<fs::path> named{recorded};
    for (const fs::path& folder : folders) {
        named.push_back(folder / name);
    }
    for (const fs::path& file : named) {
        if (!isNamedAsNet(file) || !isThere(file)) {
            continue;
        }
        if (hasDigest(file, wanted.digest)) {
            return {.file = file};
        }
        found.another = found.another.empty() ? file : found.another;
    }
    for (const fs::path& folder : folders) {
        for (const fs::path& file : listed(folder)) {
            const engine::FileFormat* const format = engine::formatByName(file);
            if (format != nullptr && format->format == engine::Format::Hamnet && hasDigest(file, wanted.digest)) {
                return {.file = file};
            }
        }
    }
    return found;
}

} // namespace studio
