// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/code_cache.h"

#include "engine/cuda/cache_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace engine::cuda::cells {
namespace {

namespace fs = std::filesystem;

std::string hashOf(const std::string& text)
{
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// A file is the hash of the code, then the code.
std::optional<std::string> readCode(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    const std::string all(std::istreambuf_iterator<char>(stream), {});
    constexpr std::size_t ofHash = 32;
    if (all.size() <= ofHash || hashOf(all.substr(ofHash)) != all.substr(0, ofHash)) {
        return std::nullopt;
    }
    return all.substr(ofHash);
}

} // namespace

std::string compiledCode(const Nvrtc& nvrtc, const std::string& source, int capability)
{
    const std::string key = hashOf(fmt::format("{} {}\n{}", nvrtc.version(), capability, source));
    const fs::path file = userCacheFile("cells/" + key);
    if (file.empty()) {
        return nvrtc.compile(source, capability);
    }
    if (std::optional<std::string> known = readCode(file)) {
        return *std::move(known);
    }
    std::string code = nvrtc.compile(source, capability);
    static_cast<void>(replaceFile(file, hashOf(code) + code)); // where it cannot be, the next run compiles again
    return code;
}

} // namespace engine::cuda::cells
