// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/seed_folders.h"

#include "engine/training/run/run.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace watch {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "seed";

} // namespace

RunFolder seedFolder(const fs::path& folder, std::uint64_t seed)
{
    return RunFolder(folder / (std::string(prefix) + std::to_string(seed)));
}

std::vector<std::uint64_t> seedsIn(const fs::path& folder)
{
    std::vector<std::uint64_t> seeds;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), last; !error && at != last; at.increment(error)) {
        const std::string name = at->path().filename().string();
        std::uint64_t seed = 0;
        std::from_chars(name.data() + std::min(name.size(), prefix.size()), name.data() + name.size(), seed);
        std::error_code unknown;
        if (at->path() == seedFolder(folder, seed).path() && at->is_directory(unknown)) {
            seeds.push_back(seed);
        }
    }
    std::ranges::sort(seeds);
    return seeds;
}

fs::path bestIn(const RunFolder& folder)
{
    const fs::path best = engine::bestCheckpoint(folder.checkpoint());
    std::error_code unknown;
    return fs::exists(best, unknown)                  ? best
           : fs::exists(folder.checkpoint(), unknown) ? folder.checkpoint()
                                                      : fs::path();
}

} // namespace watch
