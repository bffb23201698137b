// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watch/seed_folders.h"

#include "engine/training/run/run.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace watch {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "seed";

/// Of "seed3" 3; nothing for other names.
std::optional<std::uint64_t> seedNamed(const std::string& name)
{
    if (!name.starts_with(prefix)) {
        return std::nullopt;
    }
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), seed);
    return error == std::errc() && end == name.data() + name.size() ? std::optional(seed) : std::nullopt;
}

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
        const fs::directory_entry& entry = *at;
        std::error_code unknown;
        const std::optional<std::uint64_t> seed = seedNamed(entry.path().filename().string());
        if (seed && entry.is_directory(unknown) && entry.path() == seedFolder(folder, *seed).path()) {
            seeds.push_back(*seed);
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
