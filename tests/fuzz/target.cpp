// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/target.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace fuzz {

namespace {

constexpr std::size_t longestSentence = 20'000; ///< a name of 4,096 bytes may be in it, escaped

} // namespace

Bytes contentOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return bytesOf(std::string_view(text));
}

Bytes bytesOf(std::string_view text)
{
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::string_view textOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void require(bool promise, const std::string& words)
{
    if (!promise) {
        std::fprintf(stderr, "promise broken: %s\n", words.c_str());
        std::abort();
    }
}

bool reads(const std::function<void()>& reading)
{
    try {
        reading();
        return true;
    } catch (const engine::Error& error) {
        const std::string sentence = error.what();
        require(!sentence.empty(), "a file is refused with a sentence");
        require(sentence.size() <= longestSentence, "no file makes a sentence long: " + sentence.substr(0, 200));
        return false;
    }
}

std::filesystem::path quickPlace()
{
    const std::filesystem::path memory = "/dev/shm";
    return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
}

MemoryFile::MemoryFile()
    : m_descriptor(::memfd_create("file", MFD_CLOEXEC)), m_name("/proc/self/fd/" + std::to_string(m_descriptor))
{
    require(m_descriptor >= 0, "a file in memory can be made");
}

MemoryFile::~MemoryFile()
{
    ::close(m_descriptor);
}

const std::filesystem::path& MemoryFile::with(std::span<const std::byte> bytes)
{
    require(::ftruncate(m_descriptor, 0) == 0, "a file in memory can be emptied");
    while (!bytes.empty()) {
        const off_t end = ::lseek(m_descriptor, 0, SEEK_END);
        const ssize_t written = ::pwrite(m_descriptor, bytes.data(), bytes.size(), end);
        require(written > 0, "a file in memory can be written");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return m_name;
}

} // namespace fuzz
