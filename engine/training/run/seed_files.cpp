// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/training/run/seed_files.h"

#include "engine/training/run/run.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace engine {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "seed", ending = ".hamnet";

/// Of "seed3.hamnet" 3; nothing for other names, such as that of the best beside it.
std::optional<std::uint64_t> seedOf(const std::string& name)
{
    if (!name.starts_with(prefix) || !name.ends_with(ending) || name.size() <= prefix.size() + ending.size()) {
        return std::nullopt;
    }
    const char* const first = name.data() + prefix.size();
    const char* const last = name.data() + name.size() - ending.size();
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(first, last, seed);
    return error == std::errc() && end == last ? std::optional(seed) : std::nullopt;
}

} // namespace

fs::path seedCheckpoint(const fs::path& folder, std::uint64_t seed)
{
    return folder / (std::string(prefix) + std::to_string(seed) + std::string(ending));
}

std::vector<std::uint64_t> seedsIn(const fs::path& folder)
{
    std::vector<std::uint64_t> seeds;
    std::error_code error;
    for (const fs::directory_entry& file : fs::directory_iterator(folder, error)) {
        if (const std::optional<std::uint64_t> seed = seedOf(file.path().filename().string())) {
            seeds.push_back(*seed);
        }
    }
    std::ranges::sort(seeds);
    return seeds;
}

std::vector<fs::path> bestOfSeeds(const fs::path& folder)
{
    std::vector<fs::path> files;
    for (const std::uint64_t seed : seedsIn(folder)) {
        const fs::path newest = seedCheckpoint(folder, seed);
        const fs::path best = bestCheckpoint(newest);
        files.push_back(fs::exists(best) ? best : newest);
    }
    return files;
}

fs::path unusedFolder(const fs::path& folder)
{
    fs::path unused = folder;
    for (int number = 2; fs::exists(unused); ++number) {
        unused = folder.string() + "-" + std::to_string(number);
    }
    return unused;
}

} // namespace engine
