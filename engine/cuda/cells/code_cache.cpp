// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cuda/cells/code_cache.h"

#include "engine/cuda/cache_file.h"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <cstring>
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

/// Other programs see the whole file or none. Where it cannot be written, the next run compiles again.
void writeCode(const fs::path& file, const std::string& code)
{
    std::error_code failure;
    fs::create_directories(file.parent_path(), failure);
    fs::path temporary = file;
    temporary += fmt::format(".{}.{}", ::getpid(), ::gettid());
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    stream << hashOf(code) << code;
    stream.close();
    if (!stream.fail()) {
        fs::rename(temporary, file, failure);
    }
    if (stream.fail() || failure) {
        fs::remove(temporary, failure);
    }
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
    writeCode(file, code);
    return code;
}

} // namespace engine::cuda::cells
